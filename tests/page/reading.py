"""What a page has to read, and what nobody should have to."""

from __future__ import annotations

import re

NOTATION = re.compile(r"\[[\w ]+\]|\b\d+/\d+\b|\b\d-\d\b|\b\d+ / \d+\b|\b[A-D]\d\b|\{\w+\}")
"""What only programs and files write."""

SHOWN = "() => document.body.innerText"
