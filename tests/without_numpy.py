"""Run a module of the tests in a Python that has neither NumPy nor Numba, as a browser's has.

python -m tests.without_numpy tests.bounds hibernia
"""

from __future__ import annotations

import runpy
import sys

MISSING = ("numpy", "numba", "llvmlite")

if __name__ == "__main__":
    for name in MISSING:
        sys.modules[name] = None  # type: ignore[assignment]
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=False)
