"""The application of the page's worker on a port: `python -m tests.browser.served FOLDER MODULES`.

So the tests of the server's API can be run against it. It runs as in a browser: in one thread,
without processes, NumPy and Numba, with the worker's store, and with bots that think in the
WebAssembly modules of a folder.
"""

from __future__ import annotations

import asyncio
import sys
from datetime import date
from pathlib import Path

import uvicorn

from tests.browser.single_thread import become_single_threaded
from tests.wasm.machine import provided

DAY = "day"
"""A file beside the folder of the data: the day that it is at the server, if it is there."""


def play_on(day: Path) -> None:
    """Let it be the day that a file says."""
    from cruachan.challenges.daily import today
    from cruachan.server.api import challenges as endpoints
    from cruachan.server.challenges import daily

    for module in (endpoints, daily):
        vars(module)["today"] = lambda: (
            date.fromisoformat(day.read_text()) if day.exists() else today()
        )


async def serve(folder: Path) -> None:
    """Serve it until the process is ended."""
    from cruachan.server.browser.local_server import LocalServer

    play_on(folder.parent / DAY)
    local = LocalServer(folder)
    await local.start()
    config = uvicorn.Config(
        local.app,
        port=0,
        http="h11",
        ws="websockets-sansio",
        lifespan="off",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
    )
    server = uvicorn.Server(config)
    serving = asyncio.ensure_future(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    print(f"http://127.0.0.1:{port}", flush=True)
    await serving


if __name__ == "__main__":
    become_single_threaded(*sys.modules)
    modules = Path(sys.argv[2])
    with provided(modules, *(path.stem for path in modules.glob("*.wasm"))):
        asyncio.run(serve(Path(sys.argv[1])))
