"""A name taken apart: titles, legal form, generation, numbers, and the words that are left."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

import regex

from smalti.write.names.mention import Mention
from smalti.write.names.normal import normal_form
from smalti.write.names.scripts import scripts, simplified
from smalti.write.names.tables import longest_first, table, word_set


@dataclass(frozen=True, slots=True)
class Name:
    """The parts of one mention's name.

    Attributes:
        normal: the key (``normal_form``).
        words: what is left without titles, legal form, generation and article, marks kept.
        kind: the kind with its synonyms made one, "" for unknown.
        titles: titles and honorifics, "dr" or "さん".
        gender: "m" or "f" where a title tells.
        generation: "junior", "senior", "2", … for people.
        legal: legal forms of companies.
        listed: whether it stood as "Surname, Given".
        numbers: every run of digits with its points and slashes, in order.
        letters: single letters that tell things apart ("Block A"), for what is no person.
    """

    normal: str
    words: tuple[str, ...]
    kind: str
    titles: frozenset[str]
    gender: str
    generation: str
    legal: frozenset[str]
    listed: bool
    numbers: tuple[str, ...]
    letters: tuple[str, ...]

    @property
    def core(self) -> str:
        """The words in one."""
        return " ".join(self.words)

    @property
    def may_be_person(self) -> bool:
        """Whether rules for people's names apply."""
        return self.kind in ("", "person")

    @property
    def is_cjk(self) -> bool:
        """Whether it is written in Chinese characters, kana or Hangul only."""
        return bool(self.words) and scripts(self.core) <= _CJK

    @property
    def is_whole(self) -> bool:
        """Whether it has a given and a family name, as far as one can see."""
        if len(self.words) != 1:
            return len(self.words) > 1
        return self.is_cjk and family_of(self.core) not in ("", self.core)


_CJK = frozenset({"han", "kana", "hangul"})
_NUMBER = regex.compile(r"(?:minus )?[0-9]+(?:[./,][0-9]+)*")
_COMMA = regex.compile(r"^\s*(?P<family>[^,0-9]+),\s*(?P<given>[^,0-9]+?)\s*$")


@lru_cache(maxsize=1 << 14)
def parse(mention: Mention) -> Name:
    """Take a mention's name apart."""
    kind = known_kind(mention.kind)
    text, listed = _in_order(mention.name, kind)
    normal = normal_form(text)
    peeled = _peel_people(normal, kind) if kind in ("", "person") else _Peeled(normal)
    words, legal = (peeled.rest, set()) if kind == "person" else _peel_company(peeled.rest, kind)
    kept = tuple(words.split())
    return Name(
        normal=normal_form(mention.name),
        words=kept,
        kind=kind,
        titles=frozenset(peeled.titles),
        gender=_gender(peeled.titles, mention.context),
        generation=peeled.generation,
        legal=frozenset(table("parts")["legal_short"].get(form, form) for form in legal - {"and"}),
        listed=listed,
        numbers=tuple(_NUMBER.findall(normal)),
        letters=_letters(kept, kind),
    )


def known_kind(kind: str) -> str:
    """A kind with its synonyms made one."""
    plain = normal_form(kind) if kind.strip() else ""
    return str(table("parts")["kinds"].get(plain, plain))


def _in_order(name: str, kind: str) -> tuple[str, bool]:
    """The name "Pike, Jordan" as "Jordan Pike"; "Acme, Inc." and "Pike, Jr." as they are."""
    match = _COMMA.match(name)
    if match is None or kind not in ("", "person"):
        return name, False
    given = normal_form(match["given"]).split()
    suffixes = word_set("parts", "legal") | word_set("parts", "after") | _generations().keys()
    if not given or any(word in suffixes for word in given) or len(given) > 3:
        return name, False
    return f"{match['given']} {match['family']}", True


class _Peeled(NamedTuple):
    rest: str
    titles: tuple[str, ...] = ()
    generation: str = ""


