"""No code names a language: the default is the first of `languages.json`, and all are data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import cruachan
from cruachan.engine.languages import COMPLETE_LANGS

PACKAGE = Path(cruachan.__path__[0])
ROOT = Path(__file__).parents[1]
CODE = (".py", ".js", ".mjs", ".ts", ".svelte")
NOT_OURS = {"built", "node_modules", "__pycache__"}
"""The page as it was built, and packages of others."""
GENERATED = {"server.d.ts"}
LANGUAGE_DATA = {"saga_facts.py", "saga_language.py", "saga_reader.py", "pictures.py"}
"""Tools that judge the texts of a language, or show the program in one, by tables of languages."""
CODES = "|".join(COMPLETE_LANGS)
NAMED = re.compile(rf"""(?<![\w-])(?:["'`](?:{CODES})["'`]|lang="(?:{CODES})"|\b(?:{CODES}):\s)""")


def naming(root: Path) -> Iterator[str]:
    """Every line of code below a folder that names a language; tests may."""
    for path in sorted(root.rglob("*")):
        inside = path.relative_to(root)
        ours = not set(inside.parts) & NOT_OURS and ".test." not in path.name
        if path.suffix in CODE and ours and path.name not in GENERATED | LANGUAGE_DATA:
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                if NAMED.search(line):
                    yield f"{inside.as_posix()}:{number}: {line.strip()}"


def test_no_code_names_a_language() -> None:
    """A third language is data only."""
    for folder in (PACKAGE, ROOT / "tools", ROOT / "web" / "src"):
        assert any(folder.rglob("*")), folder
        assert list(naming(folder)) == [], folder


def test_a_language_would_be_found(tmp_path: Path) -> None:
    """The test of the test: as a string, as a key, as an attribute; but not within another word."""
    first, *_, last = COMPLETE_LANGS
    (tmp_path / "a.py").write_text(f'tables(package, "{first}")\ntext = "{last}ep"\n', "utf-8")
    (tmp_path / "b.svelte").write_text(f'<p lang="{last}">\n<p lang={{lang}}>\n', "utf-8")
    (tmp_path / "c.ts").write_text(f"const texts = {{ {last}: {{}} }};\n", "utf-8")
    found = [line.split(": ")[0] for line in naming(tmp_path)]
    assert found == ["a.py:1", "b.svelte:1", "c.ts:1"]
