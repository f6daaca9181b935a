r"""Chernoff's bound for the mean over an orthogonal frame: the same as for iid projections.

For ``Z = c exp(a |w|^2 + w.u)`` with c > 0 > a and a real u, members of one frame have mixed moments at most those of
independent samples, ``E prod_i Z_i^(p_i) <= prod_i E Z_i^(p_i)``, for all integers p_i >= 0. In the power series of
``exp(theta sum_i Z_i)``, theta >= 0, every term is such a moment times a number >= 0: so its mean is at most that of iid
samples, ``(E exp(theta Z))^m``, which is finite because Z is bounded.
"""

from __future__ import annotations

import sympy as sp

from rftheory.propositions import Inequality
from rftheory.rules.concentration import TailRule, chernoff, deviation, quadratic_exponential
from rftheory.rules.frames import OrthogonalMean
from rftheory.rules.made import rule
from rftheory.rules.nodes import SampleMean


def with_independent_samples(event: sp.Rel) -> sp.Rel:
    """The same event about iid projections in the place of a frame.

    Raises:
        ValueError: if the event is not about one mean over a frame.
    """
    means = event.atoms(OrthogonalMean)
    if len(means) != 1:
        raise ValueError(f"event must be about one mean over an orthogonal frame, got {event}")
    (mean,) = means
    plain = SampleMean(mean.sample, mean.size)
    left, right = event.args
    return event.func(left.xreplace({mean: plain}), right, evaluate=False)


@rule
def chernoff_over_frame(event: sp.Rel, rate: sp.Expr) -> TailRule:
    """Chernoff's bound with the rate theta >= 0 for an event above the mean.

    Raises:
        ValueError: if the event is of another shape, or looks below the mean (theta Z would be negative).
    """
    independent = with_independent_samples(event)
    (mean,) = event.atoms(OrthogonalMean)
    parts = deviation(independent)
    if parts.side != 1:
        raise ValueError(f"event must be above the mean, got {event}")
    plain, law = chernoff(independent, rate), quadratic_exponential(parts.sample)
    hypotheses = (
        *plain.hypotheses,
        Inequality(law.constant, ">", sp.Integer(0)),
        Inequality(law.curvature, "<", sp.Integer(0)),
        Inequality(law.square, ">=", sp.Integer(0)),
        Inequality(mean.size, "<=", mean.dimension),
    )
    return TailRule("Chernoff over a frame", event, plain.bound, hypotheses)
