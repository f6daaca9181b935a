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
    _put(folder, files)


def _put(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.parent != folder:
            (path.parent / "__init__.py").touch()
        path.write_text(text, encoding="utf-8")


_FAULTY = """import numpy as np

from callables import positive


def unscaled(inputs, m, seed):
    return positive(inputs, m, seed) * np.sqrt(m)


def failing(inputs, m, seed):
    raise RuntimeError("out of features")


def transposed(inputs, m, seed):
    return positive(inputs, m, seed).T
"""


_FALSE = """\"\"\"A square: (1 + r)^2 = 1 + 2 r + r^2, printed without its middle term.\"\"\"

import sympy as sp

from rftheory.rules.propositions import Equality
from rftheory.statements.claims import Claim, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(id="notes.square", paper="notes", location="(2)", kind="identity", title="The square of a sum")
r = sp.Symbol("r", nonnegative=True)
_ALL = Domain((Range(r, 0, None),))

CLAIMS = (
    Claim(
        "square", "the square of a sum", Equality((1 + r) ** 2, 1 + r**2), _ALL, tex=r"(1 + r)^2 = 1 + r^2",
        error="misprint", survives="yes: nothing uses it", flaw="the middle term is lost", counterexample={r: 1},
    ),
    Claim(
        "whole", "the square of a sum with its middle term", Equality((1 + r) ** 2, 1 + 2 * r + r**2), _ALL,
        tex=r"(1 + r)^2 = 1 + 2 r + r^2", role="correction", corrects="square",
    ),
)
"""


def write_for_golden(folder: Path) -> None:
    """Besides those: a false print in a package of its own, faulty callables, and files that are no rows or pairs."""
    write(folder)
    files = {
        "notes/square.py": _FALSE,
        "broken/half.py": "def (",
        "faulty.py": _FAULTY,
        "pairs.csv": "0.1,0.05,0,0.1\n0.2,0.1,0,0.2\n0.3,0.15,0,0.3\n",
        "wide.csv": "1,2,3,4\n5,6,7,8\n",
        "nan.csv": "1,2,3\n4,nan,6\n",
        "words.csv": "1,2,3\n4,five,6\n",
        "ragged.csv": "1,2\n3,4,5,6\n",
        "empty.csv": "",
        "square.csv": "1,0,0\n0,1,0\n0,0,1\n",
        "text.npy": "hello",
        "rows.txt": "1,2,3\n",
    }
    _put(folder, files)
