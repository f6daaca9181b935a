"""`rftheory audit`: right samplers pass, whatever calls them, exposed projections tell more, and what was not excluded is said.

Sizes are small and seeds are fixed: an audit of what is as claimed has a finding with probability 1e-6.
"""

from __future__ import annotations

from typing import Any

import numbered
import numpy as np
import pytest

from rftheory._audit import Report, audit
from rftheory._audit.report import Sensitivity, _up
from rftheory.testing import assert_estimates
from tests import faulty_samplers as samplers
from tests.audited import SMALL, whats

# -- right samplers -------------------------------------------------------------------------------------------------


def test_an_audit_does_not_depend_on_who_calls() -> None:
    alone = numbered.audited()
    assert numbered.audited(executor="threads", workers=3) == alone
    assert numbered.audited(executor="processes", workers=1, bandwidth=1.0) == alone
    refused = numbered.audited(numbered.refusing)
    assert numbered.audited(numbered.refusing, executor="processes", workers=1) == refused
    assert "this seed" in str(refused)


def test_single_precision_is_a_rounding_and_no_deviation() -> None:
    single = samplers.map_of(samplers.positive, samplers.orthogonal, np.float32)
    rounded = audit(lambda *given: single(*given).astype(np.float32), claims="positive x orthogonal", **SMALL)
    assert rounded.passed and not rounded.notes
    # computed in float32, returned in float64
    inside = audit(lambda *given: single(*given).astype(float), claims="positive x orthogonal", **SMALL)
    assert inside.passed and "float32" in inside.notes[0]


@pytest.mark.parametrize("law", [lambda r, m: r.uniform(0, np.pi, m), lambda r, m: r.uniform(-1, np.pi / 2 - 1, m) + 1])
def test_phases_of_the_period_of_products_are_right(law: Any) -> None:
    # half of that will do, for w and -w are as likely
    def call(inputs: Any, m: int, seed: int) -> Any:
        rng = np.random.default_rng(seed)
        return samplers.cosines(inputs, samplers.orthogonal(rng, m, inputs.shape[1]), law(rng, m))

    assert_estimates(call, claims="random-phase-cosine x orthogonal", **{**SMALL, "kernel": "gaussian"})


def test_without_a_claim_only_biases_are_found() -> None:
    call = samplers.map_of(samplers.positive, samplers.orthogonal)
    options: dict[str, Any] = {"claims": "unknown", "kernel": "softmax", "d": 8, "m": 8, "calls": 400}
    passed = audit(call, **options)
    assert passed.passed and not passed.proved and passed.notes
    assert whats(audit(lambda *given: 1.05 * call(*given), **options)) == {"unbiasedness"}


# -- exposed projections ---------------------------------------------------------------------------------------------


def _exposing(law: Any) -> Any:
    def call(inputs: Any, m: int, seed: int) -> Any:
        projections = law(np.random.default_rng(seed), m, inputs.shape[1])
        return samplers.positive(inputs, projections.astype(float)), projections

    return call


def test_lengths_of_the_orthogonalised_block_depend_on_directions_by_rows_and_not_by_columns() -> None:
    found = {}
    for law in (samplers.rows_of_the_block, samplers.columns_of_the_block):
        found[law.__name__] = whats(
            audit(_exposing(law), claims="positive x orthogonal", kernel="softmax", d=4, m=4, calls=1000)
        )
    assert found == {"rows_of_the_block": {"projections, lengths and directions"}, "columns_of_the_block": set()}


def _single(rng: Any, m: int, d: int) -> Any:
    """Orthogonal projections that are made in float32 throughout."""

    def block() -> Any:
        q, r = np.linalg.qr(rng.standard_normal((d, d), dtype=np.float32))
        return q * np.sign(np.diag(r))

    return samplers.blocks(m, d, block) * np.linalg.norm(rng.standard_normal((m, d), dtype=np.float32), axis=1)[:, None]


def _tilted(rng: Any, m: int, d: int) -> Any:
    """The second projection leans towards the first by an angle of 1/100."""
    projections = samplers.orthogonal(rng, m, d)
    projections[1] += 0.01 * projections[0] * np.linalg.norm(projections[1]) / np.linalg.norm(projections[0])
    return projections


