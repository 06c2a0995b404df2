"""Records as tools print them: "Contact: Ann Lee | City: Ghent | status ACTIVE"."""

from __future__ import annotations

import regex

from smalti.model.turn import Role
from smalti.write.extract.candidate import Candidate
from smalti.write.extract.en.line import Line, time_span
from smalti.write.extract.people import Talk, possessive
from smalti.write.extract.tables import words

_FIELD = regex.compile(r"^[-*•\s]*(?P<key>\p{L}[\w /-]{0,28}?)\s*[:=]\s+(?P<value>\S.{0,160}?)\.?$")
_ABOUT = regex.compile(
    r"^(?P<what>[^:]{2,60}?)(?:\s*\((?P<more>[^)]{1,80})\))?\s*:\s+(?P<told>\S.{2,160}?)\.?$"
)
_STATE = regex.compile(
    r"^(?P<key>status|state|owner|city|balance|version|priority|location|due|type)\s+(?P<value>.+)$",
    regex.IGNORECASE,
)


def fields(line: Line, talk: Talk) -> list[Candidate] | None:
    """What a line of a record says of the thing that the record is about; None for other lines.

    The first field, or the line before, names the thing and says nothing else.
    """
    if line.turn.role not in (Role.TOOL, Role.DOCUMENT):
        return None
    text = line.text.strip()
    about = talk.record if talk.record is not None and talk.record[0] == talk.turn else None
    field = _FIELD.match(text)
    if field is not None and _is_key(field.group("key")):
        key, value = field.group("key"), field.group("value")
        if about is None:
            talk.record = (talk.turn, value)
            return []
        return [_candidate(line, about[1], key.casefold(), value)]
    found = _ABOUT.match(text)
    if found is not None and regex.search(r"\d", found.group("what")):
        talk.record = (talk.turn, found.group("what"))
        state = _STATE.match(found.group("told"))
        key, value = ("", found.group("told")) if state is None else state.group("key", "value")
        return [_candidate(line, found.group("what"), key.casefold(), value)]
    if about is not None and line.turn.text[: line.start].rstrip().endswith("|"):
        return [_candidate(line, about[1], "note", text)]  # a column without a heading
    if about is None and len(text) <= _LONGEST and regex.search(r"\d|\"", text):
        talk.record = (talk.turn, text.rstrip(".").split(",")[0])
        if line.turn.text[line.end :].lstrip().startswith("|"):
            return []  # the first of several columns
    return None


_LONGEST = 80  # characters of what names a thing


def _is_key(key: str) -> bool:
    return len(key.split()) <= 3 and key.casefold().split()[0] not in words("en", "prepositions")


def _candidate(line: Line, what: str, key: str, value: str) -> Candidate:
    subject = f"{possessive(what)} {key}" if key else what
    sentence = f"{what}: {value}" if key == "note" else f"{subject} is {value}"
    return Candidate(
        turn=line.turn.id, start=line.start, end=line.end, sentence=sentence,
        subject=what, predicate=key or "be", object=value, asserted_by=line.turn.speaker,
        time_span=time_span(line.turn.text, line.start, line.end), directness=0.8,
    )  # fmt: skip
