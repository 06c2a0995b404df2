"""Which predicate of the vocabulary the words of a statement mean, if any.

The words are tried as they may be cut: as a noun of the subject's ("Ada's bank is …"), as a verb
with as much of the object as some alias takes up, as a form of being. What the sides of the
statement rule out is passed over; where nothing is left, the phrase stays as it was said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from smalti.model.record import SlotKind
from smalti.write.normalise.arguments import fits
from smalti.write.normalise.case import Case
from smalti.write.normalise.conditions import holds, is_thin
from smalti.write.normalise.said import Said
from smalti.write.predicates import Argument, Predicate, PredicateTable


@dataclass(frozen=True, slots=True)
class Reading:
    """How the words of a statement are taken apart.

    ``predicate`` is ``None`` where the vocabulary does not know the ``phrase``. ``constant`` is the
    value where the phrase holds it ("is married"). ``polarity`` and ``condition`` are set where the
    words tell another than the candidate; ``ended`` where they say that it is over. ``until`` is
    where in the turn the clause ends that it was read off, if a part of the quote is another one.
    """

    phrase: str
    object: str
    predicate: Predicate | None = None
    subject: str | None = None
    constant: str = ""
    condition: str = ""
    polarity: bool | None = None
    ended: bool = False
    until: int | None = None

    @property
    def typed(self) -> Predicate | None:
        """The predicate, if it tells of what kind its sides and its slot are."""
        return None if self.predicate is None or is_general(self.predicate) else self.predicate


def is_general(predicate: Predicate) -> bool:
    """Whether a predicate only gives one name to what is said in many words.

    Nothing is known of its slot, so that it tells nothing of its sides either.
    """
    return predicate.slot is SlotKind.UNKNOWN


Reader = Callable[[Said, PredicateTable], Iterator[Reading]]


def readings(
    said: Said,
    table: PredicateTable,
    lemmas: Sequence[str],
    rest: Callable[[int], str],
    *,
    subject: str | None = None,
    attribute: bool = False,
    least: int = 1,
) -> Iterator[Reading]:
    """The readings of some lemmas by aliases that they begin with, the longest first.

    ``rest`` gives the object that is left when an alias takes up so many of the lemmas; ``least``
    is how many an alias has to take up.
    """
    language = said.scene.language
    for taken in range(min(len(lemmas), _LONGEST), least - 1, -1):
        phrase = " ".join(lemmas[:taken])
        known = table.exactly(phrase, language)
        if known is not None or is_thin(language, phrase) is not None:
            yield from tried(
                said, table, phrase, known, rest(taken), subject=subject, attribute=attribute
            )


_LONGEST = 7  # lemmas of an alias


def named(
    said: Said,
    table: PredicateTable,
    phrase: str,
    object: str,
    *,
    subject: str | None = None,
    attribute: bool = False,
) -> Iterator[Reading]:
    """The reading of a phrase that is an alias as a whole."""
    predicate = table.find(phrase, said.scene.language)
    if predicate is not None:
        yield from tried(
            said, table, phrase, predicate, object, subject=subject, attribute=attribute
        )


def tried(
    said: Said,
    table: PredicateTable,
    phrase: str,
    predicate: Predicate | None,
    object: str,
    *,
    subject: str | None = None,
    attribute: bool = False,
) -> Iterator[Reading]:
    """A predicate if the sides fit; where a phrase means several things, the first that fits."""
    language = said.scene.language
    thin = is_thin(language, phrase)
    case = Case(said, subject or said.subject, object, attribute=attribute)
    reading = Reading(phrase, object, subject=subject)
    if thin is None:
        if predicate is None or is_general(predicate):
            return  # a general one is what is left when nothing else fits
        if fits(predicate, case) and not _needs_name(predicate, case):
            yield replace(reading, predicate=predicate)
        return
    for one in thin:
        name, _, tests = one.partition(":")
        tests, _, constant = tests.partition("=")
        meant = table.get(name.strip())
        if meant is None or not all(holds(test, case) for test in tests.split()):
            continue
        bare = "empty" in tests.split()  # the phrase is the value: "Ada smokes"
        if constant or fits(meant, replace(case, object=phrase) if bare else case):
            yield replace(reading, predicate=meant, constant=constant.strip())
            return


def general(said: Said, table: PredicateTable, phrase: str) -> Reading:
    """What is left of a statement when no predicate fits: its phrase, or the general one for it."""
    found = table.find(phrase, said.scene.language)
    if found is not None and is_general(found):
        return Reading(phrase, said.core, predicate=found)
    for reading in tried(said, table, phrase, None, said.core):
        if reading.predicate is not None and is_general(reading.predicate):
            return reading
    return Reading(phrase, said.core)


def _needs_name(predicate: Predicate, case: Case) -> bool:
    """Whether a noun for somebody, "Ada's boss is …", is followed by no name but a description."""
    if not case.attribute or Argument.PERSON not in predicate.value:
        return False
    if case.first in ("a", "an"):
        return True  # "Ada's sister is a nurse"
    return not holds("person", case) and not holds("org", case)
