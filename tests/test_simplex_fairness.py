"""SimRF and OPT: claims are what the papers say, remarks what lies beyond, draws test the main claims and can fail."""

from __future__ import annotations

import importlib

import pytest

from rftheory.judges.simulation_judge import checks_of

#: rows of which something holds beyond the couplings, numbers or rotations that the paper considers, or fails in a degenerate case
REMARKED = ("simrf.isotropy", "simrf.theorem_3_2", "simrf.hd", "simrf.fast", "simrf.corollary_3_3", "opt.sec_2")


@pytest.mark.parametrize("name", REMARKED)
def test_a_remark_stands_beside_a_claim_without_conditions(name: str) -> None:
    printed = importlib.import_module(f"rftheory.proofs.{name}").CLAIMS
    claims = [claim for claim in printed if claim.role == "claim"]
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
    assert said & {check.claim for check in checks_of(module)} and not module.STATEMENT.not_drawn
