"""Which items of a reply are candidates: those whose every part can be checked against a turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from smalti.model.record import Modality, RecordKind
from smalti.model.turn import Role, Turn
from smalti.models.llm import Completion
from smalti.write.ask.asked import BadItem
from smalti.write.ask.fields import BadFields, Draft, read_fields, turn_number
from smalti.write.ask.quotes import Haystack
from smalti.write.ask.reply import Item, read_reply
from smalti.write.ask.windows import Window
from smalti.write.extract.candidate import Candidate
from smalti.write.extract.people import shown
from smalti.write.extract.screen import is_instruction_like

_UNTRUSTED = (Role.TOOL, Role.DOCUMENT)
_SPEAKER = frozenset(
    ("i", "me", "my", "myself", "we", "us", "speaker", "ich", "wir", "yo", "nosotros", "je", "nous",
     "我", "我们", "我們", "私", "僕", "俺")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bad:
    """An item that cannot be used: its number in the reply, its window if it named one, and why."""

    number: int
    window: int | None
    problem: str
    item: Item

    def told(self, batch: Sequence[Window]) -> BadItem:
        """The same for those who do not know the windows."""
        turn = "" if self.window is None else batch[self.window].turn.id
        return BadItem(turn, f"item {self.number}: {self.problem}")


@dataclass(frozen=True, slots=True)
class Scene:
    """What is known about a conversation before it is read.

    ``orders`` are the turns, by id, in which a tool or a document gives orders to an assistant.
    ``speakers`` are those who speak, by how they are called in sentences, in small letters.
    """

    orders: frozenset[str]
    speakers: Mapping[str, str]

    @classmethod
    def of(cls, turns: Sequence[Turn]) -> Scene:
        """What these turns tell."""
        return cls(
            frozenset(t.id for t in turns if t.role in _UNTRUSTED and is_instruction_like(t.text)),
            {name.casefold(): t.speaker for t in turns for name in (shown(t.speaker), t.speaker)},
        )


@dataclass(slots=True)
class Verdict:
    """What a reply is worth: good items with their windows, bad ones, and what was mended.

    ``readable`` and ``whole`` are those of the reply; ``cut`` says that it ran into its limit.
    """

    readable: bool
    whole: bool
    cut: bool
    good: list[tuple[int, Candidate]] = field(default_factory=list)
    bad: list[Bad] = field(default_factory=list)
    mended: list[BadItem] = field(default_factory=list)

    @property
    def last(self) -> int:
        """The last window that an item is about, -1 if none is."""
        named = [one.window for one in self.bad if one.window is not None]
        return max([window for window, _ in self.good] + named, default=-1)


def judge(completion: Completion, batch: Sequence[Window], scene: Scene) -> Verdict:
    """Read a reply about some windows, and check each of its items."""
    reply = read_reply("" if completion.refused else completion.text)
    verdict = Verdict(reply.readable, reply.whole, completion.truncated)
    pages = [Haystack(window.turn.text, window.start, window.end) for window in batch]
    for number, item in enumerate(reply.items, 1):
        window = _window_of(item, len(batch))
        try:
            draft = _draft(item)
            if window is None:
                raise BadFields((f"there is no turn {draft.turn}",))
            turn = batch[window].turn
            made, notes = _candidate(draft, turn, pages[window], scene)
        except BadFields as error:
            verdict.bad.append(Bad(number, window, str(error), item))
            continue
        verdict.good.append((window, made))
        verdict.mended += [
            BadItem(turn.id, f"item {number}, kept: {note}", kept=True) for note in notes
        ]
    return verdict


def _draft(item: Item) -> Draft:
    if isinstance(item, str):
        raise BadFields(("it is a text and not an object with fields",))
    return read_fields(item)


def _window_of(item: Item, count: int) -> int | None:
    """The window that an item names, even one that is otherwise unusable."""
    number = None if isinstance(item, str) else turn_number(item.get("turn"))
    return number - 1 if number is not None and 1 <= number <= count else None


def _candidate(
    draft: Draft, turn: Turn, page: Haystack, scene: Scene
) -> tuple[Candidate, list[str]]:
    """The candidate of an item, and what of it could not be kept.

    Raises:
        BadFields: its quote does not stand in the turn.
    """
    notes = list(draft.notes)
    near = [words for words in (draft.time, draft.object, draft.subject) if words]
    place = page.find(draft.quote, near)
    if place is None:
        raise BadFields((f"the quote {draft.quote[:80]!r} does not stand in turn {draft.turn}",))
    time = page.near(draft.time, place) if draft.time else None
    if draft.time and time is None:
        notes.append(f"the time words {draft.time[:40]!r} do not stand in the turn")
    subject = _subject(draft.subject, turn, scene)
    orders = turn.id in scene.orders or (draft.instruction_like and turn.role in _UNTRUSTED)
    modality = Modality.QUOTED if orders else draft.modality
    made = Candidate(
        turn=turn.id,
        start=place[0],
        end=place[1],
        sentence=draft.sentence,
        subject=subject,
        predicate=draft.predicate,
        object=draft.object,
        asserted_by=turn.speaker,
        kind=_kind(draft.kind, subject, turn, scene, quoted=modality is Modality.QUOTED),
        facet=draft.facet,
        polarity=draft.polarity,
        modality=modality,
        condition=draft.condition,
        tense=draft.tense,
        time_span=time,
        ended=draft.ended,
        correction=draft.correction,
        directness=draft.directness,
        instruction_like=draft.instruction_like or orders,
    )
    return made, notes


def _subject(subject: str, turn: Turn, scene: Scene) -> str:
    """A subject, a speaker by the name that the turns have."""
    plain = subject.casefold()
    return turn.speaker if plain in _SPEAKER else scene.speakers.get(plain, subject)


def _kind(kind: RecordKind, subject: str, turn: Turn, scene: Scene, *, quoted: bool) -> RecordKind:
    """A claim is what somebody says of another, whatever a model calls it."""
    if subject == turn.speaker:
        return RecordKind.FACT if kind is RecordKind.CLAIM and not quoted else kind
    return RecordKind.CLAIM if subject in scene.speakers.values() else kind
