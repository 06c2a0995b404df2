"""From text to nodes: words looked up in a language table, digits read by their shape."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Any

from smalti.text.numerals import han_value, is_range
from smalti.text.when.shapes import read_digits
from smalti.text.when.tables import UNLISTED, Forms, Senses, Table, tokens_of

Token = tuple[str, int, int]
"""The folded word, where it starts, where it ends."""

_STOPS = frozenset(".!?。…\n")
# Full-width forms in ASCII, one for one, so that positions stay what they are.
_WIDE = {0xFF01 + index: 0x21 + index for index in range(94)} | {
    ord("’"): "'",
    ord("‘"): "'",
    ord("\u3000"): " ",
    ord("〜"): "~",
    ord("–"): "-",
    ord("—"): "-",
    ord("−"): "-",
}
_LONGEST_NUMERAL = 8
# The numerals of calendars. A circle is a zero only among them: elsewhere it stands for a blank.
HAN_DIGITS = frozenset("〇零○一壱二弐两兩三参四五六七八九十百千廿卅")
_NAMES = frozenset({"wd", "wds", "mon", "monx", "season", "noontime"})


@dataclass(slots=True)
class Node:
    """A stretch of text with what it can mean; ``made`` once a rule has put it together."""

    sign: str
    start: int
    end: int
    senses: Senses
    made: bool = False

    def get(self, name: str) -> Any:
        """The value in one sense, ``None`` if the node has not got it."""
        return self.senses.get(name)


@dataclass(frozen=True, slots=True)
class Folded:
    """A text in lower case and composed form, with the way back to the original positions."""

    plain: str
    composed: str
    offsets: list[int] | None

    def original(self, position: int) -> int:
        """The position in the text as it came."""
        return position if self.offsets is None else self.offsets[position]


def fold(text: str) -> Folded:
    """Lower case, full-width forms in ASCII, accents composed; one character for one."""
    composed, offsets = text, None
    if not text.isascii() and not unicodedata.is_normalized("NFC", text):
        composed, offsets = _compose(text)
    plain = composed if composed.isascii() else composed.translate(_WIDE)
    lower = plain.lower()
    if len(lower) != len(plain):
        lower = "".join(one if len(one) == 1 else sign for sign in plain for one in [sign.lower()])
    return Folded(lower, composed, offsets)


def _compose(text: str) -> tuple[str, list[int]]:
    """Composed character by character, with the old position of each new one."""
    parts: list[str] = []
    offsets: list[int] = []
    for cluster in re.finditer(r".[\u0300-\u036f\u3099\u309a]*", text, re.DOTALL):
        composed = unicodedata.normalize("NFC", cluster[0])
        parts.append(composed)
        offsets += [cluster.start()] * len(composed)
    return "".join(parts), [*offsets, len(text)]


def lex(folded: Folded, table: Table) -> list[Node]:
    """All tokens of a text as nodes, the longest listed form at each place."""
    tokens = _tokens(folded.plain, table)
    nodes: list[Node] = []
    index = 0
    while index < len(tokens):
        node, taken = _read(folded, tokens, index, nodes, table)
        nodes.append(node)
        index += taken
        while index < len(tokens) and tokens[index][1] < node.end:
            index += 1
    return nodes


def _tokens(text: str, table: Table) -> list[Token]:
    """The tokens, with compounds such as "Montagabend" cut in two where the table says so."""
    found = [(match[0], *match.span()) for match in tokens_of(text)]
    pattern = table.pattern("compound")
    if pattern is None:
        return found
    pieces: list[Token] = []
    for word, start, end in found:
        halves = pattern.fullmatch(word) if len(word) > 6 else None
        if halves is None:
            pieces.append((word, start, end))
        else:
            middle = start + len(halves["first"])
            pieces += [(halves["first"], start, middle), (halves["second"], middle, end)]
    return pieces


def _read(
    folded: Folded,
    tokens: list[Token],
    index: int,
    before: list[Node],
    table: Table,
) -> tuple[Node, int]:
    token, start, end = tokens[index]
    for form, forms in table.forms.get(token, ()):
        size = len(form)
        if size == 1 or tuple(one[0] for one in tokens[index : index + size]) == form:
            last = tokens[index + size - 1][2]
            senses = _senses(forms, folded.composed[start:last], before, table)
            if senses:
                return Node(table.sign(senses), start, last, senses), size
    if token[0].isdigit() or token == "'":
        stop, found = read_digits(folded.plain, start, table)
        if found:
            return Node(table.sign(found), start, stop, found), 1
        if token != "'":
            return Node(UNLISTED["x"], start, max(stop, end), {}), 1
    if token in HAN_DIGITS and table.options["family"] == "cjk":
        return _han(folded.plain, start, table), 1
    return Node(_unlisted(token, folded.composed[start], before), start, end, {}), 1


def _senses(forms: Forms, written: str, before: list[Node], table: Table) -> Senses:
    senses = forms.get(written) or forms.get(None) or {}
    # Where months and days are written small, a capital inside a sentence marks a name: Julio.
    if (
        written[0].isupper()
        and before
        and before[-1].sign != UNLISTED["stop"]
        and table.options.get("small_names")
        and not _NAMES.isdisjoint(senses)
    ):
        return {}
    return senses


def _han(text: str, start: int, table: Table) -> Node:
    end = start + 1
    while end < len(text) and text[end] in HAN_DIGITS:
        end += 1
    run = text[start:end]
    if len(run) > _LONGEST_NUMERAL:
        return Node(UNLISTED["x"], start, end, {})
    if len(run) == 2 and is_range(run):
        return Node(table.sign({"some": True}), start, end, {"some": True})
    value = han_value(run.replace("○", "〇"))
    if value is None:
        return Node(UNLISTED["x"], start, end, {})
    senses: Senses = {"num": value}
    if len(run) == 4 and 1000 <= value < 2200 and not set(run) & set("十百千"):
        senses["year"] = value
    return Node(table.sign(senses), start, end, senses)


def _unlisted(token: str, written: str, before: list[Node]) -> str:
    if token in _STOPS:
        return UNLISTED["stop"]
    if not token[0].isalnum():
        return UNLISTED["punct"]
    inside = before and before[-1].sign != UNLISTED["stop"]
    return UNLISTED["X"] if inside and written.isupper() else UNLISTED["x"]
