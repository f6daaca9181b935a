"""The words of the modules that prove lines of chains: those of all tactics, and walks, calls and their arguments."""

import sympy as sp

from rftheory.prover.words import *
from rftheory.evidence.recording import Call
from rftheory.prover.chains import Walk, note, step
from rftheory.prover.graphs import argument, between, by_rows, in_lines, weakened
