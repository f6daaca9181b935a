"""Feature maps by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from numpy.typing import ArrayLike

from rftheory.couplings.coupling import Coupling
from rftheory.features.transformer import RandomFeatures
from rftheory.inputs.bandwidths import Bandwidth

if TYPE_CHECKING:
    from rftheory.families.hybrids.bipolar import Hybrid
    from rftheory.mechanisms.catalogue import AnyFamily
    from rftheory.mechanisms.mechanism import Mechanism


def make(
    name: str | AnyFamily | Hybrid | Mechanism,
    *,
    m: int,
    d: int | None = None,
    coupling: str | Coupling = "iid",
    kernel: str | None = None,
    bandwidth: Bandwidth | None = None,
    temperature: float | None = None,
    center: Literal["auto", "mean"] | ArrayLike | None = "auto",
    seed: Any = None,
    **parameters: Any,
) -> RandomFeatures:
    """A feature map that is ready to be fitted: ``make("oprf", coupling="simplex", kernel="gaussian", m=256, seed=0).fit(X)``.

    Args:
        name: of a family ("positive", "trigonometric", "oprf", "gerf", "poisson", ...) or of the coefficient of a hybrid
            ("angular" with ``n``), as `mechanisms.catalogue` has them, or the object itself; or of a whole mechanism, "oprf x simplex".
        seed: the ``random_state`` of `RandomFeatures`, which has the other arguments too.
        parameters: of the family; ``fit`` takes those that are not given from the data.

    Raises:
        ValueError: for what `RandomFeatures.check` refuses.
    """
    made = RandomFeatures(
        name,
        m,
        d=d,
        coupling=coupling,
        kernel=kernel,
        bandwidth=bandwidth,
        temperature=temperature,
        parameters=parameters or None,
        center=center,
        random_state=seed,
    )
    return made.check()
