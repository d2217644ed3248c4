"""The cache of compiled rules, and whether its folder may be trusted.

Numba keeps machine code in pickles, and whoever can write one runs code in our name. So only a
folder is used that belongs to the user and that nobody else can change; else rules are compiled at
every start, and one sentence says why. What cannot be read there is compiled anew.
"""

from __future__ import annotations

import gc
import hashlib
import logging
import os
import stat
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from multiprocessing import parent_process
from pathlib import Path
from typing import Any, NamedTuple

from platformdirs import user_cache_dir

from cruachan.engine.errors import reason
from cruachan.engine.stamp import stamp
from cruachan.engine.texts import Message, message

LOG = logging.getLogger("cruachan")
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def kernel_hash() -> str:
    """A name for the present state of all files that hold records or rules.

    Numba's cache does not notice a change in another file, so each state of these sources has a
    cache folder of its own. The games of other distributions count too.
    """
    digest = hashlib.sha256()
    for root in (Path(__file__).parent.parent, *_plugin_roots()):
        for path in sorted(root.rglob("*.py")):
            source = path.read_bytes()
            if b"@rule" in source or b"(Record)" in source:
                digest.update(path.relative_to(root).as_posix().encode() + source)
    return digest.hexdigest()[:16]


def _plugin_roots() -> list[Path]:
    """The folders of the packages whose entry points add games, without importing them."""
    tops = {each.module.partition(".")[0] for each in entry_points(group="cruachan.games")}
    specs = [find_spec(top) for top in sorted(tops) if top]
    found = [spec.submodule_search_locations or () for spec in specs if spec is not None]
    return [Path(folder) for folders in found for folder in folders]


def cache_folder(mode: str) -> Path:
    """The folder of rules in a mode: in CRUACHAN_CACHE, else in the user's cache folder.

    A relative XDG_CACHE_HOME is ignored, as its standard says; a RuntimeError: there is no home.
    """
    chosen = os.environ.get("CRUACHAN_CACHE")
    root = Path(chosen).absolute() / "cruachan" if chosen else _user_cache()
    return root / f"{kernel_hash()}-{mode}"


def _user_cache() -> Path:
    usual = Path(user_cache_dir("cruachan", appauthor=False)).expanduser()
    return usual if usual.is_absolute() else Path.home() / ".cache" / "cruachan"


def open_folder(mode: str) -> Path | None:
    """The folder, made if it is not there; None, and a sentence, where nothing can be kept."""
    try:
        folder = cache_folder(mode)
        wrong = _make(folder) or untrusted(folder)
    except RuntimeError:
        wrong = _say("homeless")
    if wrong is None:
        return folder
    give_notice(wrong)
    return None


def _make(folder: Path) -> Message | None:
    """Make the folder, its user's alone; else why it cannot be."""
    try:
        for each in reversed([folder, *folder.parents]):
            if not each.exists():
                each.mkdir(0o700, exist_ok=True)
    except OSError as error:
        return _say("unusable", folder=folder, reason=reason(error))
    return None if os.access(folder, os.W_OK) else _say("unwritable", folder=folder)


def untrusted(folder: Path, user: int | None = None) -> Message | None:
    """Why others could put their code into this folder; None where they cannot.

    All in it is the user's and written by nobody else. Above it nobody but the user and the system
    may exchange it; in a folder like /tmp everybody's things are safe from each other.
    """
    if not hasattr(os, "getuid"):
        return None
    user = os.getuid() if user is None else user
    try:
        real = folder.resolve()
        own = [real, *real.rglob("*")]
        return _shared(own, [user], 0) or _shared(real.parents, [user, 0], stat.S_ISVTX)
    except OSError as error:
        return _say("unusable", folder=folder, reason=reason(error))


def _shared(paths: Iterable[Path], owners: list[int], safe: int) -> Message | None:
    """The first path that others own or may write to, unless a bit of its mode makes it safe."""
    for path in paths:
        try:
            found = path.lstat()
        except FileNotFoundError:
            # Another program of ours has just put a half-written file into its place.
            continue
        if found.st_uid not in owners:
            return _say("other_owner", path=path)
        writes = found.st_mode & OTHERS_WRITE
        if writes == stat.S_IWGRP and _is_private(found.st_gid, owners[0]):
            continue
        if writes and not found.st_mode & safe:
            return _say("open", path=path)
    return None


