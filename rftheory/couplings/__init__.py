"""Couplings: the joint law of the projections, each of which is Gaussian."""

from rftheory.extensions import extended

__path__ = extended(__path__, "couplings")
