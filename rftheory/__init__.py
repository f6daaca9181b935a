"""What is true in the theory of random features for the Gaussian and softmax kernels, machine-checked.

Each name is loaded when it is first used: `import rftheory` takes some milliseconds.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rftheory import features as features
    from rftheory._audit.run import audit as audit
    from rftheory._choose.compare import choose as choose
    from rftheory._choose.downstream.run import downstream as downstream
    from rftheory.answers.closed import closed_form as closed_form
    from rftheory.answers.closed import mse as mse
    from rftheory.answers.estimates import estimate as estimate
    from rftheory.answers.judged import verify as verify
    from rftheory.answers.shown import errata as errata
    from rftheory.answers.shown import show as show
    from rftheory.answers.value import evaluate as evaluate
    from rftheory.deriving.derivation import derive as derive
    from rftheory.features.transformer import RandomFeatures as RandomFeatures
    from rftheory.inputs.conventions import convert as convert
    from rftheory.mechanisms.mechanism import Mechanism as Mechanism

__version__ = "0.2.0"
__all__ = [
    "Mechanism",
    "mse",
    "closed_form",
    "estimate",
    "RandomFeatures",
    "features",
    "choose",
    "downstream",
    "audit",
    "derive",
    "verify",
    "show",
    "errata",
    "evaluate",
    "convert",
]

#: where each name is defined; `features` is a package
_HOMES = {
    "Mechanism": "rftheory.mechanisms.mechanism",
    "RandomFeatures": "rftheory.features.transformer",
    "audit": "rftheory._audit.run",
    "closed_form": "rftheory.answers.closed",
    "choose": "rftheory._choose.compare",
    "convert": "rftheory.inputs.conventions",
    "downstream": "rftheory._choose.downstream.run",
    "derive": "rftheory.deriving.derivation",
    "errata": "rftheory.answers.shown",
    "estimate": "rftheory.answers.estimates",
    "evaluate": "rftheory.answers.value",
    "mse": "rftheory.answers.closed",
    "show": "rftheory.answers.shown",
    "verify": "rftheory.answers.judged",
}


def __getattr__(name: str) -> Any:
    """Load one of the names of `__all__`."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name in _HOMES:
        # kept, so that it is looked up once
        globals()[name] = getattr(importlib.import_module(_HOMES[name]), name)
        return globals()[name]
    return importlib.import_module(f"{__name__}.{name}")


def __dir__() -> list[str]:
    return list(__all__)
