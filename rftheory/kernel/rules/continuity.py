"""Continuity by structure: CONT, on an interval or on balls."""

from __future__ import annotations

from collections.abc import Callable

from rftheory.kernel.contexts import Context
from rftheory.kernel.defined import defined
from rftheory.kernel.known import integer
from rftheory.kernel.refused import demand
from rftheory.kernel.rules.conditions import judged, off_cut, opened
from rftheory.kernel.rules.slopes import in_disc
from rftheory.kernel.schemas import STEP, TERM
from rftheory.kernel.substitution import instantiate
from rftheory.kernel.terms import OO, Term
from rftheory.kernel.theorems import Kernel, Steps, rule
from rftheory.kernel.values import nonneg, nonzero, positive, real

EVERYWHERE = {"+", "*", "neg", "pow", "exp", "sin", "cos", "sinh", "cosh", "re", "im", "conj", "abs"}
_OF_VECTORS = {"dot", "norm2", "vadd", "vscale", "coord"}
OF_REAL = {"tanh", "atan", "erf"}


# -- continuity -----------------------------------------------------------------------------------------------------


class _Continuity:
    """Structural continuity in some variables of a context, jointly; refuses what is not seen to be continuous."""

    def __init__(self, kernel: Kernel, granted: frozenset[Term], premises: Steps):
        self.kernel, self.granted, self.premises = kernel, granted, premises
        self.seen: set[tuple[Context, frozenset[int], Term]] = set()

    def require(self, context: Context, moving: frozenset[int], term: Term) -> None:
        """``term`` is defined in the context and continuous in the variables at the places ``moving``."""
        key = (context, moving, term)
        if key in self.seen or term.op == "var" or term in self.granted or self.free(moving, term):
            return
        op, args = term.op, term.args
        if op in ("sum", "prod", "max"):
            self._binder(context, moving, term)
        elif op in EVERYWHERE or op in _OF_VECTORS:
            demand(op != "coord" or self.free(moving, args[1]), "an index moves")
            for arg in args:
                self.require(context, moving, arg)
        else:
            self._at_value(context, moving, term)
        self.seen.add(key)

    @staticmethod
    def free(moving: frozenset[int], *terms: Term) -> bool:
        return all(place not in moving for term in terms for place, _ in term.variables)

    def _at_value(self, context: Context, moving: frozenset[int], term: Term) -> None:
        """Functions that are continuous on a part of their domain only."""
        kernel, op, args = self.kernel, term.op, term.args
        place = args[-1] if op in ("bessel_i", "bessel_j", "pfq") else args[0] if args else term
        seen: dict[str, Callable[[], bool]] = {
            "inv": lambda: nonzero(kernel, context, place),
            "log": lambda: off_cut(kernel, context, place, self.premises),
            "root": lambda: self._not_negative(context, place) or off_cut(kernel, context, place, self.premises),
            "rpow": lambda: self._power(context, moving, *args),
            "gamma": lambda: positive(kernel, context, place),
            "bessel": lambda: integer(kernel, context, args[0]) or positive(kernel, context, place),
            "pfq": lambda: in_disc(kernel, context, term),
            "real": lambda: real(kernel, context, place),
        }
        kind = "real" if op in OF_REAL else {"sqrt": "root", "bessel_i": "bessel", "bessel_j": "bessel"}.get(op, op)
        demand(kind in seen and seen[kind](), f"{op} is not seen to be continuous here")
        demand(op == "rpow" or self.free(moving, *args[:-1]), f"a parameter of {op} moves")
        for arg in (place, *(args[1:] if op == "rpow" else ())):
            self.require(context, moving, arg)

    def _not_negative(self, context: Context, term: Term) -> bool:
        return real(self.kernel, context, term) and nonneg(self.kernel, context, term)

    def _power(self, context: Context, moving: frozenset[int], base: Term, exponent: Term) -> bool:
        kernel = self.kernel
        if not self.free(moving, exponent):
            return positive(kernel, context, base) and real(kernel, context, exponent)
        if integer(kernel, context, exponent):
            return nonzero(kernel, context, base) or nonneg(kernel, context, exponent)
        rooted = self._not_negative(context, base) and positive(kernel, context, exponent)
        return real(kernel, context, exponent) and (rooted or off_cut(kernel, context, base, self.premises))

    def _binder(self, context: Context, moving: frozenset[int], term: Term) -> None:
        """Finite sums and products member by member; greatest values over fixed balls, jointly with their variables."""
        first = term.args[:-1]
        demand(OO not in first and self.free(moving, *first), f"the range of {term.op} moves or is infinite")
        inner, variables, (body,) = opened(self.kernel, context, term)
        added = {variable.data[0] for variable in variables} if term.op == "max" else set()
        self.require(inner, moving | added, body)


@rule("CONT", over=TERM, given=[STEP], premises=[STEP])
def continuity(kernel: Kernel, context: Context, over: Term, given: Steps, premises: Steps) -> Term:
    """A ``cont`` or ``cont_balls`` by structure; ``given`` are continuous parts on the same interval or balls."""
    demand(over.op in ("cont", "cont_balls"), "continuity is a judgement cont or cont_balls")
    inner, variables, (body,) = opened(kernel, context, over)
    for radius in over.args[1:-1:2] if over.op == "cont_balls" else ():
        fits = defined(kernel, context, radius) and real(kernel, context, radius) and nonneg(kernel, context, radius)
        demand(fits, "a radius is not seen to be real and at least 0")
    demand(defined(kernel, inner, body), "the function is not seen to be defined")
    granted = set()
    for step in given:
        part = judged(step, context, over.op)
        demand(part.args[:-1] == over.args[:-1] and part.data == over.data, "a part is continuous elsewhere")
        granted.add(instantiate(part.args[-1], variables))
    moving = frozenset(variable.data[0] for variable in variables)
    _Continuity(kernel, frozenset(granted), premises).require(inner, moving, body)
    return over
