"""Time per draw of the couplings: full and reduced draws beside straightforward code and beside the floor, as ratios.

    python benchmarks/couplings.py [--seconds 0.5] [--dimension 6 --dimension 64]

Straightforward code draws one matrix at a time and multiplies: `scipy.stats.ortho_group` for the Haar rotation, the
dense matrix S, the iteration of simplex+ vector by vector, dense Hadamard and sign matrices, `scipy.stats.qmc.Halton`.
The floor is raw normal variables in one call: m d of them for a full draw, 2 m for the images of a pair. All cases have m = d
and the images of one pair of inputs as the result. Prints a table and one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable

import numpy as np
from scipy.linalg import hadamard
from scipy.special import ndtri
from scipy.stats import ortho_group, qmc

from rftheory.couplings.coupling import WORKING_SET, Coupling, Isotropic
from rftheory.couplings.hadamard import HadamardProduct, padded
from rftheory.couplings.halton import Halton
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex, simplex_product
from rftheory.couplings.simplex_plus import SimplexPlus
from rftheory.families.arrays import Array, images
from rftheory.simulate.engine import keep_freed_memory

Draw = Callable[[np.random.Generator, int], Array]


def seconds_per_draw(work: Callable[[], int], seconds: float) -> float:
    """The least time per draw over calls of ``work``, which returns how many draws it made."""
    work()
    best, start = np.inf, time.perf_counter()
    while time.perf_counter() - start < seconds:
        before = time.perf_counter()
        draws = work()
        best = min(best, (time.perf_counter() - before) / draws)
    return float(best)


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


PLAIN: dict[str, Draw] = {
    "independent": lambda g, d: g.standard_normal((d, d)),
    "orthogonal": lambda g, d: chi(g, d) * ortho_group.rvs(d, random_state=g),
    "simplex": lambda g, d: chi(g, d) * (simplex_product(np.eye(d)) @ ortho_group.rvs(d, random_state=g)),
    "simplex+": plain_simplex_plus,
    "Hadamard product": plain_product,
    "Halton": plain_halton,
}
COUPLINGS: dict[str, Coupling] = {
    "independent": Independent(),
    "orthogonal": Orthogonal(),
    "simplex": Simplex(),
    "simplex+": SimplexPlus(unconverged="warn"),
    "Hadamard product": HadamardProduct(),
    "Halton": Halton(),
}


def measure(name: str, d: int, seconds: float) -> dict[str, object]:
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

    times = {"full": full, "plain": plain, "floor": floor}
    if isinstance(coupling, HadamardProduct | Isotropic):
        times |= {"images": images_only, "images_floor": images_floor}
    return {"case": name, "d": d} | {key: seconds_per_draw(work, seconds) for key, work in times.items()}


def line(row: dict[str, object]) -> str:
    def ratio(over: str, under: str) -> str:
        return f"{row[over] / row[under]:8.1f}" if over in row and under in row else " " * 8  # type: ignore[operator]

    pairs = (("plain", "full"), ("full", "floor"), ("full", "images"), ("plain", "images"), ("images", "images_floor"))
    return f"  {row['d']:4} {row['case']:17}{row['full']:9.1e}" + "".join(ratio(*pair) for pair in pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--dimension", type=int, action="append")
    options = parser.parse_args()
    keep_freed_memory()
    print("   d  case             full [s]   plain    full    full   plain  images")
    print("                                 / full / floor /images /images / floor")
    rows = []
    for d in options.dimension or (6, 64):
        for name in COUPLINGS:
            rows.append(measure(name, d, options.seconds))
            print(line(rows[-1]))
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
