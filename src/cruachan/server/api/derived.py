"""Response models that follow from other classes, so that nobody keeps a second copy of them.

A shape is a TypedDict (`engine/view.py`) or a msgspec Struct (`tables/redaction.py`,
`tables/events`). The string after a field is its description, as everywhere in this project.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterable
from functools import cache, reduce
from operator import or_
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import msgspec
from pydantic import BaseModel, ConfigDict, Field, create_model

Fields = dict[str, tuple[Any, Any]]
"""The fields of a model: types and pydantic's `Field` by name."""


class ResponseModel(BaseModel):
    """Something the server answers; it has these fields and no others."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class OpenResponseModel(BaseModel):
    """Something the server answers, to which games add fields of their own."""

    model_config = ConfigDict(extra="allow", use_attribute_docstrings=True)


@cache
def descriptions(shape: type) -> dict[str, str]:
    """The strings after the fields of a class and of those that it extends."""
    body = ast.parse(textwrap.dedent(inspect.getsource(shape))).body[0]
    assert isinstance(body, ast.ClassDef)
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


class Models:
    """Derived models by the shapes from which they follow."""

    def __init__(self) -> None:
        self._models: dict[type, type[BaseModel]] = {}

    def derive(
        self,
        shape: type,
        name: str,
        base: type[BaseModel] = ResponseModel,
        **types: Any,
    ) -> type[BaseModel]:
        """The model of a shape, some of its fields with other types than the shape says."""
        fields = self.fields(shape)
        for field, type_ in types.items():
            fields[field] = (type_, fields[field][1])
        return self._add(shape, name, base, inspect.getdoc(shape) or "", fields)

    def merge(
        self, shape: type, name: str, kinds: Iterable[str], others: Iterable[type]
    ) -> type[BaseModel]:
        """The model of a tagged shape that has the fields of other shapes too, each optional."""
        fields = self.fields(shape)
        fields["kind"] = (Literal[tuple(kinds)], fields["kind"][1])
        for other in others:
            for field, (type_, told) in self.fields(other).items():
                if field not in fields:
                    fields[field] = (_optional(type_), Field(None, description=told.description))
        return self._add(shape, name, ResponseModel, inspect.getdoc(shape) or "", fields)

    def _add(
        self, shape: type, name: str, base: type[BaseModel], doc: str, fields: Fields
    ) -> type[BaseModel]:
        definitions: dict[str, Any] = dict(fields)
        model: type[BaseModel] = create_model(name, __base__=base, __doc__=doc, **definitions)
        self._models[shape] = model
        return model

    def fields(self, shape: type) -> Fields:
        """The fields of a model of this shape; those that may be missing are None by default."""
        hints, told = get_type_hints(shape), descriptions(shape)
        if is_typeddict(shape):
            required: frozenset[str] = vars(shape)["__required_keys__"]
            return {key: self._field(hints[key], told[key], key in required) for key in hints}
        return {
            each.encode_name: self._field(hints[each.name], told[each.name], each.required)
            for each in msgspec.structs.fields(shape)
        }

    def _field(self, type_: Any, description: str, required: bool) -> tuple[Any, Any]:
        derived = self._translated(type_)
        if required:
            return derived, Field(..., description=description)
        return _optional(derived), Field(None, description=description)

    def _translated(self, type_: Any) -> Any:
        """A type with models in the place of the shapes in it."""
        if type_ in self._models:
            return self._models[type_]
        origin, inside = get_origin(type_), get_args(type_)
        if origin is Literal or not inside:
            return type_
        parts = tuple(self._translated(each) for each in inside)
        if origin in (Union, UnionType):
            return reduce(or_, parts)
        return origin[parts]


def _optional(type_: Any) -> Any:
    """A type or None."""
    return type_ if type_ is Any or NoneType in get_args(type_) else type_ | None
