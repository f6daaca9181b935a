"""Numbers that are sure: balls, intervals, quadrature and searches; and numbers that count what is done with them."""
