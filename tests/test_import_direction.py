"""Who may import whom: the engine stands below everything else, and the phases stand side by side."""

import ast
from pathlib import Path

import pytest

import kingsburg_env

PACKAGE = Path(kingsburg_env.__file__).resolve().parent
ENGINE = PACKAGE / "engine"
FACADE = "kingsburg_env.engine"


def module_name(path):
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def imports(name, *, lazy=True):
    """The modules of this package that a module names in its imports; without `lazy` those at its top alone."""
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    nodes = ast.walk(tree) if lazy else tree.body
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} imports by a relative path"
            # Of `from package import thing`, the thing may be a module itself.
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inner & set(MODULES) or {node.module}
    return {module for module in found if module.partition(".")[0] == "kingsburg_env"}


def is_engine(name):
    return name.startswith(f"{FACADE}.")


def is_phase(name):
    return name.startswith(f"{FACADE}.phases.")


ENGINE_MODULES = [name for name in MODULES if is_engine(name)]
PHASES = [name for name in MODULES if is_phase(name)]


def test_the_modules_were_found():
    assert f"{FACADE}.year" in ENGINE_MODULES
    assert f"{FACADE}.phases.influence" in PHASES
    assert imports(f"{FACADE}.year") >= set(PHASES)


@pytest.mark.parametrize("name", ENGINE_MODULES)
def test_the_engine_imports_nothing_that_stands_above_it(name):
    assert {module for module in imports(name) if not is_engine(module)} == set()


@pytest.mark.parametrize("name", PHASES)
def test_phases_never_import_each_other(name):
    assert {module for module in imports(name) if is_phase(module)} == set()


def test_only_the_year_and_the_redeal_import_phases_within_the_engine():
    users = {name for name in ENGINE_MODULES if any(map(is_phase, imports(name)))}

    assert users == {f"{FACADE}.year", f"{FACADE}.redeal"}
    assert {module for module in imports(f"{FACADE}.redeal") if is_phase(module)} == {
        f"{FACADE}.phases.setup"
    }


@pytest.mark.parametrize("name", [f"{FACADE}.names", f"{FACADE}.jit"])
def test_the_foundations_import_nothing_of_the_package(name):
    assert imports(name) == set()


@pytest.mark.parametrize("name", [name for name in MODULES if name.startswith(f"{FACADE}.tables")])
def test_tables_import_names_and_tables_alone(name):
    others = {module for module in imports(name) if not module.startswith(f"{FACADE}.tables")}

    assert others <= {f"{FACADE}.names"}


def test_the_engine_has_no_circle_of_imports():
    left = {name: {module for module in imports(name) if module in ENGINE_MODULES} for name in ENGINE_MODULES}
    while free := {name for name, needs in left.items() if not needs}:
        left = {name: needs - free for name, needs in left.items() if name not in free}

    assert left == {}


@pytest.mark.parametrize("name", ["observation", "rewards", "check", "text"])
def test_these_modules_import_the_engine_alone(name):
    module = f"kingsburg_env.{name}"

    assert imports(module)
    assert {needed for needed in imports(module) if not is_engine(needed)} == set()


def test_batch_names_text_only_inside_a_function():
    batch = "kingsburg_env.batch"

    assert "kingsburg_env.text" not in imports(batch, lazy=False)
    assert {module for module in imports(batch) if not is_engine(module)} <= {
        "kingsburg_env",
        "kingsburg_env.check",
        "kingsburg_env.kernels",
        "kingsburg_env.observation",
        "kingsburg_env.rewards",
        "kingsburg_env.text",
    }
