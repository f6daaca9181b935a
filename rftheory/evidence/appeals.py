"""Appeals: conclusions that the engine takes on the word of a proof, because it has no rule that computes them.

A step that names a theorem of analysis or of probability checks the equalities that it is given, and not that the
conclusion follows from them. Only the proofs of the rules (the package `proofs.rules`) may write such a step; it is
recorded with its name and place, and every claim that rests on it says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import rftheory
from rftheory.evidence.unproved import Unproved

#: the package whose proofs may appeal to a theorem
ALLOWED = "proofs.rules"


@dataclass(frozen=True, order=True)
class Appeal:
    """One step whose conclusion nothing but a named theorem carries.

    Attributes:
        module: where it is written.
        claim: the claim that it is a step of; empty while its chain is written.
        step: the number of the step; a step of an inner chain has the number of the outer step in front.
        theorem: what it names.
    """

    module: str
    claim: str
    step: str
    theorem: str

    def to_json(self) -> dict[str, str]:
        return {"theorem": self.theorem, "module": self.module, "claim": self.claim, "step": self.step}


def appeal_from(frame: FrameType, theorem: str, step: int) -> Appeal:
    """The appeal that the code in a frame makes.

    Raises:
        Unproved: if the code is not a proof of a rule.
    """
    module = str(frame.f_globals.get("__name__", ""))
    if not _may_appeal(module, frame.f_code.co_filename):
        raise Unproved(
            f"{theorem!r} is only named, not checked: {module} is not in {ALLOWED}, whose proofs alone may appeal to a theorem"
        )
    return Appeal(module, "", str(step), theorem)


def require_place(appeals: Iterable[Appeal], proof: Callable[[], Any] | None) -> None:
    """Refuse the appeals that a chain makes itself unless a function of the package of the rules wrote the chain."""
    own = [appeal for appeal in appeals if not appeal.claim]
    if not own:
        return
    code, names = getattr(proof, "__code__", None), getattr(proof, "__globals__", {})
    if code is None or not _may_appeal(str(names.get("__name__", "")), code.co_filename):
        raise Unproved(
            f"the chain appeals to {own[0].theorem!r} ({own[0].module}), and its proof is not a function of {ALLOWED}: "
            "use the claim that is proved there"
        )


def of_claim(appeals: Iterable[Appeal], name: str) -> list[Appeal]:
    """The appeals of a complete chain, its own under the name of the claim."""
    return sorted({appeal if appeal.claim else replace(appeal, claim=name) for appeal in appeals})


def below(appeals: Iterable[Appeal], step: int) -> set[Appeal]:
    """The appeals of an inner chain that is used in a step of another one."""
    return {appeal if appeal.claim else replace(appeal, step=f"{step}.{appeal.step}") for appeal in appeals}


@cache
def _may_appeal(module: str, file: str) -> bool:
    """Whether code is in the package of the rules: by its name, and by the place of its file."""
    root = Path(rftheory.__file__).resolve().parent.parent
    return module.startswith(f"{ALLOWED}.") and Path(file).resolve().is_relative_to(root / "proofs" / "rules")
