"""What the package itself offers, without loading it before it is asked for."""

from __future__ import annotations

import ast
import doctest
import inspect
import re
import subprocess
import sys
from pathlib import Path
from types import FrameType

import numpy as np
import pytest
from click.testing import CliRunner

import rftheory
from rftheory.cli import main

_LISTS = (["list"], ["map"], ["axioms"], ["errata", "hrf.*"], ["show", "hrf.lemma-2.4"])
_ANSWERED = "from click.testing import CliRunner; from rftheory.cli import main; assert CliRunner().invoke(main, {}).exit_code == 0"
#: what an interpreter does, one after the other, and what none of it has loaded by then
_LIGHT = {
    "lists and words": [
        ("import rftheory", "numpy sympy scipy"),
        ("from rftheory.statements.discovery import discover; assert discover().entries", "sympy"),
        # the libraries take two thirds of a second, what is read a third
        *((_ANSWERED.format([*command, "--receipts", "."]), "numpy sympy networkx") for command in _LISTS),
        # SciPy's laws and solvers take half a second; what is evaluated needs neither
        ("import rftheory.vocabulary", "scipy.stats scipy.optimize"),
    ],
    # help is there after half a second; the rest is for a busy machine
    "help": [
        (
            "import time; from rftheory.cli import main; main(['--help'], standalone_mode=False);"
            "assert time.process_time() < 2",
            "sympy numpy networkx rich",
        )
    ],
    # a family is its components in SymPy, which it needs; nothing that draws for tests, integrates or judges
    "a feature map": [
        (
            "import numpy; from rftheory import Mechanism;"
            "assert Mechanism('positive', 'simplex').features(numpy.ones((3, 4)), m=8, seed=0).shape == (3, 8)",
            "scipy sklearn rftheory.montecarlo.estimators rftheory.numbers rftheory.statements rftheory.judges rftheory.montecarlo",
        )
    ],
}


@pytest.mark.parametrize("name", _LIGHT)
def test_what_is_not_needed_is_not_loaded(name: str, tmp_path: Path) -> None:
    for command in _LISTS if name == "lists and words" else ():
        # which writes the tables from which the interpreter answers
        assert CliRunner().invoke(main, [*command, "--receipts", str(tmp_path)]).exit_code == 0
    steps = [f"{run}\nassert not {set(slow.split())} & set(sys.modules), {run!r}" for run, slow in _LIGHT[name]]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(["import sys", *steps])],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", rftheory.__all__)
def test_every_name_is_there_with_its_signature_its_words_and_examples_that_run(name: str) -> None:
    found = getattr(rftheory, name)
    assert name in dir(rftheory)
    assert inspect.getdoc(found)
    if name != "features":
        assert callable(found) and inspect.signature(found).parameters
    home = sys.modules[getattr(found, "__module__", found.__name__)]
    [tests] = [doctest.DocTestFinder(recurse=False).find(found, name, home, vars(home))]
    results = [doctest.DocTestRunner(verbose=False).run(test) for test in tests]
    assert sum(result.attempted for result in results) > 0
    assert sum(result.failed for result in results) == 0


def test_a_package_below_takes_no_name_of_a_function() -> None:
    """A package ``rftheory/choose`` would replace the function `choose` as soon as one of its modules is imported."""
    below = {path.stem for path in Path(rftheory.__file__).parent.iterdir() if path.suffix in ("", ".py")}
    assert below & set(rftheory.__all__) == {"features"}


#: what Python has on some systems alone
_MODULES = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog"}
_NAMES = {
    "os": """fork forkpty getuid geteuid getgid setsid killpg getpgid setpgid nice sched_getaffinity sched_setaffinity sysconf
        statvfs mkfifo chown uname getloadavg openpty wait WNOHANG O_ASYNC O_NONBLOCK""",
    "signal": """SIGALRM SIGPROF SIGVTALRM SIGUSR1 SIGUSR2 SIGHUP SIGKILL SIGCHLD SIGIO SIGSTOP SIGCONT SIGPIPE SIGQUIT SIG_BLOCK
        SIG_SETMASK ITIMER_REAL ITIMER_PROF setitimer alarm pause sigwait pthread_sigmask pthread_kill siginterrupt""",
}
_IMPORTED = re.compile(rf"^ *(import|from) ({'|'.join([*_MODULES, *_NAMES])})\b", re.MULTILINE)
_GUARDS = ("hasattr", "platform", "is_available")


