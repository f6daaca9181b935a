"""What `choose` answers: candidates, which of them it recommends, and the map itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from rftheory._choose.candidate import Average, Candidate, Units
from rftheory._choose.json import Plain
from rftheory._choose.sizes import Measure, StatedSize
from rftheory.extensions.naming import one_of
from rftheory.features.transformer import RandomFeatures
from rftheory.printing import Printed

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from rftheory._choose.attention import Attention


@dataclass(frozen=True)
class Served(Plain):
    """The largest factor of the rows at which a map of the stated size has a relative error of at most ``error``.

    Attributes:
        factor: rounded down to three digits.
        scale: the temperature or bandwidth that does the same; None where bandwidths are several.
        title: of the mechanism.
    """

    factor: float
    scale: float | None
    error: float
    title: str


@dataclass(frozen=True, repr=False)
class Recommendation(Printed, Plain):
    """The advice in one sentence, the candidate by its title, why in words, and whether even the best is of use."""

    sentence: str
    title: str
    reason: str
    useful: bool = True

    def __str__(self) -> str:
        return f"{self.sentence} {self.title}: {self.reason}"


@dataclass(frozen=True, kw_only=True, repr=False)
class Choice(Units, Printed, Plain):
    """The result of `choose`: candidates by increasing error, those without a known error last. It prints as a table.

    Attributes:
        kernel, scale, origin, dimension, columns: the kernel, and the units of the inputs, as in `Units`.
        queries, keys: numbers of rows L and N, over all ``groups`` matrices together.
        pairs: number of pairs that averages are taken over; ``exact`` if these are all L N.
        stated: size that the errors are stated for: at most so many features per input, or m projections.
        target: relative error that was asked for, or None.
        measure: kind of relative error, "matrix" or "pair".
        log_mean_square: ``log mean K^2`` of the kernel over the pairs.
        served: norms, or temperature, at which maps of the stated size reach the target, or 10%.
        outputs: errors of attention outputs by simulation, if asked for, and by default for the softmax kernel and few rows.
        findings: warnings about the data; ``notes``: remarks for reading the table.
    """

    hidden: ClassVar[tuple[str, ...]] = ("origin", "columns")

    queries: int
    keys: int
    groups: int
    pairs: int
    exact: bool
    stated: StatedSize
    target: float | None
    measure: Measure
    seed: int
    log_mean_square: Average
    candidates: tuple[Candidate, ...]
    recommendation: Recommendation
    served: Served | None
    outputs: Attention | None
    findings: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def recommended(self) -> Candidate:
        """The candidate that is recommended."""
        return self.candidate(self.recommendation.title)

    def candidate(self, title: str) -> Candidate:
        """A candidate by its title, "positive, simplex", or by its mechanism, "positive x simplex".

        Raises:
            ValueError: if there is none; the message names the nearest.
        """
        for each in self.candidates:
            if title.strip().lower() in each.called:
                return each
        called = sorted(name for each in self.candidates for name in each.called)
        raise one_of("title", [each.title for each in self.candidates], title, called)

    def make(self, title: str | None = None, *, m: int | None = None, seed: Any = None) -> RandomFeatures:
        """The recommended map, or that of another candidate: as its `Candidate.make`.

        Raises:
            ValueError: for an unknown title, and a candidate of which no map can be drawn.
        """
        chosen = self.recommended if title is None else self.candidate(title)
        return chosen.make(m=m, seed=seed)

    def attention(self, queries: Any, keys: Any = None, values: Any = None, **options: Any) -> Attention:
        """Errors of the row sums and of the normalised output of attention, by draws; as `attention.attention_errors`."""
        from rftheory._choose.attention import attention_errors

        return attention_errors(self, queries, keys, values, **options)

    def plot(self, count: int = 6) -> Figure:
        """Expected relative errors against the number of features, of the best ``count`` mechanisms; as `picture.draw`."""
        from rftheory._choose.picture import draw

        return draw(self, count)

    def __str__(self) -> str:
        from rftheory._choose.show import choice_text

        return choice_text(self)

    def __repr__(self) -> str:
        return f"<Choice among {len(self.candidates)} for the {self.kernel} kernel: {self.recommendation.sentence}>"

    def to_json(self) -> dict[str, Any]:
        """As `Plain`; the scale and the size by their names."""
        own = super().to_json()
        stated, own["attention"] = own.pop("stated"), own.pop("outputs")
        return {self.scale_name if key == "scale" else key: value for key, value in own.items()} | stated
