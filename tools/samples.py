"""Files that commands in the pages are given."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: a page's Python that says in its first line which file it stands in
_FILE = re.compile(r"```python\n# (?P<name>[\w/]+\.py)\n(?P<text>.*?)```", re.DOTALL)
_CALLABLES = """import numpy as np


def positive(inputs, m, seed):
    w = np.random.default_rng(seed).standard_normal((m, inputs.shape[1]))
    return np.exp(inputs @ w.T - (inputs**2).sum(1, keepdims=True) / 2) / np.sqrt(m)
"""


def pages() -> list[Path]:
    """The README and the pages of docs."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def write(folder: Path) -> None:
    """Files by name: 40 rows of three numbers, a module of callables, and the files of the pages."""
    rows = "\n".join(f"{i / 40},{(7 * i % 40) / 40},{(11 * i % 40) / 40}" for i in range(40))
    files = {"rows.csv": rows, "callables.py": _CALLABLES}
    for page in pages():
        files |= {match["name"]: match["text"] for match in _FILE.finditer(page.read_text(encoding="utf-8"))}
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.parent != folder:
            (path.parent / "__init__.py").touch()
        path.write_text(text, encoding="utf-8")
