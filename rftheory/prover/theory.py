"""Lemmas that speak of no statement: proved once, kept as certificates, and cited by all other certificates.

A lemma is a text (see `texts`). The lemmas of a file make a theme: one specification and one certificate in the folder ``theory``
of the proofs. A certificate cites a lemma by the rule LEMMA under the name of its entry, and takes it at values by INST; whoever
replays it replays the themes that it cites before.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import rftheory
from rftheory.execution.collector import paused
from rftheory.kernel.certificate import Outcome, replay
from rftheory.kernel.contexts import Context
from rftheory.kernel.reading import parse_spec
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import Term, make, rat
from rftheory.kernel.text import Entry, default_names, print_spec
from rftheory.kernel.theorems import Theorem
from rftheory.prover.failure import Unproved
from rftheory.prover.inhabited import point_of
from rftheory.prover.ring import ranked
from rftheory.prover.texts import lemma, texts
from rftheory.prover.trace import Trace
from rftheory.statements.certificates import THEORY, Kept

_CITED = re.compile(rb'"r":"LEMMA","c":[0-9]+,"p":\{"claim":"([A-Za-z0-9_]+)"\}')


def folder() -> Path:
    """Where the themes are kept."""
    return Path(rftheory.__file__).parent / "proofs" / THEORY


class Theory:
    """The lemmas that are kept in a folder; a theme is replayed when one of its lemmas is asked for first."""

    def __init__(self, place: Path | None = None):
        self.place = place or folder()
        self._outcomes: dict[str, dict[str, Outcome]] = {}

    @property
    def themes(self) -> list[str]:
        return [name for name, _ in Kept.themes(self.place)]

    def entries(self, theme: str) -> dict[str, Entry]:
        """What a theme says."""
        return {
            entry.name: entry for entry in parse_spec(Kept.named(self.place, theme).spec.read_text(encoding="utf-8"))
        }

    def theorem(self, name: str) -> Theorem | None:
        """A lemma by the name of its entry; None if none is kept.

        Raises:
            Refused: if its theme does not replay.
        """
        found = self._replayed(_theme(name)).get(name)
        return None if found is None else found.theorem

    def _replayed(self, theme: str) -> Mapping[str, Outcome]:
        if not Kept.named(self.place, theme).exists:
            return {}
        if theme not in self._outcomes:
            self._outcomes[theme] = self.replay(*Kept.named(self.place, theme).read())
        return self._outcomes[theme]

    def replay(self, spec: bytes, certificate: bytes) -> dict[str, Outcome]:
        """What a certificate proves, by the names of entries; the rules of the lemmas that it cites count as its own.

        Raises:
            Refused: if it does not replay, or one of these lemmas does not.
        """
        lemmas = self.cited(certificate)
        # what a replay makes it needs to its end: a quarter of its time went into looking for cycles
        with paused():
            found = replay(certificate, spec, lemmas)
        return {held.entry.name: self._whole(held) for held in found if held.verdict == "proved"}

    def _whole(self, held: Outcome) -> Outcome:
        rules = Counter(held.report["rules"])
        for name in held.report["lemmas"]:
            rules.update(self._replayed(_theme(name))[name].report["rules"])
        return replace(held, report={**held.report, "rules": dict(sorted(rules.items()))})

    def files(self, certificate: bytes) -> dict[str, tuple[bytes, bytes]]:
        """The specifications and certificates of the themes that a certificate cites, each after those that it cites itself."""
        found: dict[str, tuple[bytes, bytes]] = {}
        for theme in sorted({_theme(name) for name in _named(certificate)}):
            spec, own = Kept.named(self.place, theme).read()
            found |= {**self.files(own), theme: (spec, own)}
        return found

    def cited(self, certificate: bytes) -> dict[str, Theorem]:
        """The lemmas that a certificate cites, each replayed.

        Raises:
            Refused: if one of them is not kept, or does not replay.
        """
        found = {}
        for name in _named(certificate):
            theorem = self.theorem(name)
            if theorem is None:
                raise Refused(f"no lemma {name} is kept")
            found[name] = theorem
        return found


@lru_cache(maxsize=1)
def theory() -> Theory:
    """The lemmas of this installation, replayed once in a process."""
    return Theory()


def _named(certificate: bytes) -> list[str]:
    """The lemmas that a certificate names."""
    return sorted({name.decode() for name in _CITED.findall(certificate)})


def _theme(name: str) -> str:
    """The theme of a lemma: the file that has it."""
    return name.partition("__")[0]


# -- making ---------------------------------------------------------------------------------------------------------


class _Making(Theory):
    """Themes that are made when they are asked for, each in a trace of its own; others are what is kept."""

    def __init__(self, place: Path, themes: Iterable[str]):
        super().__init__(place)
        self._making = set(themes)
        self.made: dict[str, tuple[bytes, bytes]] = {}
        self._at_work: list[str] = []

    def theorem(self, name: str) -> Theorem | None:
        theme = _theme(name)
        # within a theme, and where themes need each other, a lemma is proved on the spot
        return None if theme in self._at_work else super().theorem(name)

    def _replayed(self, theme: str) -> Mapping[str, Outcome]:
        if theme not in self._making:
            return super()._replayed(theme)
        if theme not in self._outcomes:
            self._at_work.append(theme)
            with ranked():
                self.made[theme] = self._make(theme)
            self._at_work.pop()
            self._outcomes[theme] = self.replay(*self.made[theme])
        return self._outcomes[theme]

    def _make(self, theme: str) -> tuple[bytes, bytes]:
        run = Trace(library=self)
        theorems = {name: lemma(run, name) for name in texts() if _theme(name) == theme}
        goals = [(name, theorem, _inhabited(run, theorem.context)) for name, theorem in theorems.items()]
        entries = [Entry(n, tuple(default_names(t.context)), t.context, t.judgement) for n, t, _ in goals]
        spec = print_spec(entries).encode()
        return spec, run.write(goals, spec).encode()


def make_theory(place: Path | None = None, themes: Iterable[str] | None = None) -> list[str]:
    """Prove lemmas anew and keep them; the same lemmas give the same files.

    Args:
        themes: those that are made, all if it is not given; of others what is kept is cited.

    Returns:
        all themes.
    """
    every = sorted({_theme(name) for name in texts()})
    wanted = every if themes is None else list(themes)
    making = _Making(place or folder(), wanted)
    for theme in wanted:
        making._replayed(theme)
    making.place.mkdir(exist_ok=True)
    for old, files in Kept.themes(making.place):
        if old not in every:
            files.remove()
    for theme, (spec, certificate) in making.made.items():
        Kept.named(making.place, theme).write(spec, certificate)
    return every


def _inhabited(run: Trace, context: Context) -> Theorem:
    """That a context has a point: its numbers are looked for among a few small ones."""
    places = [place for place, one in enumerate(context.declarations) if one.data[0] in ("real", "int")]
    few = [rat(2), rat(3), rat(1), make("inv", (rat(2),)), rat(0)]
    tried: Iterable[tuple[Term, ...]] = itertools.chain(
        ((value,) * len(places) for value in few), itertools.product(few, repeat=len(places))
    )
    why: Exception = Unproved("a context has a point")
    for values in itertools.islice(tried, 400):
        try:
            return point_of(run, context, dict(zip(places, values, strict=True)))
        except (Unproved, Refused) as error:
            why = error
    raise Unproved(f"no point of a lemma's context is found: {why}")
