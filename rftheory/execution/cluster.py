"""A running Dask cluster: ``tcp://host:port`` of its scheduler.

The scheduler itself gives the tasks of a lost worker to another one. What it reports as lost (a task that several
workers died of, a connection that broke) is for `ordered` to hand over again. What a lost worker alone had is asked for
until Dask's ``distributed.comm.timeouts.connect`` (30 s by default) is over.
"""

from __future__ import annotations

import logging
import pickle
import socket
import time
import uuid
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import numpy as np

import rftheory
from rftheory.execution.children import TOPIC, end, run_in_child
from rftheory.execution.executors import ClusterUnreachable, Pending, Workers
from rftheory.execution.parts import Around, Packed, Work, run_elsewhere

if TYPE_CHECKING:
    from distributed import Client

SCHEMES = ("tcp", "tls")
#: seconds for a scheduler to answer, and for it to have a first worker
ANSWER = 3.0
CONNECT = 10.0
FIRST_WORKER = 5.0
#: seconds to say goodbye
CLOSE = 3.0
#: seconds for a cluster in use to come back, or to have workers again
PATIENCE = 30.0
#: the most bytes that the first frame of a connection may announce: Dask's is below 1 kB
_GREETING = 1 << 20


class Cluster(Workers):
    """The workers of a Dask scheduler, which is left running."""

    is_elsewhere = True

    def __init__(self, address: str, count: int | None):
        check_address(address)
        self.address = address
        self._client = connect(address)
        try:
            self._check_versions(self._client)
        except BaseException:
            self._client.close()
            raise
        self.count = count or sum(self._client.nthreads().values()) or 1
        self._idle_since: float | None = None

    def lanes(self) -> list[Workers]:
        threads = self._client.nthreads()
        # lanes take turns on the workers, so that few of them are spread
        turns = range(max(threads.values(), default=0))
        places = [address for turn in turns for address in threads if turn < threads[address]]
        if not places:
            raise ClusterUnreachable(f"the scheduler at {self.address} has no workers any more")
        run = uuid.uuid4().hex
        lanes = [_Lane(self, run, number, place) for number, place in enumerate(places[: self.count])]

        def heard(event: tuple[float, tuple[str, int, int, str]]) -> None:
            of_run, lane, number, text = event[1]
            if of_run == run:
                lanes[lane].said.append((number, text))

        self._client.subscribe_topic(TOPIC, heard)
        return list(lanes)

    def prepare(self, work: Work) -> Any:
        # a task of its own: sent once, kept as an object by each worker that needs it, made again if that one is lost;
        # bytes, so that the scheduler does not need the modules of the work
        return self.begin(pickle.loads, packed(work).content)

    def submit(self, prepared: Any, numbers: Sequence[int], home: str = "") -> Pending:
        return self.begin(run_elsewhere, prepared, tuple(numbers))

    def begin(self, function: Any, *arguments: Any, worker: str | None = None) -> Pending:
        """A task of the cluster, on a certain worker if that is free and still there."""
        if self._client.status != "running":
            raise CancelledError(f"the connection to {self.address} is lost")
        there: dict[str, Any] = {"workers": [worker], "allow_other_workers": True} if worker else {}
        pending: Pending = self._client.submit(function, *arguments, pure=False, **there)
        return pending

    def end(self, run: str) -> None:
        """End the processes that the lanes of a run have on the workers."""
        with suppress(OSError, CancelledError, TimeoutError):
            if self._client.status == "running":
                self._client.run(end, run, on_error="ignore")

    def is_loss(self, error: BaseException) -> bool:
        from distributed import KilledWorker

        return super().is_loss(error) or isinstance(error, KilledWorker)

    def recover(self, error: BaseException) -> None:
        deadline = time.monotonic() + PATIENCE
        # the client looks for its scheduler itself; to close it meanwhile would leave a socket open
        while self._client.status == "connecting" and time.monotonic() < deadline:
            time.sleep(0.05)
        while self._client.status != "running":
            try:
                client = connect(self.address)
                self.close()
                self._client = client
            except ClusterUnreachable as failure:
                if time.monotonic() > deadline:
                    raise ClusterUnreachable(f"the cluster went away in the middle of the work: {failure}") from error
                time.sleep(0.5)

    def watch(self) -> None:
        if self._client.status != "running" or self._has_workers():
            self._idle_since = None
            return
        now = time.monotonic()
        self._idle_since = self._idle_since or now
        if now - self._idle_since > PATIENCE:
            raise ClusterUnreachable(f"the scheduler at {self.address} has had no workers for {PATIENCE:.0f} s")

    def _has_workers(self) -> bool:
        with suppress(OSError):
            return bool(self._client.nthreads())
        return False

    def cancel(self, pending: Sequence[Pending]) -> None:
        with suppress(OSError, CancelledError):
            if self._client.status == "running":
                self._client.cancel(list(pending), force=True)

    def close(self, at_once: bool = False) -> None:
        # a scheduler that is gone does not confirm
        with _quiet(), suppress(TimeoutError):
            self._client.close(timeout=CLOSE)

    def _check_versions(self, client: Client) -> None:
        here = _versions()
        try:
            # the scheduler reads the names of functions, and would cancel what it does not know
            found = {f"the scheduler {self.address}": client.run_on_scheduler(_versions)}
            found |= {f"the worker {worker}": there for worker, there in client.run(_versions).items()}
        except Exception as error:
            raise ClusterUnreachable(
                f"the cluster at {self.address} cannot do the work ({type(error).__name__}: {error}); "
                f"install rftheory {rftheory.__version__} where its scheduler and its workers run"
            ) from error
        for place, there in found.items():
            if there != here:
                # other versions may draw other numbers from the same seed
                raise ClusterUnreachable(f"{place} has {_listed(there)}, but here is {_listed(here)}")


