"""What is shown beside the cards of Gallia Cisalpina: what each player has, and the backs."""

from __future__ import annotations

from cruachan.engine.side_panels import Writer, of_seat, own_seat, panel
from cruachan.engine.texts import Lang
from cruachan.engine.view import PanelEntry, SidePanel
from cruachan.games.gallia.shown import CardView, GalliaView, PlayerView
from cruachan.games.gallia.state import TERRITORIES

NONE = "–"


def side_panels(view: GalliaView, lang: Lang) -> list[SidePanel]:
    """A side panel for each seat, and what the viewer knows of the backs."""
    writer = Writer(__package__, lang)
    found = [of_seat(view, each["seat"], _player(view, each, writer)) for each in view["players"]]
    seat = own_seat(view)
    backs = panel("backs", writer.title("backs"), _backs(view, writer), seat, seat is not None)
    return [*found, backs]


def _player(view: GalliaView, player: PlayerView, writer: Writer) -> list[PanelEntry]:
    seat, outside, ears = player["seat"], player["outside"], player["ears"]
    held = [card for card in view["cards"] if any(die["seat"] == seat for die in card["dice"])]
    grown = [card for card in held if card["ears"]]
    return [
        writer.progress(
            "cards",
            player["territories"],
            TERRITORIES,
            {"goal": TERRITORIES},
            at=_places(held),
            symbol=f"piece-{player['piece']}",
        ),
        writer.entry("outside", outside),
        writer.entry("ears", ears, at=_places(grown), state="short" if outside > ears else None),
        writer.entry("free_dice", player["free_dice"]),
    ]


def _backs(view: GalliaView, writer: Writer) -> list[PanelEntry]:
    """Which backs may lie under the cards the viewer does not know, and those she does."""
    dark = [card for card in view["cards"] if card["capital"] is None and card["back"] is None]
    return [
        writer.entry("unseen", _in_words(view["unseen"], writer) or NONE, at=_places(dark)),
        *(_back(card, writer) for card in view["cards"] if card["back"]),
    ]


def _in_words(backs: list[str], writer: Writer) -> str:
    """Backs, each named by its shields and ears, by their shields."""
    ears: dict[int, list[str]] = {}
    for shields, grain in (name.split("-") for name in backs):
        ears.setdefault(int(shields), []).append(grain)
    last = f" {writer.texts('backs.or')} "
    return "; ".join(
        writer.texts(
            "backs.group",
            shields=writer.texts.count("draw.shields", shields),
            ears=last.join([", ".join(many[:-1]), many[-1]] if many[1:] else many),
        )
        for shields, many in ears.items()
    )


def _back(card: CardView, writer: Writer) -> PanelEntry:
    """A back that the viewer knows, and who else does."""
    back = card["back"]
    assert back is not None
    key = "lies_up" if card["oppidum"] else "shown" if card["shown"] else "seen"
    counts = (
        writer.texts.count(f"draw.{name}", number)
        for name, number in (("shields", back["shields"]), ("ears", back["ears"]))
    )
    return writer.entry(
        key,
        ", ".join(counts),
        {"card": card["name"]},
        at=_places([card]),
        symbol=f"back-{back['shields']}-{back['ears']}",
    )


def _places(cards: list[CardView]) -> list[str]:
    return [f"card:{card['short']}" for card in cards]
