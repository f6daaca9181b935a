"""Statements judged on a real Dask scheduler with two worker processes: the same verdicts, or a refusal."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from own_packages import Mine

from rftheory.cli import main
from rftheory.execution.executors import ClusterUnreachable
from rftheory.judges import pipeline
from rftheory.statements import discovery
from rftheory.statements.receipts import ReceiptStore

distributed = pytest.importorskip("distributed")
# what distributed looks at its processes with
psutil = pytest.importorskip("psutil")


@pytest.fixture
def address(cluster: Any) -> str:
    return str(cluster.scheduler_address)


def test_the_same_verdicts_and_receipts_as_in_processes_here(mine: Mine, address: str) -> None:
    mine.add("mine", "true")
    mine.add("mine", "false", right="X**2 + 2*X + 2")
    mine.add("mine", "broken", right="1/0")
    documents = []
    for executor, jobs in (("processes", 1), (address, 2)):
        outcome = mine.judge(executor, jobs=jobs)
        verdicts = {name: found["enclosure"].to_json() for name, found in outcome.verdicts.items()}
        documents.append((verdicts, mine.kept(), {path.name for path in mine.store().directory.glob("*/*.json")}))
        shutil.rmtree(mine.folder / "receipts")
    assert documents[0] == documents[1]
    assert documents[0][1] == {"mine.true", "mine.false"} and "ZeroDivision" in str(documents[0][0]["mine.broken"])


def _rule(address: str, place: Path) -> dict[str, Any]:
    found = discovery.discover()
    judged = pipeline.verify(
        found, ["rules.elementary-bounds"], store=ReceiptStore(place), level="quick", executor=address
    )
    return {judge: verdict.to_json() for judge, verdict in judged.verdicts["rules.elementary-bounds"].items()}


def test_built_in_statements_are_judged_there_as_here(address: str, tmp_path: Path) -> None:
    assert _rule(address, tmp_path / "there") == _rule("threads", tmp_path / "here")


def test_workers_that_do_several_checks_at_a_time_and_other_code_are_refused(address: str, tmp_path: Path) -> None:
    here = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0", "processes": False, "n_workers": 1}
    with (
        distributed.LocalCluster(threads_per_worker=2, protocol="tcp://", **here) as two,
        pytest.raises(ClusterUnreachable, match="start it with --nthreads 1"),
    ):
        _rule(two.scheduler_address, tmp_path / "two")
    with pytest.MonkeyPatch.context() as patched, pytest.raises(ClusterUnreachable, match="by other code than is here"):
        patched.setattr(pipeline, "receipt_key", lambda *_: "0" * 64)
        _rule(address, tmp_path / "other")


def test_an_unreachable_scheduler_is_bad_use(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        main, ["verify", "crt.pos", "--receipts", str(tmp_path), "--executor", "tcp://127.0.0.1:9"]
    )
    assert result.exit_code == 2 and "no scheduler can be reached at tcp://127.0.0.1:9" in result.output
