"""The notebooks: they run, they are shown with what came out, and they only call the packages."""

import ast
import re

import pytest

from kingsburg_agents import names

nbformat = pytest.importorskip("nbformat", reason="the extra `notebooks` is not installed")
pytest.importorskip("nbclient", reason="the extra `notebooks` is not installed")

from tests.write_notebooks import NOTEBOOKS, run  # noqa: E402 - needs the extra

EVERY_NOTEBOOK = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
LOGIC = (ast.FunctionDef, ast.ClassDef, ast.Lambda, ast.AsyncFunctionDef)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def outputs(notebook):
    return [output for cell in code_cells(notebook) for output in cell.outputs]


def has_picture(notebook):
    return any("image/png" in output.get("data", {}) for output in outputs(notebook))


def test_there_are_four_notebooks():
    assert [path.stem[:2] for path in NOTEBOOKS] == ["01", "02", "03", "04"]


@EVERY_NOTEBOOK
def test_a_notebook_is_kept_with_its_outputs_from_one_run_in_order(path):
    notebook = nbformat.read(path, as_version=4)

    nbformat.validate(notebook)
    counts = [cell.execution_count for cell in code_cells(notebook)]
    assert counts == list(range(1, len(counts) + 1))
    assert has_picture(notebook)
    assert not [output for output in outputs(notebook) if output.output_type == "error"]


@EVERY_NOTEBOOK
def test_no_logic_lives_in_a_notebook(path):
    for cell in code_cells(nbformat.read(path, as_version=4)):
        code = re.sub(r"^%.*$", "", cell.source, flags=re.MULTILINE)
        assert not [node for node in ast.walk(ast.parse(code)) if isinstance(node, LOGIC)]


@EVERY_NOTEBOOK
def test_no_notebook_shows_where_it_was_run(path):
    text = "".join(output.get("text", "") for output in outputs(nbformat.read(path, as_version=4)))

    assert not re.search(r"(^|\s)/(root|home|tmp|Users|work)\b", text)


# What the libraries around a kernel warn about is their own business.
@pytest.mark.filterwarnings("ignore")
@pytest.mark.slow
@pytest.mark.compiled
@EVERY_NOTEBOOK
def test_a_notebook_runs(path):
    if path.stem.endswith("champion") and "champion" not in names():
        pytest.skip("there is no agent `champion` yet")
    pytest.importorskip("ipykernel", reason="the extra `notebooks` is not installed")
    if path.stem.endswith("train_an_agent"):
        pytest.importorskip("sb3_contrib", reason="the extra `train` is not installed")

    assert has_picture(run(path))
