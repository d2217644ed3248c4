"""The description of the API at /api/openapi.json: whole, and true."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter

from cruachan.engine import view
from cruachan.server.api import catalogue_models, responses
from cruachan.server.client import Client, RefusedError
from cruachan.server.tables.events import EVENTS
from cruachan.server.tables.handlers import HANDLERS
from tests.server.running import Running

SERVER = Path(responses.__file__).parents[1]


@pytest.fixture(scope="module")
def described(one_server: Running) -> dict[str, Any]:
    found: dict[str, Any] = one_server.client().get("/openapi.json")
    return found


def operations(described: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{method} {path}", operation)
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    ]


def test_every_path_says_in_a_sentence_what_it_is_for(described: dict[str, Any]) -> None:
    said = [operation["summary"] for _, operation in operations(described)]
    assert len(set(said)) == len(said) > 15
    for summary in said:
        assert len(summary.split()) > 2, summary


def test_every_parameter_says_what_it_is(described: dict[str, Any]) -> None:
    for where, operation in operations(described):
        for each in operation.get("parameters", ()):
            assert each["in"] == "path" or each.get("description"), (where, each["name"])


def test_every_act_field_and_answer_has_a_sentence(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    assert {"MoveCommand", "TableAnswer", "EventRow", "Refused"} <= set(schemas)
    for name, schema in schemas.items():
        assert schema["description"].endswith("."), name
        for field, each in schema.get("properties", {}).items():
            assert "const" in each or each.get("description", "").endswith("."), (name, field)


def test_every_answer_has_a_shape(described: dict[str, Any]) -> None:
    for where, operation in operations(described):
        for status, answer in operation["responses"].items():
            assert answer["description"], (where, status)
            for kind, content in answer["content"].items():
                if "json" in kind:
                    assert content["schema"], (where, status)


def test_every_path_says_how_it_can_be_refused(described: dict[str, Any]) -> None:
    for where, operation in operations(described):
        statuses = set(operation["responses"])
        assert {"413", "421", "422", "500"} <= statuses, where
        assert "{id}" not in where or {"403", "404"} <= statuses, where
        assert not where.startswith("post") or {"403", "429"} <= statuses, where
        for status in statuses - {"200", "201"}:
            shape = operation["responses"][status]["content"]["application/json"]["schema"]
            assert shape == {"$ref": "#/components/schemas/Refused"}, (where, status)


def test_keys_are_described(described: dict[str, Any]) -> None:
    assert described["security"] == [{}, {"key": []}, {"cookie": []}]


def refused() -> set[tuple[int, str]]:
    """All statuses and reasons with which the server refuses, as its sources have them."""
    by_name = {"forbidden": 403, "missing": 404, "conflict": 409, "gone": 410, "wrong": 422}
    by_name |= {"failed": 503, "unauthorized": 401}
    found = {(404, "no_path"), (405, "no_path"), (422, "option"), (422, "wrong")}
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(key)), *_]) if (
                    name in by_name and path.stem != "doctor"
                ):
                    found.add((by_name[name], key))
                case (
                    ast.Call(
                        func=ast.Name(id="error_response"),
                        args=[ast.Constant(value=int(status)), ast.Constant(value=str(key)), *_],
                    )
                    | ast.Tuple(
                        elts=[ast.Constant(value=int(status)), ast.Constant(value=str(key))]
                    )
                ) if status >= 400:
                    found.add((status, key))
                case ast.Call(
                    func=ast.Name(id="refuse"),
                    args=[
                        _,
                        _,
                        ast.Constant(value=int(status)),
                        ast.Constant(value=str(key)),
                        *_,
                    ],
                ):
                    found.add((status, key))
    return found


def test_every_status_is_described() -> None:
    found = refused()
    assert len(found) > 40
    assert {status for status, _ in found} - {405} == set(responses.REFUSALS)


def test_views_are_described_as_the_engine_has_them() -> None:
    described: list[tuple[type[BaseModel], Any]] = [
        (responses.View, view.View),
        (responses.Choice, view.Choice),
        (responses.Point, view.Point),
        (responses.ResultRow, view.ResultRow),
        (responses.DrawnPiece, view.DrawnPiece),
        (responses.PanelEntry, view.PanelEntry),
        (responses.SidePanel, view.SidePanel),
    ]
    for ours, engines in described:
        assert set(ours.model_fields) == set(engines.__annotations__)
    kinds = responses.EventRow.model_json_schema()["properties"]["kind"]["enum"]
    assert set(kinds) == {*EVENTS, "skip"}


def holds(shape: Any, answer: Any) -> None:
    TypeAdapter(shape).validate_python(answer)


@pytest.mark.parametrize("game", ["hibernia", "cambria", "gallia", "shent"])
def test_answers_are_as_described(server: Running, game: str) -> None:
    anna, ben = server.client(), server.client()
    holds(list[catalogue_models.CatalogueGame], anna.get("/games"))
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "free"}]
    seats += [{"kind": "random"}] * (game == "hibernia")
    made = anna.create(game, seats, public=True, bot_pace=0, clock="1+4", hints=True)
    holds(responses.SeatsAnswer, made)
    table = made["table"]
    holds(responses.TableAnswer, anna.table(table))
    ben.act(table, "sit", name="Ben", word="w")
    anna.act(table, "start")
    holds(list[responses.TableListing], anna.get("/tables"))
    play_a_little(anna, table, 0)
    play_a_little(ben, table, 1)
    anna.act(table, "confirm", seat=0, on=True)
    anna.act(table, "chat", seat=0, text="well")
    if anna.table(table)["table"]["plies"] and made_a_move(anna, table):
        anna.act(table, "ask_undo", seat=0)
        ben.act(table, "answer", seat=1, yes=False)
    anna.act(table, "to_bot", seat=0)
    lookers: list[tuple[Client, int | None]] = [(anna, 0), (anna, None), (ben, 1)]
    for client, seat in lookers:
        holds(responses.TableAnswer, client.table(table, seat=seat))
        holds(responses.SeenView, client.get(f"/tables/{table}/view", seat=seat))
        holds(
            responses.SeenView, client.get(f"/tables/{table}/view", seat=seat, ply=0, pieces=True)
        )
        holds(responses.EventRows, client.get(f"/tables/{table}/log", seat=seat))
        for message in client.listen(table, seat=seat):
            holds(responses.TableMessage, message)
            break


def made_a_move(client: Client, table: str) -> bool:
    return any(
        row["kind"] == "move" and row["seat"] == 0 and "by" not in row
        for row in client.table(table)["rows"]
    )


def play_a_little(client: Client, table: str, seat: int) -> None:
    """Play as long as the seat is asked, for a few moves."""
    for _ in range(4):
        found = client.table(table, seat=seat)
        moves = [move for point in found["view"]["points"] for move in point["moves"]]
        if not moves:
            return
        why = client.post(f"/tables/{table}/why", {"seat": seat, "text": moves[0]["text"]})
        holds(responses.MoveAnswer, why)
        try:
            client.act(table, "move", seat=seat, answers=found["asked"], move=moves[0]["move"])
        except RefusedError as error:
            holds(responses.Refused, error.answer)


def test_every_act_is_in_the_description(described: dict[str, Any]) -> None:
    request = described["components"]["schemas"]["CommandRequest"]["properties"]["act"]
    assert len(request["discriminator"]["mapping"]) == len(HANDLERS)


def test_every_reason_is_enumerated(described: dict[str, Any]) -> None:
    told = described["components"]["schemas"]["Refused"]["properties"]["error"]["enum"]
    assert {key for _, key in refused()} <= set(told)
    assert len(set(told)) == len(told)


def test_operations_have_names_and_tags(described: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, operation in operations(described)]
    assert len(set(names)) == len(names)
    assert all(name.isidentifier() and "api" not in name for name in names)
    tags = {each["name"] for each in described["tags"]}
    assert {tag for _, operation in operations(described) for tag in operation["tags"]} == tags


def test_what_is_said_over_websockets_is_described(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    assert set(described["x-websockets"]) == {"/api/tables/{id}/listen", "/api/me/waiting"}
    for listen in described["x-websockets"].values():
        for way in listen.values():
            for each in way["oneOf"]:
                assert each["$ref"].rpartition("/")[2] in schemas
    assert schemas["Heartbeat"]["properties"]["alive"]["type"] == "number"
