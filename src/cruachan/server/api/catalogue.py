"""Endpoints of the games themselves: the catalogue, rules, boards."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import msgspec
import segno
from fastapi import APIRouter, Request, Response

from cruachan.bots import bots_of, levels_of, usual_bot
from cruachan.bots.naming import bot_title as bot_title
from cruachan.bots.own import own_bots
from cruachan.engine.capabilities import SearchLevel
from cruachan.engine.game import Game, Option, Preset
from cruachan.engine.glossary import entries, search
from cruachan.engine.languages import LANGUAGES, numeral
from cruachan.engine.rulebook import rulebook
from cruachan.engine.texts import Lang, Texts
from cruachan.games import GAMES, game_class
from cruachan.lessons.lesson import has_lesson, load
from cruachan.printing import can_print
from cruachan.server.api import catalogue_models, responses
from cruachan.server.api.catalogue_models import (
    BotKind,
    CatalogueBoard,
    CatalogueGame,
    CatalogueTerm,
    OfferedLanguage,
    OptionChoice,
    ReachAnswer,
)
from cruachan.server.api.constant import (
    constant,
    cover_picture,
    digest,
    look_digest,
    looked,
    pictured,
    wordmark_picture,
)
from cruachan.server.api.parameters import Digest, Find, GameName, OnBoard
from cruachan.server.api.peers import LOOPBACK, is_loopback
from cruachan.server.api.request_context import SvgResponse, address_of, language
from cruachan.server.api.streams import LangQuery
from cruachan.server.errors import missing, wrong
from cruachan.server.tables import commands
from cruachan.server.tables.setting import boxed_game

api = APIRouter(prefix="/api", responses=responses.ALWAYS)


@api.get("/languages", response_model=list[OfferedLanguage])
def languages(request: Request) -> Response:
    """The languages in which everything can be said, the default one first."""
    return constant(request, _languages)


def _languages() -> list[OfferedLanguage]:
    return [OfferedLanguage(code=each.code, name=each.name) for each in LANGUAGES.values()]


@api.get("/games", response_model=list[CatalogueGame])
def games(request: Request, lang: LangQuery = None) -> Response:
    """The games of the house: what they are, their boards, options, numbers of players, bots."""
    return constant(request, _games, tuple(GAMES.playable()), language(request))


def _games(names: tuple[str, ...], lang: Lang) -> list[CatalogueGame]:
    return [_catalogue_game(name, lang) for name in names]


@cache
def _catalogue_game(name: str, lang: Lang) -> CatalogueGame:
    """A game as a newcomer is told of it."""
    game, texts = boxed_game(name), Texts(game_class(name).package, lang)
    levels, about_bots = levels_of(game), Texts("cruachan.bots", lang)
    return CatalogueGame(
        name=name,
        title=game.title,
        sentence=texts("game.sentence"),
        howto=texts("game.howto").strip(),
        players=[game.players[0], game.players[-1]],
        usual_seats=game.usual_seats(),
        minutes=list(game.description.minutes),
        boards=[_board(game, board, lang) for board in game.boards],
        options=[_option(option, texts) for option in game.options],
        presets=[_preset(preset, texts) for preset in game.presets],
        bots=[_bot(kind, name, levels.get(kind), about_bots) for kind in bots_of(game)],
        usual_bot=usual_bot(game),
        secrets=game.secrets,
        told=game.narration is not None,
        resigns=game.resigns,
        lesson=has_lesson(game.name),
        lesson_minutes=load(game.name).minutes(lang) if has_lesson(game.name) else 0,
        rolls=game.rolls,
        analysed=bool(levels),
        out_of_turn=game.out_of_turn,
        saga=game.story is not None,
        prints=can_print(),
        identity=_identity(name, lang),
    )


def _identity(name: str, lang: Lang) -> catalogue_models.GameIdentity:
    found = GAMES[name].identity
    mark = found.wordmark
    return catalogue_models.GameIdentity(
        accent=found.accent,
        accent_dark=found.accent_dark,
        icon=found.icon,
        ornament=found.ornament,
        ornament_width=found.ornament_width,
        wordmark=round(mark.width / mark.height, 2) if mark else None,
        digest=look_digest(name, lang),
        sounds=catalogue_models.GameSounds(**msgspec.to_builtins(found.sounds)),
    )


def _board(game: Game[Any, Any], board: str, lang: Lang) -> CatalogueBoard:
    label = game.board_label(board, lang)
    return CatalogueBoard(
        name=board,
        title=label.title,
        sentence=label.sentence,
        seats=[seats for seats in game.players if game.usual_board(seats) == board],
        digest=digest(game.name, board, lang),
    )


def _option(option: Option, texts: Texts) -> catalogue_models.CatalogueOption:
    return catalogue_models.CatalogueOption(
        name=option.name,
        title=texts(f"option.{option.name}"),
        about=texts(f"option.{option.name}_about"),
        choices=[
            OptionChoice(
                value=choice, title=texts(f"option.{choice}"), house=choice in option.house
            )
            for choice in option.choices
        ],
        default=option.default,
    )


def _preset(preset: Preset, texts: Texts) -> catalogue_models.CataloguePreset:
    return catalogue_models.CataloguePreset(
        name=preset.name,
        title=texts(f"preset.{preset.name}"),
        about=texts(f"preset.{preset.name}_about"),
        seats=preset.seats,
        options=dict(preset.options),
    )


def _bot(kind: str, game: str, level: SearchLevel | None, texts: Texts) -> BotKind:
    """A kind of bot in words, those of the game where it plays otherwise there."""
    if kind in own_bots():
        return BotKind(kind=kind, title=kind.capitalize(), about=texts("own.about"))
    own = Texts(GAMES[game].package, texts.lang).table
    title = bot_title(kind, game, texts.lang)
    about = own.get(f"bot_about.{kind}") or texts.table.get(f"about.{kind}", texts("own.added"))
    seconds = numeral(level.seconds if level else 0, "g", texts.lang)
    about = about.replace("{seconds}", seconds)
    return BotKind(kind=kind, title=title, about=about)


def _package(game: str) -> str:
    """Where the texts of a game lie."""
    if not GAMES.check(game):
        raise missing("no_game", name=game, games=list(GAMES))
    return GAMES[game].package


@api.get("/games/{game}/rules", response_model=dict[str, str], responses=responses.NO_GAME)
def rules(
    request: Request, game: GameName, find: Find = "", lang: LangQuery = None
) -> Response | dict[str, str]:
    """The numbered rules of a game, or those that a number or words find."""
    package, lang_ = _package(game), language(request)
    if not find:
        return constant(request, _rules, package, lang_)
    book = rulebook(package)
    numbers = book.find(find) or search(package, find)
    return {number: book.rules[number].text(lang_) for number in numbers}


def _rules(package: str, lang: Lang) -> dict[str, str]:
    return {number: rule.text(lang) for number, rule in rulebook(package).rules.items()}


@api.get("/games/{game}/glossary", response_model=list[CatalogueTerm], responses=responses.NO_GAME)
def glossary(request: Request, game: GameName, lang: LangQuery = None) -> Response:
    """The words of a game that a newcomer stumbles over, with what they mean."""
    return constant(request, _glossary, _package(game), language(request))


def _glossary(package: str, lang: Lang) -> list[CatalogueTerm]:
    return [CatalogueTerm(**entry._asdict()) for entry in entries(package, lang)]


@api.get("/games/{game}/chapters", response_model=dict[str, str], responses=responses.NO_GAME)
def chapters(request: Request, game: GameName, lang: LangQuery = None) -> Response:
    """The chapters of a game's rules: H4 has the rules from H4.1 on."""
    return constant(request, _chapters, _package(game), language(request))


