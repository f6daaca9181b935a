"""Families of random features: what a projection is made into, with the exact moments of one sample."""

from rftheory.extensions.folders import extended

__path__ = extended(__path__, "families")
