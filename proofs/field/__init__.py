"""Theorems of the field, from other papers, in our own words with the source; each with twins that are false and are refuted."""
