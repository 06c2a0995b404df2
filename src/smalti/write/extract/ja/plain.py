"""Japanese sentences to candidates: topics by は and が, dropped ones put back, wording kept."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from smalti.write.extract.candidate import Candidate, Refusal
from smalti.write.extract.cjk import Piece, candidate, reason, speaker_name
from smalti.write.extract.latin import Span
from smalti.write.extract.tables import pattern, phrases

_FIRST_TOPIC = regex.compile(r"(?:私|僕|ぼく|俺|おれ|わたし|あたし|自分|うち)(?=は|が|も|、)")
_FIRST_OWN = regex.compile(r"(?:私|僕|ぼく|俺|おれ|わたし|あたし|自分|うち)の")
_FIRST_OTHER = regex.compile(r"(?:私|僕|俺|わたし)(?=を|に|と|で|から|より)")
_TOPIC = regex.compile(r"^(?P<topic>[^、。はがもをに]{1,16}?)(?P<mark>は|が|も)(?!い|っ|る|ら)")


def read(span: Span) -> Iterator[Candidate | Refusal]:
    """All candidates of a sentence, or why it holds none."""
    why = reason(span, "ja")
    if why is not None:
        yield Refusal(span.turn.id, span.start, span.end, why)
        return
    for start, end in _pieces(span):
        piece = Piece(start, end, *_with_topic(span.turn.text[start:end], span))
        yield candidate(span, piece, "ja")


def _pieces(span: Span) -> Iterator[tuple[int, int]]:
    """Clauses that stand on their own: cut after a joint (ので、) between long parts."""
    text, at = span.turn.text, span.start
    opening = pattern("ja", "opening", anchored=True).match(text, at, span.end)
    if opening is not None and opening.end() < span.end:
        at = opening.end()
    for joint in pattern("ja", "joint").finditer(text, at, span.end):
        if joint.start() - at >= 6 and span.end - joint.end() >= 6:
            yield at, joint.start()
            at = joint.end()
    end = span.end
    while end > at and text[end - 1] in "。．.!！?？〜~ー…）)（( ":
        end -= 1
    yield (at, end) if end > at else (span.start, span.end)


def _with_topic(text: str, span: Span) -> tuple[str, str, bool]:
    """The clause with its topic: said, of the speaker's own, or the speaker put in front."""
    speaker = span.turn.speaker
    name = speaker_name(speaker)
    said = _FIRST_OWN.sub(f"{name}の", text)
    said = _FIRST_TOPIC.sub(name, said)
    said = _FIRST_OTHER.sub(name, said)
    kin = next(
        (k for k in phrases("ja", "kin") if regex.match(rf"{k}(?=[はがもをとのに、])", said)), None
    )
    if kin is not None:
        return f"{name}の{said}", f"{name}の{kin}", True
    said, inner = _inner_kin(said, name)
    if inner is not None:
        return said, inner, True
    topic = _TOPIC.match(said)
    if name in said:
        return said, _owner(said, name, speaker), True
    if topic is None:
        return f"{name}は{said}", speaker, True
    word = topic.group("topic").strip()
    if regex.search(r"(?:さん|くん|君|ちゃん|様|先生)$", word):
        return said, word, True
    if topic.group("mark") == "は" and len(word) <= 6 and not pattern("ja", "time").match(word):
        return f"{name}の{said}", f"{name}の{word}", False
    if topic.group("mark") == "が":
        return f"{name}は{said}", word, False
    return f"{name}は{said}", speaker, True


def _inner_kin(said: str, name: str) -> tuple[str, str | None]:
    """A relative who acts in the middle of a clause: 大会で母が優勝しました."""
    for kin in phrases("ja", "kin"):
        if f"{kin}が" not in said:
            continue
        found = regex.search(rf"(?<=[でに、は]){kin}(?=が)", said)
        if found is not None:
            return f"{said[: found.start()]}{name}の{said[found.start() :]}", f"{name}の{kin}"
    return said, None


def _owner(said: str, name: str, speaker: str) -> str:
    owned = regex.search(
        rf"{regex.escape(name)}の(?P<noun>[\p{{Han}}\p{{Katakana}}ー]{{1,8}})(?=[はがもを、])", said
    )
    return f"{name}の{owned.group('noun')}" if owned else speaker
