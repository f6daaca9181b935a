"""Arrays of real numbers in files of users: ``file.npy``, ``file.npz``, and text with commas, ``file.csv``.

A file holds arrays by name; the one of a file that holds no names is called "".
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from rftheory.inputs.arrays import Array

SUFFIXES = (".npy", ".npz", ".csv")
#: what the only array of a file is called that holds no names
ALONE = ""


def names_in(path: Path) -> tuple[str, ...]:
    """The names of the arrays of a file; those of text and of ``npy`` are `ALONE`.

    Raises:
        FileNotFoundError: if there is no such file.
        ValueError: for other suffixes, and archives that cannot be read.
    """
    kind = path.suffix.lower()
    if kind not in SUFFIXES:
        raise ValueError(f"{path} must be a file {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}")
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    return _from_archive(path, None)[1] if kind == ".npz" else (ALONE,)


def array_in(path: Path, name: str = ALONE) -> Array:
    """One array of a file; of an ``npy`` a memory map, of text the table, after at most one line of names.

    Raises:
        FileNotFoundError, ValueError: as `names_in`; for a name that is not there, damaged files and pickled objects, and for
            text whose cells are not all numbers or whose rows have several lengths, with line and column, counted from 1.
    """
    names = names_in(path)
    if name not in names:
        raise ValueError(f"{path} must hold an array named {name}, it holds {', '.join(names)}")
    kind = path.suffix.lower()
    if kind == ".csv":
        return _from_text(path)
    return _from_archive(path, name)[0]


def _from_archive(path: Path, name: str | None) -> tuple[Array, tuple[str, ...]]:
    """An array of a file that NumPy has written, or none of them, and the names of all."""
    with path.open("rb") as file:
        magic = file.read(2)
        if magic not in (b"PK", b"\x93N"):
            raise ValueError(f"{path} is not a file of NumPy arrays")
        file.seek(0)
        try:
            if magic != b"PK":
                return np.asanyarray(np.load(path, mmap_mode="r", allow_pickle=False)), (ALONE,)
            with np.load(file, allow_pickle=False) as loaded:
                return np.zeros(0) if name is None else np.asarray(loaded[name]), tuple(loaded.files)
        # damage shows as an error of the archive, of its compression or of a header
        except Exception as error:
            raise ValueError(f"{path} cannot be read as NumPy arrays ({type(error).__name__}: {error})") from error


def _from_text(path: Path) -> Array:
    try:
        # a mark of the byte order is not part of the first number
        with path.open(encoding="utf-8-sig") as text:
            first, heading = 0, ""
            for first, heading in enumerate(text):  # noqa: B007
                if heading.strip():
                    break
            named = not any(map(_is_number, heading.split(",")))
            skipped = first + named
            if named and not any(line.strip() for line in text):
                raise ValueError(f"{path} has no rows of numbers")
        return np.loadtxt(path, delimiter=",", skiprows=skipped, ndmin=2, comments=None, encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not text") from None
    except ValueError:
        _refuse_text(path, skipped)
        raise


def _refuse_text(path: Path, skipped: int) -> None:
    """"""
    width = 0
    with path.open(encoding="utf-8-sig") as text:
        for number, line in enumerate(text, 1):
            if number <= skipped or not line.strip():
                continue
            cells = line.rstrip("\n").split(",")
            width = width or len(cells)
            for column, cell in enumerate(cells, 1):
                if not _is_number(cell):
                    raise ValueError(
                        f"{path} must hold numbers, got {cell.strip()!r} in line {number}, column {column}"
                    )
            if len(cells) != width:
                raise ValueError(f"{path} must have {width} columns in every row, got {len(cells)} in line {number}")


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
