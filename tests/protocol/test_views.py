"""What a seat and a spectator see: plain data, the same for page, terminal and screen reader."""

from __future__ import annotations

from itertools import product
from random import Random

from cruachan.engine.game import CHANCE
from cruachan.engine.pieces import called
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import LANGS
from cruachan.engine.view import Choice, Point, View, offered
from tests.protocol.book import Book
from tests.protocol.shelf import EVERY_BOOK, EVERY_SCENE, seats_of
from tests.tables import assert_plain, leaves

NAMES = ("Medb", "Ailill", "Fergus", "Nessa", "Derdriu", "Naoise")

LONGEST_QUESTION = 140
"""So many characters has what somebody is asked at most."""


@EVERY_SCENE
def test_a_view_is_plain_data(book: Book, scene: str) -> None:
    """It goes through JSON unchanged, no number of NumPy is left in it, and no place to fill."""
    for viewer in book.viewers:
        for lang in LANGS:
            seen = presentation_of(book.game).view(book.state(scene), viewer, NAMES[:2], lang)
            assert_plain(seen)
            assert not any("{" in leaf for leaf in leaves(seen) if isinstance(leaf, str))


@EVERY_SCENE
def test_a_view_has_all_that_is_promised(book: Book, scene: str) -> None:
    """The keys of the protocol, and in them what they say."""
    game, state = book.game, book.state(scene)
    for viewer in book.viewers:
        seen = presentation_of(game).view(state, viewer)
        assert seen.keys() >= View.__required_keys__
        assert (seen["game"], seen["board"], seen["seat"]) == (game.name, game.board_name, viewer)
        assert seen["to_act"] == list(game.to_act(state))
        assert (seen["round"], seen["turn"]) == game.when(state)
        assert len(seen["players"]) == seen["seats"]
        for row in seen["players"]:
            assert row.keys() >= {"name", "letter", "piece"}
        for point in seen["points"]:
            assert point.keys() >= Point.__required_keys__
            assert point["moves"]
            for move in point["moves"]:
                assert move.keys() >= Choice.__required_keys__
                assert move["label"].strip()


@EVERY_SCENE
def test_the_moves_of_a_view_are_the_legal_moves_of_its_seat(book: Book, scene: str) -> None:
    """Each once, with the notation that reads back; none for a spectator. Chance is a seat too.

    What is a move only with words is offered besides.
    """
    game, state = book.game, book.state(scene)
    for viewer in book.viewers:
        seen = presentation_of(game).view(state, viewer)
        legal = [] if viewer is None else game.legal_moves(state, viewer)
        moves = [game.unpack(move["move"]) for move in offered(seen) if not move["needs"]]
        assert sorted(moves) == sorted(legal)
        assert len({point["id"] for point in seen["points"]}) == len(seen["points"])
        for move in offered(seen):
            assert viewer is not None
            meant = game.unpack(move["move"])
            assert game.pack(meant) == move["move"]
            assert game.read_move(state, viewer, move["text"]) == meant, move["text"]
            assert game.write_move(state, viewer, meant, viewer) == move["text"]


@EVERY_SCENE
def test_who_is_not_waited_for_is_offered_what_may_be_done_out_of_turn(
    book: Book, scene: str
) -> None:
    """Where a game knows no such thing that is nothing; and calls are among what is offered."""
    game, state = book.game, book.state(scene)
    for viewer in (None, *range(seats_of(game, state))):
        seen = presentation_of(game).view(state, viewer)
        if viewer is None or (viewer not in game.to_act(state) and not game.out_of_turn):
            assert seen["points"] == []
        assert all(
            call["move"] in [move["move"] for move in offered(seen)] for call in seen["calls"]
        )
        if not game.out_of_turn:
            assert seen["calls"] == []


@EVERY_SCENE
def test_where_nothing_is_hidden_all_see_the_same(book: Book, scene: str) -> None:
    """But for their own seat, moves and question; and a guess is the state itself."""
    game, state = book.game, book.state(scene)
    if game.secrets:
        return
    spectator = presentation_of(game).view(state, None)
    for viewer in range(seats_of(game, state)):
        seen = presentation_of(game).view(state, viewer)
        own = {key: spectator[key] for key in ("seat", "points", "prompt")}
        assert {**seen, **own} == spectator
        assert game.write_position(state, viewer) == game.write_position(state)
        guessed = game.determinize(game.observe(state, viewer), Random(1))
        assert game.write_position(guessed) == game.write_position(state)


