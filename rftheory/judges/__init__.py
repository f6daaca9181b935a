"""The judges: kernel, enclosure, simulation and controls; what runs them, and what they keep."""
