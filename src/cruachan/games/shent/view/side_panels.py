"""What is shown beside the island: what each player has, runes, quests and goals, sky and bags."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from cruachan.engine.side_panels import Writer, of_seat, own_seat, panel
from cruachan.engine.texts import Lang
from cruachan.engine.view import PanelEntry, SidePanel, Standing
from cruachan.games.shent import WORDS
from cruachan.games.shent.aims.wording import openings
from cruachan.games.shent.chapters.goal import HOUSE, RESPECT
from cruachan.games.shent.components.material import RUNES
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.reading import Reading
from cruachan.games.shent.core.speaker import capital
from cruachan.games.shent.view.shown import (
    GoalView,
    LandView,
    PactView,
    QuestView,
    ShentPlayerView,
    ShentView,
    TokenView,
)
from cruachan.games.shent.view.speech import does

MOST_BYGONE = 12
"""The most ended agreements that the panel still shows."""


def side_panels(view: ShentView, lang: Lang) -> list[SidePanel]:
    """All of them: the seats' first, then what is the viewer's own, quests, and the table's."""
    return ShentSidePanels(view, lang).all()


class ShentSidePanels:
    """The side panels of one view in one language."""

    def __init__(self, view: ShentView, lang: Lang) -> None:
        self.view = view
        self.lang = lang
        self.writer = Writer(WORDS, lang)
        self.seat = own_seat(view)

    def all(self) -> list[SidePanel]:
        """In the order in which they are to be read."""
        players = self.view["players"]
        found = [of_seat(self.view, each["seat"], self.player(each)) for each in players]
        if self.seat is not None:
            found += self.own(players[self.seat])
        found += [self.quests(player) for player in players if player["quests"]]
        found.append(panel("sky", self.writer.title("table"), self.table()))
        shared = {
            "pacts": self.pacts(),
            "legends": self.legends(),
            "riddles": self.riddles(),
            "agreements": self.agreements(),
        }
        for key, entries in shared.items():
            found += [panel(key, self.writer.title(key), entries)] if entries else []
        return found

    # --- Seats

    def player(self, player: ShentPlayerView) -> list[PanelEntry]:
        """What everybody sees of a player."""
        write, seat = self.writer, player["seat"]
        lands = self.view["lands"]
        marked = [land for land in lands if land["marker"] == seat]
        led = [each for land in lands for each in land["figures"] if each["owner"] == seat]
        there = [land for land in lands if any(f["owner"] == seat for f in land["figures"])]
        goal = player["goal"]
        if self.view["result"]:
            return self.final(player)
        return [
            write.progress("goal", goal["size"], goal["of"], about=self.term("goal")),
            write.entry("fulfilled", player["fulfilled"]),
            write.entry("running", len(player["quests"])),
            *self.of_words(player),
            write.entry("lands", player["lands"], at=_places(marked)),
            write.entry("figures", len(led), at=_places(there)),
            *self.names(seat),
            *(write.entry(key, value, about=self.term(key)) for key, value in _wealth(player)),
            write.entry("hand", player["hand"]),
            *self.of_elements(player),
            *self.roles(player),
            self.wish(player),
        ]

    def final(self, player: ShentPlayerView) -> list[PanelEntry]:
        """[S16.6] The points of a player in the end, what they are made of, and what decided."""
        write = self.writer
        scores = {row["seat"]: row["score"] for row in self.view["result"] or ()}
        points, seat = scores[player["seat"]], player["seat"]
        houses = (points - player["lands"] - RESPECT * player["aglar"]) // HOUSE
        sums = {"lands": (player["lands"], 1), "houses": (houses, HOUSE)}
        sums["aglar"] = (player["aglar"], RESPECT)
        about = write.texts("about.points")
        tied = [each for each, score in scores.items() if score == points and each != seat]
        return [
            write.entry("points", points),
            *(
                write.entry(
                    key, write.texts("sheet.times", number=number, worth=worth), about=about
                )
                for key, (number, worth) in sums.items()
                if number
            ),
            *([write.entry("tie", player["golu"], about=about)] if tied else []),
            write.progress(
                "goal", player["goal"]["size"], player["goal"]["of"], about=self.term("goal")
            ),
            write.entry("fulfilled", player["fulfilled"]),
            *self.of_words(player),
        ]

    def wish(self, player: ShentPlayerView) -> PanelEntry:
        """[S14.8] When a player is asked for magic."""
        about = self.writer.texts(f"about.wish_{player['wish']}")
        return self.writer.entry("wish", player["wish_name"], about=about)

    def names(self, seat: int) -> list[PanelEntry]:
        """[S4.14] The figures of a player that have a name, and where they stand."""
        return [
            _sentence(
                each["called"],
                value=self.writer.texts("say.at", what=each["name"], land=land["name"]),
                at=_places([land]),
            )
            for land in self.view["lands"]
            for each in land["figures"]
            if each["owner"] == seat and each["called"]
        ]

    def of_words(self, player: ShentPlayerView) -> list[PanelEntry]:
        """How a player kept what was agreed on."""
        counts = {key: player[key] for key in ("kept", "broken")}
        return [self.writer.entry(key, count) for key, count in counts.items() if count]

    def of_elements(self, player: ShentPlayerView) -> list[PanelEntry]:
        """The element of a player, and the stones of others."""
        found = []
        if player["element"]:
            found.append(
                self.writer.entry(
                    "element",
                    player["element_name"],
                    about=self.term("element"),
                    symbol=f"element-{player['element']}",
                )
            )
        if player["stones"]:
            found.append(self.writer.entry("stones", ", ".join(player["stones"])))
        return found

    def roles(self, player: ShentPlayerView) -> list[PanelEntry]:
        """The roles that a player has in this turn, in one entry."""
        if not player["roles"]:
            return []
        about = " ".join(capital(self.term(role)) for role in player["roles"])
        return [self.writer.entry("roles", ", ".join(player["role_names"]), about=about)]

    def term(self, key: str) -> str:
        """What a word of the game means."""
        return self.writer.texts(f"term.{key}")

    # --- What only the viewer sees

    def own(self, player: ShentPlayerView) -> list[SidePanel]:
        """The hand and the goal of the viewer."""
        hand: list[PanelEntry] = [
            {
                "label": rune["name"],
                "value": rune["meaning"],
                "about": about_rune(rune["key"], self.lang),
                "symbol": f"rune-{rune['key']}",
            }
            for rune in player["runes"]
        ]
        seat, title = player["seat"], self.writer.title
        return [
            panel("hand", title("own_hand"), hand, seat, own=True),
            panel("goal", title("own_goal"), self.goal(player["goal"]), seat, own=True),
        ]

    def goal(self, goal: GoalView) -> list[PanelEntry]:
        """The runes of the goal, and its aim once it has one."""
        write, progress = self.writer, goal["progress"]
        laid = ", ".join(goal["runes"])
        found = [write.progress("laid", goal["size"], goal["of"], {"runes": laid or "–"})]
        if goal["size"] == goal["of"] and goal["text"]:
            done, of = progress or (None, None)
            found.append(
                _sentence(
                    goal["text"],
                    self.far(progress),
                    about=write.texts("about.aim"),
                    at=self.at(goal["lands"]),
                    done=done,
                    of=of,
                    state="done" if goal["met"] else None,
                )
            )
        return found

    # --- Quests

    def quests(self, player: ShentPlayerView) -> SidePanel:
        """The running quests of a player, as far as the viewer knows them."""
        seat, own = player["seat"], player["seat"] == self.seat
        key = "own_quests" if own else "quests"
        own = own and any(quest["mode"] != "open" for quest in player["quests"])
        title = self.writer.title(key, name=player["name"])
        entries: list[PanelEntry] = []
        for quest in player["quests"]:
            entries += [self.quest(quest), *self.steps(quest)]
        return panel(f"quests:{seat}", title, entries, seat, own)

    def steps(self, quest: QuestView) -> list[PanelEntry]:
        """[S15.13] The steps of a quest in free words."""
        said = {True: self.writer.texts("sheet.ticked"), False: self.writer.texts("sheet.open")}
        return [
            _sentence(
                each["text"],
                value=said[each["done"]],
                about=self.writer.texts("about.step", number=quest["number"]),
                state="done" if each["done"] else None,
            )
            for each in quest["steps"]
        ]

    def quest(self, quest: QuestView) -> PanelEntry:
        """A quest: what it is out for, how far it has come, and what its mode means."""
        words, runes = self.writer.texts, ", ".join(quest["runes"])
        done, of = quest["progress"] or (None, None)
        about = [words("about.quest", number=quest["number"], runes=runes or "?")]
        about += [words(f"about.{quest['mode']}")]
        if quest["level"]:
            about.append(words("about.level", level=quest["level_name"]))
        state: Standing | None = None
        if not quest["text"]:
            state = "hidden"
        elif quest["met"]:
            state = "done"
            about.append(words("about.met"))
        elif quest["hopeless"]:
            state = "lost"
            about.append(words("about.hopeless"))
        label = quest["text"] or words("sheet.unknown", mode=quest["mode_name"], runes=runes or "?")
        at = self.at(quest["lands"])
        value = self.far(quest["progress"])
        return _sentence(label, value, about=" ".join(about), at=at, done=done, of=of, state=state)

    def far(self, progress: list[int] | None) -> str:
        """How far an aim has come, if it comes anywhere."""
        return self.writer.far(*progress) if progress else ""

    # --- The table

    def table(self) -> list[PanelEntry]:
        """The round, the sky, the round event, who is away, and the bags."""
        return [*self.round(), *self.heavens(), *self.away(), *self.bags()]

    def round(self) -> list[PanelEntry]:
        """The round, with its limit if there is one, and the stone."""
        write, view = self.writer, self.view
        limit = view["options"]["limit"]
        if limit == "none":
            found = [write.entry("round", view["round"])]
        else:
            about = write.texts("about.limit", limit=limit)
            found = [write.progress("round", view["round"], int(limit), about=about)]
        if view["stone"]:
            found.append(write.entry("stone", view["stone"], at=[f"stone:{view['stone']}"]))
        return found

    def heavens(self) -> list[PanelEntry]:
        """The constellation and the round event."""
        write, view = self.writer, self.view
        found = []
        if view["sky"]:
            shape = f"sky-{view['sky']}"
            found.append(write.entry("sky", view["sky_name"], at=["sky"], symbol=shape))
        if view["weather"]:
            rune, strength = view["weather"]["rune"], view["weather"]["strength"]
            value = f"{write.texts(f'rune.{rune}')} {strength}"
            names = {"does": view["weather"]["text"]}
            found.append(write.entry("weather", value, names, symbol=f"rune-{rune}"))
        return found

    def away(self) -> list[PanelEntry]:
        """Figures that wait on the round track."""
        found = []
        for stone in self.view["track"]:
            names = [
                self.whose(self.named(each["name"], each["called"]), each["owner"])
                for each in stone["figures"]
            ]
            at, said = [f"stone:{stone['stone']}"], {"stone": stone["stone"]}
            found.append(self.writer.entry("away", ", ".join(names), said, at=at))
        return found

    def bags(self) -> list[PanelEntry]:
        """What can be drawn."""
        counts = enumerate(self.view["numbers"], 1)
        numbers = " ".join(f"{count}×{number}" for number, count in counts if count)
        return [
            self.writer.entry("bag", self.view["bag"]),
            self.writer.entry("numbers", numbers or "–"),
        ]

    def legends(self) -> list[PanelEntry]:
        """The questions that lie on lands."""
        return [
            self.legend(land, token)
            for land in self.view["lands"]
            for token in land["tokens"]
            if token["kind"] == TokenKind.LEGEND
        ]

    def legend(self, land: LandView, token: TokenView) -> PanelEntry:
        """What a legend asks, where it lies, and how deep it is."""
        depth = self.writer.texts("about.depth", depth=token["strength"])
        return _sentence(
            token["text"] or token["name"],
            value=land["name"],
            about=f"{self.term('legend')} {depth}",
            at=_places([land]),
            symbol="token-legend",
        )

    def pacts(self) -> list[PanelEntry]:
        """The agreements that stand, and what became of the last of the others."""
        shown = self.view["pacts"]
        standing = [pact for pact in shown if not pact["end"]]
        return [self.pact(pact) for pact in (*standing, *shown[len(standing) :][:MOST_BYGONE])]

    def pact(self, pact: PactView) -> PanelEntry:
        """An agreement: what it says, how long it stands, or what became of it."""
        words, lands = self.writer.texts, self.view["lands"]
        label = words("sheet.pact_words", **pact) if pact["words"] else capital(pact["text"])
        if not pact["end"]:
            left = words.count("count.round", pact["left"])
            value, state = words("sheet.pact_left", left=left), None
        else:
            by = "" if pact["by"] is None else self.view["players"][pact["by"]]["name"]
            value = words(f"sheet.pact_{pact['end']}", by=by)
            state = {"kept": "done", "broken": "lost"}.get(pact["end"])
        at = None if pact["land"] is None else _places([lands[pact["land"]]])
        about = words(f"about.pact_{pact['kind']}")
        return _sentence(label, value=value, about=about, at=at, state=state)

    def riddles(self) -> list[PanelEntry]:
        """[S11.8] The riddles that wait for an answer."""
        names = [each["name"] for each in self.view["players"]]
        return [
            _sentence(
                each["text"],
                value=names[each["asks"]],
                about=self.writer.texts("about.riddle", name=names[each["asked"]]),
            )
            for each in self.view["riddles"]
        ]

    def agreements(self) -> list[PanelEntry]:
        """Where two stand in peace, and what else holds in lands and is not drawn."""
        lands, names = self.view["lands"], [each["name"] for each in self.view["players"]]
        found = []
        for number, one, two in self.view["peace"]:
            land = lands[number]
            said = {"one": names[one], "two": names[two]}
            found.append(self.writer.entry("peace", land["name"], said, at=_places([land])))
        found += [self.holds(land, token) for land in lands for token in land["besides"]]
        return found

    def holds(self, land: LandView, token: TokenView) -> PanelEntry:
        """Something that holds in a land."""
        strength = f" {token['strength']}" if token["strength"] else ""
        label = self.whose(token["name"], token["owner"]) + strength
        about = self.writer.texts(f"holds.{token['kind']}")
        return _sentence(label, value=land["name"], about=about, at=_places([land]))

    # --- Names and places

    def named(self, kind: str, name: str) -> str:
        """A figure by its kind, and by its name if it has one."""
        return self.writer.texts("say.named", what=kind, name=name) if name else kind

    def whose(self, name: str, owner: int | None) -> str:
        """Something, and the name of its owner."""
        if owner is None:
            return name
        return self.writer.texts("say.of", what=name, who=self.view["players"][owner]["name"])

    def at(self, lands: Iterable[int]) -> list[str]:
        """The places of lands by their numbers."""
        return _places(self.view["lands"][land] for land in lands)


