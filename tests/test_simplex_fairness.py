"""SimRF and OPT: claims are what the papers say, remarks what lies beyond, draws test the main claims and can fail."""

from __future__ import annotations

import importlib

import numpy as np
import pytest

from rftheory.mechanisms.mse import log_conformity
from rftheory.plots import conformity_iteration, gram_error, mse_ratios, resultant_densities
from rftheory.statements.claims import Claim

#: rows of which something holds beyond the couplings, numbers or rotations that the paper considers, or fails in a degenerate case
REMARKED = (
    "simrf.isotropy",
    "simrf.theorem_3_2",
    "simrf.hd",
    "simrf.fast",
    "simrf.corollary_3_3",
    "opt.sec_2",
)


def _claims(name: str) -> tuple[Claim, ...]:
    return tuple(importlib.import_module(f"rftheory.proofs.{name}").CLAIMS)


@pytest.mark.parametrize("name", REMARKED)
def test_a_remark_stands_beside_a_claim_without_conditions(name: str) -> None:
    claims = [claim for claim in _claims(name) if claim.role == "claim"]
    remarked = [claim for claim in claims if claim.remark]
    assert remarked and len(remarked) < len(claims)
    for claim in remarked:
        assert claim.counterexample is not None and not claim.error and not claim.survives
    assert not [claim.name for claim in claims if claim.needs]


@pytest.mark.parametrize(
    "name", ["simrf.theorem_3_2", "simrf.hd", "simrf.fast", "simrf.corollary_3_3", "simrf.def_3_1"]
)
def test_main_claims_are_drawn(name: str) -> None:
    module = importlib.import_module(f"rftheory.proofs.{name}")
    said = {claim.name for claim in module.CLAIMS if claim.role == "claim" and not claim.remark}
    assert said & {check.claim for check in module.simulations()} and not module.STATEMENT.not_drawn


def test_what_the_paper_says_stands_beside_its_figures() -> None:
    """The answer is of the paper's parameters alone."""
    known = {name: float(np.exp(log_conformity(name, 1.0, 6))) for name in conformity_iteration.LEVELS}
    measured = conformity_iteration.iteration(6, 1.0, 2, 2_000, 0)
    # the lengths of the figure are not printed
    assert "not comparable" in conformity_iteration.printed_beside(known, measured, 6, 1.0)
    lengths = np.linspace(0.1, 2, 5)
    for same, other in (
        (mse_ratios.printed_beside(64, lengths), mse_ratios.printed_beside(8, lengths)),
        (resultant_densities.printed_beside(6), resultant_densities.printed_beside(9)),
    ):
        assert "came out" in same and "not comparable" not in same and "not comparable" in other
    points = np.random.default_rng(0).standard_normal((5, 4)) / 10
    assert "not comparable" in gram_error.printed_beside(points, [2, 4, 8], (4, 5, 0.1))


def test_an_order_that_is_not_so_is_said_not_to_come_out() -> None:
    known = {"iid": 1.0, "orthogonal": 2.0, "simplex": 3.0}
    measured = conformity_iteration.iteration(6, 1.0, 1, 200, 0)
    assert "the order did not" in conformity_iteration.printed_beside(known, measured, 6, 1.0)
