"""The rooms of the house: who may import whom, what an import loads, and names that mean one thing."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = {
    "kingsburg_env": ROOT / "kingsburg_env",
    "kingsburg_agents": ROOT / "agents" / "kingsburg_agents",
    "kingsburg_arena": ROOT / "agents" / "kingsburg_arena",
    "kingsburg_training": ROOT / "training" / "kingsburg_training",
    "kingsburg_app": ROOT / "app" / "kingsburg_app",
}
# From the ground up: a room imports from its own floor and from those below.
FLOORS = (
    ("kingsburg_env.engine",),
    ("kingsburg_env",),
    ("kingsburg_env.render",),
    ("kingsburg_env.envs", "kingsburg_env.kingsburg_v0"),
    ("kingsburg_agents",),
    ("kingsburg_arena",),
    ("kingsburg_training",),
    ("kingsburg_app",),
)
ENGINE = "kingsburg_env.engine"
# Loaded by nobody who only wants the rules and the environments.
HEAVY = ("matplotlib", "rich", "typer", "stable_baselines3", "torch", "numba", *list(PACKAGES)[1:])


def module_name(package, path):
    parts = path.relative_to(PACKAGES[package].parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {
    module_name(package, path): path
    for package, folder in PACKAGES.items()
    for path in sorted(folder.rglob("*.py"))
}
ENGINE_MODULES = [name for name in MODULES if name.startswith(f"{ENGINE}.")]
PHASES = [name for name in MODULES if name.startswith(f"{ENGINE}.phases.")]


def imports(name):
    """The modules of the project that a module names in its imports, those inside functions too."""
    found = set()
    for node in ast.walk(ast.parse(MODULES[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} imports by a relative path"
            # of `from package import thing`, the thing may be a module itself
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inner & set(MODULES) or {node.module}
    return {module for module in found if module.partition(".")[0] in PACKAGES}


def floor_of(name):
    """The floor of a module: that of the longest prefix named in FLOORS."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        for floor, rooms in enumerate(FLOORS):
            if ".".join(parts[:length]) in rooms:
                return floor
    raise AssertionError(f"{name} stands on no floor")


def test_the_modules_were_found():
    assert {f"{ENGINE}.year", f"{ENGINE}.phases.influence", "kingsburg_arena.schedule"} <= set(MODULES)
    assert imports(f"{ENGINE}.year") >= set(PHASES) - {f"{ENGINE}.phases.effects"}


@pytest.mark.parametrize("name", [name for name in MODULES if name != "kingsburg_env"])
def test_a_module_imports_nothing_that_stands_above_it(name):
    assert [module for module in imports(name) if floor_of(module) > floor_of(name)] == []


@pytest.mark.parametrize("name", PHASES)
def test_phases_never_import_each_other(name):
    assert imports(name) & set(PHASES) - {f"{ENGINE}.phases.effects"} == set()


@pytest.mark.parametrize("name", [f"{ENGINE}.names", f"{ENGINE}.jit"])
def test_the_foundations_import_nothing_of_the_project(name):
    assert imports(name) == set()


@pytest.mark.parametrize("name", [name for name in MODULES if name.startswith(f"{ENGINE}.tables")])
def test_tables_import_names_and_tables_alone(name):
    others = {module for module in imports(name) if not module.startswith(f"{ENGINE}.tables")}

    assert others <= {f"{ENGINE}.names"}


def test_no_modules_import_each_other_in_a_circle():
    left = {name: imports(name) & set(MODULES) - {name} for name in MODULES if name != "kingsburg_env"}
    while free := {name for name, needs in left.items() if not needs & set(left)}:
        left = {name: needs for name, needs in left.items() if name not in free}

    assert left == {}


def loaded_by(*names):
    """The modules that a fresh interpreter has loaded after importing these."""
    program = f"import {', '.join(names)}, sys; print(*sorted(sys.modules))"
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout.split()


def test_the_environments_load_nothing_heavy():
    assert set(HEAVY) & set(loaded_by("kingsburg_env")) == set()


def test_the_arena_loads_matplotlib_only_where_it_draws():
    drawing = ("plots", "report")
    quiet = [
        name
        for name in MODULES
        if name.startswith("kingsburg_arena") and name.rpartition(".")[2] not in drawing
    ]

    assert {"matplotlib", "rich", "typer"} & set(loaded_by(*quiet)) == set()


@pytest.mark.parametrize("package", sorted({path.parent for path in MODULES.values()}))
def test_no_file_has_the_name_of_a_public_function_of_its_package(package):
    functions = {
        node.name
        for path in package.glob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    }
    files = {path.stem for path in package.iterdir() if path.suffix == ".py" or path.is_dir()}

    assert functions & files == set()
