"""Lemmas that are proved once: kept as they are proved, cited by name, and worth nothing when they are changed."""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rftheory.answers.proofs import axioms, foundations
from rftheory.kernel.__main__ import main
from rftheory.kernel.certificate import check, replay
from rftheory.kernel.refused import Refused
from rftheory.kernel.text import Entry, default_names, print_spec
from rftheory.prover.texts import lemma, texts
from rftheory.prover.theory import Theory, make_theory, theory
from rftheory.prover.trace import Trace
from rftheory.statements.certificates import Kept


@pytest.fixture(scope="module")
def met() -> None:
    """What this process has met before has no say in what is proved."""
    for name in ("half_plane__root_to_the_right", "rising__rising_factors"):
        lemma(Trace(), name)


@pytest.mark.parametrize("theme", theory().themes)
def test_what_is_kept_is_what_is_proved(theme: str, met: None, tmp_path: Path) -> None:
    place = tmp_path / "theory"
    shutil.copytree(theory().place, place)
    files = Kept.named(place, theme)
    files.remove()
    assert theme in make_theory(place, [theme])
    assert {path.name: path.read_bytes() for path in place.iterdir()} == {
        path.name: path.read_bytes() for path in theory().place.iterdir()
    }


def test_every_theme_has_lemmas_and_no_other_is_kept(tmp_path: Path) -> None:
    place = tmp_path / "theory"
    shutil.copytree(theory().place, place)
    Kept.named(place, "old").write(*Kept.named(place, "turns").read())
    assert make_theory(place, []) == theory().themes == Theory(place).themes


def test_every_lemma_is_replayed_and_is_what_the_prover_proves_without_the_library() -> None:
    held, alone = theory().theorem("polar__polar_logarithm"), lemma(Trace(), "polar__polar_logarithm")
    assert held is not None and (held.context, held.judgement) == (alone.context, alone.judgement)
    # the axioms of the proof are those of whoever cites it
    assert held.axioms == alone.axioms and held.axioms
    assert all(name in theory().entries(theme) for name in texts() if (theme := name.partition("__")[0]))


def test_what_proofs_cite_is_in_the_graph_and_among_the_axioms() -> None:
    cited = axioms(["crt.theorem-3.1"]).lemmas
    graph = foundations(["crt.theorem-3.1"]).graph
    assert {f"lemma {name}" for name in cited} == {
        name for name in graph["crt.theorem-3.1"] if name.startswith("lemma ")
    }
    assert cited and all(theory().theorem(name) for name in cited)


def _citing(run: Trace) -> tuple[bytes, bytes]:
    """The polar form at 1 and 0, by the lemma."""
    from rftheory.kernel.contexts import EMPTY
    from rftheory.kernel.terms import rat

    general = lemma(run, "polar__polar_logarithm")
    found = run.infer("INST", EMPTY, of=general, values=[rat(1), rat(0)], premises=[])
    point = run.infer("INHABIT", EMPTY, values=[], premises=[])
    spec = print_spec([Entry("one", (), EMPTY, found.judgement)]).encode()
    return spec, run.write([("one", found, point)], spec).encode()


def test_a_certificate_cites_and_is_worth_what_the_lemma_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec, certificate = _citing(Trace(library=theory()))
    cited = theory().cited(certificate)
    assert list(cited) == ["polar__polar_logarithm"]
    (held,) = theory().replay(spec, certificate).values()
    assert held.verdict == "proved" and held.report["lemmas"] == list(cited)
    assert "SLOPE" in held.report["rules"] and set(held.report["axioms"]) == cited["polar__polar_logarithm"].axioms
    spelt_out = _citing(Trace())
    assert spelt_out[0] == spec and len(spelt_out[1]) > 2 * len(certificate)
    # without the lemma nothing is proved
    with pytest.raises(Refused, match="no entry 'polar__polar_logarithm'"):
        replay(certificate, spec, {})
    lemmas = list(theory().files(certificate).values())
    assert check(spec, [certificate], lemmas=lemmas)["accepted"]
    assert not check(spec, [certificate])["accepted"]
    files = [tmp_path / name for name in ("polar.spec", "polar", "one.spec", "one")]
    for file, content in zip(files, (*lemmas[0], spec, certificate), strict=True):
        file.write_bytes(content)
    command = [sys.executable, "-m", "rftheory.kernel", "--lemmas", *files]
    assert subprocess.run(command, check=False, capture_output=True).returncode == 0
    monkeypatch.setattr("rftheory.kernel.__main__._limit", lambda: None)
    assert main([str(file) for file in files[2:]]) == 1


@pytest.mark.parametrize("change", ["spec", "certificate", "gone"])
def test_a_lemma_that_was_changed_carries_nothing(change: str, tmp_path: Path) -> None:
    spec, certificate = _citing(Trace(library=theory()))
    place = tmp_path / "theory"
    shutil.copytree(theory().place, place)
    kept = Kept.named(place, "polar")
    if change == "spec":
        text = kept.spec.read_text()
        kept.spec.write_text(text.replace("1/2", "1/3"))
        assert kept.spec.read_text() != text
    elif change == "certificate":
        lines = gzip.decompress(kept.certificate.read_bytes()).splitlines(keepends=True)
        kept.certificate.write_bytes(gzip.compress(b"".join([*lines[:-3], *lines[-2:]])))
    else:
        kept.spec.unlink()
    with pytest.raises(Refused):
        Theory(place).replay(spec, certificate)


def test_a_lemma_may_not_have_the_name_of_an_entry() -> None:
    spec, certificate = _citing(Trace())
    with pytest.raises(Refused, match="an entry has the name of a lemma"):
        check(spec, [certificate], lemmas=[(spec, certificate)])


def test_the_names_of_variables_are_the_default_ones() -> None:
    for theme in theory().themes:
        for entry in theory().entries(theme).values():
            assert list(entry.names) == default_names(entry.context)
