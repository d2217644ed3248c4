"""What tests of several rooms need."""

from __future__ import annotations

from pathlib import Path

import pytest

from cruachan.server.api.page import FOLDER


@pytest.fixture(scope="session")
def built() -> Path:
    """The folder of the built page, which must be there."""
    if not (FOLDER / "index.html").is_file():
        pytest.fail("The page is not built, and this test looks at it. First type: make page")
    return FOLDER
