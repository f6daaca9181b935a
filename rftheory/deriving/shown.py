"""A derived map as text, LaTeX and JSON; averages over an angle are written rho(t; c)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import sympy as sp

from rftheory.deriving.symbols import uu, xx, xy, yy
from rftheory.deriving.tidy import as_conformity
from rftheory.printing import folded
from rftheory.statements import printing

if TYPE_CHECKING:
    from rftheory.deriving.result import Derived

_WIDTH = 79
_LATEX = {uu: r"\|u\|^{2}", xx: r"\|x\|^{2}", xy: r"x^\top y", yy: r"\|y\|^{2}"}
#: what rho stands for
RHO = "rho(t; c) = E_phi 1F1(d; d/2; (t/2)(1 + c sin phi)), phi of density ~ sin(phi)^(d-1) on (0, pi)"


def compact(expr: sp.Expr) -> sp.Expr:
    """Averages over an angle by name."""
    rho = sp.Function("rho")

    def named(node: sp.Expr) -> sp.Expr:
        parts = as_conformity(node)
        return node if parts is None else rho(parts[0], parts[2])

    return expr.replace(lambda e: isinstance(e, sp.Integral), named)


def formula(expr: sp.Expr) -> str:
    return str(printing.text(compact(expr)))


def latex(expr: sp.Expr) -> str:
    """LaTeX, the products of the inputs as norms and inner products."""
    names = {symbol: sp.Symbol(text) for symbol, text in _LATEX.items()}
    return str(sp.latex(compact(expr).xreplace(names), symbol_names={names[s]: t for s, t in _LATEX.items()}))


def findings(derived: Derived) -> Iterator[str]:
    """What is infinite, biased, or not integrated."""
    if derived.second.divergent:
        yield f"the second moment is infinite: Re(1 - 2a) = {derived.second.divergent[0]} is not positive"
    if derived.mean.value is not None and derived.kernel.name is None:
        yield f"the mean is not a kernel of the project on the whole domain: {derived.kernel}"
    parts = (("mean", derived.mean), ("second moment", derived.second), ("orthogonal pair moment", derived.orthogonal))
    # a reason is told once, with the first factor that it is about and all moments that it keeps from being integrated
    stopped: dict[str, tuple[str, list[str]]] = {}
    for what, part in parts:
        for obstacle in part.obstacles if part else ():
            _, moments = stopped.setdefault(obstacle.reason, (str(obstacle), []))
            if what not in moments:
                moments.append(what)
    for told, moments in stopped.values():
        *most, last = (f"the {what}" for what in moments)
        names = f"{', '.join(most)} and {last} are" if most else f"{last} is"
        yield f"{names} not integrated: {told}"
    if derived.law:
        yield "proofs, checks and draws are those at a fixed s; closed_form and estimate have coupled projections, by kernel="
    if derived.mean.obstacles or derived.second.obstacles:
        yield "certified quadrature at points: .enclosure(point); draws: .estimator()"


def conditions(derived: Derived) -> list[tuple[str, str]]:
    """What the moments need to be finite."""
    found = []
    for what, part in (("mean", derived.mean), ("second moment", derived.second)):
        if part.conditions:
            found.append((what, " and ".join(f"{c} > 0" for c in part.conditions)))
    return found


def rows(derived: Derived) -> Iterator[tuple[str, str]]:
    """Label and text, in the order of interest."""
    first, second = derived.features.first, derived.features.second
    yield "features", ", ".join(map(printing.text, first))
    if second != first:
        yield "and for y", ", ".join(map(printing.text, second))
    if derived.features.takes_real_part():
        yield "sample", "the real part of the product"
    if derived.features.law is not None:
        yield "law", f"P(k) = {derived.features.law.expr}"
    if derived.law:
        yield "law of s^2", f"that of scales of the {derived.law} kernel"
    for what, needs in conditions(derived):
        yield f"finite {what}", needs
    if derived.mean.value is not None:
        yield "E Z", formula(derived.mean.value)
        yield "kernel", str(derived.kernel)
    if derived.second.value is not None:
        yield "E |Z|^2", formula(derived.second.value)
    error = derived.mse()
    if error is not None:
        yield "MSE, m iid", formula(error)
    for coupling in ("orthogonal", "simplex"):
        pair = derived.pair_moment(coupling)
        if pair is not None:
            yield f"E Z1 Z2, {coupling}", formula(pair)


def text(derived: Derived) -> str:
    """At most 80 columns, unless a formula has no place to be broken."""
    lines = []
    whole = list(rows(derived))
    width = max(len(label) for label, _ in whole) + 2
    for label, value in whole:
        broken = folded(value, hang="", width=_WIDTH - width) or [""]
        lines += [(label if number == 0 else "").ljust(width) + part for number, part in enumerate(broken)]
    if any("rho(" in value for _, value in whole):
        lines += folded(f"with  {RHO}", hang="      ", width=_WIDTH)
    for finding in findings(derived):
        lines += folded(f"note: {finding}", hang="      ", width=_WIDTH)
    return "\n".join(lines)


def display(derived: Derived) -> str:
    """A LaTeX display: mean, second moment and pair moments."""
    lines = []
    for label, part in ((r"\mathbb{E}\, Z", derived.mean.value), (r"\mathbb{E}\, |Z|^2", derived.second.value)):
        if part is not None:
            lines.append(rf"{label} &= {latex(part)}")
    for coupling in ("orthogonal", "simplex"):
        pair = derived.pair_moment(coupling)
        if pair is not None:
            lines.append(rf"\mathbb{{E}}_\text{{{coupling}}}\, Z_1 Z_2 &= {latex(pair)}")
    return r"$$\begin{aligned} " + r" \\ ".join(lines) + r" \end{aligned}$$"


def as_json(derived: Derived) -> dict[str, Any]:
    """Texts and LaTeX of all that is known; None where nothing is."""

    def form(expr: sp.Expr | None) -> dict[str, str] | None:
        return None if expr is None else {"text": formula(expr), "latex": latex(expr)}

    return {
        "features": [printing.text(f) for f in derived.features.first],
        "features_y": [printing.text(f) for f in derived.features.second],
        "law": derived.law or ("gaussian" if derived.features.law is None else str(derived.features.law)),
        "real_part": derived.features.takes_real_part(),
        "parameters": [str(symbol) for symbol in derived.parameters],
        "conditions": dict(conditions(derived)),
        "domain": derived.domains[1].describe(),
        "mean": form(derived.mean.value),
        "kernel": derived.kernel.name,
        "kernel_text": str(derived.kernel) if derived.mean.value is not None else None,
        "second_moment": form(derived.second.value),
        "mse": {coupling: form(derived.mse(coupling)) for coupling in ("iid", "orthogonal", "simplex")},
        "pair_moment": {coupling: form(derived.pair_moment(coupling)) for coupling in ("orthogonal", "simplex")},
        "findings": list(findings(derived)),
    }
