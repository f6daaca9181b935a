"""Someone else's random features against the theory that they claim: `audit` tests a callable and reports the deviations."""

from rftheory._audit.claim import Claim
from rftheory._audit.contract import BadFeatures
from rftheory._audit.report import Finding, Report
from rftheory._audit.run import audit

__all__ = ["BadFeatures", "Claim", "Finding", "Report", "audit"]
