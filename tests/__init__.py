"""Tests of everything."""

import os

# Every process would start a thread of BLAS for each core, and they wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
