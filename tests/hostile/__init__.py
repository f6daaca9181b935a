"""Statements that must never be `proved`, by class of attack, each class with true twins that must be."""