def _unguarded(source: str) -> list[str]:
    """Calls that are not there under every system, with neither a question before them nor an answer to their absence."""
    found: list[str] = []

    def visit(node: ast.AST, guarded: bool) -> None:
        match node:
            case ast.Import(names=names) if not guarded:
                found.extend(name.name for name in names if name.name in _MODULES)
            case ast.ImportFrom(module=module) if not guarded and module in _MODULES:
                found.append(str(module))
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if (
                not guarded and name in _NAMES.get(owner, "").split()
            ):
                found.append(f"{owner}.{name}")
            case ast.FunctionDef(body=body):
                asked = (ast.unparse(part.test) for part in body if isinstance(part, ast.If))
                guarded = guarded or any(guard in test for test in asked for guard in _GUARDS)
            case ast.If(test=test):
                guarded = guarded or any(guard in ast.unparse(test) for guard in _GUARDS)
            case ast.Try(handlers=handlers):
                caught = " ".join(ast.unparse(handler.type) for handler in handlers if handler.type)
                guarded = guarded or "ImportError" in caught or "AttributeError" in caught
        for child in ast.iter_child_nodes(node):
            visit(child, guarded)

    visit(ast.parse(source), False)
    return found


def test_what_some_systems_lack_is_asked_for_first() -> None:
    for path in sorted(Path(rftheory.__file__).parent.rglob("*.py")):
        if _IMPORTED.search(source := path.read_text(encoding="utf-8")):
            assert not _unguarded(source), path
    # the search finds what it is for, and takes each of the three guards
    assert _unguarded("import os, fcntl\nos.fork()") == ["fcntl", "os.fork"]
    assert _unguarded("def f():\n    return signal.SIGALRM") == ["signal.SIGALRM"]
    assert not _unguarded("if hasattr(os, 'nice'):\n    os.nice(1)")
    assert not _unguarded("try:\n    import resource\nexcept ImportError:\n    pass")
    assert not _unguarded("def f():\n    if sys.platform != 'linux':\n        return\n    os.fork()")


def test_types_are_those_of_what_is_loaded() -> None:
    """What a type checker reads are the names that are loaded, from the same places."""
    tree = ast.parse(Path(rftheory.__file__).read_text(encoding="utf-8"))
    [typed] = [node for node in tree.body if isinstance(node, ast.If)]
    read = {
        alias.asname: node.module
        for node in ast.walk(typed)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert read == {**rftheory._HOMES, "features": "rftheory"}
    assert sorted(read, key=str.lower) == sorted(rftheory.__all__, key=str.lower)
    assert (Path(rftheory.__file__).parent / "py.typed").is_file()


def test_other_names_are_refused() -> None:
    assert callable(rftheory.features.make)
    with pytest.raises(AttributeError, match="no attribute 'absent'"):
        rftheory.absent  # noqa: B018


def test_the_way_of_a_closed_form_is_short() -> None:
    """From names to numbers through eight rooms at most."""
    x, home = np.eye(8)[:2] / 2, f"{Path(rftheory.__file__).parent}/"
    rooms: set[str] = set()

    def watch(frame: FrameType, event: str, _: object) -> None:
        if frame.f_code.co_filename.startswith(home):
            rooms.add(frame.f_code.co_filename.removeprefix(home).split("/")[0])

    def asked() -> object:
        return rftheory.closed_form("mse", "positive x orthogonal", x, x, m=8)

    asked()  # what is loaded on the way is not the way
    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        asked()
    finally:
        sys.setprofile(before)
    assert 1 < len(rooms) <= 8, sorted(rooms)
