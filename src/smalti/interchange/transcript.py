"""Chats as people keep them: plain transcripts, messenger exports and Markdown.

Nothing in such a file says what is a turn and what merely looks like one: "Note: bring milk" has
the shape of "Alice: bring milk". So a file is read twice. First every line that could open a turn
is weighed against all the others (:func:`_openings`): which ways of writing a turn the file
uses, and which names speak in it. Then the text is cut at the lines that remain. What cannot be
placed is reported, not guessed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from smalti.interchange.faults import Item, attempt, head_of, is_zip, mismatch, text_lines
from smalti.interchange.stamps import DATE, STAMP, TIME, clock_in, day_in, is_day_first
from smalti.model.ids import content_id
from smalti.model.results import Fault
from smalti.model.time import Instant
from smalti.model.turn import Role, TurnDraft
from smalti.write.drafts import SPEAKER_ROLES

_compile = partial(re.compile, flags=re.IGNORECASE)


class _Calendar:
    """What the dates and times of a file mean where they stand."""

    def __init__(self, day_first: bool, default_offset: int) -> None:
        self._day_first = day_first
        self._offset = default_offset
        self._session: Instant | None = None
        self._day: date | None = None
        self._last = time()

    def when(self, mark: _Turn | _Heading) -> Instant | None:
        """Tell when a turn was said, or a session took place.

        A time without a date falls on the last date seen. A turn without either is as old as its
        session. A session without a date is undated, whatever came before it.
        """
        if isinstance(mark, _Heading):
            self._session, self._day, self._last = None, None, time()
            if day_in(mark.text, self._day_first) is not None:
                self._session = self._moment(mark.text)
            return self._session
        return self._moment(mark.opening.stamp) if mark.opening.stamp else self._session

    def _moment(self, stamp: str) -> Instant | None:
        clock = clock_in(stamp) or time()
        self._day = day_in(stamp, self._day_first) or self._next_day(clock)
        self._last = clock
        if self._day is None:
            return None
        return Instant.of(datetime.combine(self._day, clock), default_offset=self._offset)

    def _next_day(self, clock: time) -> date | None:
        """Return the last date seen, or the one after it where the clock has passed midnight."""
        turned = self._last.hour - clock.hour > 12
        return self._day + timedelta(days=1) if self._day and turned else self._day


# --- Lines that may open a turn -----------------------------------------------------------------

_NAME = r"(?P<name>@?[^\W\d_][\w.'’·&()/ -]{0,39}?)"
_ANY_NAME = r"(?P<name>[^\s:：\[\]][^:：\[\]]{0,59}?)"  # after a stamp: phone numbers, emoji
# An ASCII colon that opens speech is followed by a space; before Chinese it need not be.
_COLON = r"\s?(?::(?=\s|$|[^\x00-\x7f])|：)\s?"


class Styles(NamedTuple):
    """Ways of writing turns, and how any line starts where one of them could stand."""

    patterns: Mapping[str, re.Pattern[str]]
    places: tuple[str, ...]


TRANSCRIPT = Styles(
    {
        "messenger": _compile(rf"(?P<stamp>{DATE},?\s{TIME})\s[-–]\s(?P<said>.*)"),
        "messenger, bracketed": _compile(
            rf"\[(?=[^\]]*(?:,|:\d\d:))(?P<stamp>{DATE},?\s{TIME})\]\s(?P<said>.*)"
        ),
        "bracketed": _compile(rf"\[(?P<stamp>{STAMP})\]\s?(?:[-–]\s)?(?P<said>.*)"),
        "bare": _compile(rf"(?P<stamp>{STAMP})(?:\s[-–])?\s(?P<said>.*)"),
        "header": _compile(rf"{_NAME}(?:\s{{2,}}|\s[—–-]\s)\[?(?P<stamp>{STAMP})\]?(?P<text>)"),
        "plain": _compile(rf"{_NAME}{_COLON}(?P<text>.*)"),
    },
    places=("",),
)
MARKDOWN = Styles(
    {
        "bold": _compile(rf"\*\*{_NAME}\s?(?:\((?P<stamp>{STAMP})\)\s?)?[:：]\*\*\s?(?P<text>.*)"),
        "bold, then colon": _compile(
            rf"\*\*{_NAME}\*\*\s?(?:[(\[](?P<stamp>{STAMP})[)\]]\s?)?[:：]\s?(?P<text>.*)"
        ),
        "heading": _compile(
            rf"#{{1,6}}\s+(?:[^\w\s#]+\s+)?{_NAME}"
            rf"(?:\s?[(\[—–-]\s?(?P<stamp>{STAMP})[)\]]?)?\s?[:：]?(?P<text>)"
        ),
    },
    places=("**", "#"),
)
_SAID = _compile(rf"{_ANY_NAME}{_COLON}(?P<text>.*)")
# Machines write every turn alike, and stamp what nobody says too: "Alice joined".
_MESSENGERS = {"messenger", "messenger, bracketed"}

_RULE = r"(?:#+|[=\-*_~—–]{2,}|[—–])"
# Marked by rules, a session needs no more than its number; without them it must name its date.
_SESSION = r"(?:(?:session|conversation)\s*#?\d+|session\b|会话|會話|对话|對話|セッション)"
_DATED = rf"(?:{DATE}(?:(?:,?\s|T){TIME})?|{TIME}\s(?:on\s)?{DATE})"
_HEADINGS = tuple(
    map(
        _compile,
        (
            rf"{_RULE}\s*{_SESSION}.*",
            rf"{_SESSION}[\s:,—–(-]+{_DATED}\)?",
            rf"{_RULE}\s*(?:date:?)?\s*\(?{_DATED}\)?\s*{_RULE}?",
            rf"(?:date:?)?\s*(?:[a-z]{{6,9}},\s)?{_DATED}",  # only after a blank line
        ),
    )
)
_ORNAMENT = re.compile(r"\s*(?:#.*|[\W_]*)")  # titles and rules
_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})\s*(\S*)")
_INVISIBLE = "\u200e\u200f\u202a\u202c"  # direction marks that messengers put before lines

# Words that introduce a remark, a list or a part of a document, and do not speak.
_LABEL_WORDS = """
    note notes nb n.b ps p.s edit update warning caution attention error warn info debug tip hint
    todo fyi re subject from to cc date time title topic location example examples e.g i.e
    summary overview introduction background installation usage license contents conclusion
    references appendix agenda attendees participants step section chapter part option figure
    table source link url http https disclaimer hinweis anmerkung achtung beispiel remarque nota
    注 注意 备注 備註 提示 例 例如 附 主题 主題 标题 时间 時間 日期 地点 总结 メモ 注記 備考
