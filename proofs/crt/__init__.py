"""Chefs' Random Tables (Likhosherstov et al., NeurIPS 2022, arXiv 2205.15317)."""
