"""One pair of inputs of at least a given length: bounds on gains that are linear in squared lengths, for means over pairs."""

from rftheory.proofs.crt._regimes import *
from rftheory.inputs.coordinates import l, total
from rftheory.proofs.crt import _shifted_geometric as shifted
from rftheory.proofs.crt.sec_5_1 import shifted_pair_claim


def _bounded(over: str, excess: sp.Expr, least: sp.Expr) -> sp.Expr:
    """The bound on the gain with 1/least in the place of the reciprocal of a length."""
    part = 1 / S if over == "TrigRF" else 1 / (2 * T)
    return floor(over, excess) + part - (2 if over == "TrigRF" else 1) / least


def _least_domain(over: str, least: sp.Expr, domain: Domain) -> Domain:
    symbol = S if over == "TrigRF" else T
    item = next(item for item in domain.ranges if item.symbol == symbol)
    return domain.with_ranges(
        replace(item, low=least / 2, closed="[)", typical=(least, least + 60), awkward=(least / 2,))
    )


@cache
def long_pair_claim(over: str, least: sp.Expr) -> Claim:
    """The bound for one pair, where twice the reciprocal length is at most a number."""
    domain, bound = _least_domain(over, least, PAIRS[over]), _bounded(over, g, least)
    length, factor = (S, 2) if over == "TrigRF" else (T, 1)

    def proof() -> Chain:
        chain = Chain(gain(over)).use(pair_claim(over)).ge(floor(over))
        return chain.ge(bound)

    return lemma(
        "a bound on the gain that is linear in the squared lengths",
        ge(gain(over), bound),
        domain,
        proof(),
        name=f"one pair, over {over}, length at least {least}",
        mutants=[bound + 1],
    )


@cache
def long_shifted_claim(least: sp.Expr) -> Claim:
    known = shifted_pair_claim()
    domain = _least_domain("PosRF", least, known.domain)
    excess, level = shifted.excess, shifted.excess_bound(total(shifted.D[l] ** 2))
    start, bound = gain("PosRF", excess), _bounded("PosRF", level, least)

    def proof() -> Chain:
        chain = Chain(start)
        chain = chain.use(shifted.positive_excess, {shifted.a: shifted.product_of_shifted(shifted.D[l])})
        chain = chain.use(known).ge(floor("PosRF", level))
        return chain.ge(bound)

    return lemma(
        "a bound on the gain of GeomRF+ that is linear in the squared lengths",
        ge(start, bound),
        domain,
        proof(),
        name=f"one pair, GeomRF+, length at least {least}",
        mutants=[bound + 1],
    )