"""
_LABELS = frozenset(_LABEL_WORDS.split())
_PARTICLES = {"de", "da", "di", "del", "der", "den", "van", "von", "bin", "ibn", "al", "la", "le"}
_MAX_WORDS = 4
_MAX_UNSPACED = 10  # characters; longer runs of Chinese or Japanese are clauses


class _Opening(NamedTuple):
    """A line that may open a turn; one without a name is an event."""

    style: str
    name: str
    stamp: str
    text: str


@dataclass(slots=True)
class _Turn:
    """A turn as it grows line by line: its number of line, and the session it stands in."""

    line: int
    opening: _Opening
    session: int
    lines: list[str]


class _Heading(NamedTuple):
    """A line that starts a session."""

    line: int
    text: str


def read_transcript(path: Path, *, default_offset: int = 0) -> Iterator[Item]:
    """Read the turns of a plain transcript or a messenger's export.

    Raises:
        InvalidInput: the file as a whole cannot be used, or nobody speaks in it.
    """
    return _read(path, "transcript", TRANSCRIPT, default_offset)


def read_markdown(path: Path, *, default_offset: int = 0) -> Iterator[Item]:
    """Read the turns of a chat in Markdown.

    Raises:
        InvalidInput: the file as a whole cannot be used, or nobody speaks in it.
    """
    return _read(path, "markdown", MARKDOWN, default_offset)


def sniff(styles: Styles, head: bytes, path: Path) -> bool:
    """Tell whether a file that starts like this is a chat in these styles.

    It takes two voices, or one that is a role or dated: other texts have colons too.
    """
    if is_zip(head):
        return False
    openings = _openings(head.decode("utf-8-sig", "ignore").split("\n"), styles, certain=True)
    telling = any(o.stamp or _role(o.name) for o in openings.values())
    return len(openings) > 1 and (telling or len({o.name for o in openings.values()}) > 1)


def _read(path: Path, format: str, styles: Styles, default_offset: int) -> Iterator[Item]:
    if is_zip(head_of(path)):
        raise mismatch(path, format, "is a zip archive")
    numbered = dict(text_lines(path))
    lines = [line or "" for line in numbered.values()]
    openings = _openings(lines, styles)
    if not openings:
        raise mismatch(path, format, "has no line in which somebody speaks")
    marks: dict[int, _Opening | _Heading] = {**openings, **_headings(lines)}
    dated = [mark.text if isinstance(mark, _Heading) else mark.stamp for mark in marks.values()]
    calendar = _Calendar(is_day_first(dated), default_offset)
    garbled = (Fault(f"line {n}", "is not UTF-8") for n, line in numbered.items() if line is None)
    return chain(garbled, _drafts(_cut(lines, marks), f"{format}:{path.stem}", calendar))


def _opening(line: str, styles: Styles) -> _Opening | None:
    """Tell what the line opens, in the first style that fits it."""
    line = line.lstrip(_INVISIBLE)
    for style, pattern in styles.patterns.items():
        if found := pattern.fullmatch(line):
            part = found.groupdict()
            stamp = part.get("stamp") or ""
            if "said" in part:
                part = said.groupdict() if (said := _SAID.fullmatch(part["said"])) else {}
            name = (part.get("name") or "").strip("~\u202f ")
            if _may_speak(name, known=style in _MESSENGERS):
                return _Opening(style, name, stamp, part["text"])
            if style in _MESSENGERS:
                return _Opening(style, "", stamp, found["said"])
    return None


def _may_speak(name: str, *, known: bool) -> bool:
    """Tell whether the words can be a name, and not a label or the start of a sentence.

    A name that is ``known`` to be one by its place may look like anything.
    """
    words = name.split()
    label = name.casefold().rstrip(" 0123456789.#")
    if label in _LABELS or not any(map(str.isalnum, name)) or len(words) > _MAX_WORDS:
        return False
    if known:
        return True
    if len(words) == 1:
        return name.isascii() or name != name.swapcase() or len(name) <= _MAX_UNSPACED
    return all(not word[0].islower() or word.lower() in _PARTICLES for word in words)


def _role(name: str) -> Role | None:
    return SPEAKER_ROLES.get(name.casefold())


def _openings(
    lines: Sequence[str], styles: Styles, *, certain: bool = False
) -> dict[int, _Opening]:
    """Find the lines that open a turn, by index.

    Names are taken from the styles that make up a fifth of what could be openings, which a pasted
    log does not; where most are a messenger's, whatever else looks like an opening is part of a
    message. With ``certain``, a name that speaks only once and without a date does not count.
    """
    prose = _prose(lines)
    found = {i: opening for i in prose if (opening := _opening(lines[i], styles))}
    named = [opening for opening in found.values() if opening.name]
    exported = [opening for opening in named if opening.style in _MESSENGERS]
    if exported and 2 * len(exported) >= len(named):
        return {i: opening for i, opening in found.items() if opening.style in _MESSENGERS}
    counts = Counter(opening.style for opening in named)
    used = [opening for opening in named if 5 * counts[opening.style] >= len(named)]
    places = sum(lines[i].startswith(styles.places) for i in prose)
    speakers = _speakers(used, once=2 * len(used) >= places and not certain)
    return {i: opening for i, opening in found.items() if opening.name in speakers}


def _speakers(openings: Collection[_Opening], *, once: bool) -> set[str]:
    """Find the names that speak: dated ones, roles, and those that speak again.

    Where most turns are dated, an undated "Milk: two" is part of one. Between a user and an
    assistant, "Pros:" and "Cons:" recur and are part of an answer. A name that speaks ``once`` is
    believed where at least every other line opens a turn.
    """
    sure = {opening.name for opening in openings if opening.stamp or _role(opening.name)}
    mostly_dated = 2 * sum(bool(opening.stamp) for opening in openings) >= len(openings)
    with_user = {"user", "human"} & {name.casefold() for name in sure}
    if mostly_dated or (with_user and Role.ASSISTANT in map(_role, sure)):
        return sure
    counts = Counter(opening.name for opening in openings)
    believed = {name for name in counts if not name[0].islower()} if once else set()
    return sure | believed | {name for name, count in counts.items() if count > 1}


def _prose(lines: Sequence[str]) -> list[int]:
    """Find the lines that are neither blank nor headings nor inside a closed code block."""
    skipped = _fenced(lines) | _headings(lines).keys()
    return [i for i, line in enumerate(lines) if line.strip() and i not in skipped]


def _headings(lines: Sequence[str]) -> dict[int, _Heading]:
    """Find the lines that start a session; a bare date does only after a blank line."""
    fenced = _fenced(lines)
    found = {}
    for i, line in enumerate(lines):
        if i not in fenced and line.strip():
            *marked, bare = (form.fullmatch(line.strip()) for form in _HEADINGS)
            if any(marked) or (bare and (i == 0 or not lines[i - 1].strip())):
                found[i] = _Heading(i + 1, line)
    return found


def _fenced(lines: Sequence[str]) -> set[int]:
    """Find the lines of code blocks. A fence that nothing closes is only a line of dashes."""
    fenced: set[int] = set()
    start, fence = 0, ""
    for i, line in enumerate(lines):
        if (mark := _FENCE.fullmatch(line)) is None:
            continue
        if not fence:
            start, fence = i, mark[1]
        elif mark[1].startswith(fence) and not mark[2]:
            fenced.update(range(start, i + 1))
            fence = ""
    return fenced


def _cut(
    lines: Sequence[str], marks: Mapping[int, _Opening | _Heading]
) -> Iterator[_Turn | _Heading | Fault]:
    """Cut out turns and headings in order; text that follows nobody is a fault, once per run."""
    turn: _Turn | None = None
    session, spoken, astray = 1, False, False
    for i, line in enumerate(lines):
        mark = marks.get(i)
        if mark is None and turn is not None:
            turn.lines.append(line)
        elif mark is None and line.strip() and not _ORNAMENT.fullmatch(line) and not astray:
            astray = True
            yield Fault(f"line {i + 1}", f"nobody is named who says {line.strip()[:40]!r}")
        if mark is None:
            continue
        if turn is not None:
            yield turn
        turn, astray = None, False
        if isinstance(mark, _Heading):
            session, spoken = session + spoken, False
            yield mark
        else:
            turn, spoken = _Turn(i + 1, mark, session, []), True
    if turn is not None:
        yield turn


def _drafts(
    cuts: Iterable[_Turn | _Heading | Fault], name: str, calendar: _Calendar
) -> Iterator[Item]:
    seen: Counter[tuple[str, ...]] = Counter()
    for cut in cuts:
        if isinstance(cut, Fault):
            yield cut
            continue
        said_at = attempt(f"line {cut.line}", partial(calendar.when, cut))
        if isinstance(said_at, Fault):
            yield Fault(said_at.where, f"{said_at.problem}; what it dates is imported undated")
            said_at = None
        if isinstance(cut, _Turn):
            yield _draft(cut, said_at, name, seen)


def _draft(turn: _Turn, said_at: Instant | None, name: str, seen: Counter[tuple[str, ...]]) -> Item:
    """Make the turn, with an id from what it says: a file that has grown adds only the rest.

    Turns that say the same are told apart by counting them.
    """
    text = "\n".join([turn.opening.text.lstrip(), *turn.lines]).rstrip().lstrip("\n")
    if not text:
        return Fault(f"line {turn.line}", f"{turn.opening.name} says nothing")
    speaker = turn.opening.name or Role.SYSTEM.value
    session = f"{name}:{turn.session}"
    said = "" if said_at is None else said_at.local().replace(tzinfo=None).isoformat()
    content = (session, speaker, text, said)
    seen[content] += 1
    return TurnDraft(
        text=text,
        speaker=speaker,
        role=_role(speaker) or Role.USER,
        said_at=said_at,
        session=session,
        external_id=f"{name}:{content_id('line', *content, str(seen[content]))}",
    )
