"""The patterns of clauses in languages that are read without a parser (``patterns.toml``)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import regex

from smalti.write.normalise.tables import Pattern, table

_PARTICLES = "(?:了|的|呢|啊|吧|啦|呗|哈|呀|嘛|耶|喔|囉)*"
_VALUE = {
    "{V}": rf"(?P<value>[^，。；;！!？?,、]{{1,40}}?){_PARTICLES}(?=$|[，。；;！!？?,、])",
    "{W}": r"(?P<value>[^、。，はがもで]{1,16}?)",
    "{X}": r"(?P<value>[^,.;!?]{2,60}?)(?=$|[,.;!?]| und | y | et | weil | porque | parce )",
}
"""What stands for a value in a pattern: in Chinese, in Japanese, in languages with blanks."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A pattern and what it means.

    ``subject``: "speaker" where it is about nobody else, "person" where only people do it.
    ``undated``: with a date it means something else ("Friday is the dentist").
    """

    phrase: str
    pattern: Pattern
    polarity: bool | None = None
    subject: str = ""
    undated: bool = False


@cache
def clauses_of(language: str) -> tuple[Clause, ...]:
    """The patterns of a language, in the order in which they are tried."""
    return tuple(
        Clause(
            row["phrase"],
            _compiled(row["match"]),
            row.get("polarity"),
            row.get("subject", ""),
            row.get("undated", False),
        )
        for row in table("patterns").get(language, [])
    )


def _compiled(text: str) -> Pattern:
    for mark, value in _VALUE.items():
        text = text.replace(mark, value)
    return regex.compile(text, regex.IGNORECASE)
