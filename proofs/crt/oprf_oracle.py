"""The cost of the averages that stand in for |x|^2, |y|^2, |x + s y|^2 in (6) and (7)  (CRT, Sec. 3.1).

The claim is about the number of arithmetic operations (`rftheory.proofs.crt._operations`), so it is one about the formulas as they are
written: the right side of (8) holds all three averages and takes 6Ld + 8 operations, the average over pairs as it is defined
more than L^2 d. Given the averages, one value of (6) or of (7) takes a number of operations that depends on neither L nor d.
That the two sides of (8) are equal is `crt.eq-8`.
"""

from rftheory.vocabulary import *
from rftheory.inputs.coordinates import L, N
from rftheory.inputs.kernels import A_im, A_re, gaussian_kernel
from rftheory.proofs.crt import eq_8
from rftheory.proofs.crt._data import SIZES
from rftheory.proofs.crt._operations import operations
from rftheory.proofs.crt._sums import v
from rftheory.proofs.crt.theorem_3_3 import printed_parameter

STATEMENT = statement(
    "property",
    "Sec. 3.1",
    "Cost of the averages over data in (6) and (7)",
    reading="Operations are additions, multiplications, divisions, powers and values of functions; the averages "
    "of (8) take at most 14 L d of them for every L and d, one value of (6) for complex A at most 100, "
    "one of (7) at most 40. A power with exponent d is one operation.",
    not_drawn="it counts operations; nothing is random",
)

#: averages of |x|^2, |y|^2 and |x + s y|^2
_X2, _Y2, _V2 = sp.symbols("x2 y2 v2", nonnegative=True)
_ONCE, _PER_VARIANCE, _PER_OPTIMUM = 14, 100, 40
#: the sizes of the data, and how many values are wanted
_VALUES = N
DOMAIN = SIZES.with_ranges(Range(_VALUES, 1, None, integer=True, typical=(1, 100), awkward=(1, 1000)))


def _averages(s: int) -> Pair:
    """Inputs of which (6) sees the averages."""
    table = {"xx": _X2, "yy": _Y2, "xy": s * (_V2 - _X2 - _Y2) / 2}
    space = Space(f"averages, s = {s}", lambda a, b: table["".join(sorted(a + b))], "xy")
    return Pair(space.vector("x"), space.vector("y"))


def variance_cost(s: int) -> sp.Expr:
    """The operations of one value of (6), from the averages, for complex A."""
    pair = _averages(s)
    family = GeneralizedExponential(A=A_re + sp.I * A_im, s=s)
    return operations(family.second_moment(pair.x, pair.y) - gaussian_kernel(pair.x, pair.y) ** 2)


#: The operations of one value of (7).
optimum_cost = operations(printed_parameter.subs(v, sp.sqrt(_V2)))


def _claims_of(s: int) -> list[Claim]:
    once = operations(eq_8.printed(s))
    many, bound = once + _VALUES * variance_cost(s), _ONCE * L * d + _PER_VARIANCE * _VALUES
    return [
        claim(
            "the three averages, as (8) writes them, take O(Ld) operations",
            le(once, _ONCE * L * d),
            SIZES,
            Chain(once).lt(_ONCE * L * d),
            name=f"once, s = {s:+d}",
        ),
        claim(
            "the averages once and N values of (6) from them take O(Ld + N) operations: each value O(1), "
            "whatever L and d",
            le(many, bound),
            proof=Chain(many).lt(bound),
            name=f"each value of (6), s = {s:+d}",
        ),
    ]


many, bound = operations(eq_8.printed(1)) + _VALUES * optimum_cost, _ONCE * L * d + _PER_OPTIMUM * _VALUES
CLAIMS = (
    *_claims_of(1),
    *_claims_of(-1),
    claim(
        "optimum (7): the averages once and N values of (7) from them take O(Ld + N) operations: each value O(1), "
        "whatever L and d",
        le(many, bound),
        proof=Chain(many).lt(bound),
    ),
)
