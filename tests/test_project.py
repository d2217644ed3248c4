"""The files an open project has: versions that agree, and templates that can be read."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from pkgutil import resolve_name

import pytest
import yaml
from trove_classifiers import classifiers, deprecated_classifiers

import cruachan

ROOT = Path(__file__).parents[1]
CHANGES = (ROOT / "CHANGELOG.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
HEADINGS = re.findall(r"^## (.*)$", CHANGES, re.MULTILINE)


def test_the_version_is_said_the_same_everywhere() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "cruachan", "--version"], capture_output=True, text=True, check=True
    ).stdout
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert told.split()[-1] == cruachan.__version__ == citation["version"]
    assert HEADINGS[0].startswith(f"[{cruachan.__version__}] - ")


def test_the_changelog_has_versions_newest_first() -> None:
    said = [
        re.fullmatch(r"\[(\d+)\.(\d+)\.(\d+)\] - (\d{4}-\d\d-\d\d|unreleased)", h) for h in HEADINGS
    ]
    versions = [tuple(map(int, each.groups()[:3])) for each in said if each]
    assert len(versions) == len(HEADINGS) >= 2
    assert versions == sorted(set(versions), reverse=True)
    assert all(each and each[4] != "unreleased" for each in said[1:])


def test_classifiers_exist() -> None:
    assert set(PROJECT["classifiers"]) <= set(classifiers) - set(deprecated_classifiers)
    assert PROJECT["keywords"]
    assert PROJECT["authors"]


@pytest.mark.parametrize(
    "name", ["SECURITY.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "docs/public-api.md"]
)
def test_pages_of_the_project_have_a_title_and_chapters(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert text.startswith("# ")
    assert text.count("\n## ") >= 2


def test_forms_for_issues_ask_something_and_need_an_answer() -> None:
    forms = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
    read = {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in forms}
    assert read.pop("config")["blank_issues_enabled"] is True
    assert set(read) == {"bug", "rules", "feature"}
    for form in read.values():
        assert {"name", "description", "body"} <= set(form)
        assert any(each.get("validations", {}).get("required") for each in form["body"])
        identifiers = [each["id"] for each in form["body"]]
        assert len(identifiers) == len(set(identifiers))


def test_the_public_api_names_what_exists() -> None:
    """Every module and name that docs/public-api.md promises can be imported."""
    told = (ROOT / "docs" / "public-api.md").read_text("utf-8")
    names = re.findall(r"`(cruachan(?:\.\w+)+)`", told)
    assert len(names) > 8
    for name in names:
        resolve_name(name)
