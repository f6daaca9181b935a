"""Writes the programs of the built-in families, which `rftheory.families.programs` reads: ``python tools/programs.py``.

A is a real number below 1/4: formulas are found with ``g = 1 - 4A > 0``, and written in A.
"""

from __future__ import annotations

import json
import re
from typing import Any

import sympy as sp
from sympy.printing.str import sstr

from rftheory import kernels
from rftheory.arrays import SIDES
from rftheory.couplings.names import names_of
from rftheory.families import compiled, programs
from rftheory.families.family import Family
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.optimal_positive import OptimalPositive
from rftheory.families.positive import Positive
from rftheory.families.random_phase_cosine import RandomPhaseCosine
from rftheory.families.trigonometric import Trigonometric
from rftheory.features.ready import OPRF

_SPREAD = sp.Symbol("g", positive=True)
#: what is kept, by name and sign s; where s is no parameter it is 1
FAMILIES: dict[str, dict[int, Family]] = {
    "generalized-exponential": {s: GeneralizedExponential((1 - _SPREAD) / 4, s) for s in (1, -1)},
    # of which only the names are asked for
    "optimal-positive": {1: OptimalPositive()},
    "hyperbolic": {1: Hyperbolic()},
    "positive": {1: Positive()},
    "random-phase-cosine": {1: RandomPhaseCosine()},
    "trigonometric": {1: Trigonometric()},
}


def text() -> str:
    """What the file of programs holds."""
    found = {
        name: {
            "names": list(names_of(type(signs[1]))),
            "kernel": signs[1].kernel,
            "programs": {} if name == OPRF else {str(s): _sides(family) for s, family in signs.items()},
        }
        for name, signs in FAMILIES.items()
    }
    # a program is one line
    whole = json.dumps(found, indent=1)
    line = re.compile(r'(?<=\n {4}"[xy]": )\{.*?\n {4}\}|\[[^]]*\]', re.DOTALL)
    return line.sub(lambda match: " ".join(match[0].split()), whole) + "\n"


def _sides(family: Family) -> dict[str, Any]:
    return {side: _columns(family, side) for side in SIDES}


def _columns(family: Family, side: str) -> dict[str, Any]:
    exact = compiled.split(family, side, {kernels.d: sp.Symbol("d", positive=True)})
    factors, turned = compiled.factors_of(exact, family.auxiliary)
    names = ("slopes", "squares", "rates", "constants")
    written = ([_written(each) for each in column] for column in compiled.columns_of(exact))
    return {
        "factors": [None if factor == 1 else sstr(factor) for factor in factors],
        **dict(zip(names, written, strict=True)),
        "turned": turned,
        "auxiliary": family.auxiliary,
    }


def _written(expr: sp.Expr) -> str:
    in_a = expr.subs(_SPREAD, 1 - 4 * sp.Symbol("A"))
    # a polynomial in A is one in fewest terms; logarithms and roots stay those of 1 - 4A
    return sstr(sp.expand(in_a) if in_a.is_polynomial() else in_a)


if __name__ == "__main__":
    programs.FILE.write_text(text(), encoding="utf-8")
