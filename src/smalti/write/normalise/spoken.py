"""What a quote was said in: its turn, the turns before, and who speaks to whom."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import regex

from smalti.model.turn import Role, Turn
from smalti.text.analyse import normalise
from smalti.text.language import LATIN, language_of, usual_language
from smalti.text.when import DateMention, find_dates
from smalti.write.extract.candidate import Candidate
from smalti.write.names.scripts import simplified
from smalti.write.normalise.tables import UNSPACED, words

DATED = frozenset({"en", "de", "es", "fr", "zh", "ja"})
"""The languages that dates can be read in."""

_CJK = r"\p{Han}\p{Katakana}ー々"
_LETTER = rf"(?![{_CJK}\p{{Hiragana}}])[\p{{L}}\p{{M}}\p{{N}}]"
UNIT = regex.compile(rf"(?P<cjk>[{_CJK}]+)|(?P<word>(?:{_LETTER})+(?:['’.&@/+_:-](?:{_LETTER})+)*)")
"""A word, or a run of Han or Katakana, between which nothing tells where words end."""

_PART = regex.compile(r"[\p{L}\p{M}]+|\p{N}+")
_MANY = 2_000  # characters that the usual language of a turn is told by


@lru_cache(maxsize=1 << 12)
def folded(text: str) -> str:
    """A text as words are looked for in it: case, width and variants of Han do not count."""
    return normalise(text) if text.isascii() else simplified(normalise(text))


def plain(word: str) -> str:
    """A folded word without the possessive ending."""
    return word.removesuffix("'s").removesuffix("'")


@lru_cache(maxsize=1 << 11)
def words_of(text: str) -> frozenset[str]:
    """The folded words of a text, whole, in their parts, and without possessive endings."""
    found: set[str] = set()
    for match in UNIT.finditer(folded(text)):
        word = plain(match.group())
        found.add(word)
        found.update(_PART.findall(word))
    return frozenset(found)


@lru_cache(maxsize=1 << 8)
def dates_of(turn_text: str, said_at: object, language: str) -> tuple[DateMention, ...]:
    """The date mentions of a turn, read in one language; none in a language without dates."""
    if language not in DATED:
        return ()
    read = _MOVED_TO.sub(_in_month, turn_text) if language == "en" else turn_text
    found = find_dates(read, said_at, language=language)  # type: ignore[arg-type]
    return tuple(_as_written(one, turn_text) for one in found)


_MOVED_TO = regex.compile(
    r"\b(?:moved|pushed|postponed|rescheduled|shifted|delayed|brought|put|slipped|slips|bumped)"
    r"(?: (?:it|that|this|them|(?:the|my|our) [\w-]+))?(?: (?:back|forward|off|out|on))? to"
    r"(?= (?:January|February|March|April|May|June|July|August|September|October|November|December)"
    r"\b(?! \d| \p{Lu}))",
)


def _in_month(match: regex.Match[str]) -> str:
    """Of "moved to March", which alone may be anybody's name, "moved in March" is a month."""
    return f"{match.group()[:-2]}in"


def _as_written(mention: DateMention, text: str) -> DateMention:
    """A mention with its words as they stand in the text, without a "to" before them."""
    said = text[mention.start : mention.end]
    lead = _TO.match(said)
    place = 0 if lead is None else lead.end()
    return replace(mention, start=mention.start + place, text=said[place:])


_TO = regex.compile(r"(?:back )?to ")


def quote_language(candidate: Candidate, turn: Turn) -> str:
    """The language of a quote; where it is too short to tell, that of its turn."""
    usual, quote = _usual(turn.text[:_MANY]), candidate.quote(turn)
    found = language_of(quote, usual) or usual
    if usual in LATIN and found in LATIN and len(quote.split()) < _TELLING:
        return usual  # "my son" is no Spanish
    if found == "zh" and _is_told_in_kana(candidate, turn):
        return "ja"
    return found


def _is_told_in_kana(candidate: Candidate, turn: Turn) -> bool:
    """Whether a quote in Han characters alone was read as Japanese: its sentence has kana."""
    told = f"{candidate.predicate} {candidate.sentence}"
    for name in {turn.speaker, name_inside(turn.speaker)}:
        told = told.replace(name, "")
    return language_of(told, "zh") == "ja" and language_of(candidate.quote(turn), "ja") == "ja"


