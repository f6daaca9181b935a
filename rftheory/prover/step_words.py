"""The words of the modules that prove lines of chains: those of all tactics, walks, and how orders are joined."""

import sympy as sp

from rftheory.prover.words import *
from rftheory.prover.chains import Walk, note, step
from rftheory.prover.graphs import between, by_rows, in_lines, put, weakened
