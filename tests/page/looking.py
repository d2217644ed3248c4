"""What is looked for on every page: what keeps people out (axe), what is cut off, what is too small
for a finger."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

HERE = Path(__file__).parent
AXE = HERE.parents[1] / "web" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")


@cache
def _axe_source() -> str:
    if not AXE.is_file():
        pytest.fail("axe-core is not installed, and this test asks it: make check")
    return AXE.read_text("utf-8")


@cache
def _measures() -> str:
    return (HERE / "measures.js").read_text("utf-8")


def axe(page: Page) -> None:
    """Nothing on the page keeps anybody from using it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe_source() + "; undefined")
    found: list[dict[str, Any]] = page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then((found) => found.violations)"
    )
    told = [
        f"{each['id']}: {each['help']}\n  " + "\n  ".join(node["html"] for node in each["nodes"])
        for each in found
        if each["impact"] in GRAVE
    ]
    assert not told, "\n".join(told)


def nothing_cut(page: Page) -> None:
    """Nothing sticks out of the page, no text is cut off, and a finger hits what it can press."""
    found: list[str] = page.evaluate(_measures())
    assert not found, "\n".join(found)


def all_well(page: Page) -> None:
    """Both."""
    nothing_cut(page)
    axe(page)
