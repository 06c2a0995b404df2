"""Units: how they are written, what they measure and how they convert.

A table (``data/units.json``) holds what people write in every-day, medical and technical text. It
is enough for nearly everything, so pint, whose registry takes most of a second to load, is asked
only about units that the table does not know.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from importlib import resources
from typing import Any

import regex


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: in its dimension's base it is ``value * factor + offset``."""

    name: str
    dimension: str
    factor: Decimal
    offset: Decimal = Decimal(0)

    def per(self, other: Unit) -> Unit:
        """The quotient of two units, under a dimension's common name if there is one."""
        dimension = f"{self.dimension}/{other.dimension}"
        return Unit(
            f"{self.name}/{other.name}",
            _NAMED_QUOTIENTS.get(dimension, dimension),
            self.factor / other.factor,
        )


COUNT = Unit("1", "count", Decimal(1))
_LATIN_END = regex.compile(r"\p{Latin}$")
_NAMED_QUOTIENTS = {"length/time": "speed"}


@cache
def data(name: str) -> dict[str, Any]:
    """One of the tables of this package."""
    path = resources.files("smalti.text") / "data" / f"{name}.json"
    loaded: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return loaded


@cache
def known_units() -> dict[str, Unit]:
    """The units of the table by name."""
    return {
        name: Unit(name, row["dimension"], Decimal(row["factor"]), Decimal(row.get("offset", 0)))
        for name, row in data("units")["units"].items()
    }


@cache
def unit_named(name: str | None) -> Unit | None:
    """A unit by its canonical name or as it is written ("cm"), quotients ("mg/day") included.

    ``None`` as a name is a plain count. Names outside the table are looked up by pint; the answer
    is ``None`` if it does not know them either.
    """
    if name is None or name == "1":
        return COUNT
    known = known_units().get(name) or known_units().get(_by_form().get(name, ""))
    if known is not None:
        return known
    top, slash, bottom = name.rpartition("/")
    if slash:
        above, below = unit_named(top), unit_named(bottom)
        return above.per(below) if above and below else None
    return _from_pint(name)


# --- reading units in text -----------------------------------------------------------------------


def read_unit(text: str, position: int, language: str) -> tuple[Unit, int] | None:
    """The unit that stands at a position, directly or after a space or hyphen, and its end.

    Case counts where it must (mb is read as MB, for want of millibits, but Mb is a megabit), and
    forms that are words of another language only count in their own ("an", "mes").
    """
    match = _forms().match(text, position)
    if match is None:
        return None
    form = match["form"]
    unit = _by_form().get(form) or _by_folded_form().get(form.casefold())
    if unit is None or not _belongs(form, text, match.end(), language):
        return None
    return known_units()[unit], match.end()


def _belongs(form: str, text: str, end: int, language: str) -> bool:
    tables = data("units")
    only = tables["only_in"].get(form) or tables["only_in"].get(form.casefold())
    barred = tables["not_before"].get(form)
    return (only is None or only == language) and not (barred and regex.match(barred, text[end:]))


def read_sign(text: str, end: int, language: str) -> tuple[Unit, int] | None:
    """The currency sign or code that ends at a position, up to a space before it; its start."""
    match = _signs_before().search(text, max(0, end - 6), end)
    if match is None:
        return None
    return currency(match["sign"], language), match.start()


def read_sign_behind(text: str, position: int, language: str) -> tuple[Unit, int] | None:
    """The currency sign that stands at a position, directly or after a space, and its end."""
    match = _signs_behind().match(text, position)
    return (currency(match["sign"], language), match.end()) if match else None


def currency(sign: str, language: str) -> Unit:
    """The currency of a sign or code. ¥ is the yuan in Chinese text and the yen elsewhere."""
    code = data("units")["signs"].get(sign, sign)
    return known_units()["CNY" if sign in "¥￥" and language == "zh" else code]


@cache
def _by_form() -> dict[str, str]:
    return {
        form: name for name, row in data("units")["units"].items() for form in row["forms"] if form
    }


@cache
def _by_folded_form() -> dict[str, str]:
    """Forms in any case; not single letters, and not where two units share one ("mb")."""
    folded: dict[str, set[str]] = {}
    for form, name in _by_form().items():
        if len(form) > 1:
            folded.setdefault(form.casefold(), set()).add(name)
    return {form: names.pop() for form, names in folded.items() if len(names) == 1}


@cache
def _forms() -> regex.Pattern[str]:
    longest_first = sorted(_by_form(), key=len, reverse=True)
    ends = (r"(?![\p{Latin}0-9])" if _LATIN_END.search(form) else "" for form in longest_first)
    forms = (regex.escape(form) + end for form, end in zip(longest_first, ends, strict=True))
    return regex.compile(rf"[ \u00a0-]?(?P<form>{'|'.join(forms)})", regex.I)


def _sign_pattern() -> str:
    signs = sorted(data("units")["signs"], key=len, reverse=True)
    codes = [name for name in known_units() if known_units()[name].dimension == f"currency:{name}"]
    return "|".join(map(regex.escape, [*signs, *codes]))


@cache
def _signs_before() -> regex.Pattern[str]:
    return regex.compile(rf"(?<!\p{{Latin}})(?P<sign>{_sign_pattern()})[ \u00a0]?$")


@cache
def _signs_behind() -> regex.Pattern[str]:
    return regex.compile(rf"[ \u00a0]?(?P<sign>{_sign_pattern()})(?!\p{{Latin}})")


# --- pint, for the rest --------------------------------------------------------------------------

# What the table knows and pint does not, so that everything the table names can be converted.
_DEFINITIONS = (
    "jin = 500 gram",
    "decennium = 10 year",
    "mu_of_land = 2000 / 3 meter ** 2",
    "tsubo = 400 / 121 meter ** 2",
    "ten_percent = 0.1",
)
# One unit of each dimension of the table that pint can measure by as well.
_BASES = (
    *("gram", "meter", "second", "kelvin", "meter**2", "liter", "meter**3", "kilometer/hour"),
    *("pascal", "joule", "watt", "mole", "ampere", "volt", "hertz", "byte", "dimensionless"),
)


@cache
def registry() -> Any:
    """The pint registry, with our additions. Loaded on first use."""
    import pint  # takes most of a second, and is rarely needed

    loaded: Any = pint.UnitRegistry(autoconvert_offset_to_baseunit=True)
    for definition in _DEFINITIONS:
        loaded.define(definition)
    return loaded


_PINT_NAME = regex.compile(r"[\p{L}_][\p{L}\p{N}_ .*^-]{0,60}")


def _from_pint(name: str) -> Unit | None:
    if not _PINT_NAME.fullmatch(name):
        return None
    try:
        quantity = registry().Quantity(1, registry().Unit(name))
    except (AttributeError, TypeError, ValueError, SyntaxError):
        return None  # what pint raises for names it cannot read
    for base in _BASES:
        if quantity.check(registry().Unit(base).dimensionality):
            known = known_units()[base]
            factor = Decimal(repr(float(quantity.to(base).magnitude))) * known.factor
            return Unit(name, known.dimension, factor)
    magnitude = float(quantity.to_base_units().magnitude)
    return Unit(name, str(quantity.dimensionality), Decimal(repr(magnitude)))