def _one_sign(rng: Any, m: int, d: int) -> Any:
    projections = samplers.iid(rng, m, d)
    projections[0, 1] = abs(projections[0, 1])
    return projections


#: what is drawn, of which coupling, and what the projections tell; what is right in float32 is right
_EXPOSED: dict[str, tuple[Any, str, str]] = {
    **{f"right, {name}": (law, name, "") for name, law in samplers.COUPLINGS.items()},
    "float32": (_single, "orthogonal", ""),
    "tilted": (_tilted, "orthogonal", "angles in a block"),
    "one sign": (_one_sign, "iid", "signs"),
    "longer": (lambda rng, m, d: 1.06 * samplers.iid(rng, m, d), "iid", "lengths"),
    "one degree": (samplers.one_degree, "orthogonal", "lengths"),
    "reused lengths": (samplers.reused_lengths, "orthogonal", "dependence of lengths"),
    "not Haar": (samplers.not_haar, "orthogonal", "diagonal"),
    "independent": (samplers.iid, "orthogonal", "angles in a block"),
    "reused block": (samplers.reused_block, "orthogonal", "angles between blocks"),
    "wrong axis": (samplers.wrong_axis, "orthogonal", "angles in a block"),
}


@pytest.mark.usefixtures("undiagnosed")
@pytest.mark.parametrize("name", _EXPOSED)
def test_exposed_projections_are_judged(name: str) -> None:
    law, coupling, wanted = _EXPOSED[name]
    report = audit(_exposing(law), claims=f"positive x {coupling}", kernel="softmax", d=8, m=16, calls=240)
    found = {what.partition(", ")[2] for what in whats(report) if what.startswith("projections")}
    assert wanted in found if wanted else not found, str(report)


# -- what was excluded ----------------------------------------------------------------------------------------------


def _longer(factor: float, exposed: bool = False) -> Any:
    def call(inputs: Any, m: int, seed: int) -> Any:
        projections = factor * samplers.iid(np.random.default_rng(seed), m, inputs.shape[1])
        features = samplers.positive(inputs, projections)
        return (features, projections) if exposed else features

    return call


@pytest.mark.usefixtures("undiagnosed")
@pytest.mark.parametrize("exposed", [False, True])
def test_what_is_excluded_is_found_and_what_is_not_is_said(exposed: bool) -> None:
    options: dict[str, Any] = {"kernel": "softmax", "d": 4, "m": 4, "calls": 400, "lengths": (1.0,)}
    right = audit(_longer(1.0, exposed), **options)
    (seen,) = right.sensitivity
    assert right.passed and "what is smaller is not excluded" in right.excluded
    assert (
        seen.lengths is not None and f"all lengths of projections off by {100 * _up(seen.lengths):g}%" in right.excluded
    )
    assert not audit(_longer(1 + seen.lengths, exposed), **options).passed
    assert not audit(_longer(1 - seen.lengths, exposed), **options).passed
    assert audit(_longer(1 + seen.lengths / 10, exposed), **options).passed
    assert seen.lengths < (0.1 if exposed else 0.2)


def test_what_is_excluded_is_told_without_an_exponent() -> None:
    seen = (Sensitivity(4, 1.0, bias=0.2, square=1.4, lengths=0.2101, phases=12.0),)
    told = Report("features", 4, (4,), 200, 9, 1e-6, True, (), sensitivity=seen).excluded
    assert "a bias of 20% (at length 1, on average over directions), all lengths of projections off by 22%" in told
    assert "larger or smaller by a factor of 2.4, or more" in told and "sure to be found of: wrong phases" in told
    assert "directions" not in told.partition("lengths")[2]


def test_a_bias_that_was_asked_for_and_is_not_excluded_is_said() -> None:
    slight = audit(_longer(1.003), kernel="softmax", d=4, m=4, lengths=(1.0,))
    assert slight.passed and "a bias of 0.5% is not excluded for sure: that takes about" in slight.notes[-1]
    assert not audit(_longer(1.0), kernel="softmax", d=4, m=4, lengths=(1.0,), error=0.1).notes