def _places(lands: Iterable[LandView]) -> list[str]:
    return [f"land:{land['short']}" for land in lands]


def _wealth(player: ShentPlayerView) -> tuple[tuple[str, int], ...]:
    return ("tur", player["tur"]), ("golu", player["golu"]), ("aglar", player["aglar"])


def _sentence(label: str, value: str = "", **more: object) -> PanelEntry:
    """An entry that speaks for itself."""
    found: PanelEntry = {"label": label, "value": value}
    return found | {key: each for key, each in more.items() if each is not None}  # type: ignore[return-value]


@cache
def about_rune(key: str, lang: Lang) -> str:
    """What a rune in the hand is good for: as magic, as an event, in a quest."""
    words = Writer(WORDS, lang).texts
    readings = [Reading.ALL[each] for each in Reading.ALL if each.partition(".")[0] == key]
    magic = [
        f"{reading.words(lang)['name']}: {does(reading, None, words, magic=True)}"
        for reading in readings
        if reading.magic
    ]
    events = [str(reading.words(lang)["name"]) for reading in readings if reading.event]
    opened = openings(RUNES.index(key), lang)
    parts = [words("about.magic", readings=" ".join(magic))]
    parts.append(words("about.event", readings=", ".join(events)))
    if opened:
        parts.append(words("about.opens", aims=opened))
    return " ".join(parts)
