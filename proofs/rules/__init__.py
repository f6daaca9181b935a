"""The expectation rules of `rftheory.rules`, each proved as a statement of its own."""
