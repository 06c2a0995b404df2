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
from smalti.interchange.jsonl import SPEAKER_ROLES, text_of
from smalti.model.errors import InvalidInput
from smalti.model.ids import content_id
from smalti.model.results import Fault
from smalti.model.time import Instant
from smalti.model.turn import Role, TurnDraft

_compile = partial(re.compile, flags=re.IGNORECASE)

# --- Dates and times as they are written --------------------------------------------------------

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?:{'|'.join(_MONTHS)})[a-z]{{0,6}}\.?"
_MORNING = {"am", "上午", "午前"}
_AFTERNOON = {"pm", "下午", "午後"}

_DATE_FORMS = (
    r"(?<!\d)(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)",
    r"(?<!\d)(?P<y>\d{4})\s?年\s?(?P<m>\d{1,2})\s?月\s?(?P<d>\d{1,2})\s?日",
    rf"(?<!\d)(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s(?P<month>{_MONTH}),?\s(?P<y>\d{{4}})(?!\d)",
    rf"(?P<month>{_MONTH})\s(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s(?P<y>\d{{4}})(?!\d)",
    r"(?<!\d)(?P<one>\d{1,2})[-/.](?P<two>\d{1,2})[-/.](?P<y>\d{4}|\d{2})(?!\d)",
)
_TIME_FORM = (
    r"(?P<before>上午|下午|午前|午後)?\s?(?<!\d)(?P<h>\d{1,2}):(?P<min>\d{2})(?::(?P<s>\d{2}))?"
    r"(?:[.,]\d+)?(?:\s?(?P<after>[ap]\.?m\b\.?))?(?P<zone>\s?Z\b|\s?[+-]\d{2}:?\d{2}\b)?"
)
_DATES = tuple(map(_compile, _DATE_FORMS))
_TIME = _compile(_TIME_FORM)
# The same without names, to stand inside other patterns.
_D, _T = (
    f"(?:{re.sub(r'[?]P<[a-z]+>', '?:', form)})" for form in ("|".join(_DATE_FORMS), _TIME_FORM)
)
_STAMP = rf"(?:{_D}(?:(?:,?\s?|T){_T})?|{_T})"


def spoken_time(text: str, default_offset: int = 0, *, day_first: bool = True) -> Instant:
    """Read the moment that a date, with or without a time of day, names.

    Reads "2024-05-01 10:00", "1:56 pm on 8 May, 2023", "2023/04/10 (Mon) 23:07", "May 8, 2023",
    "12/05/24, 10:00 PM" (day first, unless told otherwise) and "2024年5月1日 下午3:05".

    Raises:
        InvalidInput: there is no date in it, or not one of the calendar.
    """
    day = _day(text, day_first)
    if day is None:
        raise InvalidInput("date", text, "is not a date", fix="Write it as 2024-05-01 10:00")
    moment = datetime.combine(day, _clock(text) or time())
    return Instant.of(moment, default_offset=default_offset)


def session_time(value: object, default_offset: int = 0) -> Instant | None:
    """Read the date of a session; ``None`` where the source gives none.

    Raises:
        InvalidInput: see :func:`spoken_time`.
    """
    return None if value is None else spoken_time(text_of("date", value), default_offset)


def _day(text: str, day_first: bool) -> date | None:
    found = next((match for form in _DATES if (match := form.search(text))), None)
    if found is None:
        return None
    part = found.groupdict()
    if "one" in part:
        day, month = (part["one"], part["two"]) if day_first else (part["two"], part["one"])
    else:
        day = part["d"]
        month = part.get("m") or _MONTHS.index(part["month"][:3].lower()) + 1
    year = int(part["y"])
    try:
        return date(year if year > 99 else 2000 + year, int(month), int(day))
    except ValueError as error:
        raise InvalidInput("date", text, f"is not in the calendar ({error})") from error


def _clock(text: str) -> time | None:
    found = _TIME.search(text)
    if found is None:
        return None
    hour = int(found["h"])
    half = (found["before"] or found["after"] or "").replace(".", "").lower()
    if half:
        hour = hour % 12 + (12 if half in _AFTERNOON else 0)
    zone = (found["zone"] or "").strip().upper()
    try:
        clock = time.fromisoformat(f"00:00{zone}")
        return clock.replace(hour=hour, minute=int(found["min"]), second=int(found["s"] or 0))
    except ValueError as error:
        raise InvalidInput("date", text, f"has no time of day ({error})") from error


def _is_day_first(stamps: Iterable[str]) -> bool:
    """Tell whether the file writes 31/12 rather than 12/31; day first where no date shows it."""
    pairs = (match for stamp in stamps for match in _DATES[-1].finditer(stamp))
    return sum((int(pair["one"]) > 12) - (int(pair["two"]) > 12) for pair in pairs) >= 0


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
            if _day(mark.text, self._day_first) is not None:
                self._session = self._moment(mark.text)
            return self._session
        return self._moment(mark.opening.stamp) if mark.opening.stamp else self._session

    def _moment(self, stamp: str) -> Instant | None:
        clock = _clock(stamp) or time()
        self._day = _day(stamp, self._day_first) or self._next_day(clock)
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
        "messenger": _compile(rf"(?P<stamp>{_D},?\s{_T})\s[-–]\s(?P<said>.*)"),
        "messenger, bracketed": _compile(
            rf"\[(?=[^\]]*(?:,|:\d\d:))(?P<stamp>{_D},?\s{_T})\]\s(?P<said>.*)"
        ),
        "bracketed": _compile(rf"\[(?P<stamp>{_STAMP})\]\s?(?:[-–]\s)?(?P<said>.*)"),
        "bare": _compile(rf"(?P<stamp>{_STAMP})(?:\s[-–])?\s(?P<said>.*)"),
        "header": _compile(rf"{_NAME}(?:\s{{2,}}|\s[—–-]\s)\[?(?P<stamp>{_STAMP})\]?(?P<text>)"),
        "plain": _compile(rf"{_NAME}{_COLON}(?P<text>.*)"),
    },
    places=("",),
)
MARKDOWN = Styles(
    {
        "bold": _compile(rf"\*\*{_NAME}\s?(?:\((?P<stamp>{_STAMP})\)\s?)?[:：]\*\*\s?(?P<text>.*)"),
        "bold, then colon": _compile(
            rf"\*\*{_NAME}\*\*\s?(?:[(\[](?P<stamp>{_STAMP})[)\]]\s?)?[:：]\s?(?P<text>.*)"
        ),
        "heading": _compile(
            rf"#{{1,6}}\s+(?:[^\w\s#]+\s+)?{_NAME}"
            rf"(?:\s?[(\[—–-]\s?(?P<stamp>{_STAMP})[)\]]?)?\s?[:：]?(?P<text>)"
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
_DATED = rf"(?:{_D}(?:(?:,?\s|T){_T})?|{_T}\s(?:on\s)?{_D})"
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
    calendar = _Calendar(_is_day_first(dated), default_offset)
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