def _is_private(group: int, user: int) -> bool:
    """Whether a group is the user's alone, as many systems give everybody one."""
    pwd, grp = import_module("pwd"), import_module("grp")
    try:
        name, found = pwd.getpwuid(user).pw_name, grp.getgrgid(group)
    except KeyError:
        return False
    return bool(found.gr_name == name and set(found.gr_mem) <= {name})


def _say(key: str, /, **values: Any) -> Message:
    return message(__package__, f"cache.{key}", **values)


def give_notice(why: Message) -> None:
    """Say once, in the program that was started, that rules are not kept."""
    if parent_process() is None:
        LOG.warning(_say("unkept", why=why))


class CompileNotice(NamedTuple):
    """What is said when rules of a package are compiled for the first time."""

    title: str
    seconds: int
    """About how long it takes on a free core."""


_notices: dict[str, CompileNotice] = {}
"""By package, as long as nothing was said of it."""


def notice_compiling(package: str, title: str, seconds: int) -> None:
    """Let it be said, once, when the rules of a game's package have to be compiled."""
    _notices[package] = CompileNotice(title, seconds)


def forget_notice(package: str) -> None:
    """Nothing is to be said: somebody else tells the person who waits."""
    _notices.pop(package, None)


def _tell_compiling(module: str, folder: Path) -> None:
    """Say that a game is compiled, unless part of it is kept already.

    Only in the program that was started: its workers are waited for by nobody.
    """
    package = next((each for each in _notices if module.startswith(f"{each}.")), None)
    if package is None:
        return
    title, seconds = _notices.pop(package)
    if parent_process() is None and not has_kept(folder, package):
        LOG.warning(_say("compiling", game=title, seconds=seconds))


def has_kept(folder: Path, package: str) -> bool:
    """Whether compiled rules of a game's package lie in the folder."""
    return any(folder.glob(f"{package.rpartition('.')[2]}_*/*.nbi"))


def compile_without_garbage_collection() -> None:
    """Let Numba search for no garbage while it compiles, in this process.

    What it makes is large and mostly in use: the search takes a sixth of the time and finds little.
    """
    events: Any = import_module("numba.core.event")

    class Compiling(events.Listener):  # type: ignore[misc]
        """Is told of each function; those that it calls are compiled within it, under one lock."""

        depth, was_on = 0, False

        def on_start(self, event: Any) -> None:
            if not self.depth:
                self.was_on = gc.isenabled()
                gc.disable()
            self.depth += 1

        def on_end(self, event: Any) -> None:
            self.depth -= 1
            if not self.depth and self.was_on:
                gc.enable()

    events.register("numba:compile", Compiling())


def caching() -> Callable[[Callable[..., Any]], Any]:
    """Numba's cache of one function, which survives whatever lies in its folder."""
    numba: Any = import_module("numba.core.caching")

    class ByModule(numba.UserProvidedCacheLocator):  # type: ignore[misc]
        """Places files by the name of the module, so that every installation of the same rules
        finds them. Numba places them by the path of the source; it compares the content anyway.
        """

        _cache_path: str

        def __init__(self, function: Any, file: str) -> None:
            super().__init__(function, file)
            package = function.__module__.rpartition(".")[0]
            if package:
                named = f"{package.rpartition('.')[2]}_{hashlib.sha1(package.encode()).hexdigest()}"
                self._cache_path = str(Path(self._cache_path).with_name(named))

    class InFolder(numba.CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = (ByModule,)

    class Kept(numba.FunctionCache):  # type: ignore[misc]
        _impl_class = InFolder

        def _index_key(self, sig: Any, codegen: Any) -> Any:
            return sig, codegen.magic_tuple(), stamp(self._py_func)

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            _tell_compiling(self._py_func.__module__, Path(self.cache_path).parent)
            try:
                return super().load_overload(sig, target_context)
            except Exception:
                # Unpickling what is cut off or foreign can raise anything.
                self._forget()
                return None

        def _forget(self) -> None:
            try:
                self.flush()
            except OSError:
                self.disable()

        def save_overload(self, sig: Any, data: Any) -> None:
            try:
                super().save_overload(sig, data)
            except OSError as error:
                _stop_keeping(error)

    def of(function: Callable[..., Any]) -> Any:
        try:
            return Kept(function)
        except RuntimeError:
            return numba.NullCache()

    return of


_stopped: list[OSError] = []


def _stop_keeping(error: OSError) -> None:
    """A full disk keeps nobody from playing; it is said once."""
    if not _stopped:
        give_notice(_say("unwritten", reason=reason(error)))
    _stopped.append(error)
