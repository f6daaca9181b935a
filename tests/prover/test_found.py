"""The search finds anew what it found: claims of the ledger that together call its tactics and take the reasons of chains, each alone.

What is false has no proof whatever a tactic does, as the kernel replays it; so only what is true is asked for here.
"""

from __future__ import annotations

import pytest

from rftheory.prover.certify import Certifying
from rftheory.statements.loading import find_claim

#: by what they take most of: rows, and some of their claims
CLAIMS = {
    # signs, orders and functions
    "rules.elementary-bounds": ["Jordan", "cosine above a parabola", "hyperbolic sine, strict"],
    "crt.averages-counts": ["p, from below"],
    "crt.open": ["complex: root"],
    "field.unit-projections": ["in space", "coefficients"],
    # series, products and integrals
    "rules.stirling": ["Stirling from above"],
    "rules.counts": ["Bessel series", "squared geometric counts"],
    "rules.chi-moments": ["recursion"],
    "rules.sphere": ["one coordinate", "exponential moment"],
    "simrf.eq-13": ["truncation, above", "truncation, below"],
    "simrf.eq-16": ["objective"],
    "simrf.lemma-A.1": ["least squares"],
    "simrf.sec-5.1-taylor": ["SimRF", "ORF, O(v^4)"],
    "simrf.theorem-4.3-simrf": ["binomial expansion (66)"],
    # means over one draw, two draws and frames
    "hrf.lemma-3.2": ["second moment"],
    "rules.gaussian-quadratic": ["any dimension", "phase"],
    "rules.jensen": ["mean of a tangent"],
    "rules.noncentral-chi-square": ["exact tail"],
    "rules.orthogonal-frames": ["lengths", "three members", "second moment of a mean"],
    "rules.orthogonal-products": ["mixed moments"],
    "frontier.pair-hadamard": ["positive, d = 2, k = 1"],
    "simrf.corollary-3.3": ["given the lengths", "conformities"],
    # probabilities and largest errors
    "rules.hoeffding": ["lemma"],
    "rules.bernstein": ["exponential moment above"],
    "rules.nets": ["union"],
    "crt.theorem-4.2-ort": ["tail"],
}


@pytest.mark.parametrize(("row", "name"), [(row, name) for row, names in CLAIMS.items() for name in names])
def test_a_claim_is_found_and_replayed(row: str, name: str) -> None:
    search, claim = Certifying(row), find_claim(row, name)
    search.add_claim(claim, search.entry(claim))
    assert search.certified().proved == (name,)
