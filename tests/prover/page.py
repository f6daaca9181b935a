"""The claims of the page on what is in reach, and what is false beside each of them."""

from __future__ import annotations

import re
from pathlib import Path

import sympy as sp

from rftheory.vocabulary import (
    Equality,
    Probability,
    SampleMean,
    d,
    eq,
    le,
    normal_cdf,
    relu,
    theta,
    x_norm,
    y_norm,
)  # fmt: skip
from rftheory.rules.propositions import Proposition
from rftheory.statements.claims import Claim
from tests.prover.places import (
    DOT,
    GAP,
    HALF,
    LENGTH,
    WX,
    WY,
    A,
    C,
    E,
    S,
    T,
)


def _page() -> tuple[Claim, ...]:
    """The claims of the page on what is in reach, as the file that it shows has them."""
    held: dict[str, object] = {"__name__": "reach", "__file__": "reach.py"}
    text = (Path(__file__).parents[2] / "docs" / "reach.md").read_text(encoding="utf-8")
    exec(re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0], held)
    found = held["CLAIMS"]
    assert isinstance(found, tuple)
    return found


PAGE = {one.name: one for one in _page()}
#: what is false beside each claim of the page: another right side, or another proposition
TWINS: dict[str, sp.Expr | Proposition] = {
    "phase": sp.exp(-GAP),
    "square": 1 + sp.exp(-2 * GAP),
    "uniform": HALF,
    "disc": sp.pi / 5,
    "signs": sp.exp(T**2 / 2),
    "bounded": 2 * DOT * E(1 - sp.tanh(WY) ** 2),
    "sketch": le(PAGE["sketch"].proposition.left, PAGE["sketch"].proposition.right - 1),
    "direction": (x_norm**2 * y_norm**2 + 2 * DOT**2) / d**2,
    "sixth": 15 * x_norm**6 / d**3,
    "height": x_norm / sp.sqrt(d),
    "sphere": sp.exp(-GAP / 2),
    "stein": x_norm * y_norm * sp.exp(y_norm**2 / 2),
    "isserlis": x_norm**2 * y_norm**2 + DOT**2,
    "length": d * sp.exp(x_norm**2 / 2),
    "relu": sp.exp(x_norm**2 / 2)
    * (DOT * normal_cdf(DOT / y_norm) + y_norm * sp.exp(-((DOT / y_norm) ** 2) / 2) / sp.sqrt(sp.pi)),
    "step": sp.exp(x_norm**2 / 2) * normal_cdf(DOT),
    "indicator": normal_cdf(1 / x_norm),
    "abs": x_norm,
    "max": sp.sqrt(GAP / sp.pi),
    "arc": (sp.pi - theta) / sp.pi,
    "relus": x_norm * y_norm * (sp.sin(theta) + (sp.pi - theta) * sp.cos(theta)) / sp.pi,
    "squares": DOT**2 * (3 * sp.tan(theta) + (sp.pi - theta) * (1 / sp.cos(theta) ** 2 + 1)) / (2 * sp.pi),
    "wave": x_norm * y_norm * sp.exp(-(y_norm**2) / 2),
    "gelu": x_norm**2 / sp.sqrt(2 * sp.pi * (1 + 2 * x_norm**2)),
    "erf": 2 / sp.pi * sp.atan(2 * DOT / sp.sqrt((1 + 2 * x_norm**2) * (1 + 2 * y_norm**2))),
    "bump": 1 / sp.sqrt((1 + x_norm**2) * (1 + y_norm**2)),
    "mean": le(E(sp.Abs(WX)), E(relu(WX))),
    "tail": le(normal_cdf(-T / x_norm), sp.exp(-(T**2) / x_norm**2) / 2),
    "hoeffding": le(E(sp.exp(T * S[1])), sp.exp(T**2 / 3)),
    "chi": le(LENGTH, d / sp.sqrt(d + 1)),
    "monotone": le(sp.sin(T), T / 2),
    "tangent": le(3 * T, sp.exp(T)),
    "cases": le(sp.Abs(T - 1), T**2),
    "signs of a gap": le(sp.Abs(sp.cos(A) - sp.cos(C)), sp.Abs(A - C) / 2),
    "linear": le(E(sp.Abs(sp.cos(WX) - sp.cos(WY))), sp.sqrt(2 * GAP / sp.pi) / 4),
    "draws": le(E(sp.tanh(WX) ** 2), sp.Rational(1, 20)),
    "khintchine": le(E(sp.Abs(S.dot((A, C)))), sp.sqrt(A**2 + C**2) / 2),
    "schwarz": le(x_norm**2 * E(sp.tanh(WY) ** 2), E(WX * sp.tanh(WY)) ** 2),
    "over": le(sp.exp(T) - 1 - T, T**2 / 2 / (1 - T / 4)),
    "chord": le(2 * T / 3, sp.sin(T)),
    "mills": le(normal_cdf(-T), sp.exp(-(T**2) / 2) / (T * sp.sqrt(4 * sp.pi))),
    "logarithms": le(sp.exp(T), (1 + T / d) ** d),
    "tails": le(2 * normal_cdf(-sp.sqrt(1 + sp.sqrt(T))), sp.exp(-T)),  # of one degree, with half of the deviation
    "hash": theta / (2 * sp.pi),
    "beyond": normal_cdf(-T / x_norm),
    "chebyshev": le(Probability(sp.Ge(sp.Abs(WX), T, evaluate=False)), x_norm**2 / (4 * T**2)),
    "samples": le(
        Probability(sp.Ge(SampleMean(sp.cos(WX), 1) - sp.exp(-(x_norm**2) / 2), -T, evaluate=False)), sp.exp(-T)
    ),
}


def beside(said: Proposition, twin: sp.Expr | Proposition) -> Proposition:
    return eq(said.left, twin) if isinstance(said, Equality) and isinstance(twin, sp.Expr) else twin  # type: ignore[return-value]
