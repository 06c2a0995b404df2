"""Names that say whose relative somebody is: "Ada's sister Lena", "my mother", 李华的妹妹.

Such a name means somebody by what they are to somebody else, so it can be understood before
anybody has told their own name. Pets, and roles such as "boss", are found in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

import regex

from smalti.write.entities.relations import (
    Presumed,
    is_animal,
    is_ornament,
    is_telling,
    presumed,
    relation_of,
    stands_behind,
)
from smalti.write.entities.tables import table, word_set
from smalti.write.names.normal import normal_form
from smalti.write.names.scripts import simplified
from smalti.write.names.tables import table as names_table


@dataclass(frozen=True, slots=True)
class Relative:
    """Somebody by what they are to somebody.

    Attributes:
        owner: whose relative, in the words of the name; "" is whoever speaks, and ``None`` somebody
            whom only the text before could tell ("his mother").
        relation: what they are, in one word for all languages ("younger sister").
        word: what they are, as it was said.
        name: their own name where it was given.
    """

    owner: str | None
    relation: str
    word: str
    name: str = ""

    @property
    def presumed(self) -> Presumed:
        """How many of these there may be."""
        return presumed(self.relation)

    @property
    def is_pet(self) -> bool:
        """Whether it is an animal, which may count as a person or not."""
        return is_animal(self.relation)

    @property
    def key(self) -> str:
        """Under what the owner's relatives of this kind are kept.

        Of several aunts or cousins, those called by other words may be other ones (表哥, 表妹).
        """
        if self.presumed in (Presumed.ONE, Presumed.FEW):
            return self.relation
        return f"{self.relation}: {simplified(normal_form(self.word))}"


@lru_cache(maxsize=1 << 12)
def relative_of(text: str, *, bare: bool = True) -> Relative | None:
    """The relative that a name means, or ``None`` if it means nobody so.

    ``bare``: whether it may do so without saying whose ("Mum", "my sister").
    """
    text = text.strip()
    if _JOINED.search(text):
        return None  # "Ada's mum and dad" are two
    return _owned(text) or (_spoken(text) if bare else None)


_JOINED = regex.compile(
    r"\s(?:and|&|or|und|oder|y|e|et|ou)\s|(?<=\p{Han})[、和跟與与及](?=.*[的の])"
)


# --- whose ---------------------------------------------------------------------------------------

_POSSESSIVE = regex.compile(r"(?:['’]s|(?<=[sxz])['’])\s+(?=\S)|(?<=.)[的の](?=.)")
_OF = regex.compile(
    r"(?P<of>.+?)\s(?:of|von|de|del|da)\s(?P<owner>.+)|(?P<of>.+?)\sd['’](?P<owner>.+)"
)
_GENITIVE = regex.compile(r"(?P<owner>\p{Lu}[\p{L}\p{M}-]+)s\s+(?P<of>\p{Lu}.*)")  # Adas Schwester


def _owned(text: str) -> Relative | None:
    """A relative of somebody who is named; of "Ada's brother Tom's wife" it is Tom's."""
    for joint in reversed(list(_POSSESSIVE.finditer(text))):
        head, owner = _head(text[joint.end() :]), text[: joint.start()].strip()
        if head is not None and _may_own(owner):
            return _of(owner, head)
    for pattern in (_OF, _GENITIVE):
        match = pattern.fullmatch(text)
        head = _head(match["of"]) if match else None
        if match and head is not None and not (pattern is _OF and head.name):
            return Relative(match["owner"].strip(), head.relation, head.word, head.name)
    return None


def _may_own(owner: str) -> bool:
    """Whether a text in front of a possessive is a name: not "a cookbook for Ada"."""
    words = [word for word in owner.split() if word not in _PARTICLES]
    if len(words) == 1 or owner.casefold() in table("references")["speakers"]:
        return bool(words)
    return all(not word[0].islower() for word in words) or _owned(owner) is not None


_PARTICLES = frozenset(["de", "la", "der", "von", "van", "den", "al", "bin", "del", "di"])


def _of(owner: str, head: Relative) -> Relative:
    """The relative of an owner; "my" and "his" are possessives that the languages write like 的."""
    whose = _whose().get(simplified(normal_form(owner)), owner)
    return Relative(whose, head.relation, head.word, head.name)


def _spoken(text: str) -> Relative | None:
    """A relative of the speaker ("my sister", "Mum") or of somebody unnamed ("his sister")."""
    for word, owner in _whose().items():
        latin = word.isascii()
        if text[: len(word)].casefold() == word and (not latin or text[len(word) :][:1] == " "):
            head = _head(text[len(word) :].strip())
            if head is not None:
                return Relative(owner, head.relation, head.word, head.name)
    head = _head(text)
    if head is None or (head.name and head.relation in word_set("relations", "titles")):
        return None  # "Sister Mary", "Frau Braun": titles
    return head


@cache
def _whose() -> dict[str, str | None]:
    """Possessives, longest first: "my" is the speaker's, "his" somebody's."""
    kin = names_table("kin")
    found: dict[str, str | None] = {}
    for part, owner in (("own", ""), ("others", None)):
        found |= {word: owner for said in kin[part] for word in (said, said.rstrip("的の")) if word}
    return dict(sorted(found.items(), key=lambda item: -len(item[0])))


# --- what ----------------------------------------------------------------------------------------

_CJK = r"\p{Han}\p{Hiragana}\p{Katakana}ー"
_CHARACTERS = regex.compile(rf"[{_CJK}]|[^\s{_CJK}]+")  # words, and characters where none are
_GAP = regex.compile(rf"(?<=[{_CJK}])\s(?=[{_CJK}])")
_HONORIFICS = ("さん", "さま", "様", "君", "くん", "ちゃん")
_BETWEEN = ' ,，、の・()（）“”「」"'


def _head(text: str) -> Relative | None:
    """A word for a relative, and a name behind it if there is more, which make the whole text."""
    words = _CHARACTERS.findall(text)
    while len(words) > 1 and is_ornament(words[0]):
        words = words[1:]
    for count in range(len(words), 0, -1):
        word = _joined(words[:count]).rstrip(_BETWEEN)
        relation = relation_of(word)
        if not relation:
            continue
        behind = _joined(words[count:])
        name = "" if behind in _HONORIFICS else behind.strip(_BETWEEN)
        if not name or stands_behind(name, joined=behind[:1] not in _BETWEEN):
            return Relative("", relation, word, name)
    return _qualified(words)


def _qualified(words: list[str]) -> Relative | None:
    """Somebody told apart from others of a kind by a word before: "youngest sister"."""
    if len(words) < 2 or not is_telling(words[0]):
        return None
    head = _head(_joined(words[1:]))
    if head is None:
        return None
    relation = f"{words[0].casefold()} {head.relation}"
    return Relative("", relation, f"{words[0]} {head.word}", head.name)


def _joined(words: list[str]) -> str:
    return _GAP.sub("", " ".join(words))
