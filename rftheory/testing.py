"""For test suites: an assertion that someone's random features are those that they claim to be."""

from __future__ import annotations

from typing import Any

from rftheory._audit import Report, audit
from rftheory._audit.contract import FeatureMap


def assert_estimates(queries: FeatureMap | str, keys: FeatureMap | str | None = None, **options: Any) -> Report:
    """Fail a test if an audit finds anything; the message has the findings in words and the known mistakes that fit.

    Args:
        queries, keys, options: as for `rftheory.audit`. If the features are as claimed, the assertion fails with probability at
            most ``false_alarm`` (1e-6 by default) over the seeds; with a fixed ``seed`` it always fails or never.

    Returns:
        The report.

    Raises:
        AssertionError: if something deviates.
        ValueError: for options that make no audit.
    """
    report = audit(queries, keys, **options)
    if not report.passed:
        raise AssertionError(f"the features are not as claimed\n{report}")
    return report
