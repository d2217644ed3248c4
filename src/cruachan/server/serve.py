"""`cruachan serve`: start a server, and stop it without losing anything.

The front page is served before anything else is loaded: everything that games need takes a second
or two to load.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import secrets
import signal
import socket
import sys
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import uvicorn
from filelock import FileLock, Timeout

from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import Lang, Texts, message
from cruachan.server import PACKAGE
from cruachan.server.api import cors, logs, page
from cruachan.server.api.guard import RATE, App, Guard, Receive, Scope, Send
from cruachan.server.api.peers import LOOPBACK
from cruachan.server.api.request_log import Health, RequestLog
from cruachan.server.garbage import GarbageWatch
from cruachan.server.limits import set_limits

if TYPE_CHECKING:
    from cruachan.server.api.metrics import ServerMetrics
    from cruachan.server.bots.workers import Workers
    from cruachan.server.cluster.cluster import ServerCluster
    from cruachan.server.notices.notices import Notices
    from cruachan.server.store.store import Store
    from cruachan.server.tables.service import TableService

log = logging.getLogger(__name__)
GRACE = 3
"""Seconds that responses have when the server stops."""
LAME = 0.5
"""Seconds for which a server that has given back its tables still passes on what comes, and asks
whoever is connected to connect elsewhere."""
SWITCH = 0.001
"""Seconds after which a thread that computes lets the others go on."""
TIDYING = 3600.0
"""Seconds between two looks for tables that are kept no longer."""
TAGS_PATIENCE = 1.0
"""Seconds that a page waits for its Open Graph tags."""
ANY = ("0.0.0.0", "::")
ALONE = 20.0
AMONG_OTHERS = 1.0
"""Seconds after which a silent line says that it is there: where there are other servers, a proxy
finds out soon that this one is not, and its listeners come back to them."""
LOCK = "server.lock"
HOLDER = "server.pid"
"""A file with the process id and, on the next line, the address of the folder's server."""


Welcome = Callable[[str, Callable[[], None]], None]
"""Called with the address as soon as the page is served, and with a function that stops."""


Stopping = Callable[[Callable[[], None]], None]
"""Disconnects all listeners, then calls back."""


@dataclass(frozen=True)
class Serving:
    """How a server is started."""

    host: str
    port: int
    data: Path
    lang: Lang
    names: tuple[str, ...] = ()
    rate: float = RATE
    workers: int | None = None
    elsewhere: bool = False
    """Whether another port will do if this one is taken."""
    welcome: Welcome | None = None
    database: str | None = None
    """The address of a database that several servers share, instead of the folder."""
    inside: str | None = None
    """Where the other servers reach this one."""
    metrics: str | None = None
    """Where metrics are told to Prometheus: a port of this machine, or an address with one."""
    log: logs.Form = "plain"
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use this server."""
    notices: Path | None = None
    """A file that says which notices the host has switched on."""
    daily_secret: str = ""
    """What the dice of the daily game follow from besides the date."""
    limits: tuple[str, ...] = ()
    """Limits that are not the usual ones: NAME=NUMBER."""


class FrontPage:
    """Serves the front page at once, and everything else as soon as it is loaded."""

    def __init__(
        self, load: Callable[[], Any], tags: Callable[[Scope], Coroutine[Any, Any, str]]
    ) -> None:
        """`tags` gives what a page has in its head besides, once the app is loaded."""
        self._load, self._tags = load, tags
        self._loaded: asyncio.Future[Any] | None = None

    def begin(self) -> asyncio.Future[Any]:
        """Begin to load the app."""
        self._loaded = asyncio.ensure_future(asyncio.to_thread(self._load))
        return self._loaded

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the page, or let the app answer."""
        if scope["type"] == "lifespan":
            await _lifespan(receive, send)
        elif page.is_asked(scope):
            await page.answer(scope, send, tags=await self._head(scope))
        else:
            assert self._loaded is not None
            app = await asyncio.shield(self._loaded)
            await app(scope, receive, send)

    async def _head(self, scope: Scope) -> str:
        """What a link shows where it is posted; nothing before all is loaded, or if it takes long:
        whoever opens the page does not wait for what only others read."""
        if self._loaded is None or not self._loaded.done() or self._loaded.exception():
            return ""
        try:
            async with asyncio.timeout(TAGS_PATIENCE):
                return await self._tags(scope)
        except (CruachanError, TimeoutError) as error:
            log.warning("tags of %s: %s", scope["path"], error)
            return ""


async def _lifespan(receive: Receive, send: Send) -> None:
    for step in ("startup", "shutdown"):
        await receive()
        await send({"type": f"lifespan.{step}.complete"})


