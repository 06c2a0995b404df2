"""What the rules know of a Japanese clause when they ask who does what."""

from __future__ import annotations

from dataclasses import dataclass

from smalti.write.extract.cjk import speaker_name
from smalti.write.extract.ja.chunks import Chunk, Line
from smalti.write.extract.ja.clauses import Clause
from smalti.write.extract.ja.names import identity, plain, resolved
from smalti.write.extract.ja.predicates import COPULA, Predicate
from smalti.write.extract.ja.words import is_person
from smalti.write.extract.tables import pattern, phrases, words


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom or what a clause is about, and whether that is a person."""

    name: str
    person: bool


@dataclass(frozen=True, slots=True)
class Roles:
    """The edge of a clause, and which of its chunks are its subject and its object.

    ``owner``: the subject stands in front of the topic as its owner. ``sure`` is 1 where the
    clause says all of it.
    """

    subject: Subject
    predicate: str
    object: str
    top: Chunk | None = None
    thing: Chunk | None = None
    owner: bool = False
    sure: float = 1.0


@dataclass(frozen=True, slots=True)
class Scene:
    """A clause, its predicate, who speaks, who has acted so far and what it has been ``about``."""

    line: Line
    clause: Clause
    predicate: Predicate
    speaker: str
    carried: Subject | None
    about: Subject | None = None

    def text(self, chunk: Chunk) -> str:
        """A chunk in words that anybody understands."""
        topic = chunk.mark in ("は", "も") or (chunk.mark == "" and chunk.comma)
        said = self.words(chunk)
        owned = said != "名前" or self.predicate.lemma == COPULA
        acts = chunk.mark == "が" and not self.predicate.lemma.endswith(
            ("い", "だ", "ある", "いる")
        )
        if (topic or acts) and owned and said in words("ja", "own_attributes"):
            return f"{speaker_name(self.default(somebody=True).name)}の{said}"
        return resolved(said, self.speaker, topic=topic)

    def value(self, chunk: Chunk) -> str:
        """A chunk as the object of an edge."""
        return plain(self.text(chunk))

    def words(self, chunk: Chunk) -> str:
        """A chunk as it was said, without its particle."""
        return self.line.text(chunk.first, chunk.last)

    def head(self, chunk: Chunk) -> str:
        """The noun that a chunk is about: 犬 of うちの犬."""
        return self.line.text(chunk.core, chunk.last)

    def subject(self, chunk: Chunk) -> Subject:
        """The one that a chunk stands for."""
        name = identity(self.value(chunk), self.speaker)
        last = self.line.words[chunk.last - 1]
        return Subject(name, person=name == self.speaker or is_person(last))

    def named(self, name: str) -> Subject:
        """The one that is called so."""
        known = identity(name, self.speaker)
        ends = (*phrases("ja", "kin"), "さん", "くん", "ちゃん", "様", "先生")
        return Subject(known, person=known == self.speaker or name.endswith(ends))

    def default(self, *, somebody: bool = False) -> Subject:
        """Who is meant where nobody is named. ``somebody``: only a person can be."""
        changes = self.predicate.lemma in words("ja", "happens") or self.predicate.lemma == "なる"
        if self.about is not None and changes and not somebody:
            return self.about
        if self.carried is None or (somebody and not self.carried.person):
            return Subject(self.speaker, person=True)
        return self.carried

    def timely(self, chunk: Chunk) -> bool:
        """Whether a topic says when: 雨の日は."""
        when = self.head(chunk) in words("ja", "time_heads") and chunk.core > chunk.first
        alone = self.words(chunk) in words("ja", "alone_times")
        return when or alone or pattern("ja", "moment").fullmatch(self.words(chunk)) is not None
