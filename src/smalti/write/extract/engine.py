"""The extractor: turns in, candidates and refusals out. A pure function of its arguments.

A turn is screened for what is not speech and cut into sentences; each goes to the rules of its
language, and the results come back in the order of the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from smalti.model.record import Modality
from smalti.model.turn import Role, Turn
from smalti.text.language import language_of, usual_language
from smalti.text.sentences import sentences
from smalti.write.extract import latin
from smalti.write.extract.candidate import Candidate, Extraction, Reason, Refusal
from smalti.write.extract.en import reader as en
from smalti.write.extract.en.gates import sentence_reason
from smalti.write.extract.en.line import Line
from smalti.write.extract.en.marks import corrects
from smalti.write.extract.en.parse import Parse, Parser, installed_parser
from smalti.write.extract.en.prepare import prepare
from smalti.write.extract.en.splices import splices
from smalti.write.extract.en.text import Prepared
from smalti.write.extract.ja import reader as ja
from smalti.write.extract.ja import words as ja_words
from smalti.write.extract.latin import Span
from smalti.write.extract.people import Talk, shown
from smalti.write.extract.restated import with_restated
from smalti.write.extract.screen import (
    blocks,
    gaps,
    is_instruction_like,
    quotations,
)
from smalti.write.extract.tables import pattern, words
from smalti.write.extract.zh import reader as zh
from smalti.write.extract.zh import words as zh_words

VERSION = "rules-2"
_AROUND = 8  # turns before, which tell the usual language
_TELLING = 400  # characters of a turn that tell it
_SHORT = 240  # characters of a turn that puts right as a whole what it puts right
_UNTRUSTED = (Role.TOOL, Role.DOCUMENT)
Found = Candidate | Refusal


def extract(
    turns: Sequence[Turn], context: Sequence[Turn] = (), *, parser: Parser | None = None
) -> Extraction:
    """Find what turns say that may be worth remembering.

    ``context`` is what was said just before: it resolves pronouns, tells which language is usual
    where a line does not tell its own, and yields nothing itself. English needs a parser: the one
    given, else the installed one; without any, whole English sentences become candidates. The
    result's ``extractor`` names the parser, and the taggers of the other languages that were read.
    """
    used = parser if parser is not None else installed_parser()
    lines_of = [list(_spans(turn, usual)) for turn, usual in _with_usual([*context, *turns])]
    recent, spans = lines_of[: len(context)], lines_of[len(context) :]
    talk = Talk()
    for turn, lines in zip(context, _parsed(recent, used), strict=True):
        _read_turn(turn, lines, talk, used)  # only to learn who and what was talked about
    found: list[Found] = []
    for turn, lines in zip(turns, _parsed(spans, used), strict=True):
        cut = list(_cut_out(turn))
        found += cut
        found += _read_turn(turn, lines, talk, used)
        if not cut and not lines and turn.text:  # emoji, smileys, blanks
            found.append(Refusal(turn.id, 0, len(turn.text), Reason.SMALL_TALK))
    return Extraction(
        tuple(one for one in found if isinstance(one, Candidate)),
        tuple(one for one in found if isinstance(one, Refusal)),
        _name(spans, used),
    )


def _name(spans: Iterable[Iterable[Span]], parser: Parser | None) -> str:
    """By what the turns were read; that of English stands last and is always named."""
    read = {span.language for lines in spans for span in lines}
    parts = [VERSION]
    for language, installed in _TAGGERS.items():
        if language in read:
            tagger = installed()
            parts.append(f"{language}-patterns" if tagger is None else tagger.name)
    return "+".join([*parts, "en-sentences" if parser is None else parser.name])


_TAGGERS: Mapping[str, Callable[[], zh_words.Tagger | ja_words.Tagger | None]] = {
    "zh": zh_words.installed_tagger,
    "ja": ja_words.installed_tagger,
}


def _with_usual(turns: Sequence[Turn]) -> Iterator[tuple[Turn, str]]:
    """Each turn with the language that is usual in it: its own, else that of the turns before.

    What the same speaker said before tells most. A turn is not asked about those after it.
    """
    for place, turn in enumerate(turns):
        before = turns[max(0, place - _AROUND) : place]
        own = [other for other in before if other.speaker == turn.speaker]
        others = [other.text[:_TELLING] for other in own or before]
        yield turn, usual_language([turn.text[:_TELLING]], usual_language(others))


def _cut_out(turn: Turn) -> Iterator[Found]:
    """What the screen kept from being read, each with its reason; quotations as such."""
    for block in blocks(turn.text, turn.role):
        yield Refusal(turn.id, block.start, block.end, block.reason)
    covered = [(b.start, b.end) for b in blocks(turn.text, turn.role)]
    for start, end in quotations(turn.text):
        if any(s < end and start < e for s, e in covered):
            continue
        yield _quotation(turn, start, end)


def _quotation(turn: Turn, start: int, end: int) -> Found:
    """Somebody's words in quotation marks: material to work on, or a quotation to keep."""
    around = turn.text[:start] + turn.text[end:]
    order = is_instruction_like(turn.text[start:end])
    asked = "?" in around or any(
        sentence_reason(line.strip(), turn.role) is Reason.REQUEST for line in around.splitlines()
    )
    if turn.role not in _UNTRUSTED and (asked or order):
        return Refusal(turn.id, start, end, Reason.QUOTED_MATERIAL)
    if turn.role is Role.ASSISTANT:
        return Refusal(turn.id, start, end, Reason.ASSISTANT_TALK)
    return _quoted(turn, start, end, order=order)