class HttpServer(uvicorn.Server):
    """Uvicorn, which lets listeners go before it stops."""

    def __init__(
        self,
        config: uvicorn.Config,
        stopping: Stopping,
        started: Callable[[], Coroutine[Any, Any, None]],
    ) -> None:
        super().__init__(config)
        self._stopping = stopping
        self._started = started
        self._leaving = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve, and call back."""
        await super().startup(sockets)
        await self._started()

    def close(self) -> None:
        """Stop as a signal would."""
        self.handle_exit(signal.SIGTERM, None)

    def loaded(self, done: asyncio.Future[Any]) -> None:
        """Stop if the app could not be loaded."""
        if not done.cancelled() and done.exception():
            self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Handle a signal: end all connections, then stop; at once at a second signal."""
        if self._leaving:
            self.force_exit = sig == signal.SIGINT
            self.end()
            return
        self._leaving = True
        self._stopping(self.end)

    def end(self) -> None:
        """Stop; everything is stored."""
        self.should_exit = True


class OpenServer:
    """A server while it runs."""

    def __init__(self, serving: Serving, port: int) -> None:
        self.serving, self.port = serving, port
        here, others = addresses(serving.host, port)
        self.address = serving.inside or others or here
        self.secret = secrets.token_urlsafe(24) if serving.database else ""
        """By which the other servers are known."""
        self.health = Health()
        self.metrics = _metrics(serving)
        self.cluster: ServerCluster | None = None
        self.workers: Workers | None = None
        self.store: Store | None = None
        self.service: TableService | None = None
        self.notices: Notices | None = None
        self.fault: str | None = None
        """Why the server ends although nobody stopped it."""
        self._fault_observers: list[Callable[[], None]] = []
        self._draining: asyncio.Future[None] | None = None
        self._chores: list[asyncio.Future[None]] = []
        self._waking: asyncio.Future[None] | None = None
        self._loop = asyncio.get_running_loop()

    def load(self) -> Any:
        """Load the app; runs in a thread, since it takes seconds."""
        from cruachan.server.api.app import make_app
        from cruachan.server.bots.workers import Workers
        from cruachan.server.store.store import Store
        from cruachan.server.tables.pace import TablePace
        from cruachan.server.tables.service import TableService

        self.workers = Workers(self.serving.workers)
        self.store = Store(self.serving.database or self.serving.data)
        self.store.when_dead(self._writer_died)
        self.service = TableService(self.store, self.workers)
        TablePace(self.service, self.workers)
        if self.metrics is not None:
            self.metrics.observe(self.service, self.workers)
        made = make_app(self.service, self.workers)
        made.state.reachable = lambda: addresses(self.serving.host, self.port)[1]
        self.service.daily_secret = self.serving.daily_secret
        if self.serving.notices is not None:
            from cruachan.server.notices.notices import Notices
            from cruachan.server.notices.settings import read_settings

            made.state.notices = self.notices = Notices(
                self.service, read_settings(self.serving.notices)
            )
        app: App = made
        if self.serving.database:
            app = self._among_others(app, self.service, self.serving.database)
        else:
            asyncio.run_coroutine_threadsafe(self.service.wake(), self._loop)
        slices = self.service.slices
        garbage = GarbageWatch(lambda: slices.quiet_since)
        self._loop.call_soon_threadsafe(self._begin_chores, self.service, garbage)
        self.health.store = self.store
        garbage.begin()
        if self.serving.welcome:
            self.workers.warm()
        return app

    async def tags(self, scope: Scope) -> str:
        """Open Graph tags for a link, for the head of a page."""
        from cruachan.server.api import share

        return "" if self.service is None else await share.tags(self.service, scope)

    def when_faulty(self, observer: Callable[[], None]) -> None:
        """Call an observer once this server cannot go on; at once if it cannot already."""
        self._fault_observers.append(observer)
        if self.fault is not None:
            observer()

    def _writer_died(self, says: str) -> None:
        """Stop the server: nothing can be stored any more, and a supervisor restarts it."""
        self.fault = says
        for observer in self._fault_observers:
            self._loop.call_soon_threadsafe(observer)

    def _among_others(self, app: App, service: TableService, database: str) -> App:
        """The app of a server in a cluster."""
        from cruachan.games import GAMES, game_class
        from cruachan.server.cluster.cluster import ServerCluster
        from cruachan.server.cluster.table_proxy import TableProxy

        # A server that takes over the tables of a killed one has no time to load their games.
        for name in GAMES.playable():
            ready = service.ready(name, game_class(name).usual_board(2))
            asyncio.run_coroutine_threadsafe(ready, self._loop).result()
        self.cluster = ServerCluster(service, database, self.address, self.secret, self._loop)
        cluster = self.cluster
        self.health.server = lambda: cluster.me.id
        self.health.checks.append(lambda: cluster.ailment)
        return TableProxy(app, cluster)

    async def _tidy(self, service: TableService) -> None:
        """Remove tables that are kept no longer, from time to time."""
        from cruachan.server.tables.retention import retire

        while True:
            try:
                gone = await retire(service)
            except CruachanError as error:
                log.warning("tables that are kept no longer: %s", error)
            else:
                if gone:
                    log.warning("removed %d tables that are kept no longer", gone)
            await asyncio.sleep(TIDYING)

    def _begin_chores(self, service: TableService, garbage: GarbageWatch) -> None:
        chores = [
            self._tidy(service),
            garbage.watch(),
            service.uptime.keep(),
            service.clocks.watch(),
            service.leagues.watch(),
            service.facts.watch(),
        ]
        self._chores = [asyncio.ensure_future(each) for each in chores]
        if self.notices is not None:
            self._chores.append(asyncio.ensure_future(self.notices.run()))

    async def enter(self) -> None:
        """Join the cluster, now that the port is open: the other servers take a closed port for a
        process that has ended."""
        if self.cluster is not None:
            await self.cluster.open()
            self._waking = asyncio.ensure_future(self.cluster.wake())

    def stopping(self, then: Callable[[], None]) -> None:
        """End all connections of listeners, then call back."""
        self.health.draining = True
        self._loop.call_soon_threadsafe(self._stop, then)

    def _stop(self, then: Callable[[], None]) -> None:
        if self.cluster is not None:
            self._draining = asyncio.ensure_future(self._drain(self.cluster, then))
            return
        if self.service is not None:
            self.service.stop()
        then()

    async def _drain(self, cluster: ServerCluster, then: Callable[[], None]) -> None:
        """Give the tables to the other servers, and forward requests for a moment."""
        try:
            await cluster.drain()
            await asyncio.sleep(LAME)
        finally:
            then()

    async def close(self) -> None:
        """Close cluster, workers and store."""
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        if self.service is not None:
            await self.service.uptime.beat()
        if self.cluster is not None:
            await self.cluster.close()
        if self.service is not None:
            self.service.close()
        if self.workers is not None:
            self.workers.close()
        if self.store is not None:
            self.store.close()


