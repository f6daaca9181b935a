"""A running Dask cluster, by the address of its scheduler; what becomes of tasks whose workers are lost is Dask's own matter."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from urllib.parse import urlsplit

import numpy as np

import rftheory
from rftheory.execution.executors import ClusterUnreachable

SCHEMES = ("tcp", "tls")
#: seconds for a scheduler to answer, and for it to have a first worker
ANSWER = 3.0
CONNECT = 10.0
FIRST_WORKER = 5.0


@contextmanager
def connected(address: str) -> Iterator[tuple[Executor, int]]:
    """The executor of a scheduler, which is left running, and the threads of its workers.

    Raises:
        ValueError: for what is no address, or without the package for it.
        ClusterUnreachable: if no scheduler answers, it has no workers, or they have other versions.
    """
    check_address(address)
    try:
        from distributed import Client
    except ImportError as error:
        raise ValueError(f"{address} needs the package distributed: pip install 'rftheory[distributed]'") from error
    _knock(address)
    try:
        client = Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError, TypeError, ImportError) as error:
        raise ClusterUnreachable(f"the scheduler at {address} does not accept this client: {error}") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=FIRST_WORKER)
        except TimeoutError as error:
            raise ClusterUnreachable(
                f"the scheduler at {address} has no workers; start one with: dask worker {address}"
            ) from error
        try:
            found = client.run(_versions)
        except Exception as error:
            raise ClusterUnreachable(
                f"the cluster at {address} cannot do the work ({type(error).__name__}: {error}); "
                f"install rftheory {rftheory.__version__} where its workers run"
            ) from error
        here = _versions()
        for worker, there in found.items():
            if there != here:
                # other versions may draw other numbers from the same seed
                raise ClusterUnreachable(f"the worker {worker} has {there}, but here is {here}")
        # parts are asked for in their order, each once: pure tasks would be kept by what they are called with
        yield client.get_executor(pure=False), sum(client.nthreads().values())


def _knock(address: str) -> None:
    """Whether something is there that speaks first, as a scheduler does: Dask's own client waits for a silent one for ever."""
    host, port = check_address(address)
    try:
        with socket.create_connection((host, port), timeout=ANSWER) as connection:
            # over tls the client has the first word
            if not address.lower().startswith("tls") and not connection.recv(1):
                raise ConnectionError("it hangs up")
    except OSError as error:
        raise ClusterUnreachable(
            f"no scheduler can be reached at {address} ({error}); start one with: dask scheduler --port {port}"
        ) from error


def _versions() -> str:
    return f"rftheory {rftheory.__version__} and numpy {np.__version__}"


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
