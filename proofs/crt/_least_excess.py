"""For s = +1 and any real A, ``log(E Z^2/K^2) > 15`` at every pair in R^d, d >= 64, with |x + y|^2 >= 2600/111.

So GERF cannot gain more than e^(|x - y|^2 - 15 + 1/15) over TrigRF there. ``G = (d/2) log((1+rho)^2/(4 rho)) + rho |x + y|^2``
grows with d and |x + y|; at d = 64 and |x + y|^2 = 2600/111 it is least at rho = 12/25.
"""

from rftheory.proofs.crt._regimes import *
from rftheory.proofs.crt._lemmas import upper_bound
from rftheory.proofs.rules.elementary_bounds import exponential_tangent, u

#: a squared length |x + y|^2, and the rho that is best there
SHORT, _BEST = sp.Rational(2600, 111), sp.Rational(12, 25)
_FAR = Range(g, 15, None, "()", typical=(15, 60), awkward=(sp.Rational(151, 10), 100))


@cache
def least_excess() -> Claim:
    """G at rho is least at the rho of the shortest sum x + y, where it is more than 15."""
    level = log_excess(rho, SHORT)
    domain = Domain((PARAMETER,))
    slope = (SHORT * rho + DIMENSION / (2 * _BEST)) / (rho * (1 + rho))
    return lemma(
        f"least excess: log(E Z^2/K^2) for |x + y|^2 = {SHORT} and any real A, s = +1",
        gt(level, 15),
        domain,
        Chain(level).valley(rho, _BEST, slope).gt(15),
        mutants=[16],
    )


@cache
def ceiling_claim() -> Claim:
    """A bound from above on the gain over TrigRF for g > 15: log(1 - e^-g) >= -1/(e^g - 1) >= -1/g."""
    domain, most = PAIRS["TrigRF"].with_ranges(_FAR), U - 15 + sp.Rational(1, 15)
    grown, less = sp.exp(g) - 1, 1 - sp.exp(-g)

    def proof() -> Chain:
        chain = Chain(gain("TrigRF"))
        chain = chain.lt(U - sp.log(2) - g - sp.log(less))
        chain = chain.use(logarithm_from_below, {z: less})
        chain = chain.le(U - sp.log(2) - g + 1 / less - 1)
        chain = chain.eq(U - sp.log(2) - g + 1 / grown).use(exponential_tangent, {u: g})
        chain = chain.le(U - sp.log(2) - g + 1 / g)
        return chain.lt(U - g + 1 / g).lt(most)

    return upper_bound(
        "one pair, over TrigRF, from above",
        "a bound from above on the gain of a mechanism with E Z^2 = K^2 e^g, g > 15, at one pair",
        gain("TrigRF"),
        most,
        domain,
        proof(),
        most - 1,
    )


#: G, for d coordinates; it grows with d.
excess_in_any_dimension = d / 2 * sp.log(1 + (rho - 1) ** 2 / (4 * rho)) + rho * V


@cache
def level_claim(domain: Domain, bound: int) -> Claim:
    """G > 15 > 0 for these pairs, d >= 64."""
    excess, growth = excess_in_any_dimension, sp.log(1 + (rho - 1) ** 2 / (4 * rho))

    def proof() -> Chain:
        chain = Chain(excess).ge(DIMENSION / 2 * growth + rho * V)
        chain = chain.eq(log_excess(rho)).gt(log_excess(rho, SHORT))
        chain = chain.use(least_excess()).gt(15)
        return chain if bound == 15 else chain.gt(bound)

    return lemma(
        "log(E Z^2/K^2) at the pairs in the ranges of the digits, s = +1, d >= 64",
        gt(excess, sp.Integer(bound)),
        domain,
        proof(),
        name=f"excess of these pairs, {bound}",
        mutants=[17],
    )


_domain = Domain((PARAMETER, *(item for item in PAIRS["PosRF"].ranges if item.symbol != g)))
#: At d = 64 it is the excess of the other claims.
general_form = lemma(
    "excess, d = 64: log(E Z^2/K^2) for s = +1 in another form",
    eq(excess_in_any_dimension.subs(d, DIMENSION), log_excess(rho)),
    _domain,
)
