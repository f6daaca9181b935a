"""The judges: derivation, enclosure, simulation and controls, each with its own kind of evidence."""