def _peel_people(normal: str, kind: str) -> _Peeled:
    """Without titles and generation. Of what may be no person only plain titles are taken off."""
    titles = word_set("parts", "before")
    if kind != "person":
        titles = titles - word_set("parts", "unsafe")
    words, found, generation = normal.split(), [], ""
    while len(words) > 1 and words[0] in titles:
        found.append(words.pop(0))
    while len(words) > 1 and words[-1] in word_set("parts", "after"):
        found.append(words.pop())
    if len(words) > 1 and (len(words) > 2 or kind == "person" or found):
        generation = _generations().get(words[-1], "")
        words = words[:-1] if generation else words
    if len(words) > 2 and words[-1] == "the":
        words.pop()
    rest, honorifics = _peel_cjk(" ".join(words))
    return _Peeled(rest, (*found, *honorifics), generation)


def _peel_cjk(text: str) -> tuple[str, tuple[str, ...]]:
    if not scripts(text) & _CJK:
        return text, ()
    match = _cjk_titles().fullmatch(text)
    if match is None:
        return text, ()
    if match["short"] and not family_of(match["short"]):
        return text, ()  # 小美 is a given name, 小王 a Mr Wang
    title = match["title"] or match["before"]
    return match["name"] or match["short"], (title,)


@cache
def _cjk_titles() -> regex.Pattern[str]:
    after = longest_first(table("parts")["cjk_after"])
    before = longest_first(table("parts")["cjk_before"])
    return regex.compile(
        rf"(?P<name>.+?)(?P<title>{after})|(?P<before>{before})(?P<short>\p{{Han}})"
    )


def _peel_company(text: str, kind: str) -> tuple[str, set[str]]:
    """Without legal forms and the leading article."""
    legal: set[str] = set()
    while match := _legal_cjk(bool(kind)).fullmatch(text):
        legal.add(match["front"] or match["back"])
        text = match["name"].strip()
    words = text.split()
    while len(words) > 1 and words[-1] in (
        word_set("parts", "legal") | ({"and"} if legal else set())
    ):
        legal.add(words.pop())
    if kind and len(words) > 1 and words[0] in word_set("parts", "articles"):
        words.pop(0)
    return " ".join(words), legal


@cache
def _legal_cjk(surely_no_person: bool) -> regex.Pattern[str]:
    """Short marks such as (株) also begin people's names: 株 is one without its brackets."""
    marks = [normal_form(form) for form in table("parts")["legal_cjk"]]
    forms = longest_first(mark for mark in marks if surely_no_person or len(mark) > 1)
    return regex.compile(rf"(?P<front>{forms})\s?(?P<name>.+)|(?P<name>.+?)\s?(?P<back>{forms})")


def _letters(words: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """Single letters; where it may be a person only the last one, for others are initials."""
    if kind == "person":
        return ()
    looked_at = words if kind else words[-1:]
    letters = (w for w in looked_at if len(w) == 1 and w.isalpha() and w.isascii())
    return (*letters, *(w for w in words if w in _REPEATED)) if len(words) > 1 else ()


_REPEATED = frozenset({"bis", "ter", "quater"})  # 7, 7bis: two houses


def _gender(titles: tuple[str, ...], context: str) -> str:
    """By title; 先生 is a man in Chinese and a teacher of any gender in Japanese."""
    male = any(title in word_set("parts", "male") for title in titles)
    male = male or ("先生" in titles and bool(context) and "kana" not in scripts(context))
    female = any(title in word_set("parts", "female") for title in titles)
    return "" if male == female else "m" if male else "f"


@cache
def _generations() -> dict[str, str]:
    return dict(table("parts")["generations"])


# --- family names in Chinese, Japanese and Korean ------------------------------------------------


@lru_cache(maxsize=1 << 12)
def family_of(name: str) -> str:
    """The family name at the front of a name without spaces, "" if none is known."""
    plain = simplified(name)
    for length in range(min(len(name), 3), 0, -1):
        if plain[:length] in _families() or name[:length] in _families():
            return name[:length]
    return ""


@cache
def _families() -> dict[str, tuple[str, ...]]:
    """Known family names with the ways in which they are romanised."""
    surnames = table("east_asian")["surnames"]
    found: dict[str, tuple[str, ...]] = {}
    for name, reading in (*surnames["ja"].items(), *surnames["zh"].items()):
        found[name] = (*found.get(name, ()), reading)
    return found | {name: tuple(readings) for name, readings in surnames["ko"].items()}


def family_readings(name: str) -> tuple[str, ...]:
    """How the family name of a Chinese, Japanese or Korean name may be romanised."""
    family = family_of(name)
    return _families().get(family) or _families().get(simplified(family), ())
