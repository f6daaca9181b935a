"""What a statement says: claims, and the row of the ledger that they make up.

A statement file holds one `Statement` (frozen data) and its claims: ``CLAIMS``, or a function ``claims()`` (see `files`). The
claims of role ``claim`` are what the row prints; ``step`` is a printed intermediate equation (judged and reported, but the row
does not hang on it); ``correction`` repairs a refuted claim or step; ``reading`` is another form that the same print may be read
as, where the text was damaged; ``lemma`` is ours, used on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import sympy as sp

from rftheory.rules.propositions import Point, Proposition, exact, sides
from rftheory.statements.kinds import Kind

if TYPE_CHECKING:
    from rftheory.chains.chain import Chain
    from rftheory.montecarlo.estimators.estimator import Estimator
    from rftheory.statements.domain import Domain

    Proof: TypeAlias = Chain | Callable[[], Chain]

Role = Literal["claim", "step", "correction", "reading", "lemma"]
#: what kind of error a print has: a symbol, sign or factor; a conclusion that holds though the printed proof does not show it; a
#: hypothesis that is not printed; a sentence that is false. ("edge case" is a remark, and leaves this list with its last claim.)
ErrorClass = Literal["misprint", "edge case", "gap", "condition missing", "false"]
#: a form is whole in the text that was read; or it was restored where signs are lost; or the part that matters is damaged, so that
#: nobody knows what is printed
Print = Literal["as read", "restored", "damaged"]
#: what is drawn of an estimator: its mean, its mean squared error about the kernel, its second moment, the probability of a deviation
Quantity = Literal["mean", "mse", "second_moment", "probability"]


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
    #: why no draws can decide its main claim, in one line; empty if it is drawn, or is about no estimator
    not_drawn: str = ""
    #: the pair moments whose closed forms it settles: (family, coupling), and what they are restricted to (see `cells`)
    cells: tuple[tuple[str, str] | tuple[str, str, str], ...] = ()


@dataclass
class Known:
    """What was found of one claim and is kept with it: whoever has the claim has it, and nobody else (see `chains.claims`)."""

    #: its chain, once it is complete
    chain: Chain | None = None
    #: why it may not be judged, once somebody asked
    refusals: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Draws:
    """Which moment of which estimator tests a claim, and where; the simulation judge makes a check of it (`montecarlo.checks`)."""

    estimator: Estimator
    quantity: Quantity
    at: Mapping[sp.Symbol, Any]
    #: what is claimed for the moment, or a function that gives it; None for the right side of the claim
    value: sp.Expr | int | Callable[[], sp.Expr] | None = None
    #: shown in reports beside the name of the claim
    name: str = ""
    #: the other fields of a check (`pair`, `dimension`, `reduced`, `relation`, `threshold`)
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Claim:
    """One proposition with its domain, its proof and what is known of its failure."""

    name: str
    says: str
    proposition: Proposition
    domain: Domain
    proof: Proof | None = None
    role: Role = "claim"
    location: str = ""
    #: for a correction: the name of the claim or step that it repairs; for a reading: of which it is another reading
    corrects: str = ""
    #: conditions that were added and are not printed, each in a few words; a row that needs one is never proved
    needs: tuple[str, ...] = ()
    #: what became of the printed form in the text that was read
    print: Print = "as read"
    #: the form in LaTeX as the paper prints it (for a correction: as the paper would), in the symbols that it defines
    tex: str = ""
    #: the text that was read, as the extraction has it, damage included: its formula is then a quotation; without it the form is a reading
    quote: str = ""
    #: of a claim that fails in a degenerate case only (equal points, a zero vector, m = 1): that case, in one line. It refutes nothing: the
    #: row has the status of the correction, and the remark beside it
    remark: str = ""
    #: for a false claim whose cause is that of another one: "row: name of its claim". One cause is one erratum, of which this is a place
    cause: str = ""
    #: for a false claim: the kind of the error, and in one line whether the paper's main results survive, with which change
    error: ErrorClass | None = None
    survives: str = ""
    #: for a false claim: what is wrong, in words, and the smallest natural point at which it fails
    flaw: str = ""
    counterexample: Point | None = None
    #: for an inequality: closed boxes on which branch and bound certifies it (the whole domain if they cover it)
    boxes: tuple[Mapping[sp.Symbol, tuple[sp.Expr, sp.Expr]], ...] = ()
    #: hand-made false variants (propositions over the same domain) that the judges must refuse
    mutants: tuple[Proposition, ...] = field(default=())
    #: what is drawn to test it
    draws: tuple[Draws, ...] = field(default=(), compare=False, repr=False)
    #: no part of what it says: a claim that is made from this one, or is equal to it, begins with nothing known
    known: Known = field(default_factory=Known, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if isinstance(self.counterexample, Mapping):
            point = {symbol: exact(value) for symbol, value in self.counterexample.items()}
            object.__setattr__(self, "counterexample", point)

    def false(self, at: Point | None = None, because: str = "", **more: Any) -> Claim:
        """This claim, with what is wrong with it.

        Args:
            at: the smallest natural point at which it fails (``counterexample``).
            because: why, in words (``flaw``).
            **more: ``error`` and ``survives``, or ``remark`` where it fails in a degenerate case only; ``cause``.
        """
        return replace(self, counterexample=at, flaw=because, **more)

    def corrected(
        self, text: str, proposition: Proposition, domain: Domain | None = None, proof: Proof | None = None, **more: Any
    ) -> Claim:
        """What repairs this claim or step, on the same domain unless another is given; for the arguments see `calls.claim`."""
        return said("correction", text, proposition, domain or self.domain, proof, {**more, "corrects": self.name})

    def reread(
        self, text: str, proposition: Proposition, domain: Domain | None = None, proof: Proof | None = None, **more: Any
    ) -> Claim:
        """Another form that the same print may be read as; for the arguments see `calls.claim`."""
        return said("reading", text, proposition, domain or self.domain, proof, {**more, "corrects": self.name})

    def corrected_by(self, claim: Claim, **changes: Any) -> Claim:
        """What repairs this claim or step, made from a claim that there is; it is drawn where that one is."""
        return replace(claim, role="correction", corrects=self.name, draws=(), **changes)

    def drawn(
        self,
        estimator: Estimator,
        quantity: Quantity,
        at: Mapping[sp.Symbol, Any] | Sequence[Mapping[sp.Symbol, Any]],
        value: sp.Expr | int | Callable[[], sp.Expr] | None = None,
        *,
        name: str = "",
        **more: Any,
    ) -> Claim:
        """This claim, tested by draws of an estimator at a point as well.

        Args:
            estimator: what is drawn, from its definition.
            quantity: "mean", "mse" (about the kernel of the estimator), "second_moment", or "probability" of a deviation.
            at: exact numbers for all of its parameters, or several such points, which are named by what differs.
            value: what the claim says of the quantity there; by default the right side of the claim.
            name: shown in reports beside the name of the claim; by default the quantity.
            **more: the other fields of a check (`montecarlo.checks`): ``pair``, ``dimension``, ``reduced``, ``relation``, and
                ``threshold`` of a probability.
        """
        points = (at,) if isinstance(at, Mapping) else tuple(at)
        varied = [symbol for symbol in points[0] if len({point[symbol] for point in points}) > 1]
        draws = list(self.draws)
        for point in points:
            words = [name or quantity.replace("_", " "), *(f"{symbol} = {point[symbol]}" for symbol in varied)]
            draws.append(Draws(estimator, quantity, point, value, ", ".join(words), more))
        return replace(self, draws=tuple(draws))

    def said(self) -> dict[str, object]:
        """What a reader should see of it beside the proposition, as plain JSON; what is not given is left out."""
        print_ = "" if self.print == "as read" else self.print
        parts: dict[str, object] = {"needs": list(self.needs), "print": print_, "tex": self.tex, "quote": self.quote}
        parts |= {"remark": self.remark, "cause": self.cause}
        parts |= {"class": self.error or "", "survives": self.survives}
        parts["conditions"] = [
            {"condition": str(condition), "kind": words.kind if words else "", "words": str(words or "")}
            for condition, words in self.domain.meanings()
        ]
        return {name: value for name, value in parts.items() if value}


def said(
    role: Role, text: str, proposition: Proposition, domain: Domain, proof: Proof | None, more: Mapping[str, Any]
) -> Claim:
    """A claim of one role by the text that has its name.

    Raises:
        ValueError: if the text has no name.
    """
    name, says = (more["name"], text) if "name" in more else _named(text)
    fields = {"role": role, **more, "name": name, "says": says}
    if "mutants" in more:
        fields["mutants"] = tuple(_mutants(proposition, more["mutants"]))
    return Claim(proposition=proposition, domain=domain, proof=proof, **fields)


def _named(text: str) -> tuple[str, str]:
    name, colon, says = text.partition(": ")
    if not (name and colon and says):
        raise ValueError(f'the text of a claim must be "name: what it says", or its name be given, got {text!r}')
    return name, says


def _mutants(proposition: Proposition, wrong: Iterable[Any]) -> Iterable[Proposition]:
    """Mutants written out: a right side stands for the same relation with that right side."""
    for mutant in wrong:
        printed = sides(proposition)[1]
        yield mutant if isinstance(mutant, Proposition) else replace(proposition, **{printed: exact(mutant)})
