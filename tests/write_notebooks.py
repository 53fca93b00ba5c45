"""Notebooks with their outputs: `python -m tests.write_notebooks [names]` runs them and keeps what they show."""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
SECONDS_A_CELL = 600


def run(path: Path) -> nbformat.NotebookNode:
    """Run all cells of a notebook in a kernel of their own; a cell that fails raises."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=SECONDS_A_CELL,
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.execute()
    return notebook


def keep(path: Path, notebook: nbformat.NotebookNode) -> None:
    """Write a notebook with its outputs, without progress bars and messages on stderr, every picture once."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
            for output in cell.outputs:
                output.get("data", {}).pop("image/jpeg", None)
    nbformat.write(notebook, path)


if __name__ == "__main__":
    if unknown := set(sys.argv[1:]) - {path.stem for path in NOTEBOOKS}:
        sys.exit(f"{', '.join(unknown)}: must be of {', '.join(path.stem for path in NOTEBOOKS)}")
    for path in NOTEBOOKS:
        if not sys.argv[1:] or path.stem in sys.argv[1:]:
            print(f"running {path.stem}")
            keep(path, run(path))
