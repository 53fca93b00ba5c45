"""What hatchling asks when it builds: the README as an index page shows it, and the project's URLs."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"!?\[([^\[\]]*)\]\((?!\w+:|#)[^)\s]+\)")
TARGET = re.compile(r"\]\((?!\w+:|#)([^)\s]+)\)")
PICTURES = (".png", ".svg")


def for_index_page(text: str, address: str) -> str:
    """Let links lead into the repository at an address; without one only their words stay."""
    if address:
        return TARGET.sub(lambda link: f"]({_place(link[1], address)})", text)
    while (shorter := LINK.sub(r"\1", text)) != text:
        text = shorter
    return text


def _place(target: str, address: str) -> str:
    return f"{address}/{'raw' if target.endswith(PICTURES) else 'blob'}/main/{target}"


def urls(address: str) -> dict[str, str]:
    """Name the project's URLs, if it has an address."""
    if not address:
        return {}
    return {
        "Repository": address,
        "Issues": f"{address}/issues",
        "Changelog": _place("CHANGELOG.md", address),
        "Documentation": _place("docs/index.md", address),
    }


class CustomMetadataHook(MetadataHookInterface):
    """Writes the README and the URLs of the metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what pyproject.toml leaves to it."""
        address = self.config["address"].rstrip("/")
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": for_index_page(text, address)}
        metadata["urls"] = urls(address)
