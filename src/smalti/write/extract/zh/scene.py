"""What the rules know of a Chinese clause when they ask who does what."""

from __future__ import annotations

from dataclasses import dataclass, replace

from smalti.write.extract.cjk import speaker_name
from smalti.write.extract.tables import pairs, pattern, phrases, words
from smalti.write.extract.zh.clauses import Clause
from smalti.write.extract.zh.frames import Frame
from smalti.write.extract.zh.line import Line
from smalti.write.extract.zh.names import is_speaker, resolved

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom or what a clause is about, and whether that is a person."""

    name: str
    person: bool


@dataclass(frozen=True, slots=True)
class Roles:
    """The edge of a clause. ``said``: the subject stands in its words.

    ``thing`` is the span of the object, ``sure`` 1 where the clause says all of the edge.
    ``frame`` is the one that the edge was read off, which may lie inside the clause's.
    """

    subject: Subject
    predicate: str
    object: str
    frame: Frame
    said: bool = True
    thing: Span | None = None
    sure: float = 1.0
    quoted: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """A clause, who speaks, whom the sentence has been about, and what and whom it named last.

    ``own``: 妈妈 is the speaker's mother; in the mouth of an assistant it is not.
    """

    line: Line
    clause: Clause
    speaker: str
    carried: Subject | None = None
    object: Subject | None = None
    person: Subject | None = None
    own: bool = True

    @property
    def name(self) -> str:
        """How the speaker is called inside a sentence."""
        return speaker_name(self.speaker)

    @property
    def whose(self) -> str | None:
        """Whom 他 and 她 stand for."""
        for known in (self.carried, self.person):
            if known is not None and known.person and known.name != self.speaker:
                return known.name
        return None

    def text(self, span: Span) -> str:
        """Words in words that anybody understands."""
        return resolved(self.line, *span, self.speaker, self.whose, kin=self.own)

    def value(self, span: Span | None) -> str:
        """Words as the object of an edge: without a bare measure word and a closing 的."""
        if span is None:
            return ""
        first, last = span
        measured = self.line.words[first].tag == "q" and len(self.line.word(first)) == 1
        if measured and last - first > 1:
            first += 1
        while last - 1 > first and self.line.code(last - 1) in ("e", "l", "x"):
            last -= 1
        return self.text((first, last)).strip("，,。.、:： “”\"'（(")

    def subject(self, span: Span) -> Subject:
        """The one that a noun phrase stands for."""
        if span[1] - span[0] > 1 and self.line.word(span[1] - 1) in words("zh", "place_tails"):
            span = (span[0], span[1] - 1)
        counted = self.line.codes[slice(*span)].startswith(("RNM", "RNNM"))
        if counted and self.line.word(span[0]) in words("zh", "personal"):
            span = (span[0], span[0] + 1)  # 她小学三年级很焦虑
        if is_speaker(self.line, *span):
            return Subject(self.speaker, person=True)
        text = self.text(span)
        name = self.speaker if text == self.name else text
        return Subject(name, person=name == self.speaker or self.is_person(span))

    def is_person(self, span: Span) -> bool:
        """Whether a noun phrase is somebody."""
        last = self.line.words[span[1] - 1]
        somebody = last.text in words("zh", "personal") or last.text in words("zh", "person_nouns")
        if last.tag == "PER" or somebody:
            return True
        kin = last.text in phrases("zh", "kin") and last.text not in ("猫", "貓", "狗")
        kind = last.text.endswith(tuple(words("zh", "kinds_of_person")))
        return kin or (last.tag != "TIME" and kind)

    def named(self, name: str, *, person: bool) -> Subject:
        """The one that is called so."""
        own = name in (self.name, self.speaker)
        return Subject(self.speaker if own else name, person=person or own)

    def mentioned(self) -> Subject | None:
        """The last person but the speaker whom the clause names."""
        for at in range(self.clause.last - 1, self.clause.start - 1, -1):
            word = self.line.words[at]
            kin = word.text in phrases("zh", "kin") and word.text not in ("猫", "貓", "狗")
            if word.tag != "PER" and not kin:
                continue
            first = at
            while first > self.clause.start and self.line.code(first - 1) in ("R", "e"):
                first -= 1
            found = self.subject((first, at + 1))
            return found if found.name != self.speaker else None
        return None

    def default(self, *, somebody: bool = False) -> Subject:
        """Who is meant where nobody is named. ``somebody``: only a person can be."""
        if self.carried is None or (somebody and not self.carried.person):
            return Subject(self.speaker, person=True)
        return self.carried


def shaped(made: Roles) -> Roles:
    """An edge whose value tells which attribute it is: 四岁, 七个人, A型."""
    for entry, attribute in pairs("zh", "value_shapes").items():
        if attribute == "人数" and made.subject.person:
            continue
        found = pattern("zh", entry, anchored=True).fullmatch(made.object.replace(" ", ""))
        if found is not None:
            return replace(made, predicate=attribute, object=found.group("value"))
    return made


def is_attribute(noun: str) -> bool:
    """Whether a noun names an attribute of somebody or something: 生日, 车牌号."""
    return (
        noun in words("zh", "attributes") | words("zh", "own_attributes")
        or pattern("zh", "attribute_suffix").search(noun) is not None
    )


def owner_and_noun(scene: Scene, span: Span) -> tuple[Subject | None, str]:
    """我妹的生日 as 某某的妹妹 and 生日; no owner where none stands in the phrase."""
    first, last = span
    noun = scene.line.word(last - 1)
    before = last - 1
    if before > first and scene.line.code(before - 1) == "e":
        before -= 1
    if before <= first:
        return None, noun
    whose = scene.subject((first, before))
    return whose, noun


__all__ = ["Frame", "Roles", "Scene", "Span", "Subject", "owner_and_noun", "shaped"]