def _bound(serving: Serving, texts: Texts) -> socket.socket:
    """The port, taken before anything else; named as TCP, else Python's loop delays answers.

    Where there are other servers nobody is let in before all is loaded: a proxy asks the others.
    """
    family = socket.AF_INET6 if ":" in serving.host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        _bind(found, serving)
    except OSError as error:
        found.close()
        said = {"port": serving.port, "host": serving.host, "says": error.strerror or str(error)}
        raise CruachanError(texts("serve.port", **said)) from None
    if not serving.database:
        found.listen(2048)
    found.set_inheritable(False)
    return found


def _bind(found: socket.socket, serving: Serving) -> None:
    """Take the port, or where another will do and it is taken, one that is free."""
    try:
        found.bind((serving.host, serving.port))
    except OSError as error:
        if error.errno != errno.EADDRINUSE or not serving.elsewhere:
            raise
        found.bind((serving.host, 0))


def reachable() -> str | None:
    """The address of this machine in its network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith(("127.", "0.")) else address


def addresses(host: str, port: int) -> tuple[str, str | None]:
    """The addresses of a server for its own machine, and for others."""
    shown = f"[{host}]" if ":" in host else host
    if host in ANY:
        other = reachable()
        return f"http://127.0.0.1:{port}", f"http://{other}:{port}" if other else None
    local = host in LOOPBACK
    return f"http://{shown}:{port}", None if local else f"http://{shown}:{port}"


def _announce(serving: Serving, port: int, texts: Texts) -> None:
    here, others = addresses(serving.host, port)
    print(texts("serve.here", address=here))
    if others:
        print(texts("serve.others", address=others))
        if sys.stdout.isatty():
            import segno

            segno.make(others).terminal(compact=True)
    print(texts("serve.stop"), flush=True)


def _metrics(serving: Serving) -> ServerMetrics | None:
    """The metrics, where an address for them was given."""
    if not serving.metrics:
        return None
    try:
        from cruachan.server.api.metrics import ServerMetrics
    except ImportError:
        raise CruachanError(message(PACKAGE, "serve.no_metrics")) from None
    metrics = ServerMetrics()
    try:
        metrics.expose(serving.metrics)
    except (OSError, OverflowError, ValueError) as error:
        said = {"address": serving.metrics, "says": error}
        raise CruachanError(message(PACKAGE, "serve.metrics", **said)) from None
    return metrics


def guarded(
    app: App, names: Iterable[str], rate: float, secret: str = "", origins: Iterable[str] = ()
) -> Guard:
    """An app behind its guard; with a secret, in a cluster."""
    hosts = frozenset({"localhost", socket.gethostname().lower(), *map(str.lower, names)})
    return Guard(app, hosts, rate, secret, cors.origins(origins))


def configured(app: App, among_others: bool = False) -> uvicorn.Config:
    """The configuration of uvicorn."""
    http, ws = _protocols()
    return uvicorn.Config(
        app,
        http=http,
        ws=ws,
        ws_max_size=4096,
        ws_per_message_deflate=False,
        ws_ping_interval=AMONG_OTHERS if among_others else ALONE,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )


def _protocols() -> tuple[Any, Any]:
    """The protocol classes of HTTP and WebSockets; those that drop slow clients where the parser
    that they need is installed."""
    try:
        from cruachan.server.api.slow_clients import SlowClientProtocol, SlowListenerProtocol
    except ImportError:
        return "auto", "websockets-sansio"
    return SlowClientProtocol, SlowListenerProtocol


async def _serve(serving: Serving, bound: socket.socket, texts: Texts) -> None:
    port = bound.getsockname()[1]
    here = addresses(serving.host, port)[0]
    opened = OpenServer(serving, port)
    front = FrontPage(opened.load, opened.tags)

    async def started() -> None:
        # From now on a signal stops the server cleanly, so the message may say how to stop it.
        _announce(serving, port, texts)
        await opened.enter()
        if serving.welcome:
            serving.welcome(here, server.close)

    counted = (opened.metrics.counted,) if opened.metrics else ()
    guard = guarded(front, serving.names, serving.rate, opened.secret, serving.origins)
    config = configured(RequestLog(guard, opened.health, counted), bool(opened.secret))
    server = HttpServer(config, opened.stopping, started)
    opened.when_faulty(server.close)
    loading = front.begin()
    loading.add_done_callback(server.loaded)
    try:
        if serving.database:
            print(texts("serve.preparing"), flush=True)
            await loading
        await server.serve(sockets=[bound])
        await loading
    finally:
        await opened.close()
    if opened.fault is not None:
        raise CruachanError(texts("serve.unwritten", says=opened.fault))
    print(texts("serve.stopping"))


def serve(serving: Serving) -> None:
    """Run a server until somebody stops it."""
    texts = Texts(PACKAGE, serving.lang)
    logs.begin(serving.log)
    set_limits(serving.limits)
    cors.origins(serving.origins)
    if serving.notices is not None:
        from cruachan.server.notices.settings import read_settings

        read_settings(serving.notices)
    if serving.database:
        _run(serving, _bound(serving, texts), texts)
    else:
        _run_in_folder(serving, texts)


def _run_in_folder(serving: Serving, texts: Texts) -> None:
    """Run a server of a folder, which no other process may have."""
    serving.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    holder = serving.data / HOLDER
    lock = FileLock(serving.data / LOCK)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        pid = holder.read_text("utf-8").split()[0] if holder.exists() else "?"
        held = message(PACKAGE, "store.held", pid=pid, path=serving.data)
        raise CruachanError(held) from None
    try:
        holder.write_text(f"{os.getpid()}\n", "utf-8")
        bound = _bound(serving, texts)
        here = addresses(serving.host, bound.getsockname()[1])[0]
        holder.write_text(f"{os.getpid()}\n{here}\n", "utf-8")
        _run(serving, bound, texts)
    finally:
        lock.release()


def _run(serving: Serving, bound: socket.socket, texts: Texts) -> None:
    _allow_lines()
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    # Threads that compute yield to the event loop sooner than after Python's usual 5 ms.
    sys.setswitchinterval(SWITCH)
    with asyncio.Runner(loop_factory=_loop_factory()) as run:
        run.run(_serve(serving, bound, texts))


def open_already(data: Path) -> str | None:
    """The address of the server of a folder, if one is running."""
    if not (data / HOLDER).exists():
        return None
    try:
        with FileLock(data / LOCK, timeout=0):
            return None
    except Timeout:
        return next(iter((data / HOLDER).read_text("utf-8").splitlines()[1:]), None)


def _allow_lines() -> None:
    """Allow as many open connections as the system permits; Windows has no such limit."""
    try:
        import resource
    except ImportError:
        return
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The event loop of uvloop, where it is installed."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
