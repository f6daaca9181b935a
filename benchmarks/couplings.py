"""Time per draw of the couplings: full and reduced draws beside straightforward code and beside the floor, as ratios.

    python benchmarks/couplings.py [--seconds 0.5] [--dimension 6 --dimension 64] [--json FILE]

Straightforward code draws one matrix at a time and multiplies: `scipy.stats.ortho_group` for the Haar rotation, the
dense matrix S, the iteration of simplex+ vector by vector, dense Hadamard and sign matrices, `scipy.stats.qmc`.
The floor is raw normal variables in one call: m d of them for a full draw, 2 m for the images of a pair. All cases have m = d
and the images of one pair of inputs as the result. Prints a table and one line of JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.linalg import hadamard
from scipy.special import ndtri
from scipy.stats import ortho_group, qmc

from benchmarks._measuring import Rounds, Work, alternate, one_thread, parser, print_table, report
from rftheory.couplings.coupling import WORKING_SET, Coupling, Isotropic
from rftheory.couplings.hadamard import HadamardProduct, padded
from rftheory.couplings.halton import Halton
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex, simplex_product
from rftheory.couplings.simplex_plus import SimplexPlus
from rftheory.couplings.sobol import Sobol
from rftheory.inputs.arrays import Array, images
from rftheory.montecarlo.chunks import keep_freed_memory

Draw = Callable[[np.random.Generator, int], Array]


def chi(generator: np.random.Generator, d: int) -> Array:
    return np.sqrt(generator.chisquare(d, (d, 1)))


def plain_simplex_plus(generator: np.random.Generator, d: int) -> Array:
    lengths = chi(generator, d)
    vectors = lengths * simplex_product(np.eye(d))
    for _ in range(1000):
        for i in range(d):
            others = vectors.sum(axis=0) - vectors[i]
            vectors[i] = -lengths[i] * others / np.linalg.norm(others)
        least = max(0.0, 2 * lengths.max() - lengths.sum())
        if np.linalg.norm(vectors.sum(axis=0)) - least < 1e-13 * lengths.sum():
            break
    return vectors @ ortho_group.rvs(d, random_state=generator)


def plain_product(generator: np.random.Generator, d: int) -> Array:
    size = padded(d)
    matrix, rotation = hadamard(size) / np.sqrt(size), np.eye(size)
    for _ in range(3):
        rotation = rotation @ matrix @ np.diag(generator.choice([-1.0, 1.0], size))
    return (chi(generator, size) * rotation)[:d, :d]


def plain_halton(generator: np.random.Generator, d: int) -> Array:
    return ndtri(qmc.Halton(d, scramble=True, rng=generator).random(d))


def plain_sobol(generator: np.random.Generator, d: int) -> Array:
    return ndtri(qmc.Sobol(d, rng=generator).random_base2((d - 1).bit_length())[:d])


PLAIN: dict[str, Draw] = {
    "independent": lambda g, d: g.standard_normal((d, d)),
    "orthogonal": lambda g, d: chi(g, d) * ortho_group.rvs(d, random_state=g),
    "simplex": lambda g, d: chi(g, d) * (simplex_product(np.eye(d)) @ ortho_group.rvs(d, random_state=g)),
    "simplex+": plain_simplex_plus,
    "Hadamard product": plain_product,
    "Halton": plain_halton,
    "Sobol": plain_sobol,
}
COUPLINGS: dict[str, Coupling] = {
    "independent": Independent(),
    "orthogonal": Orthogonal(),
    "simplex": Simplex(),
    "simplex+": SimplexPlus(),
    "Hadamard product": HadamardProduct(),
    "Halton": Halton(),
    "Sobol": Sobol(),
}


def measure(name: str, d: int, seconds: float) -> dict[str, Any]:
    coupling, generator = COUPLINGS[name], np.random.default_rng(0)
    inputs = np.random.default_rng(1).standard_normal((2, d))
    replicates = max(16, WORKING_SET // d**2)
    many = 8192

    def full() -> int:
        images(inputs, coupling.draw(generator, d, d, replicates))
        return replicates

    def plain() -> int:
        images(inputs, PLAIN[name](generator, d))
        return 1

    def floor() -> int:
        generator.standard_normal((d, d, replicates))
        return replicates

    def images_only() -> int:
        if isinstance(coupling, HadamardProduct):
            coupling.draw_operator(generator, d, d, many).apply(inputs)
        elif isinstance(coupling, Isotropic):
            coupling.draw_images(generator, *inputs, d, many)
        return many

    def images_floor() -> int:
        generator.standard_normal((2, d, many))
        return many

    works: dict[str, Work] = {"full": full, "plain": plain, "floor": floor}
    if isinstance(coupling, HadamardProduct | Isotropic):
        works |= {"images": images_only, "images floor": images_floor}
    rounds = alternate(works, seconds)
    return {"case": name, "d": d, "draws_per_second": rounds.rates, "speeds": _speeds(rounds)}


#: (what, how many times as fast as what)
_PAIRS = (
    ("full", "plain"),
    ("full", "floor"),
    ("images", "full"),
    ("images", "plain"),
    ("images", "images floor"),
)


def _speeds(rounds: Rounds) -> dict[str, str]:
    known = [pair for pair in _PAIRS if set(pair) <= set(rounds.seconds)]
    return {f"{fast}/{slow}": str(rounds.speed(fast, slow)) for fast, slow in known}


def main(arguments: list[str] | None = None) -> int:
    options = parser(__doc__, seconds=0.5)
    options.add_argument("--dimension", type=int, action="append")
    given = options.parse_args(arguments)
    keep_freed_memory()
    with one_thread():
        rows = [measure(name, d, given.seconds) for d in given.dimension or (6, 64) for name in COUPLINGS]
    titles = [f"{fast}/{slow}" for fast, slow in _PAIRS]
    print_table(
        "draws per second; speeds of full draws and of images alone beside straightforward code and the floor",
        ["coupling", "d = m", "full", *titles],
        [
            [row["case"], row["d"], f"{row['draws_per_second']['full']:.1e}"]
            + [row["speeds"].get(title, "") for title in titles]
            for row in rows
        ],
    )
    report(rows, given.json)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
