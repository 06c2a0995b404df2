"""JSON Schemas that stay small, and arguments read by them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.fields import FieldInfo
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from smalti.model.errors import InvalidInput

_Given = TypeVar("_Given", bound="Given")

# What pydantic found wrong, in the words of a tool.
_PROBLEMS = {"extra_forbidden": "is not an argument of this tool", "missing": "is missing"}


class Given(BaseModel):
    """Arguments of a tool. One that the tool does not know is refused, not passed over."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Told(BaseModel):
    """What a tool answers; what is as its schema has it by default is left out."""

    model_config = ConfigDict(frozen=True)

    def data(self) -> dict[str, Any]:
        """The answer as JSON can say it."""
        return self.model_dump(mode="json", exclude_defaults=True)


class _Small(GenerateJsonSchema):
    """No titles, and no ``null``, which says the same as leaving an argument out.

    Schemas stand in the context of a language model, where each word has its price.
    """

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        made = super().default_schema(schema)
        if made.get("default", ...) in (None, [], {}):
            del made["default"]
        return made

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def schema_of(model: type[BaseModel]) -> dict[str, Any]:
    """The JSON Schema of a model: an object, without the docstring of the class."""
    schema = model.model_json_schema(schema_generator=_Small)
    for made in (schema, *schema.get("$defs", {}).values()):
        made.pop("title", None)
        made.pop("description", None)
    return schema


def read(model: type[_Given], arguments: Mapping[str, Any]) -> _Given:
    """The arguments of a tool.

    Raises:
        InvalidInput: names the first one that does not fit, and what would.
    """
    try:
        return model.model_validate(dict(arguments))
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"]) or "arguments"
        unknown = first["type"] in _PROBLEMS
        raise InvalidInput(
            name,
            sorted(arguments) if unknown else first["input"],
            _PROBLEMS.get(first["type"], _in_words(first["msg"])),
            fix=_fix(model, name),
        ) from error


def _in_words(message: str) -> str:
    return message.removeprefix("Value error, ").replace("Input should", "should", 1)


def _fix(model: type[Given], name: str) -> str:
    field: FieldInfo | None = model.model_fields.get(name)
    if field is not None and field.description:
        return field.description
    return f"It takes: {', '.join(model.model_fields)}"
