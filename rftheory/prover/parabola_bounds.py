"""Functions ``f(z) = 0F1(; b; z)``, b > 0, z >= 0, against parabolas: the lemmas of the theme at values."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.texts import lemma


def above_parabola(run: Any, context: Context, b: Term, s: Term, p: Term, z: Term) -> Theorem:
    """``f(s) + f'(s)(z - s) + Q(p)(z - s)^2 <= f(z)`` for 0 <= p < s and p <= z."""
    return instantiated(run, context, lemma(run, "parabola_bounds__parabola_below"), [b, s, p, z])


def below_taylor(run: Any, context: Context, b: Term, s: Term, z: Term) -> Theorem:
    """``f(z) <= f(s) + f'(s)(z - s) + f''(s)/2 (z - s)^2`` for 0 <= z <= s, 0 < s."""
    return instantiated(run, context, lemma(run, "parabola_bounds__taylor_above"), [b, s, z])