class _Lane(Workers):
    """One thread of a worker, whose jobs are done in a process below it; another one's, if that is lost."""

    count = 1

    def __init__(self, cluster: Cluster, run: str, number: int, worker: str):
        self._cluster, self._run, self._number, self._worker = cluster, run, number, worker
        self._generation = 0
        self._pending: Pending | None = None
        self.said: deque[tuple[int, str]] = deque()
        self.is_loss, self.recover, self.watch = cluster.is_loss, cluster.recover, cluster.watch  # type: ignore[method-assign]

    def prepare(self, work: Work) -> tuple[Packed, Around | None]:
        return (packed(work.middle), work) if isinstance(work, Around) else (packed(work), None)

    def submit(self, prepared: Any, numbers: Sequence[int], home: str = "") -> Pending:
        where = (f"{home} {self._generation}", self._run, self._number)
        self._pending = self._cluster.begin(run_in_child, *prepared, tuple(numbers), *where, worker=self._worker)
        return self._pending

    def told(self) -> Iterator[tuple[int, str]]:
        while self.said:
            yield self.said.popleft()

    def renew(self) -> None:
        self._generation += 1

    def close(self, at_once: bool = False) -> None:
        if at_once and self._pending is not None:
            self._cluster.cancel([self._pending])
        if self._number == 0:
            self._cluster.end(self._run)


def packed(work: Work) -> Packed:
    """Work as bytes for a cluster.

    Raises:
        ValueError: if it cannot be pickled.
    """
    from distributed.protocol.pickle import dumps

    try:
        return Packed(dumps(work))
    except Exception as error:
        raise ValueError(f"work for a cluster must be something that pickle can send: {error}") from error


@contextmanager
def _quiet() -> Iterator[None]:
    """A client that is closed while it looks for its lost scheduler logs that as an error, with a traceback."""
    logger = logging.getLogger("distributed.client")

    def refuse(_: logging.LogRecord) -> bool:
        return False

    logger.addFilter(refuse)
    try:
        yield
    finally:
        logger.removeFilter(refuse)


def _versions() -> dict[str, str]:
    return {"rftheory": rftheory.__version__, "numpy": np.__version__}


def _listed(versions: dict[str, str]) -> str:
    return " and ".join(f"{name} {version}" for name, version in versions.items())


def check_address(address: str) -> tuple[str, int]:
    """Host and port.

    Raises:
        ValueError: unless it is ``tcp://host:port`` or ``tls://host:port``.
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host or not port or address.lower() != f"{parts.scheme}://{parts.netloc}".lower() or "@" in address:
        host = None
    if host is None or port is None or parts.scheme not in SCHEMES:
        raise ValueError(
            f"the address of a scheduler must be tcp://host:port or tls://host:port with a port from 1 to 65535, "
            f"got {address!r}"
        )
    return host, port


def connect(address: str) -> Client:
    """A client of the scheduler at an address that is right, with at least one worker.

    Raises:
        ValueError: without the package for it.
        ClusterUnreachable: if no scheduler answers, or it has no workers.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise ValueError(f"{address} needs the package distributed: pip install 'rftheory[distributed]'") from error
    _knock(address)
    try:
        client = Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError, TypeError, ImportError) as error:
        raise ClusterUnreachable(f"the scheduler at {address} does not accept this client: {error}") from error
    try:
        client.wait_for_workers(1, timeout=FIRST_WORKER)
    except TimeoutError as error:
        client.close()
        raise ClusterUnreachable(
            f"the scheduler at {address} has no workers; start one with: dask worker {address}"
        ) from error
    except BaseException:
        client.close()
        raise
    return client


def _knock(address: str) -> None:
    """Whether something that speaks like a scheduler is there: Dask's own client would wait for a silent one for ever."""
    host, port = check_address(address)
    try:
        with socket.create_connection((host, port), timeout=ANSWER) as connection, connection.makefile("rb") as stream:
            # over tls the client has the first word
            greeting = stream.read(8) if urlsplit(address).scheme == "tcp" else bytes(8)
    except OSError as error:
        # connected, but silent
        reason = "does not answer" if isinstance(error, TimeoutError) else str(error.strerror or error)
        raise ClusterUnreachable(
            f"no scheduler can be reached at {address} ({reason}); start one with: dask scheduler --port {port}"
        ) from error
    if len(greeting) < 8 or int.from_bytes(greeting, "little") > _GREETING:
        raise ClusterUnreachable(f"what answers at {address} is no Dask scheduler")
