"""Statistical tests of a feature map by others against the theory that it claims: `audit` calls it and reports deviations."""

from rftheory._audit.claim import Claim
from rftheory._audit.contract import BadFeatures
from rftheory._audit.report import Finding, Report
from rftheory._audit.run import audit

__all__ = ["BadFeatures", "Claim", "Finding", "Report", "audit"]