@EVERY_SCENE
def test_what_is_seen_can_be_written_read_and_guessed(book: Book, scene: str) -> None:
    """What the viewer does not know stays open, and a guess looks to her like what she sees."""
    game, state = book.game, book.state(scene)
    for viewer in book.viewers:
        text = game.write_position(state, viewer)
        assert viewer != CHANCE or text == book.scenes[scene]
        assert game.write_position(game.read_position(text), viewer) == text
        seen = game.observe(state, viewer)
        assert game.write_position(seen, viewer) == text
        if viewer is not None:
            guessed = game.determinize(seen, Random(1))
            assert game.write_position(guessed, viewer) == text


@EVERY_SCENE
def test_both_languages_say_it_in_other_words_and_show_the_same(book: Book, scene: str) -> None:
    """Numbers, notations and names of places are the same; prompt and labels are not."""
    state = book.state(scene)
    for viewer in (None, *range(seats_of(book.game, state))):
        english, german = (
            presentation_of(book.game).view(state, viewer, (), lang) for lang in LANGS
        )
        assert english["prompt"].strip()
        assert german["prompt"].strip()
        assert english["prompt"] != german["prompt"]
        for (key, here), there in zip(english.items(), german.values(), strict=True):
            assert key in book.spoken or here == there, key
        texts = [[move["text"] for move in offered(seen)] for seen in (english, german)]
        assert texts[0] == texts[1]
        labels = [[move["label"] for move in offered(seen)] for seen in (english, german)]
        assert labels[0] != labels[1] or not labels[0]


@EVERY_SCENE
def test_the_prompt_names_who_is_waited_for(book: Book, scene: str) -> None:
    """By name, or by the piece where nobody has said one; players' rows do the same."""
    state = book.state(scene)
    seats = seats_of(book.game, state)
    waited_for = book.game.to_act(state)
    for names, lang in product((NAMES[:seats], NAMES[: seats - 1], ()), LANGS):
        everybody = called(names, seats, lang)
        for viewer in {None, *range(seats)} - {*waited_for}:
            seen = presentation_of(book.game).view(state, viewer, names, lang)
            assert [row["name"] for row in seen["players"]] == everybody
            assert all(everybody[seat] in seen["prompt"] for seat in waited_for if seat >= 0)


@EVERY_SCENE
def test_whoever_decides_is_asked_without_her_name(book: Book, scene: str) -> None:
    """The question is put to her, and short but where it quotes a story."""
    state = book.state(scene)
    if not type(book.game).__module__.startswith("cruachan."):
        return
    names = NAMES[: seats_of(book.game, state)]
    for seat, lang in product((s for s in book.game.to_act(state) if s >= 0), LANGS):
        prompt = presentation_of(book.game).view(state, seat, names, lang)["prompt"]
        assert names[seat] not in prompt
        assert len(prompt) <= LONGEST_QUESTION or book.game.narration is not None, prompt


@EVERY_SCENE
def test_the_result_is_seen_at_the_end_only(book: Book, scene: str) -> None:
    """In order of places."""
    state = book.state(scene)
    outcome = book.game.outcome(state)
    rows = presentation_of(book.game).view(state, None)["result"]
    assert (rows is None) == (outcome is None) == bool(book.game.to_act(state))
    if rows is not None and outcome is not None:
        assert [row["place"] for row in rows] == sorted(outcome.places)
        for row in rows:
            assert row["place"] == outcome.places[row["seat"]]
            assert row["score"] == outcome.scores[row["seat"]]


@EVERY_BOOK
def test_the_scenes_show_the_end_and_what_comes_before(book: Book) -> None:
    """Else the tests above would say less than they seem to."""
    over = [book.game.outcome(book.state(scene)) is not None for scene in book.scenes]
    assert True in over
    assert False in over
