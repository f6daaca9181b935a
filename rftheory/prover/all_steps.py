"""Registers how the lines of chains are proved, one module a kind of line."""

from rftheory.prover import angle_steps as angle_steps
from rftheory.prover import calculus_steps as calculus_steps
from rftheory.prover import falling_quotients as falling_quotients
from rftheory.prover import induction_steps as induction_steps
from rftheory.prover import inside_steps as inside_steps
from rftheory.prover import integral_steps as integral_steps
from rftheory.prover import lemma_steps as lemma_steps
from rftheory.prover import length_steps as length_steps
from rftheory.prover import pair_steps as pair_steps
from rftheory.prover import series_steps as series_steps
from rftheory.prover import steps as steps
from rftheory.prover import sum_steps as sum_steps
from rftheory.prover import tail_steps as tail_steps
