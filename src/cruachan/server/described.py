"""Descriptions of fields are the strings after them, as everywhere in this project.

Reading them from the sources takes longer than all else a server does before it answers, so they
are read when the description of the API is asked for, each module once.
"""

from __future__ import annotations

import ast
import inspect
import sys
from functools import cache
from typing import Any, ClassVar

import msgspec
from pydantic import BaseModel, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue


class DescribedModel(BaseModel):
    """A model whose fields are described where they are defined."""

    shapes: ClassVar[tuple[type, ...]] = ()
    """The classes from which it is derived; it is described as they are."""

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: Any, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """The schema, each field with its description."""
        found = handler(schema)
        texts: dict[str, str] = {}
        for shape in cls.shapes or (cls,):
            sent = _sent_names(shape)
            texts = {
                sent.get(name, name): text for name, text in descriptions(shape).items()
            } | texts
        for name, field in handler.resolve_ref_schema(found)["properties"].items():
            if name in texts:
                field["description"] = texts[name]
        return found


def _sent_names(shape: type) -> dict[str, str]:
    """The names under which fields are sent, by those that they have in Python."""
    if issubclass(shape, msgspec.Struct):
        return {each.name: each.encode_name for each in msgspec.structs.fields(shape)}
    if issubclass(shape, BaseModel):
        return {name: each.alias or name for name, each in shape.model_fields.items()}
    return {}


@cache
def descriptions(shape: type) -> dict[str, str]:
    """The strings after the fields of a class and of those that it extends."""
    body = _classes(shape.__module__)[shape.__name__]
    found: dict[str, str] = {}
    # A TypedDict does not keep the classes that it extends: their names are in its source.
    names = [base.id for base in body.bases if isinstance(base, ast.Name)]
    for base in (vars(sys.modules[shape.__module__])[name] for name in names):
        if base.__module__.startswith("cruachan."):
            found |= descriptions(base)
    for field, after in zip(body.body, body.body[1:], strict=False):
        match field, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = inspect.cleandoc(text)
    return found


@cache
def _classes(module: str) -> dict[str, ast.ClassDef]:
    """The classes of a module by their names."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {each.name: each for each in tree.body if isinstance(each, ast.ClassDef)}
