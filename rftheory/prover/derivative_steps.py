"""How derivatives are proved: the kernel differentiates (DERIV), and what it finds is the claimed value on the interval.

The chain of such a claim begins with the derivative; its lines are equations in the interval that the range of the variable opens,
along which the judgement goes on to the claimed value (TRANSPORT).
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.chains import Prover, Walk
from rftheory.prover.graphs import Graph
from rftheory.prover.spec import ClaimEntry

if TYPE_CHECKING:
    from rftheory.evidence.derivation import Derivation
    from rftheory.propositions import Derivative

#: where the derivative stands in a judgement ``D``
_VALUE = [3]


def prove_derivative(prover: Prover, said: Derivative, made: ClaimEntry, chain: Derivation) -> Theorem:
    """The derivative that a claim states.

    Raises:
        Unproved: with the line and the reason that stopped it.
    """
    low, high, function, value = made.prop.args
    around = Walk(prover, made.setting, chain)
    graph = Graph(around, said.variable, made.setting, (low, high), ("open", "open"), len(chain.steps))
    inside, x = graph.inside, graph.x(graph.inside)
    found = graph.derivative(function)
    lines = [inside.line(number) for number in range(len(chain.steps))]
    for number, line in enumerate([*lines, instantiate(value, (x,))]):
        reached = instantiate(found.judgement.args[3], (x,))
        if reached is line:
            continue
        eq = inside._link(number) if 0 < number < len(lines) else inside.equal(reached, line)
        found = prover.run.infer("TRANSPORT", around.context, of=found, eqs=[eq], paths=[_VALUE])
    return found