def _quoted(turn: Turn, start: int, end: int, *, order: bool) -> Candidate:
    text = turn.text[start:end].strip()
    marked = text if text[:1] in '"“«' else f'"{text}"'
    return Candidate(
        turn=turn.id,
        start=start,
        end=end,
        sentence=f"{shown(turn.speaker)} quotes {marked}",
        subject=turn.speaker,
        predicate="quote",
        object=text.strip('"“”«»'),
        asserted_by=turn.speaker,
        modality=Modality.QUOTED,
        directness=0.6,
        instruction_like=order,
    )


def _spans(turn: Turn, usual: str) -> Iterator[Span]:
    """The sentences of a turn that are its speaker's own, each with its language."""
    cut = [(b.start, b.end) for b in blocks(turn.text, turn.role)] + quotations(turn.text)
    found = [span for gap in gaps(len(turn.text), cut) for span in sentences(turn.text, *gap)]
    for place, (first, last) in enumerate(found):
        lang = language_of(turn.text[first:last], usual) or usual  # "3:51:07!" has no letters
        corrects_ = _corrects(_around_of(turn.text, found, place), lang)
        for begin, stop in splices(turn.text, first, last) if lang == "en" else [(first, last)]:
            yield Span(turn, begin, stop, lang, corrects_)


def _around_of(text: str, found: Sequence[tuple[int, int]], place: int) -> str:
    """What tells whether a sentence corrects: a short turn, of a long one the nearest sentences."""
    if len(text) <= _SHORT:
        return text
    return text[found[max(place - 1, 0)][0] : found[min(place + 1, len(found) - 1)][1]]


def _corrects(text: str, lang: str) -> bool:
    if lang in ("zh", "ja"):
        return pattern(lang, "correction").search(text) is not None
    return lang == "en" and corrects(text)


def _parsed(
    turns: list[list[Span]], parser: Parser | None
) -> list[list[tuple[Span, Prepared | None, Parse | None]]]:
    """Every sentence with its parse where it is English; all are parsed in one batch."""
    english = [s for spans in turns for s in spans if s.language == "en" and parser is not None]
    texts = [
        prepare(s.turn.text, s.start, s.end, chat=s.turn.role in (Role.USER,)) for s in english
    ]
    parses = parser.parse([t.text for t in texts]) if parser is not None and texts else []
    ready = iter(zip(texts, parses, strict=True))
    return [
        [(s, *next(ready)) if s.language == "en" and parser is not None else (s, None, None)
         for s in spans]
        for spans in turns
    ]  # fmt: skip


def _read_turn(
    turn: Turn,
    lines: Iterable[tuple[Span, Prepared | None, Parse | None]],
    talk: Talk,
    parser: Parser | None,
) -> list[Found]:
    talk.begin(turn)
    found: list[Found] = []
    for span, prepared, parse in lines:
        read = list(_read(span, prepared, parse, talk, parser))
        if span.language in _TAGGERS:
            read = with_restated(span, read, [one for one in talk.said if one.turn != turn.id])
            talk.said += [one for one in read if isinstance(one, Candidate)]
        found += _sort_out(turn, read)
    return found


def _read(
    span: Span,
    prepared: Prepared | None,
    parse: Parse | None,
    talk: Talk,
    parser: Parser | None,
) -> Iterable[Found]:
    if span.turn.role in _UNTRUSTED and is_instruction_like(span.text):
        return [_quoted(span.turn, span.start, span.end, order=True)]
    if prepared is not None and parse is not None and parser is not None:
        line = Line(span.turn, span.start, span.end, prepared, parse, span.corrects)
        return en.read(line, talk, parser)
    if span.language == "zh":
        return zh.read(span)
    if span.language == "ja":
        return ja.read(span)
    return [latin.read(span)]


def _sort_out(turn: Turn, found: Iterable[Found]) -> Iterator[Found]:
    """Mark what a tool or document says as data, and what gives orders as nothing more than that.

    Words that try to instruct may stand anywhere in a text, so the whole turn is looked at.
    """
    orders = turn.role in _UNTRUSTED and is_instruction_like(turn.text)
    for one in found:
        if isinstance(one, Refusal):
            yield one
        elif _is_itself(one):
            yield Refusal(one.turn, one.start, one.end, Reason.NO_STATEMENT)
        elif orders:
            yield replace(one, modality=Modality.QUOTED, instruction_like=True)
        else:
            yield one


def _is_itself(one: Candidate) -> bool:
    """Whether somebody is only said to be who they are: "I'm Nora" by Nora."""
    same = one.subject.casefold() == one.object.casefold()
    return same and any(one.predicate in words(lang, "identities") for lang in ("en", *_TAGGERS))
