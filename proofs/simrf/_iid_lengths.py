r"""From given lengths to iid lengths of the chi law: averages of what holds for every two lengths (SimRF, Theorem 3.4).

With iid lengths, independent of the directions, a pair of projections of cosine c has the moment ``g(c) = E exp((w_i + w_j).(x + y))``
(`AngleExpectation`), which is ``E F(r_1^2 + r_2^2 + 2 c r_1 r_2)``; two independent ones have ``E exp(w_1.u) E exp(w_2.u)``. A sum of such
moments is compared with another one for every two lengths, and therefore on average.
"""

from rftheory.proofs.simrf._directions import cosine
from rftheory.proofs.simrf._setting import *
from rftheory.chains.lengths import LENGTHS
from rftheory.chains.pairs import pair_sum
from rftheory.proofs.simrf._coupled import W, decay, printed_error
from rftheory.rules.chi import integrate_powers
from rftheory.rules.integrated import integrate

_TABLE = {"pp": v**2 / 4, "qq": z**2 / 4, "pq": sp.Integer(0)}
_HALVES = Space(
    "half sum and half difference, of lengths v/2 and z/2", lambda a, b: _TABLE["".join(sorted(a + b))], "pq"
)
#: inputs x = p + q and y = p - q with |x + y| = v and |x - y| = z
INPUTS = Pair(_HALVES.vector("p") + _HALVES.vector("q"), _HALVES.vector("p") - _HALVES.vector("q"))
DIFFERENCE = Range(z, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 100),))

_ONE = sp.Integer(1)


def pair_moment(c: sp.Expr) -> AngleExpectation:
    """g(c)."""
    return AngleExpectation([sp.exp(W.dot(INPUTS.z))] * 2, d, c)


def over_directions(size: sp.Expr) -> sp.Expr:
    """``sum_(i != j) g(u_i.u_j)``."""
    return 2 * pair_sum(pair_moment(cosine()), size)


@cache
def averaged(given: Claim, left: sp.Expr, right: sp.Expr) -> Claim:
    """What a claim for every two lengths says of the averages over iid chi lengths.

    Both sides are linear in `pair_moment`, `independent_moment` and powers of lengths, which become numbers in the claim.
    """
    proposition = given.proposition
    assert isinstance(proposition, Inequality)
    domain = replace(given.domain, ranges=tuple(item for item in given.domain.ranges if item not in LENGTHS))
    return lemma(
        f"{given.says}: on average over iid chi lengths",
        Inequality(_in_numbers(left), proposition.relation, _in_numbers(right)),
        domain,
        (
            Chain(_in_numbers(left))
            .eq(left, "independent projections")
            .for_each(given, target=right)
            .computed(expand_expectation, "independent lengths")
            .computed(integrate_powers, "moments of chi lengths")
            .eq(_in_numbers(right))
        ),
        name=f"{given.name}, on average",
    )


def _in_numbers(expr: sp.Expr) -> sp.Expr:
    """Expectations over independent projections and their lengths in closed form."""
    return integrate_powers(integrate(expr))


def not_less(lemma: Claim, name: str, says: str, size: sp.Expr | None = None, **rest: str) -> Claim:
    """That a difference is not negative (positive, if the lemma is strict): it is enclosed at points.

    With a ``size`` it is the difference of mean squared errors for that number of projections, by Theorem 3.2.
    """
    proposition = lemma.proposition
    assert isinstance(proposition, Inequality)
    domain, gap = lemma.domain, proposition.left - proposition.right
    if size is not None:
        domain = domain.with_ranges(DIFFERENCE)
        errors = (
            printed_error(side / (m * (m - 1)), INPUTS).subs(m, size) for side in (proposition.left, proposition.right)
        )
        gap = sp.Add(*(sign * error for sign, error in zip((1, -1), errors, strict=True)))
    factor = sp.Integer(1) if size is None else decay(INPUTS) / size**2
    strict = proposition.relation == ">"
    # 1 + |gap| - gap is 1 where the gap is not negative, and more elsewhere; beside 1 a ball around zero is small
    start = sp.sign(gap) if strict else 1 + sp.Abs(gap, evaluate=False) - gap

    def proof() -> Chain:
        chain = Chain(start).use(lemma)
        form = factor * (proposition.left - proposition.right)
        if form != gap:
            chain = chain.rewrite(gap, form, "Theorem 3.2")
        return chain.eq(_ONE, "positive" if strict else "not negative")

    return claim(says, eq(start, _ONE), domain, proof=proof(), name=name, **rest)
