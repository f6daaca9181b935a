"""Small audits of samplers, and what they find."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rftheory._audit import Report, audit
from tests import faulty_samplers as samplers

SMALL: dict[str, Any] = {"kernel": "softmax", "d": 8, "m": (8, 16), "calls": 160}


def audited_law(law: Callable[..., Any], features: Any = samplers.positive, **options: Any) -> Report:
    """Of features with projections of a law, which are claimed to be orthogonal."""
    return audit(samplers.map_of(features, law), **{"claims": "positive x orthogonal", **SMALL, **options})


def whats(report: Report) -> set[str]:
    """The properties that fail."""
    return {finding.what for finding in report.findings}
