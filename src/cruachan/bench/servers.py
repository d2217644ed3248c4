"""Several servers on one database, each a process of its own, behind a real proxy."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Protocol, Self

import httpx

from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import DEFAULT_LANG, message

PATIENCE = 300.0
"""Seconds within which a server answers, the first time with rules to compile."""
PROXY = """
worker_processes 1;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log warn;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    map $http_upgrade $connection_upgrade {{ default upgrade; '' ''; }}
    upstream servers {{
{upstream}
        keepalive 32;
    }}
    server {{
        listen 127.0.0.1:{port};
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
        proxy_set_header Upgrade $http_upgrade;
        proxy_set_header Connection $connection_upgrade;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header X-Forwarded-Proto $scheme;
        proxy_connect_timeout 1s;
        location / {{
            proxy_pass http://servers;
            proxy_read_timeout 300s;
        }}
        # Nobody waits for a server that hangs longer than the others do, whose lease runs out.
        location ~ ^/api/(keys|games|tables|tables/[^/]+)$ {{
            proxy_pass http://servers;
            proxy_read_timeout 12s;
        }}
        # Acts carry an id and may be sent twice; lines say every second that they are there.
        location ~ ^/api/tables/[^/]+/(acts|listen)$ {{
            proxy_pass http://servers;
            proxy_next_upstream error timeout non_idempotent;
            proxy_read_timeout 2s;
        }}
    }}
}}
"""


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


class RunningProcess(Protocol):
    """The part of `subprocess.Popen` that is used of a started program."""

    pid: int

    def poll(self) -> int | None:
        """Its exit status, if it has ended."""

    def wait(self, timeout: float | None = None) -> int:
        """Its exit status, once it has ended."""

    def send_signal(self, by: int, /) -> None:
        """Send it a signal."""


def start_cruachan(
    arguments: Sequence[str], log: IO[bytes], environment: dict[str, str]
) -> RunningProcess:
    """A process of `cruachan`; what it prints goes to the log."""
    command = [sys.executable, "-m", "cruachan", *arguments]
    return subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment
    )


class Server:
    """`cruachan serve` on a database; it can be killed, paused, and started again."""

    def __init__(
        self, folder: Path, database: str, number: int, rules: str, options: tuple[str, ...]
    ) -> None:
        self._environment = dict(os.environ, CRUACHAN_RULES=rules)
        self.port = free_port()
        self.paused = False
        self._database = database
        self._options = options
        self._log = folder / f"server{number}.log"
        self._process: RunningProcess | None = None

    @property
    def address(self) -> str:
        """The server's own address, not the proxy's."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """What the program wrote to its log."""
        return self._log.read_text("utf-8", "replace") if self._log.exists() else ""

    def start(self) -> Self:
        """Start it, without waiting for it."""
        arguments = ["serve", "--database", self._database, "--port", str(self.port)]
        arguments += ["--rate", "1000000", "--lang", DEFAULT_LANG, *self._options]
        with self._log.open("ab") as log:
            self._process = start_cruachan(arguments, log, self._environment)
        return self

    def answers(self) -> bool:
        """Whether it is ready, behind its front page too."""
        try:
            return httpx.get(f"{self.address}/api/tables/mine", timeout=5).status_code == 200
        except httpx.HTTPError:
            return False

    def wait(self) -> Self:
        """Until it is ready."""
        end = time.monotonic() + PATIENCE
        while not self.answers():
            assert self._process is not None
            if self._process.poll() is not None or time.monotonic() > end:
                raise CruachanError(
                    message(
                        __package__, "cluster.silent", address=self.address, log=self.log[-2000:]
                    )
                )
            time.sleep(0.25)
        return self

    def pause(self) -> None:
        """Let it stand still, and not know it."""
        self._signal(signal.SIGSTOP)
        self.paused = True

    def wake(self) -> None:
        """Let it go on."""
        self._signal(signal.SIGCONT)
        self.paused = False

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self.end(signal.SIGKILL)

    def end(self, by: signal.Signals) -> int:
        """End it by a signal; how it ended."""
        self._signal(by)
        assert self._process is not None
        return self._process.wait(PATIENCE)

    def cpu(self) -> float:
        """The seconds of CPU that it has used, without the processes of its bots."""
        assert self._process is not None
        stat = Path(f"/proc/{self._process.pid}/stat").read_text("utf-8")
        fields = stat.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _signal(self, by: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(by)


class Servers:
    """Servers on one database behind one proxy."""

    def __init__(
        self,
        database: str,
        count: int = 3,
        rules: str = "compiled",
        options: tuple[str, ...] = (),
    ) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="cruachan-servers-"))
        self.port = free_port()
        self.database = database
        self._rules = rules
        self.all = [
            Server(self.folder, database, number, rules, options) for number in range(count)
        ]
        self._proxy: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """The address of the proxy."""
        return f"http://127.0.0.1:{self.port}"

    def _start_proxy(self) -> None:
        program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
        if program is None:
            raise CruachanError(message(__package__, "cluster.no_nginx"))
        upstream = "\n".join(
            f"        server 127.0.0.1:{server.port} max_fails=1 fail_timeout=2s;"
            for server in self.all
        )
        conf = self.folder / "nginx.conf"
        conf.write_text(PROXY.format(folder=self.folder, port=self.port, upstream=upstream))
        command = [program, "-c", str(conf), "-e", str(self.folder / "nginx.log")]
        self._proxy = subprocess.Popen(command, process_group=0)

    def __enter__(self) -> Self:
        try:
            self._start_proxy()
            # The first compiles the rules, and the others load them.
            alone = 1 if self._rules == "compiled" else len(self.all)
            for some in (self.all[:alone], self.all[alone:]):
                for server in some:
                    server.start()
                for server in some:
                    server.wait()
        except BaseException:
            self.close()
            raise
        return self

    def close(self) -> None:
        """End everything."""
        for server in self.all:
            if server.paused:
                server.wake()
            server.kill()
        if self._proxy is not None:
            self._proxy.terminate()
            self._proxy.wait(PATIENCE)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.close()

    def complaints(self) -> list[str]:
        """What the servers said of faults of ours, by the last line: there should be none."""
        found = []
        for server in self.all:
            for each in server.log.split("Traceback (most recent call last):")[1:]:
                found += re.findall(r"^\w.*", each, re.MULTILINE)[:1]
        return found
