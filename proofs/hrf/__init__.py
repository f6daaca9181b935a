"""Hybrid Random Features (Choromanski et al., ICLR 2022, arXiv 2110.04367)."""
