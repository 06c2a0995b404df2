"""The verb that tells how a question is understood in a memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import regex

from smalti.memory.naming import ALL
from smalti.memory.recalling import Recalling
from smalti.model.answer import QuestionPlan
from smalti.model.entity import Entity, EntityKind
from smalti.write.drafts import Moment

if TYPE_CHECKING:
    from smalti.recall.plan import Named

_CAPITAL = regex.compile(r"\p{Lu}|[\p{Han}\p{Hiragana}\p{Katakana}]")


class Planning(Recalling):
    """Plans of questions, by what a memory knows."""

    def _plan_by_rules(self, question: str, now: Moment | None) -> QuestionPlan:
        """How a question is understood by rules.

        Raises:
            InvalidInput: not a text.
        """
        from smalti.recall.plan import Known, plan_question

        moment = self._setup.now() if now is None else self._setup.moment(now)
        known = Known(self._named_in, self._setup.vocabulary.asked, self._asker())
        return plan_question(
            question,
            analyser=self._setup.analyser,
            known=known,
            now=moment,
            years=self._recaller.turns().years,
        )

    def _named_in(self, question: str) -> list[Named]:
        """Whom and what of this memory a question names: entities, and speakers without any."""
        from smalti.memory.asked import KINDS, possible_names
        from smalti.recall.plan import Named
        from smalti.write.entities import name_key

        found: list[Named] = []
        written = {
            name_key(kind, name): name for name in possible_names(question) for kind in KINDS
        }
        entities = self._space.meeting(Entity, list(written), ALL)
        for entity in entities:
            words = _words_for(entity, written)
            if not words or not _CAPITAL.match(words):
                continue
            one = self._canonical(entity)
            found.append(Named(one.id, one.name, words, one.kind is EntityKind.PERSON))
        found = _people_first(found)
        people = {one.name.casefold() for one in found if one.person}
        others = (s for s in self._speakers_named(question) if s.casefold() not in people)
        return [*found, *(self._as_speaker(speaker, question) for speaker in others)]

    def _as_speaker(self, speaker: str, question: str) -> Named:
        """A speaker whom a question names, by the full name or by the first part of it."""
        from smalti.recall.plan import Named

        full = speaker.casefold() in question.casefold()
        return Named(speaker, speaker, speaker if full else speaker.split()[0])

    def _speakers_named(self, question: str) -> tuple[str, ...]:
        from smalti.recall.query import speakers_named

        return speakers_named(question, self._recaller.turns().names["speaker"])

    def _asker(self) -> Named | None:
        """Whoever speaks of themselves: the only person who has said anything here."""
        from smalti.recall.plan import Named

        people = self._recaller.turns().users
        if len(people) != 1:
            return None
        [name] = people
        found = self._people_called(name)
        return Named(found[0].id, found[0].name, name) if found else Named(name, name, name)

    def _people_called(self, name: str) -> list[Entity]:
        from smalti.write.entities import name_key

        found = self._space.meeting(Entity, [name_key(EntityKind.PERSON, name)], ALL)
        return [self._canonical(one) for one in found]


def _people_first(found: Iterable[Named]) -> list[Named]:
    """Each once, and of what is called alike only the people: a name mostly means somebody."""
    each = {one.id: one for one in found}.values()
    people = {one.words for one in each if one.person}
    return [one for one in each if one.person or one.words not in people]


def _words_for(entity: Entity, written: Mapping[str, str]) -> str:
    """The words of a question that name an entity; empty where only something like it stands."""
    from smalti.write.entities import name_key

    keys = (name_key(entity.kind, name) for name in entity.names)
    return next((written[key] for key in keys if key in written), "")
