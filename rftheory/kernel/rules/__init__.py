"""The rules, one file a group; importing them registers them."""

from rftheory.kernel.rules import (  # noqa: F401, I001
    algebra, analysis, congruence, continuity, exchange, frames, instances, integrals, laws, lemma, limits, linear, redrawn,
    slopes, structure, tables, tails,
)  # fmt: skip
