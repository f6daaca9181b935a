"""Equation (8): a hybrid of unbiased base estimators is unbiased.

``sum_k lambda_k K_k + (1 - sum_k lambda_k) K_{p+1}`` for p coefficients that are independent of the base estimators.
Every unbiased estimator of SM is ``SM + N - E N`` for some variate N; nothing else is assumed of the bases or of the
coefficients, which need not be unbiased, independent of one another, or in [0, 1]. Only the products lambda_k K_j
meet an expectation, so the bases may share their projections.

For every p by induction: the hybrid of p coefficients is ``lambda_p (K_p - K_{p+1})`` plus the hybrid of the first p
- 1 of them with the same last base.
"""

from rftheory.proofs.hrf._setting import *

STATEMENT = statement(
    "identity",
    "Sec. 2.2 (8)",
    "Hybrids of unbiased estimators are unbiased",
    notes=("The coefficients may be biased: the hybrid is then still unbiased, only less well aimed.",),
)

DOMAIN = Domain((X_NORM, Y_NORM, THETA))


def unbiased_base(label: str) -> sp.Expr:
    """Any unbiased estimator of SM(x, y)."""
    deviation = Variate(f"N_{label}", DRAW)
    return kernel() + deviation - Expectation(deviation)


def hybrid_of(coefficients: list[sp.Expr], bases: list[sp.Expr]) -> sp.Expr:
    """The printed estimator (8): p coefficients, p + 1 bases."""
    *first, last = bases
    weighted = (c * base for c, base in zip(coefficients, first, strict=True))
    return sp.Add(*weighted) + (1 - sp.Add(*coefficients)) * last


def _with(p: int) -> sp.Expr:
    coefficients = [Variate(f"lambda_{k}", DRAW) for k in range(1, p + 1)]
    return hybrid_of(coefficients, [unbiased_base(str(k)) for k in range(1, p + 2)])


@cache
def _for(p: int) -> Claim:
    return claim(
        f"the hybrid of {p} coefficient{'s' if p > 1 else ''} has mean SM(x, y)",
        eq(Expectation(_with(p)), kernel()),
        name=f"p = {p}",
    )


def _regrouping() -> Claim:
    """S and Q stand for the sums of lambda_k and of lambda_k K_k over k < p."""
    total, weighted, coefficient, base, last = symbols = sp.symbols("S Q lambda_p K_p K_last", real=True)
    return lemma(
        "regrouping: the hybrid of p coefficients is that of the first p - 1 plus lambda_p (K_p - K_{p+1})",
        eq(
            weighted + coefficient * base + (1 - total - coefficient) * last,
            (weighted + (1 - total) * last) + coefficient * (base - last),
        ),
        Domain(tuple(Range(s, typical=(-2, 2)) for s in symbols)),
    )


shorter, coefficient = unbiased_base("shorter"), Variate("lambda_p", DRAW)
step = shorter + coefficient * (unbiased_base("p") - unbiased_base("last"))
CLAIMS = (
    _for(1).drawn(Bipolar(Hyperbolic(), Trigonometric(), Angular(), shared=True), "mean", SMALL_POINT),
    _for(2),
    _for(3),
    claim(
        "p - 1 to p: if the hybrid of p - 1 coefficients is unbiased, so is that of p, for every p",
        eq(Expectation(step), kernel()),
    ),
    _regrouping(),
)