_TELLING = 6  # words


_CLAUSE_END = regex.compile(r"[.!?;\n]+\s+")
_I = regex.compile(r"\b(?:I|we)\b")
_MINE = regex.compile(
    r"(?:My|Our|my|our) (?P<who>\p{Ll}[\p{L}-]*(?: \p{Ll}[\p{L}-]*)?(?: (?:\p{Lu}[\p{L}'.-]*?))*)"
    r"(?:['’]s [\p{L} -]+?)? (?:is|are|was|were|has|had)\b"
)


@lru_cache(maxsize=1 << 8)
def _usual(text: str) -> str:
    return usual_language([text])


@dataclass(frozen=True, slots=True)
class Scene:
    """A quote and what it was said in. ``before`` are the turns before, the latest first."""

    candidate: Candidate
    turn: Turn
    before: tuple[Turn, ...]
    language: str

    @classmethod
    def of(cls, candidate: Candidate, turns: Mapping[str, Turn], context: Sequence[Turn]) -> Scene:
        """The scene of a candidate whose turn and span exist."""
        turn = turns[candidate.turn]
        earlier = [*context]
        for other in turns.values():
            if other.id == turn.id:
                break
            earlier.append(other)
        return cls(candidate, turn, tuple(reversed(earlier)), quote_language(candidate, turn))

    @property
    def quote(self) -> str:
        """The words that the candidate rests on."""
        return self.candidate.quote(self.turn)

    @property
    def restated(self) -> Turn | None:
        """The turn of the statement that the quote only gives another value for."""
        said = self.candidate.restates
        return next((turn for turn in self.before if said is not None and turn.id == said), None)

    @property
    def addressee(self) -> str | None:
        """Whom "you" means: the last one who spoke and is not the speaker."""
        others = [turn for turn in self.before if turn.speaker != self.turn.speaker]
        if self.turn.role is Role.ASSISTANT:
            others = [turn for turn in others if turn.role is Role.USER] or others
        return others[0].speaker if others else None

    def dates(self) -> list[DateMention]:
        """The date mentions that stand in the quote, or where the candidate points to."""
        spans = [(self.candidate.start, self.candidate.end)]
        spans += [self.candidate.time_span] if self.candidate.time_span else []
        found = dates_of(self.turn.text, self.turn.said_at, self.language)
        return [
            mention
            for mention in found
            if any(mention.start < end and start < mention.end for start, end in spans)
        ]

    @property
    def topic(self) -> str | None:
        """Whom of the speaker's the clause before is about: "My boss Kim's health is fine; …".

        ``None`` where it is about somebody else, or the quote opens the turn.
        """
        before = self.turn.text[: self.candidate.start].rstrip(" \n;.,")
        clauses = _CLAUSE_END.split(before)
        found = next((m for c in reversed(clauses) if (m := _MINE.match(c))), None)
        if found is None or self.language != "en" or _I.search(clauses[-1]):
            return None
        return f"{self.turn.speaker}'s {found['who']}"

    def pronouns(self, which: str) -> list[str]:
        """The words of the quote that are of one kind: "first", "second" or "third"."""
        wanted = words("persons", self.language, which)
        text = folded(self.quote)
        if self.language in UNSPACED:
            return [word for word in sorted(wanted, key=len, reverse=True) if word in text]
        return [word for match in _TOKEN.finditer(text) if (word := match.group()) in wanted]


_TOKEN = regex.compile(r"[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)?")


def name_inside(speaker: str) -> str:
    """A speaker's name as it stands in a sentence: Han and kana without the blank of a form."""
    return speaker if _LATIN_LETTER.search(speaker) else "".join(speaker.split())


_LATIN_LETTER = regex.compile(r"\p{Latin}")


def role_words() -> frozenset[str]:
    """What speakers without a name are called, in any language."""
    return frozenset().union(*(words("persons", language, "roles") for language in (*DATED, "ko")))


def unmarked(text: str) -> str:
    """Latin letters without their marks, for comparing words across spellings."""
    kept = (c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return "".join(kept)
