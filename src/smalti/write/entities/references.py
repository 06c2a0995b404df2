"""Names that only point: "he", "the user", "Ada's boss Dana"."""

from __future__ import annotations

from functools import cache, lru_cache

import regex

from smalti.model.entity import EntityKind
from smalti.model.record import Derivation, DerivationKind
from smalti.write.entities.kinship import relative_of
from smalti.write.entities.tables import table, word_set
from smalti.write.names.scripts import simplified
from smalti.write.statement import Name


def bearer(name: Name) -> str:
    """The name proper: "user" of "the user", "Dana" of "Ada's boss Dana", "iPhone" of "the iPhone".

    An article with a capital is part of a name: The Hague.
    """
    text = name.text.strip()
    text = table("references")["speakers"].get(text.casefold(), text)
    article, _, rest = text.partition(" ")
    if rest.strip() and article in word_set("references", "articles"):
        text = rest.strip()
    match = _named_role().fullmatch(text) if name.kind is EntityKind.PERSON else None
    return match["name"] if match else text


@lru_cache(maxsize=1 << 12)
def is_unbound(text: str) -> bool:
    """Whether a name means somebody else each time: "he", "someone", "his mother", 他."""
    if is_pronoun(text):
        return True
    relative = relative_of(text)
    return relative is not None and relative.owner is None


def is_pronoun(text: str) -> bool:
    """Whether a text stands for a name: "he", "someone", 彼女 (who may be a girlfriend, too)."""
    if len(text) > 1 and text.isupper():
        return False  # WHO
    word = simplified(text.casefold())
    return word in word_set("references", "personal") or word in word_set("references", "nobody")


def is_person_by(step: Derivation, name: Name) -> bool:
    """Whether a name was put in for "you", "she" or the like, which only people are called."""
    if step.kind is not DerivationKind.PRONOUN or bearer(name) != step.meant:
        return False
    word = _CONTRACTED.sub("", step.said.casefold())
    return simplified(word) in word_set("references", "personal")


def names_thing(text: str) -> bool:
    """Whether a text names somebody or something: not "she", "Thursdays", "2021", "Óli's"."""
    bare = text.strip()
    if not bare or is_unbound(bare) or bare.endswith(("'s", "’s", "s'")):
        return False
    small = word_set("references", "small words")
    words = [word for word in bare.casefold().split() if word not in small]
    if words and words[0] in word_set("references", "times and names") and len(words) == 1:
        return True  # May, who likes tea
    idle = word_set("references", "times")
    return not all(word in idle or _NUMBER.fullmatch(word) for word in words)


_NUMBER = regex.compile(r"[\d.,:/–-]+(?:st|nd|rd|th)?")
_CONTRACTED = regex.compile(r"['’](?:ve|re|m|s|d|ll)$")
_OWNER = regex.compile(r".*(?:['’]s?\s|[的の])")
_NUMBERED = regex.compile(r"\p{L}+(?:[\s-]\p{L}+)?[\s-][0-9][0-9./-]*\p{L}?")  # invoice 20931
_CAPITALS = regex.compile(r"\p{Lu}[\p{L}\p{M}'’-]+(?:\s\p{Lu}[\p{L}\p{M}'’-]+)*")
_GROUP = regex.compile(r"\s(?:and|or|but|und|oder|y|et|ou)\s|[、和跟與与]")
_NAME_WORD = regex.compile(r"\S*[\p{Lu}0-9\p{Han}\p{Katakana}\p{Hiragana}\p{Hangul}]\S*")


def is_proper(kind: EntityKind, text: str) -> bool:
    """Whether a text is a name, which may be spelt in other ways.

    "Ada's printer" is none, and no other printer of hers; nor are several people one of them.
    """
    if kind is EntityKind.PERSON and _GROUP.search(text):
        return False
    small = word_set("references", "small words")
    words = [word for word in _OWNER.sub("", text).split() if word not in small]
    if _NUMBERED.fullmatch(" ".join(words)):
        return True
    return bool(words) and all(_NAME_WORD.fullmatch(word) for word in words)


def names_in(text: str) -> list[str]:
    """The capitalised names in a sentence, the longest run of words each."""
    return _CAPITALS.findall(text)


def without_article(form: str) -> str:
    """The key of a name without an article in front: le petit sabot, Petit Sabot."""
    article, _, rest = form.partition(" ")
    return rest if rest and article in word_set("references", "articles") else form


@cache
def _named_role() -> regex.Pattern[str]:
    roles = "|".join(map(regex.escape, table("references")["roles"]))
    return regex.compile(
        r".+['’]s?\s(?:\p{Ll}[\p{L}-]*\s){1,4}(?P<name>\p{Lu}[\p{L}\p{M}.'’-]*(?:\s\p{Lu}[\p{L}\p{M}.'’-]*){0,3})"
        rf"|.+[的の](?:{roles})の?(?P<name>[\p{{Han}}\p{{Katakana}}ー]{{2,6}}|\p{{Hiragana}}{{2,5}})"
    )
