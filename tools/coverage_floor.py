"""Raise the floor of coverage in pyproject.toml to what was just measured; it is never lowered."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
FLOOR = re.compile(r"^fail_under = ([\d.]+)$", re.MULTILINE)
SLACK = 0.3
"""Percent by which a run may differ from another one of the same code."""


def floor_of(text: str) -> float:
    """The floor that a pyproject.toml states; 0 where there is none."""
    found = FLOOR.search(text)
    return float(found[1]) if found else 0.0


def raised(text: str, measured: float) -> str:
    """The text with its floor as high as was measured, less some slack, and never lower."""
    floor = max(floor_of(text), round(measured - SLACK, 1))
    return FLOOR.sub(f"fail_under = {floor}", text)


def main() -> None:
    """Read the last measurement, and write the floor."""
    command = [sys.executable, "-m", "coverage", "report", "--format=total"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr or done.stdout)
    text = PROJECT.read_text("utf-8")
    PROJECT.write_text(raised(text, float(done.stdout)), "utf-8")
    print(f"coverage {done.stdout.strip()} %, floor {floor_of(PROJECT.read_text('utf-8'))} %")


if __name__ == "__main__":
    main()
