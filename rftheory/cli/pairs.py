"""Pairs of inputs as they are given on the command line: by their invariants, exactly, or in a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import sympy as sp

from rftheory.inputs.arrays import Array, check_inputs, check_room
from rftheory.inputs.files import ALONE, array_in, names_in
from rftheory.inputs.points import parse_value

if TYPE_CHECKING:
    from rftheory.answers.estimates import Estimates

#: without inputs in a file
DIMENSION = 64
#: lists on the command line; more pairs belong in a file
_MOST = 1000
_LAYOUTS = "npz with x and y of shape (P, d), npy of shape (2, P, d), csv with the d columns of x and then those of y"


@dataclass(frozen=True, eq=False)
class GivenPairs:
    """P pairs of inputs, and what to call them.

    Attributes:
        x, y: shape (P, d).
        column: what tells the pairs apart, "v", "z", "theta" or "pair".
        labels: its values, one for each pair.
        description: all of them in one line.
    """

    x: Array
    y: Array
    column: str
    labels: tuple[str, ...]
    description: str

    def named(self, found: Estimates) -> Estimates:
        """Estimates at these pairs, which are called so."""
        return replace(found, column=self.column, labels=self.labels)


def pairs_of(given: Mapping[str, Any]) -> GivenPairs:
    """The pairs that options ask for: v, z, x_norm with y_norm and theta, or inputs, and d.

    Raises:
        ValueError: for none or several of these, and what each of them refuses.
    """
    norms = {name: given[name] for name in ("x_norm", "y_norm", "theta") if given[name] is not None}
    ways = [given["v"] is not None, given["z"] is not None, bool(norms), given["inputs"] is not None]
    if sum(ways) != 1:
        raise ValueError("inputs are needed, in one way: --v, --z, --x-norm with --y-norm and --theta, or --inputs")
    d = given["d"] or DIMENSION
    for name in ("v", "z"):
        if given[name] is not None:
            return pairs_on_a_line(name, given[name], d)
    if given["inputs"] is None:
        return pairs_by_norms(norms, d)
    found = pairs_in_file(given["inputs"])
    if given["d"] not in (None, found.x.shape[1]):
        raise ValueError(f"--d must be {found.x.shape[1]}, that of {given['inputs']}, or be left out, got {given['d']}")
    return found


def pairs_on_a_line(name: str, text: str, d: int) -> GivenPairs:
    """One pair for each value of a list ``0.5,1,2``: ``y = x`` with ``|x + y| = v``, or ``y = -x`` with ``|x - y| = z``.

    Args:
        name: "v" or "z".

    Raises:
        ValueError: unless the values are finite numbers >= 0.
    """
    texts, values = _numbers(name, text)
    check_room("inputs", 2, len(values), d)
    x = np.zeros((len(values), d))
    x[:, 0] = values / 2
    y, equal = (x.copy(), "y = x") if name == "v" else (-x, "y = -x")
    return GivenPairs(x, y, name, texts, f"{name} = {', '.join(texts)} ({equal})")


def pairs_by_norms(given: Mapping[str, str], d: int) -> GivenPairs:
    """Inputs of given norms and angle, which are numbers or lists of one length.

    Args:
        given: x_norm, y_norm and theta (radians, in [0, pi]).

    Raises:
        ValueError: for what is missing, values out of range, lists of several lengths, and d = 1 with inputs that span a
            plane.
    """
    missing = [name for name in ("x_norm", "y_norm", "theta") if name not in given]
    if missing:
        raise ValueError(f"inputs need x_norm, y_norm and theta; missing: {', '.join(missing)}")
    read = {name: _numbers(name, text) for name, text in given.items()}
    count = max(len(texts) for texts, _ in read.values())
    for name, (texts, _) in read.items():
        if len(texts) not in (1, count):
            raise ValueError(f"{name} must be one number or {count} numbers, got {len(texts)}")
    x_norm, y_norm, theta = (np.broadcast_to(read[name][1], count) for name in ("x_norm", "y_norm", "theta"))
    if theta.max() > np.pi:
        raise ValueError(
            f"theta must be in [0, pi], got {read['theta'][0][int(theta.argmax()) % len(read['theta'][0])]}"
        )
    flat = np.isin(theta, (0.0, np.pi))
    if d == 1 and not flat.all():
        raise ValueError("d must be >= 2 for inputs at an angle other than 0 and pi, got 1")
    check_room("inputs", 2, count, d)
    x, y = np.zeros((2, count, d))
    x[:, 0] = x_norm
    y[:, 0] = y_norm * np.cos(theta)
    if d > 1:
        # the sine of the float next to pi is not 0
        y[:, 1] = np.where(flat, 0.0, y_norm * np.sin(theta))
    lists = [name for name, (texts, _) in read.items() if len(texts) > 1]
    column = lists[0] if len(lists) == 1 else "pair"
    labels = read[lists[0]][0] if len(lists) == 1 else _numbered(count)
    return GivenPairs(
        x, y, column, labels, ", ".join(f"{name} = {', '.join(texts)}" for name, (texts, _) in read.items())
    )


def _numbers(name: str, text: str) -> tuple[tuple[str, ...], Array]:
    """The texts of a list of numbers >= 0, and their values."""
    texts = tuple(part.strip() for part in text.split(","))
    if len(texts) > _MOST:
        raise ValueError(f"{name} has {len(texts)} values; allowed: at most {_MOST}, more in a file")
    values = []
    for part in texts:
        exact = parse_value(name, part)
        if not isinstance(exact, sp.Expr) or exact.is_negative:
            raise ValueError(f"{name} must be a number >= 0, or a list of them, got {part}")
        try:
            values.append(float(exact))
        except OverflowError:
            values.append(np.inf)
        if not np.isfinite(values[-1]):
            raise ValueError(f"{name} must be a number that float64 has, got {part}")
    return texts, np.array(values)


def _numbered(count: int) -> tuple[str, ...]:
    return tuple(str(k) for k in range(count))


def pairs_in_file(path: Path) -> GivenPairs:
    """Pairs from a file: npz with x and y, npy of shape (2, P, d), csv with 2 d columns and maybe a line of names.

    Raises:
        ValueError: naming the file and what is wrong with it.
    """
    try:
        x, y = (check_inputs(side, name) for name, side in zip("xy", _sides(path), strict=True))
    except (ValueError, OSError) as error:
        said = str(error).removeprefix(f"{path}: ")
        raise ValueError(f"{path}: {said}; allowed: {_LAYOUTS}") from None
    if x.shape != y.shape:
        raise ValueError(f"{path}: x and y must have the same shape (P, d), got {x.shape} and {y.shape}")
    return GivenPairs(x, y, "pair", _numbered(len(x)), f"{len(x)} pair{'s' * (len(x) != 1)} of {path.name}")


def _sides(path: Path) -> tuple[Array, Array]:
    names = names_in(path)
    if ALONE not in names:
        return array_in(path, "x"), array_in(path, "y")
    table = array_in(path)
    if path.suffix.lower() == ".csv":
        if table.shape[1] % 2:
            raise ValueError(f"the number of columns must be even, 2 d, got {table.shape[1]}")
        x, y = np.hsplit(table, 2)
        return x, y
    if table.ndim != 3 or len(table) != 2:
        raise ValueError(f"the shape must be (2, P, d), got {table.shape}")
    return table[0], table[1]
