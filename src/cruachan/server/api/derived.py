"""Derives response models from the classes that are sent.

A shape is a TypedDict (`engine/view.py`) or a msgspec Struct (`tables/redaction.py`,
`tables/events`).
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from functools import reduce
from operator import or_
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import msgspec
from pydantic import BaseModel, ConfigDict, create_model

from cruachan.server.described import DescribedModel

Fields = dict[str, tuple[Any, Any]]
"""The fields of a model: types and defaults by name."""


class ResponseModel(DescribedModel):
    """Something the server answers; it has these fields and no others."""

    model_config = ConfigDict(extra="forbid")


class OpenResponseModel(DescribedModel):
    """Something the server answers, to which games add fields of their own."""

    model_config = ConfigDict(extra="allow")


class Models:
    """Derived models by the shapes from which they follow."""

    def __init__(self) -> None:
        self._models: dict[type, type[BaseModel]] = {}

    def derive(
        self,
        shape: type,
        base: type[DescribedModel] = ResponseModel,
        *,
        name: str | None = None,
        **types: Any,
    ) -> type[BaseModel]:
        """The model of a shape, under the same name unless another is given; `types` replaces the
        types of some fields."""
        fields = self.fields(shape)
        for field, type_ in types.items():
            fields[field] = (type_, fields[field][1])
        return self._add((shape,), name or shape.__name__, base, fields)

    def merge(self, shape: type, kinds: Iterable[str], others: Iterable[type]) -> type[BaseModel]:
        """The model of a tagged shape, with the fields of other shapes as optional fields."""
        fields = self.fields(shape)
        fields["kind"] = (Literal[tuple(kinds)], fields["kind"][1])
        shapes = (shape, *others)
        for other in shapes[1:]:
            for field, (type_, _) in self.fields(other).items():
                if field not in fields:
                    fields[field] = (_optional(type_), None)
        return self._add(shapes, shape.__name__, ResponseModel, fields)

    def _add(
        self, shapes: tuple[type, ...], name: str, base: type[DescribedModel], fields: Fields
    ) -> type[BaseModel]:
        shape, definitions = shapes[0], dict[str, Any](fields)
        doc = inspect.getdoc(shape) or ""
        model: type[DescribedModel] = create_model(name, __base__=base, __doc__=doc, **definitions)
        model.shapes = shapes
        self._models[shape] = model
        return model

    def fields(self, shape: type) -> Fields:
        """The fields of a model of this shape; those that may be missing are None by default."""
        hints = get_type_hints(shape)
        if is_typeddict(shape):
            required: frozenset[str] = vars(shape)["__required_keys__"]
            return {key: self._field(hints[key], key in required) for key in hints}
        return {
            each.encode_name: self._field(hints[each.name], each.required)
            for each in msgspec.structs.fields(shape)
        }

    def _field(self, type_: Any, required: bool) -> tuple[Any, Any]:
        derived = self._translated(type_)
        return (derived, ...) if required else (_optional(derived), None)

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
