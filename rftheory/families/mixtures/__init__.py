"""Kernels that are mixtures of Gaussians over a law of scales: one file each, found by walking this folder."""

from rftheory.extensions.folders import extended

__path__ = extended(__path__, "mixtures")
