"""Programs that start warm: forked from a process that has imported what they import.

`python -m cruachan serve` takes a second and a half of a core before it does anything, and tests
start it a hundred times. A fork is a process like any other: it has streams, signals, an end and
an exit status of its own. What the start itself does is tested with real starts (`subprocess`).

    done = warm.run("draw", "hibernia")               # python -W error -m cruachan draw hibernia
    server = warm.start("serve", "--port", "0", stdout=subprocess.PIPE)

Each worker of the tests has a template (`python tests/warm.py`) for each mode of the rules.
"""

from __future__ import annotations

import atexit
import gc
import io
import json
import os
import runpy
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import warnings
from contextlib import ExitStack, suppress
from importlib import import_module
from pathlib import Path
from typing import IO, Any, NoReturn, Self

if __name__ != "__main__":
    from tests.lots import LOTS

PROGRAM = "cruachan"
"""The module that is run unless a file is named."""
IMPORTED = (
    "cruachan.cli",
    "cruachan.arena.simulate",
    "cruachan.bots",
    "cruachan.server.serve",
    "cruachan.server.api.app",
    "cruachan.server.store.migrate",
    "cruachan.games.hibernia.game",
    "cruachan.games.cambria.game",
    "cruachan.games.gallia.game",
    "cruachan.games.shent.game",
    "uvicorn.protocols.http.auto",
    "uvicorn.protocols.websockets.auto",
    "uvicorn.loops.auto",
)
FORKS = sys.platform == "linux"
"""Elsewhere libraries do not survive a fork, and programs start as usual."""
IMPORT_PATH = os.environ.get("PYTHONPATH")
"""Where templates import from; programs that import from elsewhere start as usual."""
MODES = ("interpreted", "compiled")
"""The modes of the rules for which there are templates."""
STREAMS = 3
PATIENCE = 300.0


# --- In the template ----------------------------------------------------------------------


def _read_line(line: socket.socket) -> bytes:
    parts = []
    while part := line.recv(1 << 16):
        parts.append(part)
        if part.endswith(b"\n"):
            break
    return b"".join(parts)


def _become(wanted: dict[str, Any], streams: list[int]) -> None:
    """In the fork: the streams, folder, environment and arguments of the program."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    opened = {
        "stdin": os.fdopen(0, encoding="utf-8", closefd=False),
        "stdout": _writer(1, "strict"),
        "stderr": _writer(2, "backslashreplace"),
    }
    for name, file in opened.items():
        setattr(sys, name, file)
        setattr(sys, f"__{name}__", file)
    os.chdir(wanted["cwd"])
    os.environ.clear()
    os.environ.update(wanted["env"])
    sys.argv = [wanted["program"], *wanted["arguments"]]
    if not wanted["strict"]:
        warnings.resetwarnings()
        warnings.filterwarnings("ignore", category=DeprecationWarning)


def _writer(number: int, errors: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(
        os.fdopen(number, "wb", closefd=False),
        encoding="utf-8",
        errors=errors,
        line_buffering=number == 2 or os.isatty(number),
    )


def _fork_on_demand(control: socket.socket) -> str | None:
    """Fork for whoever asks; in a fork, the program it is to run. None when nobody asks now."""
    wake, waker = socket.socketpair()
    wake.setblocking(False)
    waker.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(waker.fileno())
    running: dict[int, socket.socket] = {}
    watch = selectors.DefaultSelector()
    watch.register(control, selectors.EVENT_READ)
    watch.register(wake, selectors.EVENT_READ)
    while True:
        ready = {key.fileobj for key, _ in watch.select()}
        if wake in ready:
            with suppress(BlockingIOError):
                wake.recv(4096)
            _report_ended(running)
        if control not in ready:
            continue
        found, descriptors, _, _ = socket.recv_fds(control, 1, STREAMS + 1)
        if not found:
            watch.close()
            for each in (control, wake, waker, *running.values()):
                each.close()
            return None
        line = socket.socket(fileno=descriptors[0])
        wanted = json.loads(_read_line(line))
        if pid := os.fork():
            running[pid] = line
            line.sendall(f"{pid}\n".encode())
            for stream in descriptors[1:]:
                os.close(stream)
            continue
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        watch.close()
        for each in (control, wake, waker, line, *running.values()):
            each.close()
        _become(wanted, descriptors[1:])
        return str(wanted["program"])


def _report_ended(running: dict[int, socket.socket]) -> None:
    while running:
        pid, status, used = os.wait4(-1, os.WNOHANG)
        if not pid:
            return
        with running.pop(pid) as line, suppress(OSError):
            spent = used.ru_utime + used.ru_stime
            line.sendall(f"{os.waitstatus_to_exitcode(status)} {spent}\n".encode())


def template(control: socket.socket) -> None:
    """Import everything, fork on demand; in a fork, run the program to its end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for module in IMPORTED:
        import_module(module)
    gc.collect()
    gc.freeze()
    lots = runpy.run_path(str(Path(__file__).with_name("lots.py")))
    program = _fork_on_demand(control)
    if program:
        lots["install"](os.environ[lots["ASKING"]])
    if program == PROGRAM:
        runpy.run_module(PROGRAM, run_name="__main__", alter_sys=True)
    elif program:
        runpy.run_path(program, run_name="__main__")


# --- For tests ----------------------------------------------------------------------------

_spent = 0.0
_templates: dict[str, _Template] = {}


