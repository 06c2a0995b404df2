"""What follows from an explicit reply to the question about a pending record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from smalti.model.conflict import Clarification, ClarificationKind, ClarificationStatus
from smalti.model.errors import InvalidInput
from smalti.model.lifecycle import Event, State
from smalti.model.record import Authority, Belief, Observation, Record, RecordStep, SlotKind
from smalti.model.time import Instant
from smalti.write.gate.belief import counted, posterior, without
from smalti.write.gate.clarify import is_open
from smalti.write.gate.policy import GatePolicy
from smalti.write.gate.replies import Reply, names_first, names_second, read_reply
from smalti.write.gate.steps import moved
from smalti.write.gate.values import value_key
from smalti.write.predicates.words import mentions

_DEFAULT = GatePolicy()
_BELIEVED = (State.CURRENT, State.DISPUTED)
_OF_THE_STATEMENT = (ClarificationKind.CONFIRM, ClarificationKind.WHICH)


@dataclass(frozen=True, slots=True)
class Replier:
    """Who answered (an entity), with which authority, in which turn, and when that is noted."""

    asserter: str
    authority: Authority
    turn: str
    now: Instant


@dataclass(frozen=True, slots=True)
class Answered:
    """What a reply settles.

    ``record`` is the pending one in its new state; ``ended`` are those it was set against, if it is
    right and they are not. ``value`` is what was said in place of the record's value,
    or whom or what a word meant: it is for the caller to assert that anew, since a record's text
    never changes. ``belief`` is that of the slot afterwards, ``None`` where none was given. With
    ``UNCLEAR`` nothing changes and the question stays open.
    """

    reply: Reply
    record: Record
    clarification: Clarification
    steps: tuple[RecordStep, ...] = ()
    ended: tuple[Record, ...] = ()
    value: str = ""
    belief: Belief | None = None


def answer(
    clarification: Clarification,
    record: Record,
    reply: str,
    *,
    by: Replier,
    slot: SlotKind,
    rivals: Sequence[Record] = (),
    belief: Belief | None = None,
    policy: GatePolicy = _DEFAULT,
) -> Answered:
    """What an explicit reply to the question about a pending record decides.

    Yes commits the record and ends its ``rivals``, the records that the question sets it against:
    as corrected if what the slot holds cannot change, else as superseded. No rejects it. Another
    value rejects it too and is returned. A value that stands in the record's sentence and in no
    rival's is a yes. ``belief`` is what is believed of the slot so far.

    Raises:
        InvalidInput: the question is about another record or was answered, or the record is not
            pending.
    """
    _check(clarification, record)
    kind, value = understood(clarification.kind, record, rivals, reply)
    if kind is Reply.UNCLEAR:
        return Answered(kind, record, clarification, belief=belief)
    yes = kind is Reply.YES
    event, verb = (Event.COMMIT, "confirmed") if yes else (Event.REJECT, "denied")
    reason = f"{verb} in turn {by.turn}" + (f": {value}" if value else "")
    after, step = moved(record, event, at=by.now, actor=by.asserter, reason=reason)
    ended = _ended(rivals, slot, by, f"{record.id} is right") if yes else []
    answered = replace(clarification, status=ClarificationStatus.ANSWERED, answered_by=by.turn)
    return Answered(
        reply=kind,
        record=after,
        clarification=answered,
        steps=(step, *(one for _, one in ended)),
        ended=tuple(one for one, _ in ended),
        value=value,
        belief=None
        if belief is None
        else _believed(belief, after, clarification.kind, by, policy, [one.id for one, _ in ended]),
    )


def _ended(
    rivals: Sequence[Record], slot: SlotKind, by: Replier, reason: str
) -> list[tuple[Record, RecordStep]]:
    """The rivals in the states that end them; those that had ended already are left out."""
    wrong = Event.CORRECT if slot is SlotKind.IMMUTABLE else Event.SUPERSEDE
    events = {State.PENDING: Event.REJECT, **dict.fromkeys(_BELIEVED, wrong)}
    return [
        moved(one, events[one.state], at=by.now, actor=by.asserter, reason=reason)
        for one in rivals
        if one.state in events
    ]


def _check(clarification: Clarification, record: Record) -> None:
    if clarification.about != record.id:
        raise InvalidInput(
            "record", record.id, "is not what was asked about", fix=f"Give {clarification.about}"
        )
    if not is_open(clarification):
        raise InvalidInput("clarification", clarification.id, "is not open any more")
    if record.state is not State.PENDING:
        raise InvalidInput("record", record.state.value, "does not wait for an answer")


def understood(
    asked: ClarificationKind, record: Record, rivals: Sequence[Record], text: str
) -> tuple[Reply, str]:
    """The reply to this kind of question; a bare yes or no does not answer who, what or which.

    Returns:
        ``YES`` if the record is right, ``NO`` if not, and what was said in its place.
    """
    if asked is ClarificationKind.WHICH and (names_first(text) or names_second(text)):
        return (Reply.NO if names_first(text) else Reply.YES), ""  # the stored one was named first
    reply, value = read_reply(text)
    if asked is not ClarificationKind.CONFIRM and not value:
        return Reply.UNCLEAR, ""
    if asked in (ClarificationKind.WHO, ClarificationKind.WHAT):
        return Reply.VALUE, value
    return _compared(reply, value, record, rivals)


def _compared(
    reply: Reply, value: str, record: Record, rivals: Sequence[Record]
) -> tuple[Reply, str]:
    """A value that was named, held against what the records say."""
    if not value:
        return reply, ""
    said = mentions(record.sentence, value)
    elsewhere = any(mentions(one.sentence, value) for one in rivals)
    if said and elsewhere:
        return Reply.UNCLEAR, ""
    if said and (reply is Reply.VALUE or rivals):  # "not 1990 but 1991" is a no to a rival
        return Reply.YES, ""
    return (Reply.NO, "") if elsewhere else (reply, value)


def _believed(
    belief: Belief,
    answered: Record,
    asked: ClarificationKind,
    by: Replier,
    policy: GatePolicy,
    ended: Sequence[str],
) -> Belief:
    """The belief with the reply as a direct statement, and without what it ended.

    Who was meant, or what exactly, says nothing against the value as such.
    """
    committed = answered.state is State.CURRENT
    keys = {one.record: one.value for one in belief.observations}
    said = Observation(
        record=answered.id,
        asserter=by.asserter,
        authority=by.authority,
        value=keys.get(answered.id, value_key(answered.value)),
        affirms=answered.polarity is committed,
        reliability=policy.reliable(by.authority, 1.0),
    )
    observations = without(belief.observations, ended if committed else [answered.id])
    if committed or asked in _OF_THE_STATEMENT:
        observations = counted(observations, said)
    return replace(
        belief,
        observations=observations,
        distribution=posterior(observations, policy.alternatives),
    )
