"""Endpoints about profiles: one's own, and those that others show."""

from __future__ import annotations

import secrets
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Query, Request

from cruachan.engine.languages import Lang, numeral
from cruachan.engine.texts import Texts
from cruachan.games import GAMES
from cruachan.server import club
from cruachan.server.api import responses
from cruachan.server.api.catalogue import bot_title
from cruachan.server.api.club import rating_text
from cruachan.server.api.me import WRITING, somebody
from cruachan.server.api.parameters import ThingId
from cruachan.server.api.profile_models import (
    FinishedGame,
    GameTotals,
    LikedKind,
    LikedThing,
    LuckAndPlay,
    ProfileAnswer,
    ProfileRating,
    ShowProfile,
    YearAnswer,
)
from cruachan.server.api.request_context import asker_of, build, language, persons_of, service_of
from cruachan.server.api.streams import LangQuery
from cruachan.server.club import profile as made
from cruachan.server.club.facts import decode
from cruachan.server.club.profile import GameSum, PersonGame, YearReview
from cruachan.server.club.ratings import PersonStrength
from cruachan.server.errors import missing
from cruachan.server.store import club as stored_results
from cruachan.server.store import persons as stored_persons
from cruachan.server.store import profiles as stored
from cruachan.server.store.persons import StoredPerson
from cruachan.server.tables.table import now

api = APIRouter(prefix="/api", responses=responses.ALWAYS)
LAST = 50
"""How many of one's last games are listed."""
ID_BYTES = 9
InYear = Annotated[
    int | None, Query(ge=1970, le=9999, description="Which year is looked back at; else the last.")
]
Named = dict[str, tuple[str, str]]


class Career(NamedTuple):
    """All that is known of a person's games."""

    person: StoredPerson
    games: list[PersonGame]
    pending: int
    names: Named
    ratings: list[tuple[str, int, PersonStrength]]
    shown: str | None


@api.get("/me/profile", responses=responses.refusals(401, 403))
async def my_profile(
    request: Request, year: InYear = None, lang: LangQuery = None
) -> ProfileAnswer:
    """One's own games put together: results, luck against play, favourites, and a year. What was
    not counted yet of a game is counted in the background: ask again while any is `pending`."""
    who = await somebody(request)
    career = await _career(request, await persons_of(request).must_be(who))
    said = language(request)
    return await build(request, lambda: _own_profile(career, year, said))


@api.post("/me/profile", responses=responses.refusals(401, 403) | WRITING)
async def show_profile(
    request: Request, wish: ShowProfile, lang: LangQuery = None
) -> ProfileAnswer:
    """Let others see one's profile, under an id of its own, or let nobody see it any more."""
    persons, who = persons_of(request), await somebody(request)
    person = await persons.must_be(who)
    if wish.shown:
        await persons.write(stored.show_profile(person.id, secrets.token_urlsafe(ID_BYTES)))
    else:
        await persons.write(stored_persons.at(stored.HIDE_PROFILE, person=person.id))
    career, said = await _career(request, person), language(request)
    return await build(request, lambda: _own_profile(career, None, said))


@api.get("/profiles/{id}", responses=responses.refusals(403, 404))
async def profile(request: Request, id: ThingId, lang: LangQuery = None) -> ProfileAnswer:
    """The profile of somebody who shows it: without her tables and whom she met."""
    service, who = service_of(request), await asker_of(request)
    person = await persons_of(request).person(await service.store.query(stored.shown_person, id))
    if person is None:
        raise missing("no_profile")
    mine = who is not None and who.person == person.id
    career, said = await _career(request, person), language(request)
    return await build(request, lambda: _profile(career, said, mine))


async def _career(request: Request, person: StoredPerson) -> Career:
    """What is stored of a person's games; those that were never counted are wanted from now on."""
    service = service_of(request)
    store = service.store
    holders = await store.query(stored_persons.holders_of, person.id)
    results = await store.query(stored.last_results, holders)
    results = [each for each in results if each.game in GAMES]
    facts = await store.query(stored.facts_of, [each.table for each in results])
    wanted = [each.table for each in results if each.table not in facts]
    if wanted:
        await service.persons.write(stored.want_facts(wanted, now()))
    games = await build(
        request,
        lambda: made.games_of(
            results, {table: decode(data) for table, data in facts.items()}, person.id
        ),
    )
    met = {seat.person for game in games for seat in game.others if seat.person}
    names = await store.query(stored_results.named, list(met))
    ratings = []
    for game, players in sorted({(each.game, each.players) for each in games if each.rated}):
        known = await service.ratings.pool(game, players)
        if person.id in known:
            ratings.append((game, players, known[person.id]))
    shown = await store.query(stored.shown_id, person.id)
    return Career(person, games, len(wanted), names, ratings, shown)


