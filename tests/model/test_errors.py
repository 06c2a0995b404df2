from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Iterator

import pytest

from smalti.model import errors
from smalti.model.errors import SmaltiError

EXAMPLES: list[SmaltiError] = [
    SmaltiError("it went wrong", hint="Do this"),
    errors.InvalidInput("turns[0].text", "", "is empty", fix="Leave it out"),
    errors.TurnTooLarge("text", "x" * 5000, "is too long"),
    errors.NotFound("turn", "t_1", hint="Look at `smalti turns`"),
    errors.ExternalIdConflict("m-1", "t_1", ("text", "speaker")),
    errors.IllegalTransition("forgotten", "commit", ()),
    errors.StoreError("store"),
    errors.StoreBusy("busy"),
    errors.StoreUnusable("unusable", hint="Name another file"),
    errors.StoreReadOnly("read-only"),
    errors.StoreFull("full"),
    errors.SchemaTooNew("new"),
    errors.StoreClosed("closed"),
    errors.ModelError("model"),
    errors.ModelUnavailable("unavailable"),
    errors.EmbedderMismatch("a (3 dimensions)", "b (4 dimensions)"),
]


def classes(root: type[SmaltiError] = SmaltiError) -> Iterator[type[SmaltiError]]:
    yield root
    for cls in root.__subclasses__():
        yield from classes(cls)


def drawn_tree() -> dict[str, str | None]:
    """Each class in the drawing of the docstring, and the one it hangs on."""
    assert errors.__doc__ is not None
    above: list[tuple[int, str]] = []
    parents: dict[str, str | None] = {}
    for line in errors.__doc__.splitlines():
        match = re.match(r"(    [│├└─ ]*)([A-Z]\w+)(?:  |$)", line)
        if match is None:
            continue
        depth, name = len(match[1]), match[2]
        above = [(d, n) for d, n in above if d < depth]
        parents[name] = above[-1][1] if above else None
        above.append((depth, name))
    return parents


def test_the_tree_in_the_docstring_is_the_tree_of_the_code() -> None:
    existing = {
        cls.__name__: None if cls is SmaltiError else cls.__bases__[0].__name__
        for cls in classes()
        if cls.__module__ == errors.__name__
    }
    assert drawn_tree() == existing


def test_every_error_has_a_code_of_its_own() -> None:
    codes = [cls.code for cls in classes()]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[a-z_]+", code) for code in codes)


def test_every_error_is_among_the_examples() -> None:
    assert {type(error) for error in EXAMPLES} == {
        cls for cls in classes() if cls.__module__ == errors.__name__
    }


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_an_error_is_one_readable_line(error: SmaltiError) -> None:
    assert str(error)
    assert "\n" not in str(error)
    assert len(str(error)) < 300
    assert str(error).startswith(error.message)
    assert error.hint is None or str(error).endswith(error.hint)


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_an_error_survives_the_way_to_another_process(error: SmaltiError) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert vars(again) == vars(error)


def test_an_invalid_input_names_field_value_and_fix() -> None:
    error = errors.InvalidInput("turns[3].role", "wizard", "is no role", fix="Use one of: user")
    assert str(error) == "turns[3].role: is no role, got 'wizard'. Use one of: user"


def test_a_long_value_is_shown_by_its_beginning() -> None:
    error = errors.InvalidInput("text", "x" * 10_000_000, "is too long")
    assert len(str(error)) < 150
    assert error.value == "x" * 10_000_000


def test_a_value_with_line_breaks_stays_on_one_line() -> None:
    assert "\n" not in str(errors.InvalidInput("space", "a\nb", "is odd"))
    assert "\n" not in str(errors.NotFound("turn", "a\nb"))
    assert "\n" not in str(errors.ExternalIdConflict("a\nb", "t_1", ("text",)))
