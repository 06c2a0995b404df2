"""Whether the names that a record says stand in its quote, and whom its pronouns meant if not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import regex

from smalti.model.record import Derivation, DerivationKind
from smalti.model.turn import Role, Turn
from smalti.write.names.tables import occurrences
from smalti.write.normalise.figures import Unbacked
from smalti.write.normalise.spoken import (
    UNIT,
    Scene,
    folded,
    name_inside,
    plain,
    role_words,
    unmarked,
    words_of,
)
from smalti.write.normalise.tables import UNSPACED, phrases, words
from smalti.write.normalise.things import is_person

_HAN_NUMBER = regex.compile(r"[〇零一二三四五六七八九十百千万萬亿億两兩半]")
_ORDINAL = regex.compile(r"\p{N}+\p{L}{1,2}")  # "3rd", "5k": a number, not an id
_SHORT = 8  # words; a shorter answer leaves out what was asked
_MASK = "\n"


def names(scene: Scene) -> Iterator[Derivation]:
    """The steps by which the names of a record follow from its quote.

    Raises:
        Unbacked: there is one that does not.
    """
    candidate, search = scene.candidate, _Search(scene)
    search.asserts(candidate.asserted_by)
    if folded(candidate.subject) == folded(scene.turn.speaker) and _goes_on_about_another(scene):
        raise Unbacked(candidate.subject)
    search.find(_names(search.people(candidate.subject), scene, every=True), one=True)
    for said in (candidate.sentence, candidate.object, candidate.condition or ""):
        opens = said == candidate.sentence
        search.find(_names(search.people(said), scene, opens=opens), one=False)
    return iter(search.steps)


def without_subject(said: str, scene: Scene) -> str:
    """A text with blanks for what it says of whom, so far as the quote need not say that.

    The speaker's name may be spelt with numerals (三雲), and what was named before may have a date
    or a number in its name ("that trip last May"): whether it is meant is for :func:`names`.
    """
    subject, speaker = scene.candidate.subject, scene.turn.speaker
    known = [speaker, name_inside(speaker)]
    if any(folded(subject) in folded(turn.text) for turn in (scene.turn, *scene.before)):
        known.append(subject)
    for name in filter(None, known):
        for start, end in occurrences(said, name):
            said = said[:start] + " " * (end - start) + said[end:]
    return said


@dataclass
class _Search:
    """What was found so far, and how many things the pronouns of the quote may still stand for."""

    scene: Scene
    steps: dict[Derivation, None] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)
    meant: int = 0

    def asserts(self, asserted_by: str) -> None:
        """Who asserts something is the one who says it, or is named in the quote.

        Raises:
            Unbacked: it is somebody else.
        """
        said = folded(asserted_by)
        if said in (folded(self.scene.turn.speaker), *role_words()):
            return
        if not words_of(said) <= words_of(self.scene.quote):
            raise Unbacked(asserted_by)

    def people(self, said: str) -> str:
        """A text without the names of the two who speak, noting how they are meant."""
        scene = self.scene
        for person, kind in ((scene.turn.speaker, "first"), (scene.addressee, "second")):
            for name in dict.fromkeys((person, name_inside(person))) if person else ():
                spans = occurrences(said, name)
                there = bool(occurrences(scene.quote, name))
                if spans and (there or self._is_meant(str(person), kind)):
                    for start, end in reversed(spans):
                        said = said[:start] + _MASK + said[end:].removeprefix("'s")
        return said

    def _is_meant(self, person: str, kind: str) -> bool:
        """Whether somebody is the one that "I" or "you" means, noting the step."""
        said = self.scene.pronouns(kind)
        why = "the speaker" if kind == "first" else "the one spoken to"
        if not said and kind == "first":
            why = "left out, so the speaker"
        elif not said and self.scene.turn.role is not Role.ASSISTANT:
            return False
        self._step(DerivationKind.PRONOUN, said, person, why)
        return True

    def find(self, wanted: Iterator[str], *, one: bool) -> None:
        """Note where names come from that do not stand in the quote. ``one``: they name one thing.

        Raises:
            Unbacked: a name stands nowhere before either, or no pronoun of the quote can mean it.
        """
        counted = False
        for name in wanted:
            if words_of(name) <= self.known | role_words():
                continue
            if words_of(name) <= words_of(self.scene.turn.speaker):
                self._is_meant(self.scene.turn.speaker, "first")
                continue
            if not (one and counted) and not self._may_refer():
                raise Unbacked(name)
            self.meant += not (one and counted)
            counted = True
            self._refer(name)

    def _may_refer(self) -> bool:
        """Whether something more can be meant: one thing a pronoun, or what is left out."""
        restated = self.scene.restated is not None  # all but the new value was said before
        if restated or self.meant < len(self.scene.pronouns("third")):
            return True
        if self.scene.pronouns("first") or self.scene.pronouns("third"):
            return False
        short = len(self.scene.quote.split()) <= _SHORT
        return short or self.scene.language in UNSPACED or not self.meant

    def _refer(self, name: str) -> None:
        source = self._source(name)
        if source is None:
            raise Unbacked(name)
        self.known |= words_of(name)
        said = self.scene.pronouns("third")
        kind = DerivationKind.PRONOUN if said else DerivationKind.NAME
        where = "in the same turn" if source is self.scene.turn else f"before, by {source.speaker}"
        self._step(kind, said, name, f"named {where}")

    def _source(self, name: str) -> Turn | None:
        """The turn nearest to the quote that names something."""
        for turn in (self.scene.turn, *self.scene.before):
            if _stands_in(name, f"{turn.speaker}: {turn.text}"):
                return turn
        return None

    def _step(self, kind: DerivationKind, said: list[str], meant: str, why: str) -> None:
        self.steps[Derivation(kind, said[0] if said else "", meant, why)] = None


def _goes_on_about_another(scene: Scene) -> bool:
    """Whether a participle alone tells more of who was spoken of: "My dad is better. Tested for…".

    Whom it leaves out is then not the speaker.
    """
    left_out = scene.candidate.predicate.startswith("be ") and not _BE.search(scene.quote)
    topic = scene.topic if left_out and not scene.pronouns("first") else None
    return topic is not None and is_person(topic, scene.language)


_BE = regex.compile(r"\b(?:am|is|are|was|were|be|been|being)\b|['’](?:m|s|re)\b", regex.IGNORECASE)


# --- what is a name ----------------------------------------------------------------------------


def _names(text: str, scene: Scene, *, every: bool = False, opens: bool = False) -> Iterator[str]:
    """The names of a text that do not stand in the quote, words side by side as one name.

    ``every``: all words but those that name nobody are names, as in the subject of a record.
    ``opens``: the text is a sentence, whose first word has its capital from its place.
    """
    function = words("persons", scene.language, "function")
    run: list[str] = []
    last = 0
    for number, match in enumerate(UNIT.finditer(text)):
        if text[last : match.start()].strip(" .") and run:
            yield " ".join(run)
            run = []
        last = match.end()
        if match["cjk"]:
            yield from _unspaced_names(match["cjk"], scene)
            continue
        word = match["word"]
        capital = number > 0 or not opens
        is_name = folded(word) not in function and (every or _is_name(word, scene, capital=capital))
        if is_name and not _stands_in(word, scene.quote):
            run.append(word)
        elif run:
            yield " ".join(run)
            run = []
    if run:
        yield " ".join(run)


def _is_name(word: str, scene: Scene, *, capital: bool) -> bool:
    """Whether a word is written like a name, an address or an id.

    ``capital``: a capital letter tells a name.
    """
    if word.isdigit() or folded(word) in words("persons", scene.language, "first"):
        return False
    if any(c.isdigit() for c in word):
        return any(c.isalpha() for c in word) and not _ORDINAL.fullmatch(word)
    return any(c in _ADDRESS for c in word) or (capital and any(c.isupper() for c in word))


_ADDRESS = "@_/"


def _stands_in(name: str, text: str) -> bool:
    """Whether the words of a name stand in a text, inflected or not."""
    there, searched = words_of(text), folded(text)
    for match in UNIT.finditer(folded(name)):
        if match["cjk"]:
            if match["cjk"] not in searched:
                return False
        elif "@" in match["word"]:
            if match["word"] not in searched:
                return False
        elif not _word_stands(plain(match["word"]), there):
            return False
    return True


def _word_stands(word: str, there: frozenset[str]) -> bool:
    if word in there or {word.removesuffix("s"), f"{word}s", f"{word}es"} & there:
        return True
    parts = words_of(word) - {word}
    if len(parts) > 1 and parts <= there:
        return True
    return not word.isascii() and unmarked(word) in {unmarked(other) for other in there}


def _unspaced_names(run: str, scene: Scene) -> Iterator[str]:
    """The pieces of a run of Han or Katakana whose characters do not stand in the quote."""
    run, quote = folded(run), folded(scene.quote)
    common = phrases("persons", scene.language, "common")
    glue = "".join(words("persons", scene.language, "glue"))
    pairs = [run[i : i + 2] in quote for i in range(len(run) - 1)]
    stands = [one or other for one, other in zip([False, *pairs], [*pairs, False], strict=True)]
    piece = ""
    for sign, stood in [*zip(run, stands, strict=True), ("", True)]:
        if not stood and not _HAN_NUMBER.fullmatch(sign):
            piece += sign
            continue
        for name in _without(piece, common).split():
            bare = name.strip(glue)
            if len(bare) > 1 and bare not in quote:
                yield bare
        piece = ""


def _without(piece: str, common: tuple[str, ...]) -> str:
    """A piece with blanks for the common words in it."""
    for word in common:
        piece = piece.replace(word, " ")
    return piece
