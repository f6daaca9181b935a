"""The command that replays: its answers, what it needs, and the size of the kernel."""

from __future__ import annotations

import ast
import io
import json
import subprocess
import sys
import tokenize
from pathlib import Path

import pytest

from rftheory.kernel import theorems
from rftheory.kernel.__main__ import main
from tests.kernel.certificates import SPEC


@pytest.fixture
def files(tmp_path: Path, first: str, second: str) -> list[str]:
    for name, text in (("spec", SPEC), ("first", first), ("second", second)):
        (tmp_path / name).write_text(text)
    return [str(tmp_path / name) for name in ("spec", "first", "second")]


def test_the_command_answers(
    files: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rftheory.kernel.__main__._limit", lambda: None)
    assert main([*files, "--claim", "square", "--claim", "cosine"]) == 0
    assert "cosine: proved" in capsys.readouterr().out
    assert main([*files, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["rejected"] == []
    assert main(files) == 1
    assert "mean: derived, 2 appeals" in capsys.readouterr().out
    assert main([files[0], files[2], "--claim", "cosine"]) == 1
    assert main([*files, "--claim", "unknown"]) == 1
    assert main([files[0], files[0]]) == 1
    assert main([files[1], files[0]]) == 1
    Path(files[0]).write_text("\n")
    assert main(files) == 1


ALONE = """
import sys
before = set(sys.modules)
sys.modules.update(dict.fromkeys(["sympy", "numpy", "mpmath", "scipy"]))
import rftheory.kernel.rules
from rftheory.kernel.__main__ import main
code = main(sys.argv[1:])
stray = {name for name in set(sys.modules) - before if sys.modules[name] is not None and name.split(".")[0] not in sys.stdlib_module_names}
kernel = {name for name in stray if name == "rftheory" or name.startswith("rftheory.kernel")}
stray -= kernel | {name for name in stray if name.split(".")[0] == "flint"}
print(sorted(name for name in stray if not name.startswith(("cython_runtime", "_cython"))))
sys.exit(code)
"""


def test_a_replay_needs_the_standard_library_and_flint_only(files: list[str]) -> None:
    run = subprocess.run(
        [sys.executable, "-c", ALONE, *files, "--claim", "square", "--claim", "cosine"],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1] == "[]"


def code_lines(source: str) -> int:
    """How many lines hold code: neither blank, nor comments, nor documentation, nor axioms (text, which is counted apart)."""
    words = {
        line
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr | ast.Assign)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    kept = {tokenize.OP, tokenize.NAME, tokenize.NUMBER, tokenize.STRING}
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return len({n for token in tokens if token.type in kept for n in range(token.start[0], token.end[0] + 1)} - words)


def test_the_kernel_stays_small() -> None:
    files = Path(theorems.__file__).parent.rglob("*.py")
    assert sum(code_lines(path.read_text()) for path in files) <= 4_000