def _profile(career: Career, lang: Lang, me: bool) -> ProfileAnswer:
    games = career.games
    return ProfileAnswer(
        name=career.person.name,
        colour=career.person.colour,
        me=me,
        shown=career.shown,
        pending=career.pending,
        games=len(games),
        wins=sum(game.won for game in games),
        totals=[_totals(each, lang) for each in made.records(games)],
        ratings=[
            ProfileRating(
                game=game,
                title=GAMES[game].title,
                players=players,
                rating=round(strength.rating),
                provisional=strength.provisional,
                text=rating_text(strength, game, players, lang),
            )
            for game, players, strength in career.ratings
        ],
        curve=[LuckAndPlay(**each._asdict()) for each in made.curve(games)],
        about=Texts(club.__name__, lang)("profile.about"),
        last=[],
        year=None,
    )


def _own_profile(career: Career, year: int | None, lang: Lang) -> ProfileAnswer:
    """A profile as its owner sees it."""
    found, games = _profile(career, lang, True), career.games
    found.last = [_finished(game, career.names, lang) for game in games[: -LAST - 1 : -1]]
    known = made.years(games)
    if known:
        review = made.review(games, known[0] if year is None else year)
        found.year = _year(review, known, career.names, lang)
    return found


def _totals(record: GameSum, lang: Lang) -> GameTotals:
    return GameTotals(
        game=record.game,
        title=GAMES[record.game].title,
        games=record.games,
        wins=record.wins,
        luck=record.luck,
        cost=record.cost,
        accuracy=record.accuracy,
        liked=_liked(record, lang),
    )


def _liked(record: GameSum, lang: Lang) -> list[LikedKind]:
    """What was chosen most, in the words of the game."""
    favourites = GAMES[record.game].favourites
    kinds = []
    for kind in favourites.KINDS if favourites else ():
        assert favourites is not None
        things = [
            LikedThing(name=name, times=times)
            for key, times in record.liked.get(kind, ())
            if (name := favourites.name(kind, key, lang))
        ]
        if things:
            kinds.append(LikedKind(title=favourites.title(kind, lang), things=things))
    return kinds


def _finished(game: PersonGame, names: Named, lang: Lang) -> FinishedGame:
    others = []
    for seat in game.others:
        if seat.bot is not None:
            others.append(bot_title(seat.bot, game.game, lang))
        elif seat.person in names:
            others.append(names[seat.person][0])
    return FinishedGame(
        table=game.table,
        game=game.game,
        title=GAMES[game.game].title,
        at=game.at,
        players=game.players,
        place=game.place,
        won=game.won,
        rated=game.rated,
        luck=game.luck,
        cost=game.cost,
        others=others,
    )


def _year(review: YearReview, known: list[int], names: Named, lang: Lang) -> YearAnswer:
    return YearAnswer(
        year=review.year,
        years=known,
        games=len(review.games),
        wins=review.wins,
        months=list(review.months),
        totals=[_totals(each, lang) for each in review.records],
        text=_sentences(review, names, lang),
    )


def _sentences(review: YearReview, names: Named, lang: Lang) -> list[str]:
    """A year in sentences; what is not known, or was not there, is left out."""
    texts = Texts(club.__name__, lang)
    if not review.games:
        return [texts("year.none", year=review.year)]
    sentences = [
        texts.count("year.games", len(review.games), year=review.year, wins=review.wins),
        texts.count("year.days", review.days),
    ]
    most = review.records[0]
    if len(review.records) > 1:
        title = GAMES[most.game].title
        sentences.append(texts("year.most", game=title, games=most.games))
    sentences += [
        texts.count("year.met", games, name=names[person][0])
        for person, games in review.companions
        if person in names
    ][:1]
    if review.streak > 1:
        sentences.append(texts("year.streak", games=review.streak))
    moments = (
        ("luckiest", review.luckiest, review.luckiest and review.luckiest.luck),
        ("unluckiest", review.unluckiest, review.unluckiest and review.unluckiest.luck),
        ("best", review.best, review.best and review.best.cost),
    )
    for key, game, share in moments:
        if game is None or share is None or not _worth_saying(key, share):
            continue
        title, amount = GAMES[game.game].title, numeral(abs(share), ".0%", lang)
        sentences.append(texts(f"year.{key}", game=title, share=amount, day=_day(game, texts)))
    for record in review.records:
        for kind in _liked(record, lang):
            first = kind.things[0]
            sentences.append(
                texts("year.liked", kind=kind.title, name=first.name, times=first.times)
            )
    return sentences


def _worth_saying(key: str, share: float) -> bool:
    """Whether there was luck where luck is told of, and bad luck where that is."""
    if key == "luckiest":
        return share > 0
    return key != "unluckiest" or share < 0


def _day(game: PersonGame, texts: Texts) -> str:
    """The day on which a game ended (UTC), in words; the year is known."""
    months = texts("year.months").split()
    return texts("year.day", day=game.when.day, month=months[game.when.month - 1])
