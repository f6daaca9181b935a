"""Someone else's random features against the theory that they claim: `audit` tests a callable and says what deviates."""

from rftheory.audit.claim import Claim
from rftheory.audit.contract import BadFeatures
from rftheory.audit.report import Finding, Report
from rftheory.audit.run import audit
from rftheory.callables import stands_for

__all__ = ["BadFeatures", "Claim", "Finding", "Report", "audit"]

stands_for(__name__, audit)
