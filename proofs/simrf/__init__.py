"""Simplex Random Features (Reid et al., ICML 2023, arXiv 2301.13856)."""
