"""The machines of a Ray cluster as an executor of Python's own kind.

What is sent is a function of its arguments alone, so Ray may do it again where a machine has died:
nothing is lost, and each result comes once.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, redirect_stdout
from importlib import import_module
from typing import Any, ParamSpec, TypeVar

from cruachan import __version__
from cruachan.bots.own import KNOWN
from cruachan.engine.cache import kernel_hash
from cruachan.engine.errors import CruachanError, OptionError, reason
from cruachan.engine.texts import Message, message

P = ParamSpec("P")
T = TypeVar("T")
KNOCK = 10.0
"""Seconds after which a head that does not answer is not there."""
QUIET = {"RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0", "RAY_USAGE_STATS_ENABLED": "0"}
"""Of what Ray would do unasked: speak of what is to come, and report that it is used."""


def _say(key: str, **values: Any) -> Message:
    return message(__package__, f"cluster.{key}", **values)


class ComputeCluster(Executor):
    """Sends work to a cluster. Leaving the context cancels pending work."""

    def __init__(self, address: str) -> None:
        for name, value in QUIET.items():
            os.environ.setdefault(name, value)
        try:
            self.ray: Any = import_module("ray")
        except ImportError:
            raise OptionError(_say("no_ray")) from None
        _knock(address)
        try:
            self.ray.init(address, configure_logging=False, log_to_driver=False)
        except (ConnectionError, ValueError, RuntimeError) as error:
            said = str(error).partition("\n")[0]
            raise OptionError(_say("unreachable", address=address, reason=said)) from None
        self._run = self.ray.remote(work)
        # Ray tells on standard output what it does again; that is for people, not for results.
        self._aside = redirect_stdout(sys.stderr)
        self._aside.__enter__()
        self._ours = (__version__, kernel_hash())
        self._sent: dict[Future[Any], Any] = {}

    @property
    def cores(self) -> int:
        """How many cores all its machines have now."""
        return int(self.ray.cluster_resources().get("CPU", 1)) or 1

    @property
    def widest(self) -> int:
        """How many cores the largest of its machines has."""
        alive = (node["Resources"] for node in self.ray.nodes() if node["Alive"])
        return max((int(each.get("CPU", 0)) for each in alive), default=1) or 1

    def submit(
        self, function: Callable[P, T], /, *arguments: P.args, **named: P.kwargs
    ) -> Future[T]:
        """Send a function with its arguments; the future has what it returns or refuses with."""
        return self._send(1, function, arguments, named)

    def send(self, cores: int, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Send a function that takes so many cores of one machine."""
        return self._send(cores, function, arguments, {})

    def _send(
        self,
        cores: int,
        function: Callable[..., T],
        arguments: tuple[Any, ...],
        named: dict[str, Any],
    ) -> Future[T]:
        known = os.environ.get(KNOWN, "")
        task = self._run.options(num_cpus=cores, max_retries=-1)
        sent = task.remote(self._ours, known, function, arguments, named)
        arrived = sent.future()
        found: Future[T] = Future()
        self._sent[found] = sent
        found.add_done_callback(lambda each: self._sent.pop(each, None))
        arrived.add_done_callback(lambda each: _hand_over(each, found))
        return found

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster, which goes on; what is under way for us is stopped."""
        for found, sent in list(self._sent.items()):
            found.cancel()
            self.ray.cancel(sent, force=True)
        self.ray.shutdown()
        self._aside.__exit__(None, None, None)


def _knock(address: str) -> None:
    """An OptionError where nobody is at an address; Ray itself would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host:
        return
    try:
        socket.create_connection((host, int(port)), timeout=KNOCK).close()
    except ValueError:
        raise OptionError(_say("no_address", address=address)) from None
    except OSError as error:
        raise OptionError(_say("unreachable", address=address, reason=reason(error))) from None


def work(
    theirs: tuple[str, str],
    known: str,
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
    named: dict[str, Any],
) -> tuple[bool, Any]:
    """What runs on a machine of the cluster: the same program, or a refusal."""
    ours = (__version__, kernel_hash())
    if ours != theirs:
        return False, OptionError(_say("other_program", ours=theirs[0], theirs=ours[0]))
    os.environ[KNOWN] = known
    try:
        return True, function(*arguments, **named)
    except CruachanError as error:
        return False, error


def _hand_over(arrived: Future[tuple[bool, Any]], found: Future[Any]) -> None:
    """Give on what has come from the cluster."""
    if found.cancelled():
        return
    error = arrived.exception()
    if error is not None:
        said = str(error).strip().rpartition("\n")[2] or type(error).__name__
        found.set_exception(CruachanError(_say("lost", reason=said)))
        return
    good, value = arrived.result()
    if good:
        found.set_result(value)
    else:
        found.set_exception(value)


@contextmanager
def joined(address: str | None) -> Iterator[ComputeCluster | None]:
    """A cluster by its address, if one is named."""
    if address is None:
        yield None
        return
    with ComputeCluster(address) as cluster:
        yield cluster
