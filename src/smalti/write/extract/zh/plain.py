"""Chinese sentences to candidates: clauses at commas, 我 to the speaker, dropped subjects put back.

Chinese drops whatever the context gives, so the subject of a clause is found in this order: one
named in the clause, the topic of the clause before, the speaker. The wording stays as it was said.
"""

from __future__ import annotations

from collections.abc import Iterator

import regex

from smalti.write.extract.candidate import Candidate, Reason, Refusal
from smalti.write.extract.cjk import Piece, candidate, reason, speaker_name
from smalti.write.extract.latin import Span
from smalti.write.extract.tables import pairs, pattern, phrases

_COMMA = regex.compile(r"[，,；;：:]")


def read(span: Span) -> Iterator[Candidate | Refusal]:
    """All candidates of a sentence, or why it holds none."""
    why = reason(span, "zh")
    if why is not None:
        yield Refusal(span.turn.id, span.start, span.end, why)
        return
    found = False
    for piece in _pieces(span):
        found = True
        yield candidate(span, piece, "zh")
    if not found:
        yield Refusal(span.turn.id, span.start, span.end, Reason.SMALL_TALK)


def _pieces(span: Span) -> Iterator[Piece]:
    """The clauses of a sentence; those too short to say anything join the one before."""
    topic: tuple[str, bool] | None = None
    for start, end in _joined(span):
        text = span.turn.text[start:end]
        if pattern("zh", "filler").search(text):
            continue
        if pattern("zh", "clause_request").search(text):
            continue
        said, subject, person = _with_subject(text, span, topic)
        topic = (subject, person)
        yield Piece(start, end, said, subject, person)


_SHORT = 4


def _joined(span: Span) -> list[tuple[int, int]]:
    """Clause spans; a piece without a verb to speak of is read together with the one before."""
    cuts: list[tuple[int, int]] = []
    at, waiting = span.start, None
    text = span.turn.text
    for match in [*_COMMA.finditer(text, span.start, span.end), None]:
        end = span.end if match is None else match.start()
        start, end = _trim(text, at, end)
        at = span.end if match is None else match.end()
        if start >= end:
            continue
        opening = pattern("zh", "opening", anchored=True).match(text, start, end)
        if opening is not None and opening.end() < end:
            start = opening.end()
        elif opening is not None:
            continue
        verbless = not pattern("zh", "verb").search(text, start, end)
        if not cuts and pattern("zh", "time_only").search(text[start:end]):
            waiting = start if waiting is None else waiting
            continue  # "from Wednesday on," belongs to what follows
        start, waiting = (start if waiting is None else waiting), None
        timed = pattern("zh", "time_only").search(text[start:end]) is not None
        weak = timed or end - start < _SHORT or (verbless and end - start < 2 * _SHORT)
        if cuts and weak:
            cuts[-1] = (cuts[-1][0], end)
        else:
            cuts.append((start, end))
    return cuts


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    edge = " \t\u3000。！？!?~～、…“”\"'「」"
    while start < end and text[start] in edge:
        start += 1
    while end > start and text[end - 1] in edge:
        end -= 1
    return start, end


_FIRST = regex.compile(r"(?P<many>我们|我們|咱们|咱們|俺们)|(?P<own>我的)|(?P<one>我|咱|俺|本人)")


def _with_subject(text: str, span: Span, topic: tuple[str, bool] | None) -> tuple[str, str, bool]:
    """The clause with 我 replaced or the dropped subject in front, and whom it is about."""
    name = speaker_name(span.turn.speaker)
    said = _kin(text, name)
    said = _FIRST.sub(lambda m: _first(m, name), said)
    subject = _subject(said, name)
    if subject is not None:
        pet = subject[-1] in "猫貓狗"
        return said, _identity(subject, name, span.turn.speaker), not pet
    if topic is not None and topic[0] != span.turn.speaker and _starts_with_verb(said):
        return topic[0] + said, topic[0], topic[1]
    if _starts_with_verb(said):
        return name + said, span.turn.speaker, True
    return said, _thing(said) or span.turn.speaker, False


def _identity(subject: str, name: str, speaker: str) -> str:
    return speaker if subject == name else subject


def _first(match: regex.Match[str], name: str) -> str:
    if match.group("many"):
        return f"{name}等人"
    return f"{name}的" if match.group("own") else name


def _kin(text: str, name: str) -> str:
    """Write out 我妈 as 某某的妈妈; a bare 妈妈 at the start is the speaker's too."""
    for short in phrases("zh", "kin"):
        if short not in text:
            continue  # a substring test spares dozens of patterns
        full = pairs("zh", "kin_full").get(short, short)
        text = regex.sub(rf"(?:我|咱|俺)(?:们|們)?家?的?{short}", f"{name}的{full}", text)
        text = regex.sub(
            rf"^(?P<day>今天|昨天|明天|今年)?{full}(?=.)", rf"\g<day>{name}的{full}", text
        )
    return text


_NEXT = "今昨明去前上下在是也都已刚正又还要会能不没有叫住"


def _subject(said: str, name: str) -> str | None:
    """The speaker, or the speaker's so-and-so, where the clause opens with either."""
    at = said.find(name) if name else -1
    if not 0 <= at <= _OPENING:
        return None
    own = regex.compile(
        rf"{regex.escape(name)}的(?P<noun>\p{{Han}}{{1,4}}?)(?=[{_NEXT}\P{{Han}}]|$)"
    )
    owned = own.match(said, at)
    return f"{name}的{owned.group('noun')}" if owned else name


_OPENING = 6


def _starts_with_verb(said: str) -> bool:
    return pattern("zh", "subjectless", anchored=True).search(said) is not None


def _thing(said: str) -> str:
    found = pattern("zh", "topic_end").search(said)
    return said[: found.start()].strip() if found is not None and found.start() > 0 else ""
