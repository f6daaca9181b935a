"""The parameters of hostile statements."""

from __future__ import annotations

import sympy as sp

from rftheory.rules.nodes import Projection

x, y, t, a, b = sp.symbols("x y t a b", real=True)
u, s, eps = sp.symbols("u s epsilon", positive=True)
q = sp.Symbol("q", nonnegative=True)
k, n = sp.symbols("k n", integer=True, nonnegative=True)
j = sp.Symbol("j", integer=True)
#: the variable of integrals
v = sp.Symbol("v", real=True)
half = sp.Rational(1, 2)
W = Projection("w")
