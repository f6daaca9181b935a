"""``verify`` on packages of the user: which statements it judges, and what it says of files that do not load."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from house import House

_SAYS = "raise ValueError('no claim is of this kind')"
_BROKEN = {
    "calls.py": "    claim('c', 1, 2)\n",
    "own.py": f"    {_SAYS}\n",
    "_shared.py": "    from . import _shared\n    _shared.broken()\n",
    "_half.py": "    from . import _half\n",
}


@pytest.mark.parametrize("place", _BROKEN)
@pytest.mark.parametrize("when", ["claims", "import"])
def test_a_file_that_does_not_load_is_an_error_with_file_and_line(
    house: House, tmp_path: Path, place: str, when: str
) -> None:
    """And no row: nothing was found of it, not even that it is undecided."""
    mine = tmp_path / f"mine_{house.package.name}"
    mine.mkdir()
    own = house.add("own").rename(mine / "own.py")
    own.with_name("_shared.py").write_text(f"\n\ndef broken():\n    {_SAYS}\n", encoding="utf-8")
    own.with_name("_half.py").write_text("\nA = (\n", encoding="utf-8")
    text = own.read_text(encoding="utf-8").replace("    return ['c']", _BROKEN[place])
    text = text.replace("import Statement", "import Statement\nfrom rftheory.statements.calls import claim")
    if when == "import":
        text += "    return []\n\n\nclaims_now = claims()\n"
    own.write_text(text, encoding="utf-8")
    result = house.run("verify", "--statements", str(mine), "--json", "-")
    assert result.exit_code == 1, result.output
    # the file of the user that has the line, whatever it calls
    file = own.with_name(place) if place.startswith("_") else own
    line = {"_shared.py": 4, "_half.py": 2}.get(place) or text[: text.index(_BROKEN[place].lstrip())].count("\n") + 1
    (said,) = {line for line in result.stderr.splitlines() if "broken statement file" in line}
    assert said.startswith(f"broken statement file {own}: ") and said.endswith(f"({file}, line {line})")
    document = json.loads(result.stdout)
    assert document["statements"] == document["errors"] == document["wrong"] == []
    assert [broken["file"] for broken in document["broken"]] == [str(own)]
