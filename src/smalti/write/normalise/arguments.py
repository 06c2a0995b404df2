"""Whether the sides of a statement are such as a predicate takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from smalti.write.normalise.case import Case
from smalti.write.normalise.conditions import TESTS, holds, of_subject
from smalti.write.normalise.forms import filled
from smalti.write.normalise.things import Side, has_date, measures, quantities_of
from smalti.write.predicates import Argument, Predicate

_SUBJECTS: Mapping[Side, frozenset[Argument]] = {
    Side.PERSON: frozenset({Argument.PERSON}),
    Side.THING: frozenset({Argument.THING, Argument.TEXT}),
    Side.NAME: frozenset(Argument),
    Side.OPEN: frozenset({Argument.THING, Argument.TEXT}),
}


def fits(predicate: Predicate, case: Case) -> bool:
    """Whether a predicate can be said of this subject with this object."""
    if not (_SUBJECTS[case.side] | _more(case)) & set(predicate.subject):
        return False
    return any(_VALUES[argument](predicate, case) for argument in predicate.value)


def _more(case: Case) -> set[Argument]:
    """What else a thing is: an organisation, a place."""
    if case.side is not Side.THING:
        return set()
    subject = of_subject(case)
    more = {
        Argument.ORGANISATION: holds("organisations", subject) or holds("org_name", subject),
        Argument.PLACE: holds("places", subject),
    }
    return {argument for argument, held in more.items() if held}


def _number(predicate: Predicate, case: Case) -> bool:
    return any(measures(quantity, predicate.dimension) for quantity in quantities_of(case.object))


_SOMEBODY = (Argument.PERSON,)  # whoever is married is somebody, by whatever name
_VALUES: Mapping[Argument, Callable[[Predicate, Case], bool]] = {
    Argument.PERSON: lambda predicate, case: holds(
        "name" if predicate.value == _SOMEBODY else "person", case
    ),
    Argument.ORGANISATION: lambda predicate, case: holds("org", case),
    Argument.PLACE: lambda predicate, case: holds("place", case),
    Argument.THING: lambda predicate, case: filled(case) and not TESTS["clause"](case),
    Argument.NUMBER: _number,
    Argument.DATE: lambda predicate, case: has_date(case.said, case.object),
    Argument.TEXT: lambda predicate, case: filled(case),
}
