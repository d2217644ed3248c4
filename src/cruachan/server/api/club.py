"""Endpoints about ratings."""

from __future__ import annotations

from collections.abc import Collection

from fastapi import APIRouter, Request

from cruachan.engine.texts import Lang, Texts
from cruachan.games import GAMES
from cruachan.server import club
from cruachan.server.api import responses
from cruachan.server.api.catalogue import bot_title
from cruachan.server.api.club_models import (
    ClubTexts,
    PoolRating,
    RatedBot,
    RatedPerson,
    RatingAnswer,
    RatingPool,
)
from cruachan.server.api.me import somebody
from cruachan.server.api.request_context import asker_of, language, service_of
from cruachan.server.api.streams import LangQuery
from cruachan.server.club.ratings import PersonStrength, bot_ratings, plays_like
from cruachan.server.store import club as stored
from cruachan.server.store import profiles

api = APIRouter(prefix="/api", responses=responses.ALWAYS)
PAGE_TEXTS = (
    "profile",
    "profile_of",
    "profile_none",
    "profile_sum",
    "profile_pending",
    "profile_games",
    "profile_luck",
    "profile_play",
    "profile_good",
    "profile_curve",
    "profile_curve_about",
    "profile_liked",
    "profile_year",
    "profile_months",
    "profile_other_year",
    "profile_last",
    "profile_won",
    "profile_place",
    "profile_show",
    "profile_show_about",
    "profile_link",
    "profile_mine",
    "ratings",
    "ratings_about",
    "ratings_none",
    "players",
    "rating",
    "name",
    "games",
    "wins",
    "bot",
    "you",
    "provisional",
    "provisional_about",
    "my_ratings",
    "all_ratings",
    "place",
    "played",
    "rated_none",
    "rated",
    "rated_about",
    "leagues",
    "leagues_all",
    "leagues_about",
    "leagues_none",
    "season",
    "seasons",
    "season_open",
    "season_playing",
    "season_over",
    "season_cancelled",
    "league_person",
    "league_new",
    "league_name",
    "league_game",
    "league_players",
    "league_players_about",
    "league_pairing",
    "round_robin",
    "round_robin_about",
    "swiss",
    "swiss_about",
    "league_rounds",
    "league_rounds_about",
    "league_division",
    "league_division_about",
    "league_days",
    "league_days_about",
    "league_clock_about",
    "league_make",
    "league_by",
    "league_join",
    "league_leave",
    "league_withdraw",
    "league_start",
    "league_next",
    "league_remove",
    "league_remove_who",
    "league_remove_open",
    "league_remove_playing",
    "league_remove_do",
    "league_remove_sure",
    "league_cancel",
    "league_cancel_sure",
    "league_waiting",
    "league_ties",
    "league_calendar",
    "standings",
    "joined",
    "division",
    "rank",
    "points",
    "beaten",
    "met",
    "withdrawn",
    "way_up",
    "way_down",
    "round",
    "round_later",
    "bye",
    "table_over",
    "table_going",
)
MOST = 100
"""How many persons a list has at most."""


def _text(strength: PersonStrength, game: str, like: str | None, lang: Lang) -> str:
    """A rating in words."""
    texts = Texts(club.__name__, lang)
    key = "rating.provisional" if strength.provisional else "rating.settled"
    says = texts(key, rating=round(strength.rating), around=round(strength.around))
    return (
        says if like is None else texts("rating.like", says=says, bot=bot_title(like, game, lang))
    )


def rating_text(strength: PersonStrength, game: str, players: int, lang: Lang) -> str:
    """A rating in words, with the bot that plays about as well."""
    return _text(strength, game, plays_like(strength.rating, game, players), lang)


def _numbers(strength: PersonStrength, game: str, players: int, lang: Lang) -> RatingAnswer:
    rating, around = strength.rating, strength.around
    like = plays_like(rating, game, players)
    return RatingAnswer(
        rating=round(rating),
        low=round(rating - around),
        high=round(rating + around),
        games=strength.games,
        wins=strength.wins,
        provisional=strength.provisional,
        like=like,
        text=_text(strength, game, like, lang),
    )


def _order(known: dict[str, PersonStrength]) -> list[str]:
    """Persons, the best first; provisional ratings last."""
    return sorted(known, key=lambda id_: (known[id_].provisional, -known[id_].rating, id_))


def _listed(known: dict[str, PersonStrength], names: Collection[str], most: int) -> list[str]:
    """The first persons with a name; of thousands this is for a thread."""
    return [id_ for id_ in _order(known) if id_ in names][:most]


def _place(known: dict[str, PersonStrength], names: Collection[str], person: str) -> int | None:
    """The place of somebody among all whose rating is not provisional."""
    if person not in names or known[person].provisional:
        return None
    return 1 + sum(
        not other.provisional and other.rating > known[person].rating
        for id_, other in known.items()
        if id_ in names
    )


@api.get("/club/texts")
async def texts(request: Request, lang: LangQuery = None) -> ClubTexts:
    """What the page says about ratings and leagues: it is loaded where it is shown."""
    table = Texts(club.__name__, language(request)).table
    return ClubTexts(texts={name: table[f"page.{name}"] for name in PAGE_TEXTS})


@api.get("/ratings")
async def ratings(request: Request, lang: LangQuery = None) -> list[RatingPool]:
    """The ratings of this server, for each game and number of players in which there is one."""
    service, who = service_of(request), await asker_of(request)
    found, said = [], language(request)
    for game, players in await service.store.query(stored.pools):
        if game not in GAMES:
            continue
        known = await service.ratings.pool(game, players)
        names = await service.store.query(stored.named, list(known))
        listed = await service.store.read(_listed, known, names, MOST)
        shown = await service.store.query(profiles.shown_ids, listed)
        bots = sorted(bot_ratings(game, players).items(), key=lambda each: -each[1])
        pool = RatingPool(
            game=game,
            title=GAMES[game].title,
            players=players,
            persons=[
                RatedPerson(
                    name=names[id_][0],
                    colour=names[id_][1],
                    me=who is not None and who.person == id_,
                    profile=shown.get(id_),
                    **dict(_numbers(known[id_], game, players, said)),
                )
                for id_ in listed
            ],
            bots=[
                RatedBot(name=name, title=bot_title(name, game, said), rating=rating)
                for name, rating in bots
            ],
        )
        found.append(pool)
    return found


@api.get("/me/ratings", responses=responses.refusals(401, 403))
async def my_ratings(request: Request, lang: LangQuery = None) -> list[PoolRating]:
    """One's own ratings, for each game and number of players."""
    service, who = service_of(request), await somebody(request)
    found = []
    for game, players in await service.store.query(stored.pools_of, who.holders):
        known = await service.ratings.pool(game, players)
        if game not in GAMES or who.person not in known:
            continue
        own = known[who.person]
        names = await service.store.query(stored.named, list(known))
        place = await service.store.read(_place, known, names, who.person)
        rated = PoolRating(
            game=game,
            title=GAMES[game].title,
            players=players,
            place=place,
            **dict(_numbers(own, game, players, language(request))),
        )
        found.append(rated)
    return found
