"""Modified Bessel functions of orders 0 and 1: ``|I_1| < I_0``, and ``z I_1(z) > (z - 1) I_0(z)``.

``I_0' = I_1`` and ``I_1' = I_0 - I_1/z``, so ``(I_0^2 - I_1^2)' = 2 I_1^2/z`` has the sign of z and I_0^2 - I_1^2 is least at 0,
where it is 1; and ``(z I_1 - (z - 1) I_0)' = (z - 1)(I_0 - I_1)``, so that function is least at 1, where it is I_1(1).
"""

from rftheory.vocabulary import *

STATEMENT = statement("rule", "rule", "Bounds of the modified Bessel functions of orders 0 and 1")

#: the argument of the lemmas
u = sp.Symbol("u", real=True)
z = sp.Symbol("z", positive=True)

DOMAIN = Domain((Range(u, typical=(-3, 3), awkward=(0, 20, -20)),))
_HALF_LINE = Domain((Range(z, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 1000), 30)),))


def first(argument: sp.Expr) -> sp.Expr:
    """I_1."""
    return sp.besseli(1, argument)


def zeroth(argument: sp.Expr) -> sp.Expr:
    """I_0."""
    return sp.besseli(0, argument)


_gap = zeroth(u) ** 2 - first(u) ** 2
#: I_0(u)^2 - I_1(u)^2 >= 1 for every real u.
order_gap = claim(
    "orders: I_0^2 - I_1^2 is at least 1, so |I_1| < I_0",
    ge(_gap, 1),
    proof=Chain(_gap).valley(u, sp.Integer(0), 2 * first(u) ** 2 / u**2).eq(1),
)


@cache
def quotient_bound() -> Claim:
    """z I_1(z) > (z - 1) I_0(z) for z > 0."""
    gap = z * first(z) - (z - 1) * zeroth(z)
    return claim(
        "quotient: z I_1(z)/I_0(z) is more than z - 1",
        gt(gap, 0),
        _HALF_LINE,
        Chain(gap).valley(z, sp.Integer(1), zeroth(z) - first(z)).gt(0),
    )


CLAIMS = (order_gap, quotient_bound())
