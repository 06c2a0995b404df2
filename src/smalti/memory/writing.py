"""The verbs that take in what is said."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal

from smalti.memory.base import Base, ms, rounded, silent
from smalti.model.errors import InvalidInput
from smalti.model.ids import new_id
from smalti.model.processing import ProcessStatus
from smalti.model.results import Degradation, ImportReport, Outcome, Receipt, ReceiptItem
from smalti.model.time import Bound, Interval, Precision, is_date_only
from smalti.model.turn import Role, Turn, TurnDraft
from smalti.write.drafts import Defaults, Moment, TurnLike, drafts_from, role_of
from smalti.write.ingest import Progress, journal
from smalti.write.journal import number
from smalti.write.report import Report

if TYPE_CHECKING:
    from smalti.write.assertion import Assertion
    from smalti.write.detect import Judge


_OF_AN_ASSERTION = frozenset(
    {"subject", "predicate", "object", "unit", "polarity", "condition", "since", "until"}
)
_OF_A_TURN = frozenset({"speaker", "role", "said_at", "session"})


class Writing(Base):
    """Adding, importing, and reading what was only journalled."""

    def add(
        self,
        turns: TurnLike | Iterable[TurnLike],
        *,
        session: str = "default",
        speaker: str | None = None,
        role: Role | str = Role.USER,
        said_at: Moment | Literal["now"] | None = "now",
        extract: bool | None = None,
    ) -> Receipt:
        """Journal what was said, verbatim and durably; all of it, or nothing if a turn is invalid.

        Then the turns are read for what they state, and each statement that is grounded, clear and
        believable becomes a record. Whatever fails in that leaves the turns journalled, is told in
        the receipt, and is tried again by :meth:`process`; ``extract=False`` leaves all of it to
        that, and ``None`` to how this memory was opened.

        A turn is a text, a mapping (``text``/``content``, ``speaker``/``name``, ``role``,
        ``said_at``/``timestamp``, ``session``, ``external_id``/``id``, ``caption``, ``metadata``)
        or a :class:`~smalti.TurnDraft`. The arguments are what a turn gets that does not say so
        itself; ``said_at=None`` means that nobody knows when it was said. The same turn twice, by
        external id or by (session, speaker, time, text), is one turn.

        Returns:
            What became of each turn: stored or duplicate, with its id; and under ``records`` what
            became of each statement.

        Raises:
            InvalidInput: names the turn, the field, the value and the fix.
            ExternalIdConflict: an external id belongs to a turn that says something else.
            StoreError: the file could not be written; nothing was kept.
        """
        started = perf_counter()
        now = self._setup.now()
        moment = now if said_at == "now" else self._setup.moment(said_at)
        defaults = Defaults(session, speaker, role_of(role), moment, self._setup.utc_offset)
        drafts = drafts_from(turns, defaults)
        appended = journal(self._space, list(number(drafts, now)), self._setup.analyser)
        journalled = perf_counter()
        new = [item.seq for item in appended if item.new]
        degraded = self._embed(new)
        embedded = perf_counter()
        read = self._reader.read(new, now) if new and self._reads(extract) else Report()
        timings = {"journal": ms(journalled - started), "embed": ms(embedded - journalled)}
        return Receipt(
            id=new_id("w"),
            verb="add",
            at=now,
            items=tuple(
                ReceiptItem(i, Outcome.STORED if item.new else Outcome.DUPLICATE, item.id)
                for i, item in enumerate(appended)
            ),
            records=tuple(read.records),
            usage=tuple(read.usage),
            degraded=(*degraded, *read.degraded),
            timings_ms=timings | rounded(read.timings_ms.items()),
        )

    def assert_(
        self,
        subject: str,
        predicate: str,
        object: str | float,
        *,
        unit: str | None = None,
        polarity: bool = True,
        condition: str | None = None,
        since: Moment | None = None,
        until: Moment | None = None,
        speaker: str | None = None,
        role: Role | str = Role.USER,
        said_at: Moment | Literal["now"] | None = "now",
        session: str = "default",
    ) -> Receipt:
        """State something without any extraction; it is journalled as a sentence, its evidence.

        Args:
            subject: whom or what it is about, by name.
            predicate: a canonical name of docs/guide/predicates.md ("lives_in"), or a phrase.
            object: a name, a text, or a number.
            unit: of a number; ``None`` for a plain count.
            polarity: false for what is not so.
            condition: under which alone it holds.
            since: when it began; a date alone counts as a whole day.
            until: when it ended, exclusive.
            speaker: who asserts it; by default the subject, or "user" where that is no person.
            role: whose authority that has.
            said_at: when; as for :meth:`add`.
            session: where it is journalled.

        Raises:
            InvalidInput: names the argument, the value and the fix.
        """
        said = {"speaker": speaker, "role": role, "said_at": said_at, "session": session}
        told = {
            "subject": subject,
            "predicate": predicate,
            "object": object,
            "unit": unit,
            "polarity": polarity,
            "condition": condition,
            "since": since,
            "until": until,
        }
        return self._state([told | said])

    def assert_all(self, assertions: Iterable[Mapping[str, Any]]) -> Receipt:
        """State many things at once; much quicker than one by one, and all else is the same.

        Each has the arguments of :meth:`assert_` by name. They are journalled together, all or
        none, and then committed in their order, a few dozen at a time.

        Raises:
            InvalidInput: names the argument, the value and the fix; nothing was kept.
        """
        return self._state(list(assertions))

    def _state(self, given: Sequence[Mapping[str, Any]], told: Judge | None = None) -> Receipt:
        """Journal assertions and commit them; ``told`` judges what they are against."""
        from smalti.write.assertion import stated
        from smalti.write.statement import ASSERTED

        table = self._setup.rules.predicates
        assertions = [self._assertion(one, place) for place, one in enumerate(given)]
        added = self.add(
            [
                self._spoken(assertion, one)
                for assertion, one in zip(assertions, given, strict=True)
            ],
            extract=False,
        )
        turns = self._space.several(Turn, added.ids)
        statements = (
            stated(assertion, turns[id], table)
            for assertion, id in zip(assertions, added.ids, strict=True)
            if id in turns  # or erased a moment after it was journalled
        )
        read = self._reader.state(statements, ASSERTED, added.at, told)
        return replace(
            added,
            verb="assert",
            records=tuple(read.records),
            usage=tuple(read.usage),
            degraded=(*added.degraded, *read.degraded),
            timings_ms=dict(added.timings_ms) | rounded(read.timings_ms.items()),
        )

    def _assertion(self, given: Mapping[str, Any], place: int) -> Assertion:
        """What was given as an assertion.

        Raises:
            InvalidInput: an argument is missing or unknown.
        """
        from smalti.write.assertion import Assertion

        for name in ("subject", "predicate", "object"):
            if name not in given:
                raise InvalidInput(f"assertions[{place}].{name}", None, "is missing")
        unknown = given.keys() - _OF_AN_ASSERTION - _OF_A_TURN
        if unknown:
            known = ", ".join(sorted(_OF_AN_ASSERTION | _OF_A_TURN))
            where = f"assertions[{place}].{min(unknown)}"
            raise InvalidInput(where, given[min(unknown)], "is unknown", fix=f"Known: {known}")
        parts = {name: given[name] for name in _OF_AN_ASSERTION if name in given}
        valid = self._valid(parts.pop("since", None), parts.pop("until", None))
        return Assertion(**parts, valid=valid)

    def _spoken(self, assertion: Assertion, given: Mapping[str, Any]) -> TurnDraft:
        """The turn that an assertion is journalled as."""
        somebody = assertion.is_of_somebody(self._setup.rules.predicates)
        said_at = given.get("said_at", "now")
        return TurnDraft(
            text=assertion.text,
            speaker=given.get("speaker") or (assertion.subject if somebody else "user"),
            role=role_of(given.get("role", Role.USER)),
            said_at=self._setup.now() if said_at == "now" else self._setup.moment(said_at),
            session=given.get("session", "default"),
            metadata={"asserted": assertion.predicate},
        )

    def _valid(self, since: Moment | None, until: Moment | None) -> Interval | None:
        if since is None and until is None:
            return None
        return Interval(self._bound(since), self._bound(until))

    def _bound(self, moment: Moment | None) -> Bound | None:
        at = self._setup.moment(moment)
        day = isinstance(moment, str) and is_date_only(moment)
        return None if at is None else Bound(at, Precision.DAY if day else Precision.EXACT)

    def process(self, *, limit: int | None = None, progress: Progress | None = None) -> Receipt:
        """Read the turns that nobody has read yet, and those whose reading failed, oldest first.

        Interrupted, it goes on where it stopped. A turn that fails again keeps its status.

        Args:
            limit: at most so many turns.
            progress: called with the number of turns just done.

        Returns:
            What became of each turn: stored, or failed with the reason; and of each statement.
        """
        now = self._setup.now()
        read = self._reader.read(self._space.unprocessed()[:limit], now, progress or silent)
        return Receipt(
            id=new_id("w"),
            verb="process",
            at=now,
            items=tuple(
                ReceiptItem(i, _OUTCOMES.get(status, Outcome.STORED), id, read.reasons[id])
                for i, (id, status) in enumerate(read.turns.items())
            ),
            records=tuple(read.records),
            usage=tuple(read.usage),
            degraded=tuple(read.degraded),
            timings_ms=rounded(read.timings_ms.items()),
        )

    def import_(
        self,
        path: str | os.PathLike[str],
        *,
        format: str | None = None,
        extract: bool | None = None,
        progress: Progress | None = None,
    ) -> ImportReport:
        """Take in a file of turns, in any of the formats of docs/guide/importing.md.

        Items that cannot be read are reported with their place, and the rest is imported. Doing it
        again adds only what is missing. Turns are read for records as :meth:`add` does, unless
        ``extract`` is false: then :meth:`process` can do so later.

        Raises:
            InvalidInput: the file cannot be used at all, or its format is not known.
            StoreError: the file of the memory could not be written; whole batches may be kept.
        """
        from smalti.interchange.load import load  # formats take long to load, and few writes import

        return load(
            Path(path),
            self._space,
            format=format,
            analyser=self._setup.analyser,
            now=self._setup.now(),
            default_offset=self._setup.utc_offset,
            embed=self._embed,
            read=self._read_imported if self._reads(extract) else None,
            progress=progress or silent,
        )

    def _reads(self, extract: bool | None) -> bool:
        return self._setup.extract if extract is None else extract

    def _read_imported(self, seqs: list[int]) -> tuple[int, tuple[Degradation, ...]]:
        """Read turns for records; how many these are, and what did not work as it could."""
        read = self._reader.read(seqs, self._setup.now())
        kept = sum(item.id is not None for item in read.records)
        return kept, tuple(read.degraded)


_OUTCOMES = {ProcessStatus.FAILED: Outcome.FAILED}
