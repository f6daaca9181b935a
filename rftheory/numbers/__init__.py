"""Numbers that are sure: balls, intervals, quadrature and searches."""
