"""Build the site: all of Cruachan as static files, which any host serves and a browser plays.

    python -m tools.static_site build/play
    python -m tools.static_site --lock        # writes requirements-site.lock

The page is built without a server; Python (Pyodide), the packages it needs, the games' WebAssembly
modules and the documentation lie beside it. All paths are relative, so the folder can lie anywhere.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from html import escape
from importlib import import_module
from importlib.metadata import entry_points
from itertools import product
from pathlib import Path

from tools.npm import WEB

from cruachan.bench.wasm import node
from cruachan.engine.kernel import record_game
from cruachan.engine.languages import DEFAULT_LANG, LANGS, LANGUAGES
from cruachan.engine.plugins import GROUPS
from cruachan.engine.texts import Texts
from cruachan.games import GAMES, load_game
from cruachan.printing import PAPERS, KitOptions, make_kit
from cruachan.wasm.build import LOADERS, build_apart

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "cruachan"
OWN = SOURCE / "server" / "browser" / "site"
DOCS = "docs"
KITS = "kits"
INKS = ("", "grey", "light")
"""How games are printed: in colour, in grey, without backgrounds."""
ANSWERS = "answers"
ARCHIVE = "packages.zip"
"""All packages, for browsers that cannot begin with the snapshot."""
LOCK = ROOT / "requirements-site.lock"
PYODIDE = WEB / "node_modules" / "pyodide"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip",
           "pyodide-lock.json")  # fmt: skip
"""The files of Pyodide that a browser loads."""
PACKAGES = (
    "alembic", "annotated_doc", "annotated_types", "anyio", "fastapi", "filelock", "idna", "mako",
    "markupsafe", "openskill", "opentelemetry", "opentelemetry_api-*.dist-info", "platformdirs",
    "pydantic", "segno", "sqlalchemy", "starlette", "typing_extensions.py", "typing_inspection",
    "websockets",
)  # fmt: skip
"""What the server imports and is plain Python, as it is installed here."""
LEFT_OUT = re.compile(
    r"(^|/)(__pycache__|tests?|testing)(/|$)|\.(so|pyi|pyx|pxd|c|npz|typed)$|"
    r"^sqlalchemy/(dialects/(mysql|mssql|oracle)|ext/(asyncio|mypy)|orm)/|"
    r"^pydantic/(v1/|mypy)|^websockets/(legacy|trio)/|^[\w.-]+/sboms/|"
    r"^cruachan/(arena/(gpu|plots)|bench|cli|conformance|envs|learning|server/built|terminal|wasm)\b"
)
"""What a browser has no use for."""
FROM_WHEELS = ("msgspec", "pydantic-core")
"""What the server imports and is compiled: from wheels for Pyodide's platform."""
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "314", "--abi", "cp314")
TYPES = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
connect-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; font-src 'self'; \
manifest-src 'self'; base-uri 'self'; form-action 'none'"
"""What the page may do: nothing from or to another host."""
DOCS_POLICY = "default-src 'none'; script-src 'self' 'unsafe-inline'; worker-src 'self'; \
connect-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; font-src 'self'; \
base-uri 'self'; form-action 'self'"
"""The same for the documentation, whose theme has scripts in its pages."""

LEAD_BACK = r"""const names =
  "new|t|rules|me|login|ratings|profile|leagues|daily|puzzles|join|answer";
const at = location.pathname.search(new RegExp(`/(${names})(/|$)`));
if (at >= 0) {
  const { pathname, search, hash } = location;
  location.replace(`${pathname.slice(0, at)}/#at=${pathname.slice(at)}${search}${hash}`);
}"""
"""Leads from a page of the site to its front page, which goes on there (web/src/App.svelte)."""


def build(
    folder: Path,
    modules: Callable[[list[str], Path], None] | None = None,
    docs: Callable[[Path], None] | None = None,
    kits: Callable[[Path], None] | None = None,
) -> None:
    """Write the site into a folder, which must be new or one that this wrote before; `modules`
    writes the modules of games into a folder, if they are not to be built for any processor,
    `docs` the documentation and `kits` the games to print, if they are not to be built."""
    shutil.rmtree(folder, ignore_errors=True)
    server = folder / "server"
    subprocess.run(
        [sys.executable, ROOT / "tools" / "npm.py", "run", "--silent", "build", "--", "--logLevel",
         "error", "--mode", "site", "--outDir", str(folder.absolute())],
        check=True,
    )  # fmt: skip
    server.mkdir()
    for name in RUNTIME:
        shutil.copy(PYODIDE / name, server)
    for path in OWN.glob("*.mjs"):
        shutil.copy(path, server)
    write_kernels(server, modules or build_modules)
    write_packages(server / ARCHIVE)
    write_snapshot(server, folder / ANSWERS)
    finish_page(folder)
    (docs or build_docs)(folder / DOCS)
    finish_docs(folder / DOCS)
    (kits or print_kits)(folder / KITS)
    write_service_worker(folder)