def _chapters(package: str, lang: Lang) -> dict[str, str]:
    return {number: title.text(lang) for number, title in rulebook(package).chapters.items()}


@api.get("/games/{game}/board", response_class=SvgResponse, responses=responses.NO_GAME)
def board(
    request: Request,
    game: GameName,
    board: OnBoard = None,
    digest: Digest = None,
    lang: LangQuery = None,
) -> Response:
    """The empty board as a picture (SVG)."""
    return pictured(request, game, board, language(request), False, digest)


@api.get("/games/{game}/still", response_class=SvgResponse, responses=responses.NO_GAME)
def still(
    request: Request,
    game: GameName,
    board: OnBoard = None,
    digest: Digest = None,
    lang: LangQuery = None,
) -> Response:
    """The board on which pieces are laid, as a picture (SVG); it changes only with the board."""
    return pictured(request, game, board, language(request), True, digest)


@api.get("/games/{game}/cover", response_class=SvgResponse, responses=responses.NO_GAME)
def cover(
    request: Request, game: GameName, digest: Digest = None, lang: LangQuery = None
) -> Response:
    """The cover picture of the game (SVG): a part of its board with pieces on it."""
    _package(game)
    return looked(request, cover_picture, game, language(request), digest)


@api.get("/games/{game}/wordmark", response_class=SvgResponse, responses=responses.NO_GAME)
def wordmark(
    request: Request, game: GameName, digest: Digest = None, lang: LangQuery = None
) -> Response:
    """The title of the game as it writes it (SVG, black); 404 where it has no such."""
    _package(game)
    if GAMES[game].identity.wordmark is None:
        raise missing("no_wordmark", game=GAMES[game].title)
    return looked(request, wordmark_picture, game, language(request), digest)


@api.get("/reach")
def reach(request: Request) -> ReachAnswer:
    """Where other devices of the network reach this server, for links and codes of a page that is
    opened on the server's own machine; nobody else is told."""
    own = is_loopback(address_of(request)) and request.url.hostname in LOOPBACK
    reachable: Callable[[], str | None] = request.app.state.reachable
    return ReachAnswer(address=reachable() if own else None)


@api.post("/qr", response_class=SvgResponse, responses=responses.refusals(403, 429))
def qr(ask: commands.QrRequest) -> Response:
    """An address as a QR code (SVG), for a phone that is held before the screen."""
    try:
        address = urlsplit(ask.text)
    except ValueError:
        raise wrong("no_address") from None
    printable = ask.text.isascii() and ask.text.isprintable() and " " not in ask.text
    if address.scheme not in ("http", "https") or not address.hostname or not printable:
        raise wrong("no_address")
    drawn = BytesIO()
    code = segno.make_qr(ask.text)
    code.save(drawn, kind="svg", light="#ffffff", omitsize=True, xmldecl=False)
    return SvgResponse(drawn.getvalue())
