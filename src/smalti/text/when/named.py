"""What is only called by time words: a cat named Friday, rue du 4-Septembre, 名叫五月的女孩.

A bare weekday, month, season, feast, day of the year or year may be a name. Whether it is one, the
words around it say: "named", "is her surname", a street. Each language lists such words with its
patterns (``named``, and ``street`` for what streets are called by), where ※ stands for the time
words.
"""

from __future__ import annotations

from smalti.text.when.lexer import Node
from smalti.text.when.tables import Table

_NAMES = frozenset({"wd", "mon", "season", "t_season", "hol", "md", "t_year"})
_STREETS = frozenset({"mon", "hol", "md"})
_REACH = 60  # characters on either side
_HERE = "※"


def is_name(text: str, node: Node, table: Table) -> bool:
    """Whether time words with nothing beside them are the name of something.

    Args:
        text: as it was written, accents composed.
        node: the time words.
        table: their language.
    """
    if _NAMES.isdisjoint(node.senses):
        return False
    before = text[max(node.start - _REACH, 0) : node.start]
    around = before + _HERE + text[node.end : node.end + _REACH]
    streets = not _STREETS.isdisjoint(node.senses)
    patterns = [table.pattern("named"), table.pattern("street") if streets else None]
    return any(pattern is not None and pattern.search(around) for pattern in patterns)
