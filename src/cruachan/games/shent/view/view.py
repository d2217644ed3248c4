"""What a viewer may see of SHENT, as plain data.

Everything shown comes from `observe`, the position as far as the viewer may know it; the true state
says only whom the game waits for and which moves the viewer has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cruachan.engine.game import CHANCE, NOBODY, Viewer, When
from cruachan.engine.notation import LETTERS
from cruachan.engine.pieces import PIECES, result_rows
from cruachan.engine.texts import DEFAULT_LANG, Lang
from cruachan.games.shent.aims import aims
from cruachan.games.shent.chapters.agreements import pact_in_words
from cruachan.games.shent.chapters.goal import outcome
from cruachan.games.shent.chapters.roles import role
from cruachan.games.shent.components.board import tags
from cruachan.games.shent.components.material import BUILDINGS, ELEMENTS, KINDS, RUNES
from cruachan.games.shent.components.tokens import Shown, TokenKind
from cruachan.games.shent.core.fields import NOWHERE, TRACK
from cruachan.games.shent.core.flow import top
from cruachan.games.shent.core.parts import spell_piece, token_land
from cruachan.games.shent.core.state import (
    Pact,
    Piece,
    Quest,
    State,
    lands_of,
    strength,
    tokens,
    wisdom,
)
from cruachan.games.shent.rulings import offers
from cruachan.games.shent.view.choices import Choices
from cruachan.games.shent.view.finale import finale
from cruachan.games.shent.view.prompts import Prompts
from cruachan.games.shent.view.shown import (
    BuildingView,
    FigureView,
    GoalView,
    LandRune,
    LandView,
    PactView,
    QuestView,
    RuneView,
    ShentPlayerView,
    ShentView,
    Stone,
    TokenView,
    Waiting,
    Weather,
)
from cruachan.games.shent.view.speech import ShentSpeech

TRACK_STONES = 10
ROLES = ("narrator", "administrator", "referee")


def view(
    state: State, seen: State, viewer: Viewer, names: Sequence[str] = (), lang: Lang = DEFAULT_LANG
) -> ShentView:
    """The view for a seat or a spectator."""
    waited = top(state).waits(state) if state.stack else ()
    speech = ShentSpeech(seen, names, lang, viewer)
    prompts = Prompts(seen, speech)
    kind, prompt = prompts.text(waited, viewer)
    legal = offers(state, viewer) if viewer is not None else []
    choices = Choices(seen, speech, CHANCE if viewer is None else viewer)
    offered = choices.offers(legal)
    return {
        "game": "shent",
        "board": seen.board.name,
        "seat": viewer,
        "to_act": list(waited),
        "prompt": prompt,
        "asked": {"kind": kind, "text": prompt},
        "points": choices.points(offered),
        "deck": choices.cards(offered),
        "idle": choices.idle(offered) if viewer in waited else "",
        "columns": prompts.columns(waited, viewer),
        "finale": finale(speech),
        "banner": speech.words("say.law", **_law(speech)) if _has_law(seen) else "",
        "calls": [] if viewer in waited else choices.calls(legal),
        "seats": seen.seats,
        "options": dict(seen.options),
        "turn": when(state).seat,
        "phase": prompts.phase,
        "phase_name": speech.words(f"phase.{prompts.phase}"),
        "round": seen.round,
        "stone": (seen.clock - 1) % TRACK_STONES + 1 if seen.clock else 0,
        "sky": ELEMENTS[seen.sky] if seen.sky >= 0 else None,
        "sky_name": speech.element(seen.sky),
        "weather": _weather(speech),
        "bag": sum(seen.bag),
        "numbers": list(seen.numbers),
        "lands": _lands(speech),
        "paths": [[token.land, token.other] for token in tokens(seen, TokenKind.PATH)],
        "peace": [list(each) for each in seen.peace],
        "pacts": [_pact(speech, pact) for pact in (*seen.pacts, *reversed(seen.bygone))],
        "track": _track(speech),
        "riddles": [
            {"asks": asks, "asked": asked, "text": text}
            for asked, (asks, text) in seen.riddles.items()
        ],
        "players": [_player(speech, seat) for seat in range(seen.seats)],
        "result": result_rows(outcome(state)),
    }


def when(state: State) -> When:
    """The round and whose turn it is."""
    return When(state.round, None if state.active < 0 or not state.stack else state.active)


def _has_law(state: State) -> bool:
    """Whether a round event holds; after the end nothing does."""
    return state.weather[0] != NOWHERE and not state.outcome


def _law(speech: ShentSpeech) -> dict[str, str]:
    """The round event by its name, and what it does."""
    return speech.round_event(*speech.state.weather)


def _weather(speech: ShentSpeech) -> Weather | None:
    """The round event."""
    rune, number = speech.state.weather
    if rune == NOWHERE:
        return None
    told = speech.round_event(rune, number)
    return {"rune": RUNES[rune], "strength": number, "text": f"{told['name']}: {told['does']}"}


# --- Lands --------------------------------------------------------------------------------


def _lands(speech: ShentSpeech) -> list[LandView]:
    state = speech.state
    named, called = _named(state), tags(state.board, speech.lang)
    shown: list[LandView] = []
    for number, land in enumerate(state.board.lands):
        rune: LandRune | None = None
        if land.rune is not None:
            rune = {"name": RUNES[land.rune], "strength": land.strength}
        marker = state.markers[number]
        shown.append(
            {
                "id": number,
                "name": land.called(speech.lang),
                "short": land.short,
                "tag": called[number],
                "element": ELEMENTS[land.element],
                "element_name": speech.element(land.element),
                "rune": rune,
                "marker": None if marker == NOBODY else marker,
                "figures": [],
                "building": None,
                "tokens": [],
                "besides": [],
                "quest": number in named,
            }
        )
    for index, piece in enumerate(state.pieces):
        if piece.land >= 0 and piece.kind in BUILDINGS:
            shown[piece.land]["building"] = _building(speech, index, piece)
        elif piece.land >= 0:
            shown[piece.land]["figures"].append(_figure(speech, index, piece))
    _lay_tokens(speech, shown)
    return shown


def _named(state: State) -> set[int]:
    """The lands that quests and goals name, as far as the viewer knows them."""
    known = [q for player in state.players for q in (*player.quests, player.aim) if q and q.aim]
    return {land for quest in known if quest.aim for land in aims.lands_named(quest.aim)}


def _figure(speech: ShentSpeech, index: int, piece: Piece) -> FigureView:
    state = speech.state
    flags = {
        "hidden": piece.hidden,
        "asleep": (TokenKind.ASLEEP, index) in speech.laid,
        "held": (TokenKind.BAND, index) in speech.laid or (TokenKind.CAPTIVE, index) in speech.laid,
        "experienced": piece.plus,
    }
    return {
        "id": spell_piece(state, speech.viewer, index),
        "kind": KINDS[piece.kind].key,
        "name": speech.kind(piece.kind),
        "called": state.names.get(index, ""),
        "owner": None if piece.leader == NOBODY else piece.leader,
        "strength": strength(piece),
        "wisdom": wisdom(piece),
        "steps": piece.steps,
        "flags": [flag for flag, there in flags.items() if there],
        "flag_names": [speech.words(f"flag.{flag}") for flag, there in flags.items() if there],
    }


def _building(speech: ShentSpeech, index: int, piece: Piece) -> BuildingView:
    besieged = (TokenKind.SIEGE, index) in speech.laid
    return {
        "id": spell_piece(speech.state, speech.viewer, index),
        "kind": KINDS[piece.kind].key,
        "name": speech.kind(piece.kind),
        "owner": None if piece.leader == NOBODY else piece.leader,
        "flags": ["siege"] if besieged else [],
    }


def _lay_tokens(speech: ShentSpeech, shown: list[LandView]) -> None:
    """The tokens of each land: those of the map, and those told besides."""
    for token in speech.state.tokens:
        how = TokenKind(token.kind).shown
        land = token_land(speech.state, token)
        if land < 0 or how not in (Shown.MAP, Shown.WORDS):
            continue
        there = shown[land]["tokens" if how == Shown.MAP else "besides"]
        owner = None if token.seat == NOBODY else token.seat
        there.append(_token(speech, token.kind, token.strength, owner, speech.question(token)))
    for seat, player in enumerate(speech.state.players):
        if player.heroes != NOWHERE:
            shown[player.heroes]["tokens"].append(_token(speech, TokenKind.THALION, 0, seat))


def _token(
    speech: ShentSpeech, kind: str, number: int, owner: int | None, text: str = ""
) -> TokenView:
    name = speech.words(f"token.{kind}")
    return {"kind": str(kind), "name": name, "strength": number, "owner": owner, "text": text}


def _track(speech: ShentSpeech) -> list[Stone]:
    """The figures that wait on the round track, by the stone at which they come back."""
    waiting: dict[int, list[Waiting]] = {}
    for index, piece in enumerate(speech.state.pieces):
        if piece.land == TRACK:
            stone = (piece.back - 1) % TRACK_STONES + 1
            owner = None if piece.leader == NOBODY else piece.leader
            figure: Waiting = {
                "id": spell_piece(speech.state, speech.viewer, index),
                "kind": KINDS[piece.kind].key,
                "owner": owner,
                "name": speech.kind(piece.kind),
                "called": speech.state.names.get(index, ""),
            }
            waiting.setdefault(stone, []).append(figure)
    return [{"stone": stone, "figures": waiting[stone]} for stone in sorted(waiting)]


# --- Players ------------------------------------------------------------------------------


def _player(speech: ShentSpeech, seat: int) -> ShentPlayerView:
    state, player = speech.state, speech.state.players[seat]
    hand = [rune for rune in player.hand if rune >= 0]
    roles = [r for r in ROLES if state.active >= 0 and role(state, r) == seat]
    return {
        "seat": seat,
        "letter": LETTERS[seat].upper(),
        "piece": PIECES[seat],
        "name": speech.names[seat],
        "element": ELEMENTS[player.element] if player.element >= 0 else None,
        "element_name": speech.element(player.element),
        "tur": player.tur,
        "golu": player.golu,
        "aglar": player.aglar,
        "hand": len(player.hand),
        "runes": [_rune(speech, rune) for rune in hand],
        "stones": [speech.element(stone) for stone in player.stones],
        "lands": len(lands_of(state, seat)),
        "wish": player.wish,
        "wish_name": speech.word(player.wish),
        "roles": roles,
        "role_names": [speech.words(f"role.{each}") for each in roles],
        "fulfilled": player.fulfilled,
        "kept": sum(_kept(pact, seat) for pact in state.bygone),
        "broken": sum(pact.by == seat for pact in state.bygone),
        "goal": _goal(speech, seat),
        "quests": [_quest(speech, seat, quest) for quest in player.quests],
    }


def _kept(pact: Pact, seat: int) -> bool:
    """[S37.13] Whether a player kept an agreement: who promised, of a truce both."""
    bound = (pact.seat, pact.other) if pact.kind == "truce" else (pact.seat,)
    return pact.end == "kept" and seat in bound


def _pact(speech: ShentSpeech, pact: Pact) -> PactView:
    return {
        "number": pact.number,
        "kind": pact.kind,
        "seats": [pact.seat, pact.other],
        "land": None if pact.land == NOWHERE else pact.land,
        "text": pact_in_words(speech, pact),
        "words": pact.words,
        "left": max(0, pact.until - speech.state.clock),
        "end": pact.end,
        "by": None if pact.by == NOBODY else pact.by,
    }


def _rune(speech: ShentSpeech, rune: int) -> RuneView:
    return {"key": RUNES[rune], "name": speech.rune(rune), "meaning": speech.meaning(rune)}


def _goal(speech: ShentSpeech, seat: int) -> GoalView:
    """The goal: its size for all; its runes and its aim for those who know them."""
    player = speech.state.players[seat]
    known = [rune for rune in player.goal if rune >= 0]
    text, progress = "", None
    if player.aim is not None:
        text = speech.quest(player.aim)
        progress = _progress(speech, seat, player.aim)
    elif known:
        text = speech.words("say.goal", runes=speech.runes(known))
    of = int(speech.state.option("goal"))
    runes = [speech.rune(rune) for rune in known]
    return {
        "size": len(player.goal),
        "of": of,
        "text": text,
        "runes": runes,
        "progress": progress,
        "lands": _concerned(speech, seat, player.aim),
        "met": _is(aims.met, speech, seat, player.aim),
    }


def _quest(speech: ShentSpeech, seat: int, quest: Quest) -> QuestView:
    """A quest, as far as the viewer knows it."""
    known = seat == speech.viewer or quest.mode == "open" or bool(speech.state.outcome)
    level = ""
    if quest.aim is not None:
        level = aims.level(aims.hardness(speech.state, seat, quest))
    return {
        "number": quest.number,
        "mode": quest.mode,
        "mode_name": speech.word(quest.mode),
        "runes": [speech.rune(rune) for rune in quest.runes if rune >= 0],
        "text": speech.quest(quest) if known else "",
        "level": level,
        "level_name": speech.words(f"level.{level}") if level else "",
        "progress": _progress(speech, seat, quest),
        "lands": _concerned(speech, seat, quest),
        "met": _is(aims.met, speech, seat, quest),
        "hopeless": _is(aims.hopeless, speech, seat, quest),
        "accepted": quest.accepted,
        "failures": quest.failures,
        "steps": [{"text": text, "done": done} for text, done in quest.steps],
    }


def _progress(speech: ShentSpeech, seat: int, quest: Quest) -> list[int] | None:
    """How much is done, and how much is wanted, of an aim that is known."""
    if quest.aim is None:
        done = sum(done for _, done in quest.steps)
        return [done, len(quest.steps)] if quest.steps else None
    return list(aims.progress(speech.state, seat, quest))


def _concerned(speech: ShentSpeech, seat: int, quest: Quest | None) -> list[int]:
    """The lands that an aim concerns, if it is known."""
    if quest is None or quest.aim is None:
        return []
    return sorted(aims.lands_concerned(speech.state, seat, quest))


def _is(
    what: Callable[[State, int, Quest], bool], speech: ShentSpeech, seat: int, quest: Quest | None
) -> bool:
    """Whether something holds of a quest whose aim is known."""
    return bool(quest and quest.aim and what(speech.state, seat, quest))
