r"""Chernoff's bound for the mean over an orthogonal frame: the same as for iid projections.

For ``Z = c exp(a |w|^2 + w.u)`` with c > 0 > a and a real u, members of one frame have mixed moments at most those of
independent samples, ``E prod_i Z_i^(p_i) <= prod_i E Z_i^(p_i)``, for all integers p_i >= 0. In the power series of
``exp(theta sum_i Z_i)``, theta >= 0, every term is such a moment times a number >= 0: so its mean is at most that of iid
samples, ``(E exp(theta Z))^m``, which is finite because Z is bounded. Independent frames multiply: the same holds for more
projections than a frame has, in n frames of d members and one of s.
"""

from __future__ import annotations

import sympy as sp

from rftheory.rules.concentration import TailRule, chernoff, deviation, quadratic_exponential
from rftheory.rules.frames import OrthogonalMean
from rftheory.rules.nodes import SampleMean, projections, sources
from rftheory.rules.propositions import Inequality


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


def chernoff_over_frame(event: sp.Rel, rate: sp.Expr) -> TailRule:
    """Chernoff's bound with the rate theta >= 0 for an event above the mean.

    Raises:
        ValueError: if the event is of another shape, or looks below the mean (theta Z would be negative).
    """
    independent = with_independent_samples(event)
    (mean,) = event.atoms(OrthogonalMean)
    return _over_frames("Chernoff over a frame", event, independent, mean, rate)


def with_independent_blocks(event: sp.Rel) -> tuple[sp.Rel, OrthogonalMean]:
    """The same event about ``n d + s`` iid projections in the place of n independent frames of d members and one of s; and the last.

    The event is about ``c (n d F + s L)/(n d + s)``, F = ``SampleMean(OrthogonalMean(Z, d, d), n)`` and L =
    ``OrthogonalMean(Z', s, d)`` of another projection, Z' distributed as Z.

    Raises:
        ValueError: if the event is of another shape.
    """
    shape = f"event must be about independent frames and a last one, above their mean, got {event}"
    whole = event.atoms(SampleMean)
    last = event.atoms(OrthogonalMean) - {mean.sample for mean in whole}
    if not (isinstance(event, sp.Ge) and len(whole) == len(last) == 1) or sources(event.args[1]):
        raise ValueError(shape)
    (several,), (rest,) = whole, last
    full, slots = several.sample, sp.symbols("F L", cls=sp.Dummy)
    if not isinstance(full, OrthogonalMean) or not full.size == full.dimension == rest.dimension:
        raise ValueError(shape)
    linear = event.args[0].xreplace({several: slots[0], rest: slots[1]})
    of_several, of_rest = (sp.diff(linear, slot) for slot in slots)
    centre = -linear.subs(dict.fromkeys(slots, 0))
    given = (of_several, of_rest, centre)
    if any(part.has(*slots) or sources(part) for part in given) or projections(full.sample) & projections(rest.sample):
        raise ValueError(shape)
    if quadratic_exponential(full.sample) != quadratic_exponential(rest.sample):
        raise ValueError(f"all frames must have samples of one law, got {full.sample} and {rest.sample}")
    members = several.size * full.dimension
    if sp.expand(of_rest * members - of_several * rest.size) != 0:
        raise ValueError(f"all samples must have one weight, got {of_several} and {of_rest}")
    size = members + rest.size
    mean = SampleMean(full.sample, size)
    return sp.Ge(of_several * size / members * mean - centre, event.args[1], evaluate=False), rest


def chernoff_over_blocks(event: sp.Rel, rate: sp.Expr) -> TailRule:
    """The same over n independent frames of d members and one of s, ``1 <= s <= d`` (see `with_independent_blocks`).

    Raises:
        ValueError: if the event is of another shape, or looks below the mean.
    """
    independent, last = with_independent_blocks(event)
    return _over_frames("Chernoff over independent frames", event, independent, last, rate)


def _over_frames(name: str, event: sp.Rel, independent: sp.Rel, last: OrthogonalMean, rate: sp.Expr) -> TailRule:
    parts = deviation(independent)
    if parts.side != 1:
        raise ValueError(f"event must be above the mean, got {event}")
    plain, law = chernoff(independent, rate), quadratic_exponential(parts.sample)
    hypotheses = (
        *plain.hypotheses,
        Inequality(law.constant, ">", sp.Integer(0)),
        Inequality(law.curvature, "<", sp.Integer(0)),
        Inequality(law.square, ">=", sp.Integer(0)),
        Inequality(last.size, "<=", last.dimension),
    )
    return TailRule(name, event, plain.bound, hypotheses)
