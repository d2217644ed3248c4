"""Build one module: `python -m cruachan.wasm GAME BOARD FOLDER`; `build_apart` calls it."""

from __future__ import annotations

import sys
from pathlib import Path

from cruachan.engine.errors import CruachanError
from cruachan.wasm.build import build, write_module
from cruachan.wasm.exports import module_game


def main(name: str, board: str, folder: str) -> int:
    """Write the module, or say in a line what is wrong."""
    try:
        write_module(build(module_game(name, board or None)), Path(folder))
    except CruachanError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
