"""A server in a process of its own, as people start it; its dice and bots play the same again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from cruachan.server.client import Client
from tests import warm

KNOWN_DICE = Path(__file__).with_name("known_dice.py")


class Running:
    """`cruachan serve` on a folder and a port of its own; it can be killed and started again.

    One that a single test starts need not load machine code first; the servers of all are compiled.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *options: str,
        rules: str = "interpreted",
        program: Path = KNOWN_DICE,
    ) -> None:
        self.rules = rules
        self.program = program
        self._own = tempfile.TemporaryDirectory() if folder is None else None
        self.folder = folder or Path(self._own.name if self._own else "")
        self.options = options
        self.port = 0
        self.clients: list[Client] = []
        self.process: warm.Program | subprocess.Popen[str] | None = None

    def start(self) -> Self:
        """Open the server, and wait until it says where it is."""
        arguments = ["serve", "--data", str(self.folder), "--port", str(self.port)]
        arguments += ["--rate", "100000", "--lang", "en", *self.options]
        self.log = (self.folder.parent / f"{self.folder.name}.log").open("a")
        self.process = warm.start(
            *arguments,
            program=self.program,
            env=os.environ | {"CRUACHAN_RULES": self.rules},
            stdout=subprocess.PIPE,
            stderr=self.log,
        )
        assert self.process.stdout is not None
        found, line = None, "-"
        while line and not found:
            line = self.process.stdout.readline()
            found = re.search(r"http://[^ ]+:(\d+)", line)
        if not found:
            self.kill()
            raise AssertionError(f"the server did not start: {line!r} {self.stderr}")
        self.port = int(found[1])
        return self

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def stderr(self) -> str:
        """What it complained about."""
        return Path(self.log.name).read_text()

    def client(self, key: str | None = None, **values: Any) -> Client:
        """Somebody at the server."""
        self.clients.append(Client(self.address, key, **values))
        return self.clients[-1]

    def dismiss(self) -> None:
        """Let everybody leave."""
        while self.clients:
            self.clients.pop().close()

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to stop; how it ended."""
        return self._end(signal.SIGTERM)

    def _end(self, by: signal.Signals) -> int:
        assert self.process is not None
        self.process.send_signal(by)
        code = self.process.wait(timeout=300)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.log.close()
        return code

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.dismiss()
        if self.process is not None and self.process.poll() is None:
            self.kill()
        if self._own:
            self._own.cleanup()
