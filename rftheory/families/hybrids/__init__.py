"""Hybrid estimators: coefficients that depend on the inputs, and sums of estimators weighted by them."""

from rftheory.extensions.folders import extended

__path__ = extended(__path__, "hybrids")
