"""The documentation site: it builds strictly, links lead somewhere, nothing foreign is loaded."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LOADED = re.compile(
    r"""<(?:script|img|iframe|source)[^>]+src=["']?(https?:)?//|"""
    r"""<link[^>]+rel=["']?(?:stylesheet|preconnect|icon)[^>]+href=["']?(https?:)?//|"""
    r"""@import\s+(?:url\()?["']?(https?:)?//|url\(["']?(https?:)?//"""
)
"""Whatever a browser would fetch from another host to show a page."""


def build(config: Path, target: Path) -> subprocess.CompletedProcess[str]:
    said = ["--config-file", str(config), "--site-dir", str(target)]
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", *said],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site")
    done = build(ROOT / "mkdocs.yml", target)
    assert done.returncode == 0, done.stderr
    return target


def test_it_has_every_page_and_the_reference(site: Path) -> None:
    for page in (ROOT / "docs").rglob("*.md"):
        shown = (site / page.relative_to(ROOT / "docs")).with_suffix(".html")
        assert shown.is_file(), page
    assert 'id="cruachan.engine.match.Match.legal_moves"' in (
        site / "reference" / "library.html"
    ).read_text("utf-8")
    rules = {path.stem for path in (site / "rules").glob("*.html")} - {"index"}
    assert rules == {path.parent.name for path in (ROOT / "src").rglob("games/*/RULES.md")}
    lessons = {path.parent.name for path in (ROOT / "src").rglob("games/*/lesson.toml")}
    assert {path.stem for path in (site / "lessons").glob("*.html")} - {"index"} == lessons
    assert "Willkommen in Wales!" in (site / "lessons" / "cambria.html").read_text("utf-8")
    assert (site / "examples" / "bots" / "ahead.py").is_file()


def test_it_loads_nothing_from_elsewhere(site: Path) -> None:
    pages = [path for path in site.rglob("*") if path.suffix in (".html", ".css")]
    assert len(pages) > 30
    for path in pages:
        assert not LOADED.search(path.read_text("utf-8")), path
    assert LOADED.search('<script defer src="https://example.org/a.js">')
    assert LOADED.search('<link rel="stylesheet" href="https://example.org/a.css">')


@pytest.mark.parametrize("link", ["nowhere.md", "index.md#nowhere", "/absolute.md"])
def test_a_broken_link_would_be_found(tmp_path: Path, link: str) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "index.md").write_text(f"# Title\n\n[a link]({link})\n", "utf-8")
    config = tmp_path / "mkdocs.yml"
    config.write_text(
        f"INHERIT: {ROOT / 'mkdocs.yml'}\ndocs_dir: {docs}\n"
        "nav: [index.md]\nhooks: []\nplugins: []\n",
        "utf-8",
    )
    done = build(config, tmp_path / "site")
    assert done.returncode != 0
    assert "Aborted with 1 warnings in strict mode" in done.stdout + done.stderr
