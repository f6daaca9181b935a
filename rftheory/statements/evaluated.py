"""What SymPy may not evaluate while statement files are loaded: derivatives, limits, series, integrals, sums, roots.

What it finds there would be judged, and not that it is the derivative or the sum: nobody sees afterwards how a side came about. So
code that asks for it is refused while a statement is loaded, wherever it stands: in the file, in a function that it calls, in a
module that it imports. A proof runs later and may compute. What the library and SymPy compute on their own for a statement is not
refused, nor is algebra (``subs``, ``expand``, ``factor``).
"""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import FunctionType, ModuleType
from typing import Any

_DERIVATIVE = "derivative(function, variable, value), with the value written out"
_LIMIT = "tends(expression, variable, point, value)"
_SUM, _INTEGRAL = "sp.Sum or sp.Product as it stands", "sp.Integral as it stands"
_FORM = "the form that is meant, written out"
#: functions of SymPy, and methods of the same names, with what to write instead
_INSTEAD = {
    **dict.fromkeys(("diff", "fdiff", "idiff", "differentiate_finite", "jacobian", "hessian", "wronskian"), _DERIVATIVE),
    **dict.fromkeys(("limit", "limit_seq", "residue", "leadterm", "as_leading_term"), _LIMIT),
    **dict.fromkeys(("series", "nseries", "lseries", "aseries", "fps", "fourier_series", "euler_maclaurin"), _SUM),
    **dict.fromkeys(("summation", "product", "rsolve"), _SUM),
    **dict.fromkeys(("integrate", "line_integrate"), _INTEGRAL),
    **dict.fromkeys((f"{name}_transform" for name in ("laplace", "fourier", "mellin", "hankel", "sine", "cosine")), _INTEGRAL),
    **dict.fromkeys((f"inverse_{name}_transform" for name in ("laplace", "fourier", "mellin", "hankel")), _INTEGRAL),
    **dict.fromkeys(("simplify", "nsimplify", "hyperexpand", "dsolve", "pdsolve"), _FORM),
    **dict.fromkeys(("solve", "solveset", "nsolve", "nroots", "minimum", "maximum", "stationary_points"), _FORM),
    "doit": f"{_DERIVATIVE}; {_LIMIT}; {_SUM}; or {_INTEGRAL}",
}  # fmt: skip

#: packages of statements, the built-in one and those of the user
_packages = {"rftheory.proofs"}
#: whether a statement file is loaded here
_loading: ContextVar[bool] = ContextVar("loading", default=False)
_lock = threading.RLock()
#: what stood where watching functions stand now, by owner and name, and by how many it was asked for
_replaced: list[tuple[Any, str, Any]] = []
_depth = 0


class EvaluatedWhileLoading(Exception):  # noqa: N818 - no kind of error that code on the way looks out for
    """Something that a statement file has SymPy evaluate while it is loaded."""


def add_packages(names: Iterable[str]) -> None:
    """Packages whose modules are statements, or parts of such."""
    _packages.update(names)


def _is_stated(module: str) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in _packages)


def _may_evaluate(module: str) -> bool:
    return module.partition(".")[0] in ("sympy", "rftheory") and not _is_stated(module)


@contextmanager
def watched() -> Iterator[None]:
    """Within, statements are loaded: what their code has SymPy evaluate raises `EvaluatedWhileLoading`."""
    global _depth
    with _lock:
        _depth += 1
        if _depth == 1:
            _replaced.extend(_watch())
    token = _loading.set(True)
    try:
        yield
    finally:
        _loading.reset(token)
        with _lock:
            _depth -= 1
            while _depth == 0 and _replaced:
                setattr(*_replaced.pop())


def _watch() -> Iterator[tuple[Any, str, Any]]:
    """Put a watching function in the place of each evaluating one; yields what stood there."""
    import sympy as sp

    def functions() -> Iterator[tuple[Any, str]]:
        for name in _INSTEAD:
            if isinstance(found := getattr(sp, name, None), FunctionType):
                yield from ((place, name) for place in (sp, sys.modules[found.__module__]) if hasattr(place, name))
        for kind in dict.fromkeys((*_kinds(sp.Basic), *_kinds(sp.matrices.MatrixBase))):
            yield from ((kind, name) for name in _INSTEAD.keys() & vars(kind).keys())
        yield sp.Derivative, "__new__"

    for owner, name in functions():
        before = vars(owner)[name]
        if isinstance(before, FunctionType):
            yield owner, name, before
            setattr(owner, name, _watching(before, name))
        elif name == "__new__":
            yield owner, name, before
            setattr(
                owner, name, staticmethod(_watching(before.__func__, "diff", lambda options: "evaluate" in options))
            )


def _kinds(kind: type) -> Iterator[type]:
    yield kind
    below: list[type] = type.__subclasses__(kind)
    for one in below:
        yield from _kinds(one)


def _watching(
    function: Callable[..., Any], name: str, asks: Callable[[dict[str, Any]], bool] = lambda options: True
) -> Callable[..., Any]:
    @functools.wraps(function)
    def watching(*args: Any, **options: Any) -> Any:
        if _loading.get() and asks(options):
            caller = sys._getframe(1)
            if not _may_evaluate(str(caller.f_globals.get("__name__", ""))):
                raise EvaluatedWhileLoading(
                    f"{caller.f_code.co_filename}, line {caller.f_lineno}: SymPy's {name} is evaluated while the file is "
                    f"loaded, so that what it gives is judged, and nothing of where it comes from. Write {_INSTEAD[name]}; "
                    "a proof may compute, inside of its function"
                )
        return function(*args, **options)

    return watching


class _Watching(SourceFileLoader):
    """Executes a module of statements."""

    def exec_module(self, module: ModuleType) -> None:
        with watched():
            super().exec_module(module)


class _Finder(MetaPathFinder):
    """Finds the modules of statements, however they come to be imported."""

    def find_spec(self, name: str, path: Any = None, target: ModuleType | None = None) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path, target) if _is_stated(name) else None
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = _Watching(spec.loader.name, spec.loader.path)
        return spec


sys.meta_path.insert(0, _Finder())
