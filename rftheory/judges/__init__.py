"""The four judges (kernel, enclosure, simulation, controls), the pipeline that runs them, and their receipts."""
