"""Couplings: joint laws of projections with Gaussian marginals."""

from rftheory.extensions.folders import extended

__path__ = extended(__path__, "couplings")
