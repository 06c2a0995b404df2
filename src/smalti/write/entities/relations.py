"""What somebody can be to somebody: the words for it, and how many of a kind there may be."""

from __future__ import annotations

from enum import Enum
from functools import cache

import regex

from smalti.write.entities.tables import table, word_set
from smalti.write.names.normal import normal_form
from smalti.write.names.parts import family_of
from smalti.write.names.scripts import simplified
from smalti.write.names.tables import table as names_table


class Presumed(Enum):
    """How many of a kind somebody is taken to have until the text tells otherwise."""

    ONE = "one"  # a mother, a wife: whatever she is called, it is she
    FEW = "few"  # a sister: the only one known is meant
    SEVERAL = "several"  # an aunt, a boss: a name may be that of another or the next one
    MANY = "many"  # a friend, a grandmother: who says "my friend" may mean any of them


def is_animal(relation: str) -> bool:
    """Whether it is an animal that somebody keeps, which may count as a person or not."""
    return relation in word_set("relations", "pets")


def presumed(relation: str) -> Presumed:
    """How many of a kind somebody is taken to have."""
    qualifier, _, rest = relation.partition(" ")
    if relation in word_set("relations", "one") or qualifier in word_set("relations", "only one"):
        return Presumed.ONE
    if relation in word_set("relations", "few"):
        return Presumed.FEW
    if relation in word_set("relations", "many"):
        return Presumed.MANY
    return presumed(rest) if is_telling(qualifier) else Presumed.SEVERAL


def may_be_one(key: str, other: str) -> bool:
    """Whether one relation is the other, or a more general word for it: sister, younger sister."""
    one, two = (k.partition(": ")[0] for k in (key, other))
    return one == two or _general(one) == two or _general(two) == one


def _general(relation: str) -> str:
    """The more general word for a relation, "" if there is none."""
    general = names_table("kin")["generic"] | table("relations")["generic"]
    qualifier, _, rest = relation.partition(" ")
    if relation in general:
        return str(general[relation])
    return rest if is_telling(qualifier) else ""


# --- words ---------------------------------------------------------------------------------------


def relation_of(word: str) -> str:
    """What a word says somebody is to somebody, the same in all languages; "" if nothing."""
    return _relations().get(simplified(normal_form(word)), "")


@cache
def _relations() -> dict[str, str]:
    found: dict[str, str] = {}
    rows = {relation: row["words"] for relation, row in names_table("kin")["terms"].items()}
    for source in (rows, table("relations")["terms"]):
        for relation, words in source.items():
            for word in words:
                found.setdefault(simplified(normal_form(word)), relation)
    return found


def is_telling(word: str) -> bool:
    """Whether a word tells somebody apart from others of a kind: "youngest", "other", "former"."""
    word = word.casefold()
    return word in word_set("relations", "telling") or word in names_table("kin")["prefixes"]


def is_ornament(word: str) -> bool:
    """Whether a word before one for a relative tells nobody apart: "late", "dear"."""
    word = word.casefold()
    return word in word_set("relations", "ornaments") or word in names_table("kin")["mere_prefixes"]


def possessive(owner: str, word: str, language: str) -> str:
    """What somebody is called whom nobody has named yet: "Ada's sister", 李华的妹妹, 美月の妹."""
    if not _CJK.search(word):
        return f"{owner}'s {word}"
    return f"{owner}{'の' if language == 'ja' else '的'}{word}"


# --- names ---------------------------------------------------------------------------------------

_CJK = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")
_NAME = regex.compile(
    r"\p{Lu}[\p{L}\p{M}.'’-]*(?:\s(?:\p{Lu}[\p{L}\p{M}.'’-]*|de|la|der|von|van|den|al|bin)){0,3}"
    r"|(?![和跟與与及叫的])[\p{Han}\p{Katakana}ー・]{1,8}|\p{Hiragana}{2,5}"
)
_NUMBERED = regex.compile(r"[〇零一二三四五六七八九十百千0-9]+[号號日月年岁歳歲点點時时个個人]")
_CALLED = regex.compile(r"[小阿老大]\p{Han}{1,2}|(\p{Han})\1")  # 小雨, 绵绵


def looks_like_name(text: str) -> bool:
    """Whether a text is written as the name of a person or a pet is."""
    return _NAME.fullmatch(text) is not None and _NUMBERED.search(text) is None


def stands_behind(text: str, *, joined: bool) -> bool:
    """Whether what stands behind a word for a relative is their name: 妹の美咲, not 妹の部屋.

    ``joined``: nothing stands between the two. Of Chinese characters only some look like a name.
    """
    if not looks_like_name(text) or relation_of(text) or len(text) < 2:
        return False
    if not regex.search(r"\p{Han}", text):
        return True
    if _CALLED.fullmatch(text) or (1 < len(text) < 5 and family_of(text) not in ("", text)):
        return True
    return not joined and text[-1] in table("relations")["given name ends"]