def build_modules(names: list[str], folder: Path) -> None:
    """Build the modules of games, each in a process of its own."""
    for made in build_apart(names, None, folder):
        print(made.code, flush=True)


def write_kernels(server: Path, modules: Callable[[list[str], Path], None]) -> None:
    """The modules of all games whose rules are machine code, a list of them, what runs them."""
    names = [name for name in GAMES if record_game(load_game(name)) is not None]
    modules(names, server)
    for loader in LOADERS:
        shutil.copy(SOURCE / "wasm" / loader, server)
    (server / "kernels.json").write_text(json.dumps(names))


def sources() -> Iterator[tuple[str, Path]]:
    """The files of all packages by their names in the archive."""
    installed = Path(sysconfig.get_path("purelib"))
    packages = (path for name in PACKAGES for path in installed.glob(name))
    for top in (SOURCE, *packages, *sorted(set(plugin_parts()))):
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            name = path.relative_to(top.parent).as_posix()
            if path.is_file() and not LEFT_OUT.search(name):
                yield name, path


def plugin_parts() -> Iterator[Path]:
    """The packages of installed plugins, and what says which games and bots they have."""
    for entry in (each for group in GROUPS for each in entry_points(group=group)):
        package = import_module(entry.module.partition(".")[0])
        yield from map(Path, package.__path__)
        files = (entry.dist and entry.dist.files) or ()
        yield from (Path(each.locate()).parent for each in files if each.name == "entry_points.txt")


def download_wheels(folder: Path, *what: str) -> None:
    """Fetch wheels for the Python of the site into a folder."""
    download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    where = ["--dest", str(folder)]
    subprocess.run([*download, "--only-binary", ":all:", *PLATFORM, *where, *what], check=True)


def write_lock(wanted: Path = ROOT / "requirements.lock", lock: Path = LOCK) -> None:
    """Lock the wheels of the site at the versions that another lock file has."""
    pinned = dict(re.findall(r"^([\w.-]+)==(\S+)", wanted.read_text("utf-8"), re.M))
    lines = []
    with tempfile.TemporaryDirectory() as temporary:
        for name in FROM_WHEELS:
            folder = Path(temporary) / name
            download_wheels(folder, f"{name}=={pinned[name]}")
            (wheel,) = folder.glob("*.whl")
            digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
            lines.append(f"{name}=={pinned[name]} \\\n    --hash=sha256:{digest}\n")
    lock.write_text("".join(lines), "utf-8")


def write_packages(target: Path) -> None:
    """All packages in one archive, compiled by the Python that will run them."""
    with tempfile.TemporaryDirectory() as temporary:
        wheels = Path(temporary) / "wheels"
        download_wheels(wheels, "--require-hashes", "--requirement", str(LOCK))
        plain = Path(temporary) / "packages.zip"
        with zipfile.ZipFile(plain, "w", zipfile.ZIP_STORED) as archive:
            for name, path in sources():
                archive.write(path, name)
            for wheel in sorted(wheels.glob("*.whl")):
                with zipfile.ZipFile(wheel) as opened:
                    for each in opened.namelist():
                        archive.writestr(each, opened.read(each))
        program = ROOT / "tools" / "static_site.mjs"
        subprocess.run([node(), program, PYODIDE, plain, target], check=True)


def write_snapshot(server: Path, answers: Path) -> None:
    """Python's memory with the server started, so that no device has to load it module by module,
    the files that are not in it, and a folder of answers that are the same on every device."""
    with tempfile.TemporaryDirectory() as temporary:
        with zipfile.ZipFile(server / ARCHIVE) as archive:
            archive.extractall(temporary)
        program = ROOT / "tools" / "snapshot.mjs"
        folders = [str(server.absolute()), temporary, str(answers.absolute())]
        subprocess.run([node(), program, *folders], check=True)
    for path in server.glob("*.wasm"):
        path.chmod(0o644)


def print_kits(folder: Path) -> None:
    """Games to print, which a browser cannot set in type: each on each board of its box."""
    folder.mkdir()
    for name in GAMES.playable():
        for board in load_game(name).boards:
            for path, kit in kits_of(name, board):
                (folder / path).write_bytes(kit)


