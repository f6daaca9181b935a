"""Linearity, independence and sample means: an expectation becomes one-projection expectations, exactly.

Sample means obey the partition law ``E prod_a (1/m) sum_i Z_a(w_i) = m^-q sum_P (m)_|P| prod_B E prod_(a in B) Z_a``
over the set partitions P of the q factors, with (m)_k the falling factorial: the number of index tuples whose
equal entries are exactly the blocks of P. For q = 2 it is the moment law of the design. The mean over an orthogonal
frame obeys the same law with one expectation over |P| members of the frame in the place of the product.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import sympy as sp

from rftheory.rules.frames import FrameExpectation, OrthogonalMean
from rftheory.rules.nodes import Expectation, SampleMean, sources
from rftheory.rules.variates import Variate


def expand_products(expr: sp.Expr) -> sp.Expr:
    """Multiply out products and integer powers, leaving exponentials and logarithms as they stand."""
    return sp.expand(
        expr, power_exp=False, power_base=False, log=False, basic=False, func=False, trig=False, complex=False
    )


def expand_expectation(expr: sp.Expr) -> sp.Expr:
    """Replace every expectation in ``expr`` by sums and products of one-sample, one-group expectations."""
    return expr.replace(lambda e: isinstance(e, Expectation), lambda e: _of_sum(e.args[0]))


def _of_sum(expr: sp.Expr) -> sp.Expr:
    expanded = expand_products(expr)
    return sp.Add(*(_of_product(term) for term in sp.Add.make_args(expanded)))


def _of_product(term: sp.Expr) -> sp.Expr:
    constant: list[sp.Expr] = []
    random: list[sp.Expr] = []
    for factor in _factors(term):
        (random if sources(factor) else constant).append(factor)
    groups = _independent_groups(random)
    return sp.Mul(*constant, *(_of_group(group) for group in groups))


def _factors(term: sp.Expr) -> Iterator[sp.Expr]:
    """The factors of a product; exponentials of variates are split into those of independent ones and a constant."""
    for factor in sp.Mul.make_args(term):
        if not (isinstance(factor, sp.exp) and factor.atoms(Variate)):
            yield factor
            continue
        for group in _independent_groups(sp.Add.make_args(factor.exp)):
            yield sp.exp(sp.Add(*group))


def _independent_groups(factors: Iterable[sp.Expr]) -> list[list[sp.Expr]]:
    """The factors, in groups that share no random source."""
    groups: list[tuple[frozenset[str], list[sp.Expr]]] = []
    for factor in factors:
        names, merged = sources(factor), [factor]
        apart = []
        for other_names, other in groups:
            if names & other_names:
                names, merged = names | other_names, other + merged
            else:
                apart.append((other_names, other))
        groups = [*apart, (names, merged)]
    return [group for _, group in groups]


def _of_group(group: list[sp.Expr]) -> sp.Expr:
    means, others = [], []
    for factor in group:
        base, exponent = factor.as_base_exp()
        if isinstance(base, (SampleMean, OrthogonalMean)) and exponent.is_Integer and exponent > 0:
            means.extend([base] * int(exponent))
        else:
            others.append(factor)
    if not means:
        return Expectation(sp.Mul(*group))
    if others:
        raise ValueError(f"a sample mean and a single draw share a projection: {sp.Mul(*group)}")
    couplings = {(type(mean), *mean.args[1:]) for mean in means}
    if len(couplings) != 1:
        raise ValueError(f"sample means that share a projection must have one size and coupling, got {couplings}")
    size, samples = means[0].size, [mean.sample for mean in means]
    return sp.Add(
        *(
            sp.ff(size, len(blocks))
            / size ** len(samples)
            * _of_blocks([sp.Mul(*(samples[i] for i in block)) for block in blocks], means[0])
            for blocks in set_partitions(len(samples))
        )
    )


def _of_blocks(products: list[sp.Expr], mean: SampleMean | OrthogonalMean) -> sp.Expr:
    """The expectation of functions of different samples of a mean."""
    if isinstance(mean, OrthogonalMean) and len(products) > 1:
        return FrameExpectation(products, mean.dimension)
    return sp.Mul(*(_of_sum(product) for product in products))


def set_partitions(size: int) -> Iterator[list[list[int]]]:
    """All partitions of {0, ..., size - 1} into non-empty blocks."""
    if size == 0:
        yield []
        return
    last = size - 1
    for smaller in set_partitions(last):
        yield [*smaller, [last]]
        for k in range(len(smaller)):
            yield [*smaller[:k], [*smaller[k], last], *smaller[k + 1 :]]
