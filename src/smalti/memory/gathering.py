"""What was found for a question: the sentences that may answer it, and what is believed."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import regex

from smalti.memory.naming import ALL
from smalti.memory.planning import Planning
from smalti.model.answer import AnswerType, Intent, QuestionPlan
from smalti.model.entity import Entity
from smalti.model.lifecycle import State
from smalti.model.record import Record, SlotKind, Value
from smalti.model.time import Instant
from smalti.write.predicates.entries import Argument, Predicate

if TYPE_CHECKING:
    from smalti.model.results import Recall
    from smalti.model.turn import Turn
    from smalti.recall.answer.case import Case, Fact
    from smalti.recall.answer.evidence import Found
    from smalti.view import Axes

_BELIEVED = (State.CURRENT, State.DISPUTED, State.SUPERSEDED)
_PAIR = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]{2}")
_STRADDLING = 0.4  # of the telling power of an unknown pair of characters: most are no words
_OF_A_PAIR = 0.5  # likewise of a single letter whose word is asked for too
_LATEST = 20  # turns whose script counts
_TWO = 2  # properties that a way over two records needs
_PER_HOP, _MOST_BEYOND = 15, 200
_SINGLE = (SlotKind.CHANGING, SlotKind.IMMUTABLE)
_TIE = regex.compile(r"^has_|_of$")
_OF_TWO = (Intent.COMPARE, Intent.OPINION)


class Gathering(Planning):
    """Cases: a question with all that was found for it."""

    def _case(self, plan: QuestionPlan, recall: Recall, axes: Axes, now: Instant | None) -> Case:
        from smalti.recall.answer.case import Case
        from smalti.recall.answer.evidence import Weighing, weigh
        from smalti.recall.answer.trust import features, trust

        speakers = self._recaller.turns().first_names
        weighing = Weighing(plan, self._setup.analyser, self._power(plan.terms), speakers)
        evidence = weigh(self._evidence(recall), weighing)
        facts, unheard = self._facts(plan, axes), tuple(self._unheard(plan))
        asked = [fact for fact in facts if fact.record.predicate in plan.predicates]
        others = [fact for fact in facts if fact.record.predicate not in plan.predicates]
        spaced = plan.language not in ("zh", "ja")
        return Case(
            plan=plan,
            facts=asked,
            known=others,
            evidence=evidence,
            now=now,
            as_of=axes.as_of,
            trust=0.0 if unheard else trust(features(weighing, evidence), spaced=spaced),
            unheard=unheard,
            beyond=self._beyond(plan, asked, axes),
            against=self._against(plan, facts),
        )

    def _against(self, plan: QuestionPlan, facts: Sequence[Fact]) -> list[Fact]:
        """The facts of properties that rule out an asked one of the same value."""
        if plan.wants is not AnswerType.YES_NO:
            return []
        table = self._rules().predicates.predicates
        ruled_out: dict[str, set[str]] = defaultdict(set)
        for place, name in enumerate(plan.predicates):
            opposite = table[name].opposite
            if opposite is not None and opposite not in plan.predicates[:place]:
                ruled_out[opposite].add(name)
        for one in {fact.record.predicate for fact in facts} & table.keys():
            same = {each.predicate for each in table[one].excludes if each.value == "same"}
            ruled_out[one] |= same & set(plan.predicates)
        words = {one: self._words_of(names) for one, names in ruled_out.items() if names}
        return [
            replace(
                fact,
                covers=fact.covers | words[fact.record.predicate],
                turns=self._turns_of(fact.record),
            )
            for fact in facts
            if fact.record.predicate in words
        ]

    def _words_of(self, predicates: Iterable[str]) -> frozenset[str]:
        return frozenset().union(*(self._setup.vocabulary.words[name] for name in predicates))

    def _turns_of(self, record: Record) -> tuple[Turn, ...]:
        found = (self._space.turn(one.turn) for one in record.evidence)
        return tuple(turn for turn in found if turn is not None)

    def _power(self, terms: Sequence[str]) -> dict[str, float]:
        """How telling each term is in this space; what no turn holds is as telling as can be."""
        total = max(len(self._recaller.turns()), 1)
        power = {}
        for term, n in self._counts(terms).items():
            power[term] = math.log1p((total - n + 0.5) / (n + 0.5))
            if not n and _PAIR.fullmatch(term):
                power[term] *= _STRADDLING
        paired = {letter for term in terms if _PAIR.fullmatch(term) for letter in term}
        return {term: x * _OF_A_PAIR if term in paired else x for term, x in power.items()}

    def _counts(self, terms: Sequence[str]) -> dict[str, int]:
        """How many turns hold each term."""
        hits = self._space.lexical(terms, 1) if terms else None
        found = {} if hits is None else dict(zip(hits.terms, hits.frequency, strict=True))
        return {term: int(found.get(term, 0)) for term in terms}

    def _unheard(self, plan: QuestionPlan) -> list[str]:
        """The names that nobody has ever said here, in a question about nobody who is known."""
        if plan.names:
            return []
        terms = {name: self._setup.analyser.terms(name) for name in plan.strangers}
        counts = self._counts(tuple({term for own in terms.values() for term in own}))
        return [name for name, own in terms.items() if own and not any(counts[t] for t in own)]

    def _foreign(self, plan: QuestionPlan) -> str:
        """That a question is in another script than what was said of late; empty if it is not."""
        latest = self._recaller.turns().seqs[-_LATEST:].tolist()
        texts = [turn.text for turn in self._space.turns_at(latest).values()]
        unspaced = sum(bool(_PAIR.search(text)) for text in texts)
        asked = bool(_PAIR.search(plan.question))
        if not texts or asked == (2 * unspaced >= len(texts)):
            return ""
        return f"; it is asked in {plan.language}, and most of what was said is in another script"

    def _evidence(self, recall: Recall) -> list[Found]:
        """The recalled turns, each with the one before it in its session."""
        from smalti.recall.answer.evidence import Found

        snapshot = self._recaller.turns()
        places = self._space.places([item.turn.id for item in recall.items])
        before: dict[str, int] = {}
        for id, seq in places.items():
            row = int(snapshot.seqs.searchsorted(seq))
            if row < len(snapshot) and snapshot.previous[row] >= 0:
                before[id] = int(snapshot.seqs[snapshot.previous[row]])
        turns = self._space.turns_at(list(before.values()))
        return [
            Found(item, turns.get(before[item.turn.id]) if item.turn.id in before else None)
            for item in recall.items
        ]

    def _facts(self, plan: QuestionPlan, axes: Axes) -> list[Fact]:
        """What is believed, or was, about whom and what a question names."""
        ids = self._all_of(plan.entities)
        keys = [f"{side} {id}" for id in ids for side in ("subject", "value")]
        return self._facts_kept(keys, ALL, plan, axes)

    def _beyond(self, plan: QuestionPlan, facts: Sequence[Fact], axes: Axes) -> list[Fact]:
        """What is believed of those that the facts of an asked property lead to: one more step.

        At most 15 of them are followed (CogMem's limit of a step, arXiv 2610.11314).
        """
        if len(plan.predicates) < _TWO:
            return []
        ends = (
            end
            for fact in facts
            for end in (fact.record.value.entity, fact.record.subject)
            if end is not None and end not in plan.entities
        )
        ids = list(dict.fromkeys(ends))[:_PER_HOP]
        return self._facts_kept([f"subject {id}" for id in ids], _MOST_BEYOND, plan, axes)

    def _facts_kept(
        self, keys: Sequence[str], limit: int, plan: QuestionPlan, axes: Axes
    ) -> list[Fact]:
        from smalti.view import see

        records = self._space.meeting(Record, keys, limit) if keys else []
        steps = self._steps_to(axes, records)
        seen = [one for one in see(records, steps, axes) if one.state in _BELIEVED]
        names = self.names(one.record for one in seen)
        return [self._fact(one.record, one.holds, names, plan) for one in seen]

    def _all_of(self, entities: Iterable[str]) -> list[str]:
        """The ids of entities, and of those that are one with them."""
        known = self._space.several(Entity, list(entities))
        return list(
            dict.fromkeys(one.id for entity in known.values() for one in self._members(entity))
        )

    def _fact(
        self, record: Record, holds: bool | None, names: Mapping[str, str], plan: QuestionPlan
    ) -> Fact:
        from smalti.recall.answer.case import Fact
        from smalti.recall.plan.rules import rules_of

        predicate = self._rules().predicates.predicates.get(record.predicate)
        terms = frozenset(self._setup.analyser.terms(record.sentence))
        asked = record.predicate in plan.predicates or plan.intent in _OF_TWO
        value = _told(record.value, names)
        kind = rules_of(plan.language).words_for(record.predicate, value) if asked else ""
        return Fact(
            record=record,
            subject=names.get(record.subject, record.subject),
            value=value,
            by=names.get(record.asserted_by, record.asserted_by),
            holds=holds,
            covers=terms.union(
                self._words_for(record, predicate), self._setup.analyser.terms(kind)
            ),
            turns=self._turns_of(record) if asked else (),
            single=predicate is not None and predicate.slot in _SINGLE,
            said=terms,
        )

    def _words_for(self, record: Record, predicate: Predicate | None) -> frozenset[str]:
        """The index terms that say a property; of a tie that is told otherwise, only its name.

        The words for a tie between two beings tell which one it is: who has a pup has no kitten.
        """
        words = self._setup.vocabulary.words.get(record.predicate, frozenset())
        name = record.predicate.replace("_", " ")
        tie = predicate is not None and Argument.PERSON in predicate.value
        if not tie or not _TIE.search(record.predicate) or name in record.sentence:
            return words
        return words & frozenset(self._setup.analyser.terms(name))


def _told(value: Value, names: Mapping[str, str]) -> str:
    """A value as one would write it."""
    if value.entity is not None:
        return names.get(value.entity, value.entity)
    if value.text is not None:
        return value.text
    assert value.number is not None
    ends = [value.number] if value.upper is None else [value.number, value.upper]
    number = "-".join(f"{end:g}" if abs(end) < 1e6 else f"{end:.0f}" for end in ends)
    return f"{number} {value.unit}" if value.unit else number
