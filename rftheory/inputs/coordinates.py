"""Inputs through their coordinates, for estimators that Gram products do not determine.

A vector is a SymPy `IndexedBase`, a sum over its coordinates a SymPy `Sum` over ``l = 1, ..., d``, a data set an
`IndexedBase` with two indices. Indices start at 1, as on paper. The value of an indexed base at a point is an exact
`Tuple` (of `Tuple` for a data set) under its label, ``x.label``.
"""

from __future__ import annotations

import sympy as sp

from rftheory.inputs.kernels import d

#: coordinate; rows of two data sets; value of a count
l = sp.Symbol("l", integer=True, positive=True)  # noqa: E741 - the coordinate of the papers
i, j = sp.symbols("i j", integer=True, positive=True)
k = sp.Symbol("k", integer=True, nonnegative=True)
#: numbers of rows of two data sets (L of both where they have one size)
L, N = sp.symbols("L N", integer=True, positive=True)

#: two inputs of R^d, and two data sets of L rows
x, y = (sp.IndexedBase(name, real=True) for name in "xy")
X, Y = (sp.IndexedBase(name, real=True) for name in "XY")


def total(body: sp.Expr, index: sp.Symbol = l, size: sp.Expr = d) -> sp.Expr:
    """The sum of ``body`` over ``index = 1, ..., size``."""
    return sp.Sum(body, (index, 1, size))


def product(body: sp.Expr, index: sp.Symbol = l, size: sp.Expr = d) -> sp.Expr:
    """The product of ``body`` over ``index = 1, ..., size``."""
    return sp.Product(body, (index, 1, size))


def inner(first: sp.IndexedBase = x, second: sp.IndexedBase = y) -> sp.Expr:
    """The inner product ``x.y`` of two vectors."""
    return total(first[l] * second[l])


def squared_norm(vector: sp.IndexedBase) -> sp.Expr:
    """``|u|^2``."""
    return total(vector[l] ** 2)


def gaussian_kernel(first: sp.IndexedBase = x, second: sp.IndexedBase = y) -> sp.Expr:
    """K(x, y) = exp(-|x - y|^2 / 2)."""
    return sp.exp(-total((first[l] - second[l]) ** 2) / 2)
