"""The geometry of a coupling that is given by name, by object, or as a geometry."""

from __future__ import annotations

from rftheory.couplings.coupling import Coupling
from rftheory.couplings.geometry import Geometry
from rftheory.couplings.iid import Independent
from rftheory.couplings.names import title_of
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.inputs.arrays import check_count

NAMES: dict[str, Coupling] = {"iid": Independent(), "orthogonal": Orthogonal(), "simplex": Simplex()}


def geometry_of(coupling: Coupling | Geometry | str, d: int) -> Geometry:
    """The geometry of a coupling in R^d: independent, orthogonal, simplex (by name or object), or the one that is given."""
    d = check_count("d", d)
    if isinstance(coupling, str):
        if coupling not in NAMES:
            raise ValueError(f"coupling must be one of {', '.join(NAMES)}, got {coupling!r}")
        coupling = NAMES[coupling]
    if not isinstance(coupling, Coupling | Geometry):
        raise ValueError(f"coupling must be one of {', '.join(NAMES)} or an object, got {coupling!r}")
    geometry = coupling.geometry_in(d)
    if geometry is None:
        raise ValueError(f"no closed form is known for {title_of(coupling)}; there is one for {', '.join(NAMES)}")
    return geometry