def core_seconds() -> float:
    """What the programs that have ended have computed."""
    return _spent


class _Template:
    """The process that forks programs with rules of one mode."""

    def __init__(self, rules: str) -> None:
        self.control, theirs = socket.socketpair()
        self.lock = threading.Lock()
        command = [sys.executable, "-P", "-W", "error", __file__, str(theirs.fileno())]
        self.process = subprocess.Popen(
            command,
            env=os.environ | {"CRUACHAN_RULES": rules, "OPENBLAS_NUM_THREADS": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
        )
        theirs.close()
        atexit.register(self.close)

    def fork(self, wanted: dict[str, Any], streams: list[int]) -> tuple[int, socket.socket]:
        """The id of a new program, and the line on which its end is told."""
        line, theirs = socket.socketpair()
        with theirs, self.lock:
            socket.send_fds(self.control, [b"+"], [theirs.fileno(), *streams])
        line.sendall(json.dumps(wanted).encode() + b"\n")
        told = _read_line(line)
        if not told:
            raise RuntimeError(f"the template of warm programs has ended: {self.process.wait()}")
        return int(told), line

    def close(self) -> None:
        """Let it end; programs that still run go on."""
        self.control.close()
        self.process.wait()


class Program:
    """A running program, with what the tests need of `subprocess.Popen`."""

    def __init__(self, pid: int, line: socket.socket, stdout: IO[str] | None) -> None:
        self.pid = pid
        self.stdout = stdout
        self.returncode: int | None = None
        self._line = line

    def wait(self, timeout: float | None = None) -> int:
        """Its exit status, once it has ended."""
        global _spent
        if self.returncode is None:
            self._line.settimeout(timeout)
            try:
                told = _read_line(self._line)
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0) from None
            if not told:
                raise RuntimeError("the template of warm programs has ended")
            code, spent = told.split()
            self.returncode = int(code)
            _spent += float(spent)
            self._line.close()
        return self.returncode

    def poll(self) -> int | None:
        """Its exit status, if it has ended."""
        with suppress(subprocess.TimeoutExpired):
            return self.wait(0.0)
        return None

    def send_signal(self, by: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, by)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.stdout is not None:
            self.stdout.close()
        self.wait(PATIENCE)


def start(
    *arguments: str,
    program: Path | None = None,
    env: dict[str, str] | None = None,
    cwd: Path | None = None,
    stdin: IO[Any] | None = None,
    stdout: IO[Any] | int | None = None,
    stderr: IO[Any] | None = None,
    strict: bool = False,
) -> Program | subprocess.Popen[str]:
    """`cruachan` with these arguments, or the program of a file.

    With `strict` every warning is an error. Streams that are not given are empty, and stderr ours.
    """
    environment = dict(os.environ if env is None else env)
    rules = environment.get("CRUACHAN_RULES", "compiled")
    elsewhere = environment.get("PYTHONPATH") != IMPORT_PATH
    if not FORKS or rules not in MODES or elsewhere:
        warned = ["-W", "error"] if strict else []
        what = ["-P", str(program)] if program else ["-m", PROGRAM]
        return subprocess.Popen(
            [sys.executable, *warned, *what, *arguments],
            env=environment,
            cwd=cwd,
            stdin=stdin or subprocess.DEVNULL,
            stdout=stdout or subprocess.DEVNULL,
            stderr=stderr,
            text=True,
        )
    if rules not in _templates:
        _templates[rules] = _Template(rules)
    wanted = {
        "program": str(program) if program else PROGRAM,
        "arguments": arguments,
        "env": environment | LOTS.for_program(),
        "cwd": str(cwd or Path.cwd()),
        "strict": strict,
    }
    read, write = os.pipe() if stdout == subprocess.PIPE else (-1, -1)
    with Path(os.devnull).open("r+b") as nothing:
        out = write if write >= 0 else _number(stdout, nothing.fileno())
        streams = [_number(stdin, nothing.fileno()), out, _number(stderr, 2)]
        pid, line = _templates[rules].fork(wanted, streams)
    if write < 0:
        return Program(pid, line, None)
    os.close(write)
    return Program(pid, line, os.fdopen(read, encoding="utf-8"))


def _number(stream: IO[Any] | int | None, otherwise: int) -> int:
    if stream is None:
        return otherwise
    return stream if isinstance(stream, int) else stream.fileno()


def run(
    *arguments: str,
    env: dict[str, str] | None = None,
    strict: bool = True,
    said: str = "",
    timeout: float = PATIENCE,
) -> subprocess.CompletedProcess[str]:
    """`cruachan` with these arguments, and what is said to it; how it ended and what it printed.

    Unless an environment is given it has ours, and need not load compiled rules.
    """
    env = os.environ | {"CRUACHAN_RULES": "interpreted"} if env is None else env
    with ExitStack() as files:
        read, out, errors = (files.enter_context(tempfile.TemporaryFile()) for _ in range(STREAMS))
        read.write(said.encode())
        read.seek(0)
        program = start(*arguments, env=env, stdin=read, stdout=out, stderr=errors, strict=strict)
        try:
            code = program.wait(timeout)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()
            raise
        printed = [_content(each) for each in (out, errors)]
    return subprocess.CompletedProcess([PROGRAM, *arguments], code, *printed)


def _content(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()


def _main() -> NoReturn:
    template(socket.socket(fileno=int(sys.argv[1])))
    sys.exit()


if __name__ == "__main__":
    _main()
