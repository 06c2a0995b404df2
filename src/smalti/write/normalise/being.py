"""Readings of what somebody or something is: vegetarian, 30, blue, 175 cm tall, on Wednesdays."""

from __future__ import annotations

from collections.abc import Iterator

from smalti.model.record import RecordKind
from smalti.write.extract.candidate import Tense
from smalti.write.normalise.case import Case
from smalti.write.normalise.conditions import holds
from smalti.write.normalise.readings import Reader, Reading, named, readings
from smalti.write.normalise.said import Said, adverb_words, bare, tokens, without_asides
from smalti.write.normalise.spoken import folded
from smalti.write.normalise.tables import phrases, table, words
from smalti.write.normalise.things import Side, quantities_of, subject_side
from smalti.write.normalise.verbs import modal_of, rest_of
from smalti.write.predicates import PredicateTable

_EN = "en"
_FEW = 3  # words of a value that a rule may know
_BE = frozenset({"is", "are", "was", "were", "be"})
_NOT = frozenset({"not", "n't"})


def by_value(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    """Ada is vegetarian, an only child, retired: the value tells what it is a value of."""
    lives = said.predicate == ("live",)
    states = said.predicate in (("be",), ("become",)) or lives
    value = bare(said.core, _EN)
    if not (states or _is_fragment(said)) or not 0 < len(value.split()) <= _FEW:
        return
    for name in of_value(vocabulary, value):
        if (name == "household") is lives:  # who is alone may live with somebody
            yield from named(said, vocabulary, name, value)


def _is_fragment(said: Said) -> bool:
    return said.predicate[0] in words(_EN, "placeholders")


def of_value(vocabulary: PredicateTable, value: str) -> list[str]:
    """The predicates that have a rule for a value, the one that says least last."""
    found = [predicate.name for predicate in vocabulary.for_value(value)]
    return sorted(found, key=lambda name: name == "status")


def by_complement(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    """A measure, a colour, a day; in a fragment, what was left out before it."""
    core = said.core
    if _is_fragment(said):
        sequence = ["be", *tokens(core)]
        yield from readings(said, vocabulary, sequence, rest_of(core, 1), least=3)
        return
    if said.predicate not in (("be",), ("become",)):
        return
    yield from _measured(said, vocabulary, core)
    yield from _related(said, vocabulary)
    case = Case(said, said.subject, core)
    if _is_somebody(said) and case.head in words(_EN, "professions"):
        yield from named(said, vocabulary, "has_role", bare(core, _EN))
    if not holds("thing", case):
        return
    if holds("colours", case) and len(case.words) <= 2:
        yield from named(said, vocabulary, "colour", core)
    first = said.full.partition(",")[0]
    if holds("when", Case(said, said.subject, first)):
        recurring = any(mention.recurrence for mention in said.mentions)
        yield from named(said, vocabulary, "repeats" if recurring else "scheduled_for", first)


def _related(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    """Dan is Ada's brother: a property of hers."""
    owner, apostrophe, noun = said.core.rpartition("'s ")
    if apostrophe and _is_somebody(said):
        near = words(_EN, "kin") | words(_EN, "people")
        if noun.split()[-1:] and noun.split()[-1] in near:
            yield from named(said, vocabulary, noun, said.subject, subject=owner, attribute=True)


def _is_somebody(said: Said) -> bool:
    side = subject_side(said, said.subject)
    numbered = any(c.isdigit() for c in said.subject)  # "Python 3.10"
    return side is Side.PERSON or (side is Side.NAME and not numbered)


def by_state(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    """The ticket is closed, the rollout is on hold: how far something is that has a course."""
    if said.predicate[:1] != ("be",):
        return
    text = " ".join([*said.predicate[1:], *tokens(said.core)])
    lasting = said.candidate.kind is not RecordKind.EVENT or said.candidate.tense is Tense.PRESENT
    if text in phrases(_EN, "states") and lasting:
        case = Case(said, said.subject, text)
        if holds("thing", case):
            yield from named(said, vocabulary, "status", text)


def _measured(said: Said, vocabulary: PredicateTable, core: str) -> Iterator[Reading]:
    """Ada is 30, 175 cm tall; the boat is 9.8 metres long."""
    measures = table(_EN)["measures"]
    for quantity in quantities_of(core):
        behind = next(iter(tokens(core[quantity.end :])), "")
        name = measures.get(behind, "")
        if not name and quantity.unit in (None, "year") and len(quantity.text) >= len(core):
            name = "age" if holds("person_subject", Case(said, said.subject, core)) else ""
        if name:
            yield from named(said, vocabulary, name, core)
        elif not (behind or quantity.start) and holds("thing", Case(said, said.subject, core)):
            for name in measures.get(quantity.dimension.partition(":")[0], "").split():
                yield from named(said, vocabulary, name, core)


def by_spoken_form(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    """Forms of "be" as they stand in the sentence: "is due in September"."""
    sentence = said.candidate.sentence
    opens = said.predicate[:1] == ("be",) and sentence.startswith(said.subject)
    if not opens or modal_of(said) is not None:
        return
    behind = sentence[len(said.subject) :].split()
    while behind and folded(behind[0]).strip(",") in adverb_words(_EN) | _NOT:
        behind = behind[1:]
    if behind and folded(behind[0]) in _BE:
        told = " ".join(word for word in behind[1:] if folded(word) not in _NOT)
        text = without_asides(told, said.scene)
        sequence = ["be", *tokens(text)]
        yield from readings(said, vocabulary, sequence, rest_of(text, 1), least=2)


BEING: tuple[Reader, ...] = (by_value, by_state, by_complement, by_spoken_form)
"""The readers of forms of "be", in the order in which they are asked."""
