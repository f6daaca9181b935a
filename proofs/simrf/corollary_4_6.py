r"""Corollary 4.6 (27): the ratio of the MSEs of orthogonal and independent Fourier features for large d, z = |x - y|.

    MSE_ORF / MSE_IID = 1 - ((m-1)/d) exp(-z^2) z^4 / (1 - exp(-z^2))^2 + O(1/d^2).

With t = z^2 the ratio is ``1 - 2(m-1) (exp(-t) - 1F1(d; d/2; -t/2)) / (1 - exp(-t))^2``, and ``d (exp(-t) - 1F1)`` is within
``R(t)/d`` of ``t^2 exp(-t)/2``, ``R(t) = t^2 (t^2 + 8t + 8) exp(t)/8``. So the error in (27) is at most
``2(m-1) R(t) / (d^2 (1 - exp(-t))^2)``, for every d >= 2 and 2 <= m <= d. As ``t <= exp(t) (1 - exp(-t))``, it is at most
``(m-1) (T^2 + 8T + 8) exp(3T) / (4 d^2)`` for all z^2 <= T at once.
"""

from rftheory.proofs.crt._orthogonal import kummer, orthogonal
from rftheory.proofs.simrf._gap import FOURIER, SEVERAL_FRAMES, WAVE, Z2, mse
from rftheory.vocabulary import *
from rftheory.proofs.crt._orthogonal_waves import distance, distance_claim, scaled_gap, t
from rftheory.proofs.rules.elementary_bounds import exponential_tangent
from rftheory.proofs.rules.elementary_bounds import u as tangent_at

STATEMENT = statement(
    "limit",
    "Cor. 4.6 (27)",
    "The MSE ratio of Fourier features for large d",
    reading="m and z > 0 fixed, d large; the remainder with an explicit constant: 2(m-1) t^2 (t^2+8t+8) exp(t) / "
    "(8 d^2 (1-exp(-t))^2), t = z^2, for every d >= m >= 2; uniformly for t <= T it is at most (m-1) "
    "(T^2+8T+8) exp(3T) / (4 d^2).",
    notes=(
        "The remainder is uniform for bounded z only: how large d must be for the gap to be positive depends on z "
        "(simrf.zcrit).",
        "It is O(1/d^2) for fixed m, as printed; for m = d, a whole frame, the term in (27) tends to a constant and the "
        "remainder is O(1/d).",
    ),
)

#: T, the largest z^2, and T - t
_largest = sp.Symbol("T", positive=True)
_ahead = sp.Symbol("r", nonnegative=True)
_DISTANCES = Range(t, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 1000), 8))
_AHEAD = Range(_ahead, 0, None, "[)", typical=(0, 1), awkward=(0,))
_LARGEST = Range(_largest, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 2), 4))
_SMALL = tuple(Range(norm, 0, None, "[)", typical=(0, 1), awkward=(0, sp.Rational(1, 10))) for norm in (x_norm, y_norm))

APART = SEVERAL_FRAMES.where(sp.Gt(Z2, 0), words=by_definition("where there is a ratio: at z = 0 both errors are 0"))
DOMAIN = APART
_ROOM = 1 - sp.exp(-Z2)

#: MSE_ORF / MSE_IID from the definitions.
ratio = mse(orthogonal(WAVE)) / mse(SampleMean(WAVE, m))

#: (27) without its remainder.
printed_ratio = 1 - (m - 1) / d * sp.exp(-Z2) * Z2**2 / _ROOM**2

#: The bound of what (27) leaves out.
remainder = 2 * (m - 1) * distance(Z2) / (d**2 * _ROOM**2)

#: The ratio for every d.
exact_ratio = 1 - 2 * (m - 1) * (sp.exp(-Z2) - kummer(-Z2)) / _ROOM**2


@cache
def _within(side: int) -> Claim:
    """The ratio is above (27) minus, or below (27) plus the remainder."""
    target = printed_ratio + side * remainder
    lemma = distance_claim(-side)

    def proof() -> Chain:
        chain = Chain(ratio).use(lemma, {t: Z2})
        far = side * (scaled_gap(Z2) - lemma.proposition.right.subs(t, Z2))
        return chain.to(relation, target, [2, m - 1, 1 / d, 1 / _ROOM**2, far])

    relation = "<=" if side > 0 else ">="
    return claim(
        f"the ratio is {'at most (27) plus' if side > 0 else 'at least (27) minus'} the remainder",
        Inequality(ratio, relation, target),
        proof=proof(),
        name="from above" if side > 0 else "from below",
        print="restored",
    )


def _uniform_remainder(largest: sp.Expr) -> sp.Expr:
    """The bound of what (27) leaves out for all z^2 up to T."""
    return (m - 1) * (largest**2 + 8 * largest + 8) * sp.exp(3 * largest) / (4 * d**2)


@cache
def bounded_remainder() -> Claim:
    """R(t)/(1 - exp(-t))^2 <= (T^2 + 8T + 8) exp(3T)/8 for 0 < t <= T."""
    largest, room, polynomial = t + _ahead, 1 - sp.exp(-t), t**2 + 8 * t + 8
    start, domain = distance(t) / room**2, Domain((_DISTANCES, _AHEAD))
    grown = largest**2 + 8 * largest + 8
    target = grown * sp.exp(3 * largest) / 8

    def proof() -> Chain:
        chain = Chain(start).use(exponential_tangent, {tangent_at: t})
        tangent = sp.exp(t) - 1 - t
        chain = chain.le(
            polynomial * sp.exp(3 * t) / 8, [polynomial * sp.exp(t) / 8, tangent, 1 / room, sp.exp(t) + t / room]
        )
        chain = chain.le(grown * sp.exp(3 * t) / 8)
        chain = chain.use(exponential_tangent, {tangent_at: 3 * _ahead})
        return chain.le(target)

    return lemma(
        "bounded remainder: t^2 (t^2+8t+8) exp(t)/(1-exp(-t))^2 <= (T^2+8T+8) exp(3T) for 0 < t <= T = t + r",
        le(start, target),
        domain,
        proof(),
    )


_target = _uniform_remainder(_largest)
_domain = APART.with_ranges(*_SMALL, _LARGEST).where(
    sp.Le(Z2, _largest), words=by_definition("T: any number, for one remainder O(1/d^2) at all distances up to it")
)


def _uniform_chain() -> Chain:
    lemma, at = bounded_remainder(), {t: Z2, _ahead: _largest - Z2}
    smaller, larger = (form.subs(at, simultaneous=True) for form in (lemma.proposition.left, lemma.proposition.right))
    return Chain(remainder).use(lemma, at).le(_target, [2, m - 1, 1 / d**2, larger - smaller])


#: For all z^2 <= T at once the remainder has one bound.
_uniform = claim(
    "uniform remainder: for z^2 <= T the remainder is at most (m-1) (T^2+8T+8) exp(3T)/(4 d^2)",
    le(remainder, _target),
    _domain,
    _uniform_chain(),
)


CLAIMS = (
    # the error of orthogonal projections is the exact ratio times that of independent ones
    _within(1).drawn(
        Coupled(FOURIER),
        "mse",
        {x_norm: sp.Rational(1, 2), y_norm: sp.Rational(1, 2), theta: sp.pi, m: 3, d: 6},
        exact_ratio * _ROOM**2 / (2 * m),
    ),
    _within(-1),
    _uniform,
    lemma(
        "every dimension: the ratio is 1 - 2(m-1) (exp(-z^2) - 1F1(d; d/2; -z^2/2)) / (1 - exp(-z^2))^2",
        eq(ratio, exact_ratio),
    ),
)
