"""Someone else's random features against the theory that they claim: `audit` tests a callable and reports the deviations."""

from rftheory.auditing.claim import Claim
from rftheory.auditing.contract import BadFeatures
from rftheory.auditing.report import Finding, Report
from rftheory.auditing.run import audit

__all__ = ["BadFeatures", "Claim", "Finding", "Report", "audit"]
