"""What a package index shows: the README with links that hold there, and the addresses of the project.

A link within the repository leads nowhere on an index. With ``RFTHEORY_SITE``, the address at which the site of `tools/site.py` is
published, links lead to its pages; without it they are plain words, and no address is claimed.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(?P<image>!)?\[(?P<words>[^\]]*)\]\((?P<target>(?!https?:)[^)\s]+)\)")
_SOURCE = re.compile(r"\.(md|ipynb)$")
#: pages of the site that an index names beside the README
_PAGES = {"Documentation": "docs/index.html", "Errata": "ERRATA.html", "Changelog": "CHANGELOG.html"}


def shown(readme: str, site: str) -> str:
    """A README whose relative links lead to the pages of a site; without a site their words alone."""

    def link(found: re.Match[str]) -> str:
        if not site:
            return "" if found["image"] else found["words"]
        return f"{found['image'] or ''}[{found['words']}]({site}/{_SOURCE.sub('.html', found['target'])})"

    return _LINK.sub(link, readme)


class IndexMetadata(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        site = os.environ.get("RFTHEORY_SITE", "").rstrip("/")
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": shown(readme, site)}
        metadata["urls"] = {name: f"{site}/{page}" for name, page in _PAGES.items()} if site else {}
