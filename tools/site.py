"""What the documentation site shows from outside docs/: rules, first games, changelog, examples.

MkDocs loads it as a hook. Pages keep the links that work in the repository; here they are changed
to those of the site.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
PROJECT = {
    "changelog.md": "CHANGELOG.md",
    "contributing.md": "CONTRIBUTING.md",
    "security.md": "SECURITY.md",
    "code-of-conduct.md": "CODE_OF_CONDUCT.md",
}
RULES = ROOT / "src" / "cruachan" / "games"
LANGUAGES = ROOT / "src" / "cruachan" / "engine" / "languages.json"
EXAMPLES = ROOT / "examples"


def project_page(name: str) -> str:
    """A file of the repository's root as a page of the site."""
    text = (ROOT / name).read_text("utf-8").replace("](docs/", "](")
    for page, source in PROJECT.items():
        text = text.replace(f"]({source})", f"]({page})")
    return text


def rulebooks() -> dict[str, str]:
    """The rules of all games as pages, and a page that lists them."""
    books = {path.parent.name: path.read_text("utf-8") for path in RULES.glob("*/RULES.md")}
    titles = {name: re.findall(r"^# (.*)$", text, re.M)[0] for name, text in books.items()}
    listed = [f"- [{titles[name]}]({name}.md)" for name in sorted(books)]
    index = "\n".join(["# Rules", "", "Numbered, in English and German.", "", *listed, ""])
    return {f"rules/{name}.md": text for name, text in {**books, "index": index}.items()}


def first_games() -> dict[str, str]:
    """What the guided first games say as pages, and a page that lists them."""
    lessons = {path.parent.name: _first_game(path) for path in RULES.glob("*/lesson.toml")}
    titles = {name: text.partition("\n")[0].removeprefix("# ") for name, text in lessons.items()}
    listed = [f"- [{titles[name]}]({name}.md)" for name in sorted(lessons)]
    about = (
        "What the guided first games say, to read. The page offers to play them; "
        "in a terminal: `cruachan learn GAME`."
    )
    index = "\n".join(["# First games", "", about, "", *listed, ""])
    return {f"lessons/{name}.md": text for name, text in {**lessons, "index": index}.items()}


def _first_game(path: Path) -> str:
    """The sentences of a lesson, step by step, in every language that it has."""
    steps = tomllib.loads(path.read_text("utf-8"))["step"]
    languages = json.loads(LANGUAGES.read_text("utf-8"))
    rules = (path.parent / "RULES.md").read_text("utf-8")
    title = re.findall(r"^# ([^:\n]*)", rules, re.MULTILINE)[0]
    parts = [f"# {title}: a first game"]
    for language in languages:
        said = [step[language["code"]] for step in steps if language["code"] in step]
        if said:
            parts.append(f"## {language['name']}")
            parts += [f"{number}. {text.strip()}" for number, text in enumerate(said, 1)]
    return "\n\n".join(parts) + "\n"


def on_files(files: Files, config: Any) -> Files:
    """Add the pages and files that lie elsewhere."""
    from mkdocs.structure.files import File, InclusionLevel

    pages = {page: project_page(source) for page, source in PROJECT.items()}
    pages |= rulebooks() | first_games()
    for page, text in pages.items():
        listed = not page.startswith(("rules/", "lessons/")) or page.endswith("/index.md")
        kind = InclusionLevel.INCLUDED if listed else InclusionLevel.NOT_IN_NAV
        files.append(File.generated(config, page, content=text, inclusion=kind))
    for path in EXAMPLES.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            files.append(_example(path, config))
    return files


def _example(path: Path, config: Any) -> File:
    """A file of the examples: text as a page that no menu lists, anything else as it is."""
    from mkdocs.structure.files import File, InclusionLevel

    inside = f"examples/{path.relative_to(EXAMPLES).as_posix()}"
    if path.suffix != ".md":
        return File.generated(config, inside, abs_src_path=str(path))
    text = path.read_text("utf-8").replace("/docs/", "/")
    return File.generated(config, inside, content=text, inclusion=InclusionLevel.NOT_IN_NAV)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Links out of docs/, and blocks of code whose second word tells the tests what they are."""
    linked = markdown.replace("](../examples/", "](examples/")
    for page, source in PROJECT.items():
        linked = linked.replace(f"](../{source})", f"]({page})")
    return re.sub(r"^```(\w+) \w+$", r"```\1", linked, flags=re.MULTILINE)
