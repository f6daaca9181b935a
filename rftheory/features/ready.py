"""Built-in families that are ready for numbers: their feature maps by the programs that are kept, without SymPy.

What such a program does not do (moments, waves, symbols, complex A) is done by the family itself, which `Ready.exact` gives.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Mapping
from dataclasses import MISSING, dataclass, fields, replace
from numbers import Real
from typing import TYPE_CHECKING, Any

from rftheory import extensions
from rftheory.arrays import Array, Projections, check_inputs, check_side, data_for, dense
from rftheory.couplings.names import names_of
from rftheory.families import programs
from rftheory.families.gerf_moments import optimal_parameters
from rftheory.families.parts import Exponent, Parts
from rftheory.statistics import DataStatistics

if TYPE_CHECKING:
    from rftheory.families.family import Family, Kernel

#: by their first names; the optimal features are GERF of one A
GERF, OPRF = "generalized-exponential", "optimal-positive"


@dataclass(frozen=True)
class Ready:
    """A family by its program.

    Args:
        name: of the program.
        A, s: the parameters of GERF.
        square: of OPRF, whose A follows from it and from d: v^2 = |x + y|^2, None if it is that of the data.
        open: whether A is still to be found (OPRF).
    """

    name: str
    A: float = 0.0
    s: int = 1
    square: float | None = None
    open: bool = False

    @property
    def kernel(self) -> Kernel:
        """The kernel that is estimated."""
        found: Kernel = programs.kept()[self.name]["kernel"]
        return found

    @property
    def auxiliary(self) -> int:
        """How many normal coordinates make a phase."""
        return self.program("x", 1).auxiliary

    def fit(self, x: Array | None, y: Array | None, d: int, given: Container[str] = ()) -> Ready:
        """With the A of OPRF for its square, or for the average of data; arguments and errors as `Family.fit`."""
        if not self.open:
            return self
        square = self.square
        if square is None:
            averages = DataStatistics.of(*map(dense, data_for("square", x, y)))
            square = averages.square_of_sum(1)
        return replace(self, A=float(optimal_parameters(square, d)), square=square, open=False)

    def numbers(self) -> dict[str, Any]:
        """The parameters by name."""
        return {"A": self.A, "s": self.s} if self.name == GERF else {}

    def parts(self, inputs: Array, projections: Projections, side: str = "x") -> Parts:
        """As `Family.parts`."""
        return programs.parts(self.program(check_side(side), inputs.shape[1]), check_inputs(inputs), projections)

    def exponent(self, projections: Projections, d: int, side: str = "x") -> Exponent | None:
        """As `Family.exponent`."""
        return programs.exponent(self.program(check_side(side), d), projections)

    def exact(self, d: int) -> Family:
        """The family itself, of inputs of R^d."""
        from rftheory import catalogue

        if self.square is not None:
            made = catalogue.family(OPRF, dimension=d, square=self.square).fit(None, None, d)
        else:
            made = catalogue.family(self.name, **self.numbers()).fit(None, None, d)
        found: Family = made  # type: ignore[assignment]
        return found

    def factors(self, side: str, functions: Mapping[str, Any]) -> tuple[Callable[..., Any] | None, ...]:
        """Those of the program, in functions of another library than numpy."""
        return programs.kept_factors(self.name, str(self.s), side, functions)

    def program(self, side: str, d: int) -> programs.MapProgram:
        """The program of one side, in R^d."""
        return programs.kept_program(self.name, str(self.s), side, d, self.A)


def ready(name: Any, parameters: Mapping[str, Any]) -> Ready | None:
    """A built-in family by name or as an object, if its program is kept and its parameters are real and in their range; else None.

    What is refused is refused by the family itself; where there are extensions, which may have any name, all are asked.
    """
    if extensions.folders():
        return None
    if not isinstance(name, str):
        own = None if parameters else _given(name)
        if own is None:
            return None
        name, parameters = names_of(type(name))[0], own
    key, given = name.strip().lower().replace("_", "-").replace(" ", "-"), dict(parameters)
    found = next((first for first, entry in programs.kept().items() if key in entry["names"]), None)
    if found == OPRF and set(given) <= {"square"}:
        square = given.get("square")
        if square is None or (_is_real(square) and square >= 0):
            return Ready(GERF, square=None if square is None else float(square), open=True)
    elif found == GERF and "A" in given and set(given) <= {"A", "s"}:
        A, s = given["A"], given.get("s", 1)
        # a variance is finite below 1/8
        if _is_real(A) and A < 1 / 8 and type(s) is int and s in (1, -1):
            return Ready(GERF, A=float(A), s=s)
    elif found not in (None, OPRF, GERF) and not given:
        return Ready(found)
    return None


def _given(family: Any) -> dict[str, Any] | None:
    """The parameters of a built-in family in float64, but for the dimension, which is that of the data; None if it has others."""
    kind = type(family)
    if not kind.__module__.startswith("rftheory.families."):
        return None
    if names_of(kind)[0] == GERF:
        A = family.numbers()["A"]
        return {"A": A.real if A.imag == 0 else A, "s": family.s}
    # a matrix among the fields is no default
    plain = all(
        entry.default is not MISSING and repr(getattr(family, entry.name)) == repr(entry.default)
        for entry in fields(kind)
    )
    return {} if plain and names_of(kind)[0] != OPRF else None


def _is_real(value: Any) -> bool:
    """Whether this is a number of float64, exactly."""
    return (
        isinstance(value, Real)
        and value is not True
        and value is not False
        and math.isfinite(value)
        and float(value) == value
    )
