"""Rules tried on random instances: what the kernel infers must not be false at any point of its context."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rftheory.kernel.contexts import Context
from rftheory.kernel.refused import Refused
from rftheory.kernel.theorems import Kernel, Theorem
from rftheory.meaning.judgements import judge
from tests.kernel.points import points

#: a random instance of a rule: the run, the context, the name of the rule, its parameters
Instance = tuple[Kernel, Context, str, dict[str, Any]]
Generator = Callable[[random.Random], Instance]
#: judgements that the evaluator never finds true
NEVER_TRUE = frozenset({"cont", "cont_balls", "inhabited", "l1", "samelaw", "D", "tends"})


@dataclass(frozen=True)
class Judged:
    """Instances whose theorems have a judge of their own, in the place of the evaluator at points."""

    generate: Generator
    judge: Callable[[Theorem], bool]

    def __call__(self, rng: random.Random) -> Instance:
        return self.generate(rng)


class FalseTheorem(AssertionError):
    """A rule gave a judgement that is false at a point of its context."""


@dataclass
class Counts:
    """Instances, theorems among them, those with a point of the context, and those found true at a point."""

    instances: int = 0
    theorems: int = 0
    reached: int = 0
    true: int = 0
    never_true: int = 0

    @property
    def idle(self) -> str:
        """Why this says little of a rule: few theorems, few points, few that were judged; "" if it says enough."""
        if self.theorems * 5 < self.instances:
            return "few theorems"
        if self.reached * 2 < self.theorems:
            return "few points"
        return "hardly judged" if (self.true + self.never_true) * 10 < self.theorems else ""

    def add(self, other: Counts) -> None:
        for name, number in vars(other).items():
            setattr(self, name, getattr(self, name) + number)


def check(generator: Generator, rng: random.Random, count: int, points_each: int = 4) -> Counts:
    """Infer ``count`` random instances and judge each theorem at points of its context; `FalseTheorem` if one is false."""
    counts = Counts()
    for _ in range(count):
        counts.instances += 1
        try:
            kernel, context, name, parameters = generator(rng)
            theorem = kernel.infer(name, context, **parameters)
        except Refused:
            continue
        counts.theorems += 1
        counts.never_true += theorem.judgement.op in NEVER_TRUE
        if isinstance(generator, Judged):
            if not generator.judge(theorem):
                raise FalseTheorem(_report(context, name, parameters, theorem.judgement, "the values of the judge"))
            counts.reached += 1
            counts.true += 1
            continue
        found: set[bool | None] = set()
        for point in points(context, rng, points_each):
            held = judge(theorem.judgement, context, point)
            if held is False:
                raise FalseTheorem(_report(context, name, parameters, theorem.judgement, point))
            found.add(held)
        counts.reached += bool(found)
        counts.true += True in found
    return counts


def _report(context: Context, name: str, parameters: dict[str, Any], judgement: Any, point: Any) -> str:
    entries: list[str] = []
    place: Context | None = context
    while place is not None and place.entry is not None:
        entries.insert(0, repr(place.entry))
        place = place.parent
    given = {key: getattr(item, "judgement", item) for key, item in parameters.items()}
    return f"{name} is false\n context {entries}\n given {given}\n gave {judgement!r}\n at {point}"


def collected() -> dict[str, Generator]:
    """The generators of all ``tests/kernel/fuzz_*.py``, by ``part:rule``."""
    found: dict[str, Generator] = {}
    for path in sorted(Path(__file__).parent.glob("fuzz_*.py")):
        module = importlib.import_module(f"tests.kernel.{path.stem}")
        for name, generator in module.FUZZ.items():
            found[f"{path.stem.removeprefix('fuzz_')}:{name}"] = generator
    return found
