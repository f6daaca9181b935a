"""Chains that must be refused, as one test for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from rftheory.evidence.unproved import Unproved


def refused_chains(attacks: Mapping[str, tuple[Callable[[], object], str]]) -> Callable[[str], None]:
    """A test that every attack is refused for its reason; names -> (what makes the chain, what the refusal says)."""

    @pytest.mark.parametrize("name", attacks)
    def test(name: str) -> None:
        attack, reason = attacks[name]
        with pytest.raises(Unproved, match=reason):
            attack()

    return test
