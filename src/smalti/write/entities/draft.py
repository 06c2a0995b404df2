"""What a statement changes about entities, while its names are being resolved one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from smalti.model.conflict import Clarification, ClarificationStatus
from smalti.model.entity import Entity, EntityKind
from smalti.model.record import Authority, Derivation, DerivationKind, Modality, Record
from smalti.model.time import Instant
from smalti.text.language import language_of
from smalti.write.entities.keys import entity_keys, name_key
from smalti.write.entities.questions import question_id, same_question
from smalti.write.entities.references import bearer, is_person_by
from smalti.write.names import normal_form
from smalti.write.names.tables import occurrences
from smalti.write.statement import Name, Statement
from smalti.write.work import Meeting, One, Work

_CONTEXTS = 3  # records that tell what is known of an entity
_UNANSWERED = (ClarificationStatus.QUEUED, ClarificationStatus.ASKED)
_LEARNT_FROM = frozenset({Authority.SELF, Authority.DOCUMENT, Authority.OTHER})


@dataclass(slots=True)
class Draft:
    """The entities of one statement: asked for, changed, asked about.

    Names are resolved in turn, and a later one finds what an earlier one has made.
    """

    statement: Statement
    now: Instant
    changed: dict[str, Entity] = field(default_factory=dict)
    proposals: dict[str, Clarification] = field(default_factory=dict)
    steps: list[Derivation] = field(default_factory=list)
    speaker: str = ""  # the entity of who makes the statement, once that is known
    _keys: dict[str, frozenset[str]] = field(default_factory=dict)

    @property
    def learns(self) -> bool:
        """Whether names may be learnt from it: not from a guess, a quotation or foreign orders."""
        candidate = self.statement.candidate
        trusted = self.statement.authority in _LEARNT_FROM and not candidate.instruction_like
        return trusted and candidate.modality is not Modality.QUOTED

    def sure(self, name: Name) -> Name:
        """A name with the kind that is certain: who is called "you" or "she" is somebody."""
        steps = self.statement.grounded.derived
        if not any(is_person_by(step, name) for step in steps):
            return name
        speaker = self.statement.asserted_by
        kind = speaker.kind if bearer(name) == bearer(speaker) else EntityKind.PERSON
        return replace(name, kind=kind)

    @property
    def place(self) -> str:
        """Where the statement stands, which is the same whenever its turn is read."""
        candidate = self.statement.candidate
        return f"{candidate.turn} {candidate.start} {candidate.end}"

    @property
    def language(self) -> str:
        """The language of the turn, in which questions are asked."""
        return language_of(self.statement.grounded.turn.text)

    def put(self, entity: Entity) -> Entity:
        """Keep an entity as it is from now on."""
        self.changed[entity.id] = entity
        self._keys[entity.id] = frozenset(entity_keys(entity))
        return entity

    def learn(self, entity: Entity, *names: str, category: str = "") -> Entity:
        """The entity with further names and a category, if it has none and this may be learnt."""
        if not self.learns:
            return entity
        known = {normal_form(name) for name in entity.names}
        fresh = {normal_form(name): name for name in reversed(names)}
        more = tuple(fresh[form] for form in reversed(fresh) if form not in known)
        learnt = replace(
            entity, aliases=entity.aliases + more, category=entity.category or category
        )
        return entity if learnt == entity else self.put(learnt)

    def step(self, said: str, meant: Entity, why: str) -> None:
        """Note which entity a name stands for, unless it is plain."""
        if said != meant.name:
            self.steps.append(Derivation(DerivationKind.NAME, said, meant.name, why))

    # ------------------------------------------------------------------ requests

    def meeting(self, keys: Sequence[str], limit: int = 100) -> Work[list[Entity]]:
        """The entities with one of these keys, those of this statement among them."""
        stored: list[Entity] = yield Meeting(Entity, tuple(keys), limit)
        found = {entity.id: self.changed.get(entity.id, entity) for entity in stored}
        for id, own in self._keys.items():
            if not own.isdisjoint(keys):
                found[id] = self.changed[id]
        return list(found.values())

    def one(self, id: str) -> Work[Entity | None]:
        """The entity with this id, or ``None``."""
        if id in self.changed:
            return self.changed[id]
        found: Entity | None = yield One(Entity, id)
        return found

    def bearers(self, entity: Entity, name: str) -> Work[list[Entity]]:
        """Other entities whose own name this is."""
        form = normal_form(name)
        found = yield from self.meeting((name_key(entity.kind, name),))
        others = [one for one in found if one.id != entity.id and one.kind is entity.kind]
        return [one for one in others if normal_form(one.name) == form]

    def contexts(self, entity: Entity) -> Work[list[str]]:
        """Sentences that are stored about an entity, without the present speaker's name.

        That one person says both is no fact about whom they speak of.
        """
        records: list[Record] = yield Meeting(Record, (f"entity {entity.id}",), _CONTEXTS)
        return [self.without_speaker(record.sentence) for record in records]

    def without_speaker(self, text: str) -> str:
        """A text without the name of who makes the statement."""
        speaker = self.statement.asserted_by.text
        if text.startswith((f"{speaker}:", f"{speaker}：")):
            text = text[len(speaker) + 1 :].strip()
        for start, end in reversed(occurrences(text, speaker)):
            text = f"{text[:start]}\ufffc{text[end:]}"
        return text

    def ask(
        self, entity: Entity, other: Entity, known: str = "", *, told: bool = False
    ) -> Work[None]:
        """Queue the question whether two are one, once for each pair; ``known`` is of the other.

        ``told`` says that the turn itself answers it with yes.
        """
        id = question_id(entity.id, other.id)
        if id in self.proposals:
            return
        asked: Clarification | None = yield One(Clarification, id)
        if asked is not None and not (told and asked.status in _UNANSWERED):
            return
        question = same_question(
            (entity, self.statement.candidate.sentence),
            (other, known),
            language=self.language,
            at=self.now,
        )
        if told:
            turn = self.statement.candidate.turn
            question = replace(question, status=ClarificationStatus.ANSWERED, answered_by=turn)
        self.proposals[id] = question
