"""Readings of what somebody or something is: vegetarian, 30, blue, 175 cm tall, on Wednesdays."""

from __future__ import annotations

from collections.abc import Iterator

from smalti.write.normalise.case import Case
from smalti.write.normalise.conditions import holds
from smalti.write.normalise.readings import Reader, Reading, named, readings
from smalti.write.normalise.said import Said, adverb_words, bare, tokens, without_asides
from smalti.write.normalise.spoken import folded
from smalti.write.normalise.tables import table, words
from smalti.write.normalise.things import quantities_of
from smalti.write.normalise.verbs import modal_of, rest_of
from smalti.write.predicates import PredicateTable
from smalti.write.predicates.words import same_value

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
    """The predicates that have a rule for a value, directly or as what another rules out."""
    found = [predicate.name for predicate in vocabulary.for_value(value)]
    for predicate in vocabulary.predicates.values():
        own = (rule.value for rule in predicate.excludes if rule.predicate == predicate.name)
        if any(_is_member(vocabulary, value, name) for name in own):
            found.append(predicate.name)
    return sorted(dict.fromkeys(found), key=lambda name: name == "status")  # which says least


def _is_member(vocabulary: PredicateTable, value: str, name: str) -> bool:
    group = vocabulary.groups.get(name)
    if group is None:
        return False
    return any(same_value(value, one) for phrases in group.members.values() for one in phrases)


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
    case = Case(said, said.subject, core)
    if not holds("thing", case):
        return
    if holds("colours", case) and len(case.words) <= 2:
        yield from named(said, vocabulary, "colour", core)
    first = said.full.partition(",")[0]
    if holds("when", Case(said, said.subject, first)):
        recurring = any(mention.recurrence for mention in said.mentions)
        yield from named(said, vocabulary, "repeats" if recurring else "scheduled_for", first)


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


BEING: tuple[Reader, ...] = (by_value, by_complement, by_spoken_form)
"""The readers of forms of "be", in the order in which they are asked."""
