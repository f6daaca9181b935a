"""Families of random features: functions of a projection, with the exact moments of one sample; hybrids and kernels."""

from rftheory.extensions.folders import extended

__path__ = extended(__path__, "families")
