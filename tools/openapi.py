"""Write the OpenAPI description of the server, from which the page's types are made."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from cruachan.server.api.app import make_app

if __name__ == "__main__":
    nobody = cast(Any, SimpleNamespace(slices=None))
    described = make_app(nobody, nobody).openapi()
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(described, indent=1) + "\n", encoding="utf-8")
