"""The polynomial cosine: a bound of its error, proved in ball arithmetic for every float64 that it takes, and what it leaves to NumPy."""

from __future__ import annotations

import flint
import numpy as np
import pytest
from flint import arb, arb_series

from rftheory.families import cosine as module
from rftheory.families.cosine import COEFFICIENTS, ERROR, FURTHEST, PI, cosine
from rftheory.families.trigonometric import Trigonometric
from rftheory.families.waves import GaussianMap

UNIT = 2.0**-53
#: pieces of [0, pi/2], and terms of Taylor's series on one
PIECES, TERMS = 512, 16


@pytest.fixture(autouse=True)
def many_bits():
    before, flint.ctx.prec = flint.ctx.prec, 200
    yield
    flint.ctx.prec = before


def largest(of: arb) -> arb:
    return abs(of).upper()


def polynomial(square, coefficients):
    value = square * 0
    for coefficient in reversed((1.0, *coefficients)):
        value = value * square + arb(coefficient)
    return value


def apart(rest: arb, coefficients) -> arb:
    """The most that the polynomial in exact arithmetic is off from cos r on a piece, by Taylor's series with its remainder."""

    def off(at: arb) -> arb_series:
        r = arb_series([at, 1], TERMS + 1)
        return r.cos() - polynomial(r * r, coefficients)

    found, radius = arb(0), arb(rest.rad())
    for k, term in enumerate((off(arb(rest.mid())).coeffs() + [arb(0)] * TERMS)[:TERMS]):
        found += largest(term) * radius**k
    return found + largest(off(rest)[TERMS]) * radius**TERMS


def rounded(rest: arb, coefficients) -> arb:
    """The most that roundings of a piece make: each operation is off by 2^-53 of its result (r is a float64 here)."""
    unit, square = arb(UNIT), rest * rest
    of_square = unit * largest(square)
    value, error = arb(coefficients[-1]), arb(0)
    for coefficient in (*coefficients[-2::-1], 1.0):
        size = largest(value) * of_square + largest(square) * error + of_square * error
        product = value * square
        size += unit * (largest(product) + size)
        value = product + arb(coefficient)
        error = size + unit * (largest(value) + size)
    return error


def bound(coefficients=COEFFICIENTS, parts=PI, furthest=FURTHEST) -> arb:
    """Of the error for |x| up to ``furthest``: of r, which the slope of the cosine carries on, of the polynomial and of roundings."""
    high, low = (arb(part) for part in parts)
    # q p_1 is exact, and so is x - q p_1 (a multiple of the last bit of x, below 2); q p_2 and the second difference are rounded
    turns = arb(furthest) / arb.pi() + 1
    assert float(parts[0] * 2.0**29).is_integer() and parts[0] < 4 and turns < 2**22
    end = arb.pi() * (arb(1) / 2 + 3 * arb(UNIT) * turns)
    lost = turns * (largest(arb.pi() - high - low) + arb(UNIT) * largest(low))
    worst = arb(0)
    for k in range(PIECES):
        rest = end * (arb(2 * k + 1, 1) / (2 * PIECES))
        off = (lost + arb(UNIT) * largest(rest)) * (1 + arb(UNIT))
        worst = max(
            worst, largest(rest.sin()) * off + off * off + apart(rest, coefficients) + rounded(rest, coefficients)
        )
    return worst


def test_the_error_is_bounded_for_every_number():
    found = bound()
    assert found < arb(ERROR)
    # controls: a coefficient that is off in its twelfth digit, one term less, pi in one part, and a bound of half the size
    slipped = (*COEFFICIENTS[:3], COEFFICIENTS[3] * (1 + 1e-12), *COEFFICIENTS[4:])
    for other in (bound(slipped), bound(COEFFICIENTS[:-1]), bound(parts=(PI[0], 0.0))):
        assert not other < arb(ERROR)
    assert not found < arb(ERROR) / 2


def test_the_error_is_as_proved_and_each_number_has_its_own():
    generator = np.random.default_rng(0)
    quarters = np.pi / 4 * np.arange(-4000.0, 4000.0)
    x = np.concatenate([generator.normal(scale=s, size=3000) for s in (1e-9, 1.0, 30.0, 1e5)] + [quarters])
    found = cosine(x)
    exact = [arb(number).cos() for number in x.tolist()]
    assert all(abs(arb(value) - true) < arb(ERROR) for value, true in zip(found.tolist(), exact, strict=True))
    # control: a third of what is proved is not true
    assert any(abs(arb(value) - true) > arb(ERROR) / 3 for value, true in zip(found.tolist(), exact, strict=True))
    assert (cosine(-x) == found).all() and (cosine(x[:7]) == found[:7]).all()
    turned = np.asfortranarray(x[:6000].reshape(3, 2000))
    assert (cosine(turned) == found[:6000].reshape(3, 2000)).all()


def test_they_go_where_they_are_wanted_also_over_the_numbers():
    x = np.append(np.random.default_rng(0).normal(scale=9, size=20_000), [4e6, 1e300]).reshape(2, -1)
    wanted = cosine(x)
    for own in (x.copy(), np.asfortranarray(x)):
        other = np.empty_like(own)
        assert cosine(own, out=other) is other and (other == wanted).all() and (own == x).all()
        assert cosine(own, out=own) is own and (own == wanted).all()


def test_waves_of_the_engine_take_it_where_they_have_many_quadrants():
    def drawn(size: float):
        law, made = Trigonometric().reduction(8), np.empty((3, 1, 50))
        images = np.random.default_rng(0).standard_normal(made.shape)
        law.fill(made, images, np.array([[size]]))
        return made, images * size

    for size in (0.5, 2.0):
        made, images = drawn(size)
        assert (made == (cosine if size > 1 else np.cos)(images)).all()


def test_features_with_a_phase_take_it():
    image = np.random.default_rng(1).uniform(0, 6, 1000)
    rows, size = image[None], np.ones((1, 1))
    phased = GaussianMap("gaussian", "phased").of_images(rows.copy(), 0.0, 0.0, size, 3, "x")[0]
    plain = GaussianMap("gaussian", "cos").of_images(rows, 0.0, 0.0, size, 3, "x")[0][:, 1000:]
    assert (phased == cosine(image)).all()
    # control: NumPy's, where no phase makes quadrants uniform, has other last digits
    assert (plain == np.cos(image)).all() and not (np.cos(image) == cosine(image)).all()


def test_what_is_left_to_numpy(monkeypatch: pytest.MonkeyPatch):
    far = np.array([1.0, 4e6, 1e300, -1e17, np.nan, 0.0])
    assert np.array_equal(cosine(far)[1:5], np.cos(far[1:5]), equal_nan=True)
    assert cosine(far)[0] == cosine(far[:1])[0] and cosine(far)[5] == 1
    small = np.linspace(0, 3, 50, dtype=np.float32)
    assert cosine(small).dtype == np.float32 and (cosine(small) == np.cos(small)).all()
    assert cosine(np.empty((0, 3))).shape == (0, 3)
    # control: without the limit large numbers have another cosine
    monkeypatch.setattr(module, "FURTHEST", 2.0**60)
    assert not abs(cosine(far)[1] - np.cos(4e6)) > ERROR
    assert abs(cosine(np.array([1e15]))[0] - np.cos(1e15)) > ERROR
