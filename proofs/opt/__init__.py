"""All Random Features Representations are Equivalent (Sernau, Bonacina and Saurous 2024, arXiv 2406.18802)."""
