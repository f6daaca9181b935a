"""Known mistakes in samplers of random features, each as a mechanism that makes it: what they imply is drawn, not looked up by name."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from rftheory.arrays import Array
from rftheory.auditing.claim import Claim
from rftheory.auditing.reference import Draw, Variant
from rftheory.conformity.geometry import NAMES, geometry_of
from rftheory.couplings.blocks import block_sizes
from rftheory.couplings.coupling import Coupling, chi_lengths
from rftheory.couplings.simplex import simplex_product


def mistakes(claim: Claim) -> Iterator[Variant]:
    """Those that features with this claim can have."""
    coupling = claim.coupling
    assert coupling is not None
    right = Variant.of(coupling).draw
    yield from _of_factors(right, claim)
    yield from _of_lengths(coupling, claim)
    if not coupling.independent:
        yield from _of_rotations(coupling, claim.dimension)
    for name, other in NAMES.items():
        if type(other) is not type(coupling) and (name != "simplex" or claim.dimension > 1):
            yield Variant.of(other, f"the projections are {name} ones")


def _of_factors(right: Draw, claim: Claim) -> Iterator[Variant]:
    norm = "exp(-|x|^2/2)"
    other = "softmax" if claim.kernel == "gaussian" else "Gaussian"
    sign = (
        "missing from the features"
        if claim.positive or claim.kernel == "gaussian"
        else "once too often in the features"
    )
    opposite = "once too often in the features" if sign.startswith("missing") else "missing from the features"
    also = {
        1: f" (or they are features of the {other} kernel)" if claim.kernel == "gaussian" else "",
        -1: f" (or they are features of the {other} kernel)" if claim.kernel == "softmax" else "",
    }
    yield Variant(f"a factor {norm} is {sign}{also[1]}", right, log_factor=lambda s, m, d: s / 2)
    words = f"a factor {norm} is {opposite}{also[-1]}"
    if sign.startswith("once"):
        words = f"a factor exp(|x|^2/2) is missing from the features{also[-1]}"
    yield Variant(words, right, log_factor=lambda s, m, d: -s / 2)
    yield Variant("the factor 1/sqrt(m) is missing", right, log_factor=lambda s, m, d: math.log(m) / 2)
    yield Variant(
        "the features have the factor 1/m in place of 1/sqrt(m)", right, log_factor=lambda s, m, d: -math.log(m) / 2
    )
    yield Variant(
        "the features have a factor sqrt(2) too much: the kernel is doubled",
        right,
        log_factor=lambda s, m, d: math.log(2) / 2,
    )
    yield Variant(
        "a factor sqrt(2) of the features is missing: the kernel is halved",
        right,
        log_factor=lambda s, m, d: -math.log(2) / 2,
    )
    scales = {
        "sqrt(2)": lambda d: math.sqrt(2),
        "1/sqrt(2)": lambda d: math.sqrt(0.5),
        "d^(1/4)": lambda d: d**0.25,
        "d^(-1/4)": lambda d: d**-0.25,
        "2 pi": lambda d: 2 * math.pi,
    }
    for name, scale in scales.items():
        yield Variant(f"inputs or projections are multiplied by {name}", right, scale=scale)
    yield Variant("the two sides do not share their projections", right, shared=False)


def _of_lengths(coupling: Coupling, claim: Claim) -> Iterator[Variant]:
    d, block = claim.dimension, geometry_of(coupling, claim.dimension).block

    def with_lengths(words: str, lengths: Draw) -> Variant:
        def draw(generator: np.random.Generator, m: int, d: int, replicates: int) -> Array:
            return _directions(coupling, generator, m, d, replicates) * lengths(generator, m, d, replicates)

        return Variant(words, draw)

    def chi(generator: np.random.Generator, m: int, d: int, replicates: int) -> Array:
        return chi_lengths(generator, m, d, replicates).T[..., None]

    yield with_lengths(
        "all projections have the length sqrt(d), not independent chi_d lengths",
        lambda g, m, d, r: np.full((1, 1, 1), math.sqrt(d)),
    )
    yield with_lengths(
        "the projections are unit vectors: their lengths are missing", lambda g, m, d, r: np.ones((1, 1, 1))
    )
    yield with_lengths("lengths have one degree of freedom instead of d", lambda g, m, d, r: chi(g, m, 1, r))
    yield with_lengths("one length is shared by all projections of a call", lambda g, m, d, r: chi(g, 1, d, r))
    columns = "lengths are on the wrong axis: they multiply coordinates (columns), not projections (rows)"
    yield with_lengths(f"{columns}, the same ones in all blocks", lambda g, m, d, r: chi(g, d, d, r).swapaxes(1, 2))
    if block > 1:
        yield with_lengths(
            columns,
            lambda g, m, d, r: _by_blocks(
                m, block, lambda size: np.repeat(chi(g, d, d, r).swapaxes(1, 2), size, axis=1)
            ),
        )

    def again(generator: np.random.Generator, m: int, d: int, replicates: int) -> Array:
        first = chi(generator, min(m, block), d, replicates)
        return _by_blocks(m, block, lambda size: first[:, :size])

    def same_block(generator: np.random.Generator, m: int, d: int, replicates: int) -> Array:
        first = coupling.draw(generator, min(m, block), d, replicates)
        return _by_blocks(m, block, lambda size: first[:, :size])

    if block > 1:
        yield with_lengths("the lengths of the first block are used again in the other blocks", again)
        yield Variant("the first block of projections is used again", same_block)
        yield with_lengths(
            "lengths are shared by the projections of a block",
            lambda g, m, d, r: _by_blocks(m, block, lambda size: np.repeat(chi(g, 1, d, r), size, axis=1)),
        )
    elif d > 1:
        yield Variant(
            "the first d projections are used again",
            lambda g, m, d, r: _by_blocks(m, d, _repeated(coupling, g, m, d, r)),
        )


def _of_rotations(coupling: Coupling, dimension: int) -> Iterator[Variant]:
    geometry = geometry_of(coupling, dimension)
    simplex = geometry.block == dimension > 1 and geometry.cosine == Fraction(-1, dimension - 1)
    if geometry.cosine and not simplex:
        # another arrangement of the vectors of a frame
        return
    for words, transposed in (("rows", True), ("columns", False)):

        def draw(
            generator: np.random.Generator, m: int, d: int, replicates: int, transposed: bool = transposed
        ) -> Array:
            def block(size: int) -> Array:
                factor = np.linalg.qr(generator.standard_normal((replicates, d, d)))[0]
                rows = factor if transposed else factor.swapaxes(1, 2)
                if simplex:
                    rows = simplex_product(rows.swapaxes(0, 1)).swapaxes(0, 1)
                return np.asarray(rows[:, :size])

            lengths = chi_lengths(generator, m, d, replicates).T[..., None]
            return _by_blocks(m, geometry.block, block) * lengths

        yield Variant(
            f"the rotation is not Haar: the {words} of Q of a QR factorisation without the signs of R's diagonal", draw
        )


def _repeated(coupling: Coupling, generator: np.random.Generator, m: int, d: int, replicates: int):  # type: ignore[no-untyped-def]
    first = coupling.draw(generator, min(m, d), d, replicates)
    return lambda size: first[:, :size]


def _by_blocks(m: int, block: int, make) -> Array:  # type: ignore[no-untyped-def]
    return np.concatenate([make(size) for size in block_sizes(m, max(block, 1))], axis=1)


def _directions(coupling: Coupling, generator: np.random.Generator, m: int, d: int, replicates: int) -> Array:
    projections = coupling.draw(generator, m, d, replicates)
    return np.asarray(projections / np.linalg.norm(projections, axis=-1, keepdims=True))
