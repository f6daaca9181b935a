"""The collector of cycles rests during a replay, and is after it as it was."""

from __future__ import annotations

import gc

import pytest

from rftheory.execution.collector import paused
from rftheory.kernel.refused import Refused
from rftheory.prover import theory
from rftheory.statements.certificates import Kept


@pytest.mark.parametrize("is_on", [True, False])
def test_it_is_left_as_it_was_found_also_after_an_error(is_on: bool) -> None:
    was_on = gc.isenabled()
    try:
        gc.enable() if is_on else gc.disable()
        with pytest.raises(ZeroDivisionError), paused():
            with paused():
                assert not gc.isenabled()
            assert not gc.isenabled()
            raise ZeroDivisionError
        assert gc.isenabled() is is_on
    finally:
        gc.enable() if was_on else gc.disable()


def test_it_rests_during_a_replay_and_goes_on_when_one_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []
    kernel = theory.replay

    def spied(*given: object) -> object:
        seen.append(gc.isenabled())
        return kernel(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(theory, "replay", spied)
    library = theory.Theory()
    spec, certificate = Kept.named(library.place, "bessel").read()
    assert library.replay(spec, certificate)
    with pytest.raises(Refused):
        library.replay(spec + b"\n", certificate)
    assert set(seen) == {False} and gc.isenabled()
