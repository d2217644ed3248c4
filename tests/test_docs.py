"""What README and docs show is run, and what they point at is there."""

import doctest
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize(
    "page", ["README.md", "docs/python.md", "docs/envs.md", "docs/researchers.md"]
)
def test_examples_run(page: str) -> None:
    result = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r'(?:\]\(|src=")([^)#"]+)', page.read_text("utf-8")):
        if not link.startswith("http"):
            assert (page.parent / link).exists(), link


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    wanted = [*project["dependencies"], *(name for extra in extras for name in extra)]
    reasons = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    for requirement in wanted:
        name = re.match(r"[\w-]+", requirement)
        assert name is not None
        if name[0] == project["name"]:
            continue  # An extra made of other extras.
        assert f"**{name[0]}**" in reasons, name[0]
