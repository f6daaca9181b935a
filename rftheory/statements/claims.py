"""What a statement says: propositions, claims, and the row of the ledger that they make up.

A statement file holds one `Statement` (frozen data) and a function ``claims()``. The claims of role ``claim`` are
what the row prints; ``step`` is a printed intermediate equation (judged and reported, but the row does not hang on
it); ``correction`` repairs a refuted claim or step; ``lemma`` is ours, used on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import sympy as sp

from rftheory.statements.kinds import Kind

if TYPE_CHECKING:
    from rftheory.evidence.appeals import Appeal
    from rftheory.evidence.derivation import Derivation
    from rftheory.statements.domain import Domain

Role = Literal["claim", "step", "correction", "lemma"]
Relation = Literal["<=", "<", ">=", ">"]
Point = Mapping[sp.Symbol, sp.Expr]


@dataclass(frozen=True)
class Statement:
    """One row of the ledger: where it is printed and what it says in words."""

    id: str
    paper: str
    location: str
    kind: Kind
    title: str
    #: for informal claims, the precise reading that is judged
    reading: str = ""
    #: what a reader should know besides the verdict (slips of notation, other readings)
    notes: tuple[str, ...] = ()
    #: the pair moments whose closed forms it settles: (family, coupling), and what they are restricted to (see `cells`)
    cells: tuple[tuple[str, str] | tuple[str, str, str], ...] = ()


@dataclass(frozen=True)
class Equality:
    """``left = right`` on the whole domain; ``left`` is the definition, ``right`` the printed form."""

    left: sp.Expr
    right: sp.Expr


@dataclass(frozen=True)
class Inequality:
    """``left <relation> right`` on the whole domain."""

    left: sp.Expr
    relation: Relation
    right: sp.Expr


@dataclass(frozen=True)
class Limit:
    """``expr -> value`` as ``variable -> point`` from inside the domain (``side`` "+" from above, "-" from below).

    The variable is a parameter of the domain and can come arbitrarily close to the point from this side, for all values of
    the others; an infinite point (oo, -oo) has one side only.
    """

    expr: sp.Expr
    variable: sp.Symbol
    point: sp.Expr
    value: sp.Expr
    side: Literal["+", "-"] = "+"


Proposition = Equality | Inequality | Limit


@dataclass
class Known:
    """What was found of one claim and is kept with it: whoever has the claim has it, and nobody else (see `evidence.chains`)."""

    #: its chain, once it is complete
    chain: Derivation | None = None
    #: the appeals that it rests on, once it is proved
    appeals: tuple[Appeal, ...] | None = None
    #: why it may not be judged, once somebody asked, by whether its domain must have a point
    refusals: dict[bool, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Claim:
    """One proposition with its domain, its proof and what is known of its failure."""

    name: str
    says: str
    proposition: Proposition
    domain: Domain
    proof: Callable[[], Derivation] | None = None
    role: Role = "claim"
    location: str = ""
    #: for a correction: the name of the claim or step that it repairs
    corrects: str = ""
    #: for a false claim: what is wrong, in words, and the smallest natural point at which it fails
    flaw: str = ""
    counterexample: Point | None = None
    #: for an inequality: closed boxes on which branch and bound certifies it (the whole domain if they cover it)
    boxes: tuple[Mapping[sp.Symbol, tuple[sp.Expr, sp.Expr]], ...] = ()
    #: hand-made false variants (propositions over the same domain) that the judges must refuse
    mutants: tuple[Proposition, ...] = field(default=())
    #: no part of what it says: a claim that is made from this one, or is equal to it, begins with nothing known
    known: Known = field(default_factory=Known, init=False, compare=False, repr=False)