def kits_of(name: str, board: str) -> Iterator[tuple[str, bytes]]:
    """The kits of a game on a board, with their names as the page has them (PrintIt.svelte):
    GAME-BOARD-PAPER-LANGUAGE-INK.pdf, without the usual board and without colour."""
    game = load_game(name, board)
    usual = board == game.boards[0]
    for lang, paper, ink in product(LANGUAGES, PAPERS, INKS):
        options = KitOptions(lang, paper, grey=ink == "grey", save_ink=ink == "light")
        said = [name, "" if usual else board, paper, lang, ink]
        yield "-".join(filter(None, said)) + ".pdf", make_kit(game, options)


def build_docs(folder: Path) -> None:
    """Build the documentation: rules, first games to read, guides, reference."""
    config = ["--config-file", str(ROOT / "mkdocs.yml"), "--site-dir", str(folder.absolute())]
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", *config],
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        check=True,
    )


def finish_docs(folder: Path) -> None:
    """Let the documentation load nothing from elsewhere, and leave out what nobody reads."""
    for path in [*folder.rglob("*.map"), *folder.glob("sitemap.xml*")]:
        path.unlink()
    policy = f'<meta http-equiv="Content-Security-Policy" content="{DOCS_POLICY}">'
    for path in folder.rglob("*.html"):
        html = path.read_text("utf-8")
        path.write_text(html.replace("<head>", f"<head>{policy}", 1), "utf-8")


def finish_page(folder: Path) -> None:
    """The page with what it may do, a manifest that can lie anywhere, a page for what is not."""
    index = folder / "index.html"
    html = index.read_text("utf-8")
    policy = f'<meta http-equiv="Content-Security-Policy" content="{TYPES}" />'
    index.write_text(
        html.replace('<meta charset="utf-8" />', f'<meta charset="utf-8" />{policy}', 1)
    )
    manifest = json.loads((folder / "manifest.webmanifest").read_text("utf-8"))
    icons = [each | {"src": each["src"].removeprefix("/")} for each in manifest["icons"]]
    # No id: it would be read from the root of the host, which may have several sites.
    manifest |= {"start_url": ".", "scope": ".", "icons": icons}
    (folder / "manifest.webmanifest").write_text(json.dumps(manifest))
    write_missing(folder / "404.html")
    shutil.rmtree(folder / ".vite", ignore_errors=True)
    (folder / ".nojekyll").write_text("")


def in_all_languages(text: str, link: str, address: str) -> str:
    """A paragraph in each language: a text of the page and a link that goes on from it."""
    paragraphs = []
    for lang in LANGS:
        texts = Texts("cruachan.server", lang)
        go_on = f'<a href="{address}">{escape(texts(f"page.{link}"))}</a>'
        paragraphs.append(f'<p lang="{lang}">{escape(texts(f"page.{text}"))} {go_on}</p>')
    return "".join(paragraphs)


def write_missing(target: Path) -> None:
    """The page for addresses without a file: those of the site's own pages, where no service worker
    answers yet, lead through the front page; of others it says that there is nothing."""
    digest = base64.b64encode(hashlib.sha256(LEAD_BACK.encode()).digest()).decode()
    csp = f"default-src 'none'; script-src 'sha256-{digest}'"
    target.write_text(
        f'<!doctype html><html lang="{DEFAULT_LANG}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{csp}">'
        '<meta name="viewport" content="width=device-width">'
        '<meta name="color-scheme" content="light dark"><title>Cruachan</title></head><body>'
        + in_all_languages("missing", "go_on", "./")
        + f"<script>{LEAD_BACK}</script></body></html>",
        "utf-8",
    )


def write_service_worker(folder: Path) -> None:
    """The service worker, with the names of all files and a version that follows from them."""
    digest = hashlib.sha256()
    files = {}
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        name = path.relative_to(folder).as_posix()
        # What a device may never need is kept once it was read.
        if name not in ("404.html", ".nojekyll", f"server/{ARCHIVE}") and not name.startswith(
            (f"{DOCS}/", f"{KITS}/")
        ):
            content = path.read_bytes()
            digest.update(name.encode() + content)
            fitting = name.startswith("server/")
            files[name] = hashlib.sha256(content).hexdigest() if fitting else ""
    source = (OWN / "service-worker.js").read_text("utf-8")
    source = source.replace("@LANG@", DEFAULT_LANG)
    source = source.replace("@OFFLINE@", in_all_languages("offline", "to_games", "${SCOPE}"))
    source = source.replace("@VERSION@", digest.hexdigest()[:16])
    source = source.replace('"@FILES@"', json.dumps(files))
    (folder / "service-worker.js").write_text(source, "utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--lock"]:
        write_lock()
    else:
        build(Path(sys.argv[1]))
