"""Seeded single changes of a certificate or a specification, to see that a replay notices them.

A change is harmless only if the theorems that are proved are, as they are printed, the same as before.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

Record = dict[str, Any]
#: operators that take each other's place
EXCHANGED = (
    ("<=", "<"), ("=", "!="), ("=", "<="), ("+", "*"), ("neg", "abs"), ("sin", "cos"), ("exp", "cosh"), ("inv", "neg"),
    ("sqrt", "exp"), ("E", "image"), ("int", "D"), ("real", "def"), ("pow", "root"), ("pi", "imag"), ("sum", "prod"),
)  # fmt: skip
WORDS = (("open", "closed"), ("none", "open"), ("real", "int"), ("above", "below"), ("both", "above"), ("<", "<="))


def changes(cert_text: str, spec_text: str, rng: random.Random, n: int) -> Iterator[tuple[str, str, str]]:
    """``n`` single changes: the kind, the certificate and the specification; a changed specification is hashed anew."""
    made = 0
    while made < n:
        kind, change = rng.choice(KINDS)
        cert, spec = change(cert_text, spec_text, rng)
        if (cert, spec) != (cert_text, spec_text):
            made += 1
            yield kind, cert, spec


def _of_records(change: Callable[[list[Record], random.Random], None]) -> Callable[..., tuple[str, str]]:
    def changed(cert: str, spec: str, rng: random.Random) -> tuple[str, str]:
        records = [json.loads(line) for line in cert.splitlines()]
        change(records, rng)
        return "".join(json.dumps(record, separators=(",", ":")) + "\n" for record in records), spec

    return changed


def _picked(records: list[Record], rng: random.Random, wanted: Callable[[Record], bool]) -> Record | None:
    found = [record for record in records if wanted(record)]
    return rng.choice(found) if found else None


def _slots(value: Any, wanted: Callable[[Any], bool]) -> list[tuple[Any, Any]]:
    """Where in a nested value something is: pairs of a container and a key."""
    pairs = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    found = [(value, key) for key, item in pairs if wanted(item)]
    return found + [slot for _, item in pairs for slot in _slots(item, wanted)]


def _other_rational(text: str, rng: random.Random) -> str:
    above, _, below = text.partition("/")
    return rng.choice(
        [
            str(int(above) + 1),
            str(-int(above)),
            str(int(above) - 1),
            "1/2",
            text + "0",
            f"{int(above) + 1}/{below or 2}",
        ]
    )


def coefficient(records: list[Record], rng: random.Random) -> None:
    record = _picked(records, rng, lambda held: held.get("op") == "rat")
    if record:
        record["d"] = _other_rational(record["d"], rng)


def row(records: list[Record], rng: random.Random) -> None:
    slots = [slot for held in records if "p" in held for slot in _slots(held["p"], lambda item: isinstance(item, str))]
    if slots:
        place, key = rng.choice(slots)
        digits = place[key].lstrip("-").replace("/", "").isdigit()
        place[key] = _other_rational(place[key], rng) if digits else place[key] + "x"


def datum(records: list[Record], rng: random.Random) -> None:
    record = _picked(records, rng, lambda held: "t" in held and "d" in held and held["op"] != "rat")
    if record:
        slots = _slots(record, lambda item: isinstance(item, int | str))
        place, key = rng.choice([slot for slot in slots if slot[1] == "d" or slot[0] is record["d"]])
        others = [right if place[key] == left else left for left, right in WORDS if place[key] in (left, right)]
        place[key] = place[key] + rng.choice([1, -1]) if isinstance(place[key], int) else rng.choice([*others, "vec"])


def operator(records: list[Record], rng: random.Random) -> None:
    record = _picked(records, rng, lambda held: any(held.get("op") in pair for pair in EXCHANGED))
    if record:
        pair = rng.choice([pair for pair in EXCHANGED if record["op"] in pair])
        record["op"] = pair[1 - pair.index(record["op"])]


def argument(records: list[Record], rng: random.Random) -> None:
    record = _picked(records, rng, lambda held: bool(held.get("a")))
    if record:
        place = rng.randrange(len(record["a"]))
        record["a"][place] = rng.randrange(max(1, record["t"]))


def order_of_arguments(records: list[Record], rng: random.Random) -> None:
    record = _picked(records, rng, lambda held: len(held.get("a", ())) > 1)
    if record:
        first, second = rng.sample(range(len(record["a"])), 2)
        record["a"][first], record["a"][second] = record["a"][second], record["a"][first]


def number(records: list[Record], rng: random.Random) -> None:
    """A premise, a term, a context or a number of a step."""
    record = _picked(records, rng, lambda held: "p" in held)
    if record:
        place, key = rng.choice([(record, "c"), *_slots(record["p"], lambda item: isinstance(item, int))])
        place[key] = rng.randrange(max(2, record["s"], 1 + place[key]))


def shorter(records: list[Record], rng: random.Random) -> None:
    slots = [slot for held in records if "p" in held for slot in _slots(held["p"], lambda item: isinstance(item, list))]
    if slots:
        place, key = rng.choice(slots)
        if place[key]:
            place[key].pop(rng.randrange(len(place[key])))


def longer(records: list[Record], rng: random.Random) -> None:
    slots = [slot for held in records if "p" in held for slot in _slots(held["p"], lambda item: isinstance(item, list))]
    if slots:
        place, key = rng.choice(slots)
        place[key].append(rng.choice(place[key]) if place[key] else 0)


def rule_name(records: list[Record], rng: random.Random) -> None:
    record = _picked(records, rng, lambda held: "r" in held)
    if record:
        others = {held["r"] for held in records if "r" in held} | {"RING", "POS", "CHAIN", "REFL", "LEMMA", "AXIOM"}
        record["r"] = rng.choice(sorted(others))


def base(records: list[Record], rng: random.Random) -> None:
    record = _picked(records, rng, lambda held: "base" in held or "u" in held)
    if record:
        key = rng.choice(["base", "entry"] if "base" in record else ["u", "s"])
        record[key] = max(0, record[key] + rng.choice([-1, 1]))


def goal(records: list[Record], rng: random.Random) -> None:
    record = _picked(records, rng, lambda held: "g" in held or "x" in held)
    if record:
        key = rng.choice(list(record))
        record[key] = (
            rng.choice([record[key] + "1", "gap"]) if key in "gx" else max(0, record[key] + rng.choice([-1, 1]))
        )


def deleted(records: list[Record], rng: random.Random) -> None:
    records.pop(rng.randrange(len(records)))


def deleted_and_numbered(records: list[Record], rng: random.Random) -> None:
    """A step is left out, and later ones take the numbers before theirs."""
    record = _picked(records, rng, lambda held: "p" in held)
    if record:
        records.remove(record)
        for later in records:
            if later.get("s", -1) > record["s"]:
                later["s"] -= 1
            if later.get("i", -1) > record["s"]:
                later["i"] -= 1


def exchanged(records: list[Record], rng: random.Random) -> None:
    first = rng.randrange(len(records) - 1)
    records[first], records[first + 1] = records[first + 1], records[first]


def exchanged_steps(records: list[Record], rng: random.Random) -> None:
    """Two steps change places and keep the numbers of the places."""
    steps = [place for place, record in enumerate(records) if "p" in record]
    if len(steps) > 1:
        first, second = rng.sample(steps, 2)
        records[first]["s"], records[second]["s"] = records[second]["s"], records[first]["s"]
        records[first], records[second] = records[second], records[first]


def twice(records: list[Record], rng: random.Random) -> None:
    place = rng.randrange(len(records))
    records.insert(place, dict(records[place]))


def bytes_of_certificate(cert: str, spec: str, rng: random.Random) -> tuple[str, str]:
    place = rng.randrange(len(cert))
    return rng.choice([cert[:place] + cert[place + 1 :], cert[:place] + rng.choice(" 0-1,") + cert[place:]]), spec


def spec_hash(cert: str, spec: str, rng: random.Random) -> tuple[str, str]:
    return cert.replace('"spec":"', '"spec":"0', 1), spec


def of_spec(cert: str, spec: str, rng: random.Random) -> tuple[str, str]:
    """A word or a line of the specification; the certificate names the new hash."""
    if rng.random() < 0.3:
        lines = spec.splitlines()
        first, second = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[first], lines[second] = lines[second], lines[first]
        changed = "\n".join(lines) + "\n"
    else:
        words = spec.split(" ")
        place = rng.randrange(len(words))
        core = words[place].strip("()\n")
        others = [
            right if core == left else left for pair in (*EXCHANGED, *WORDS) for left, right in [pair] if core in pair
        ]
        if core.lstrip("-").replace("/", "").isdigit():
            others = [_other_rational(core, rng)]
        words[place] = words[place].replace(core, rng.choice(others or ["x", "y", "0"])) if core else words[place]
        changed = " ".join(words)
    old, new = (hashlib.sha256(text.encode()).hexdigest() for text in (spec, changed))
    return cert.replace(old, new), changed


_RECORDS = (
    coefficient, row, datum, operator, argument, order_of_arguments, number, shorter, longer, rule_name, base, goal,
    deleted, deleted_and_numbered, exchanged, exchanged_steps, twice,
)  # fmt: skip
KINDS: list[tuple[str, Callable[..., tuple[str, str]]]] = [
    *((change.__name__, _of_records(change)) for change in _RECORDS),
    ("bytes_of_certificate", bytes_of_certificate), ("spec_hash", spec_hash), ("of_spec", of_spec), ("of_spec", of_spec),
]  # fmt: skip
