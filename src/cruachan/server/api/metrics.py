"""Metrics for Prometheus, at an address of their own that is not the server's.

Nothing here names a table, a person or a key, and no label has a value that a stranger can choose.
"""

from __future__ import annotations

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    start_http_server,
)

from cruachan.server.bots.workers import Workers
from cruachan.server.store.writer import Commit
from cruachan.server.tables.service import TableService

STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds between which answers and commits are counted."""
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "LISTEN"})


class ServerMetrics:
    """The metrics of a server."""

    def __init__(self) -> None:
        every = self.registry = CollectorRegistry()
        ProcessCollector(registry=every)
        self._requests = Counter(
            "cruachan_requests",
            "Requests by method, route and status.",
            ("method", "route", "status"),
            registry=every,
        )
        self._seconds = Histogram(
            "cruachan_request_seconds",
            "Seconds until a request was answered; connections that stay open are not among them.",
            ("route",),
            buckets=STEPS,
            registry=every,
        )
        self._moves = Counter("cruachan_moves", "Moves that were stored.", registry=every)
        self._commits = Histogram(
            "cruachan_store_seconds", "Seconds for a commit.", buckets=STEPS, registry=every
        )
        self._tables = Gauge("cruachan_tables", "Tables in memory.", registry=every)
        self._lines = Gauge("cruachan_listeners", "Lines to listeners.", registry=every)
        self._thinking = Gauge("cruachan_bots_thinking", "Bots that think.", registry=every)

    def counted(self, method: str, route: str, status: str, took: float | None) -> None:
        """Count a request that was answered."""
        self._requests.labels(method if method in METHODS else "other", route, status).inc()
        if took is not None:
            self._seconds.labels(route).observe(took)

    def committed(self, commit: Commit) -> None:
        """Count a commit of the store."""
        self._commits.observe(commit.seconds)
        self._moves.inc(commit.moves)

    def observe(self, service: TableService, workers: Workers) -> None:
        """Count what a service and its store do from now on."""
        service.store.subscribe(self.committed)
        self._tables.set_function(lambda: len(service.sessions))
        self._lines.set_function(
            lambda: sum(len(session.listeners) for session in list(service.sessions.values()))
        )
        self._thinking.set_function(lambda: workers.thinking)

    def expose(self, address: str) -> None:
        """Answer Prometheus at an address, from a thread of its own."""
        host, _, port = address.rpartition(":")
        start_http_server(int(port), host.strip("[]") or "127.0.0.1", self.registry)
