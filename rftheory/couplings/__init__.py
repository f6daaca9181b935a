"""Couplings: the joint law of the projections, each of which is Gaussian."""

from rftheory.extensions.folders import extended

__path__ = extended(__path__, "couplings")
