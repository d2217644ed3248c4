"""The app: the endpoints of the API put together. `docs/api.md` tells how to use it."""

from __future__ import annotations

from fastapi import FastAPI

from cruachan import __version__
from cruachan.server.api import (
    catalogue,
    challenges,
    club,
    history,
    kits,
    leagues,
    login,
    me,
    my_events,
    notices,
    profiles,
    share,
    streams,
    tables,
)
from cruachan.server.api.compression import Compression
from cruachan.server.api.error_responses import HANDLERS
from cruachan.server.api.openapi import ABOUT, Described
from cruachan.server.api.slow_answers import SlowAnswers
from cruachan.server.bots.workers import Workers
from cruachan.server.challenges import puzzles
from cruachan.server.tables import analysis, hints, questions
from cruachan.server.tables.service import TableService


def make_app(service: TableService, workers: Workers) -> FastAPI:
    """The app of a service."""
    app = make_routes()
    attach(app, service, workers)
    return app


def attach(app: FastAPI, service: TableService, workers: Workers) -> None:
    """Let an app answer for a service, and for no other one any more."""
    app.state.service = service
    app.state.workers = workers
    app.state.puzzle_ratings = puzzles.PuzzleRatings()
    app.state.analyses = analysis.AnalysisCache()
    app.state.reachable = lambda: None
    app.state.slow_answers = SlowAnswers(service.slices)
    app.state.kits = SlowAnswers(service.slices, "kits", kits.THREADS, kits.KEPT)
    app.state.cards = SlowAnswers(service.slices, "cards", share.THREADS, share.KEPT)
    app.state.covers = SlowAnswers(service.slices, "covers", share.THREADS, share.KEPT)


def make_routes() -> FastAPI:
    """An app that answers as soon as a service is attached."""
    app = Described(
        title="Cruachan",
        description=ABOUT,
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        exception_handlers=HANDLERS,
    )
    app.add_middleware(Compression)
    app.include_router(catalogue.api)
    app.include_router(kits.api)
    app.include_router(share.api)
    app.include_router(tables.api)
    app.include_router(history.api)
    app.include_router(questions.api)
    app.include_router(hints.api)
    app.include_router(analysis.api)
    app.include_router(streams.api)
    app.include_router(me.api)
    app.include_router(my_events.api)
    app.include_router(club.api)
    app.include_router(profiles.api)
    app.include_router(leagues.api)
    app.include_router(challenges.api)
    app.include_router(login.api)
    app.include_router(notices.api)
    app.add_route("/api/openapi.json", app.described, include_in_schema=False)
    _build_routes(app)
    return app


def _build_routes(app: FastAPI) -> None:
    """Build what FastAPI builds at the first request otherwise, while everybody waits."""
    nowhere = {"type": "http", "method": "GET", "path": "/", "root_path": "", "headers": []}
    for route in app.routes:
        route.matches(nowhere)
    app.middleware_stack = app.build_middleware_stack()
