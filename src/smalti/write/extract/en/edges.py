"""The edge in an English clause: whose property it is, which, and with what value."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from smalti.write.extract.en.clauses import Clause
from smalti.write.extract.en.complements import Complement, Kind, complements, trimmed
from smalti.write.extract.en.nouns import person_like
from smalti.write.extract.en.parse import Parse
from smalti.write.extract.en.render import phrase, uncapitalised
from smalti.write.extract.en.slots import named_pet, slot_of
from smalti.write.extract.en.times import is_time, names_time
from smalti.write.extract.en.verbs import is_nominal, verb_chain, verb_lemmas, verb_words
from smalti.write.extract.en.voice import Voice
from smalti.write.extract.people import is_kin
from smalti.write.extract.tables import words

_FIRST = ("i", "we")
_QUANTIFIERS = ("all", "both", "each")


@dataclass(frozen=True, slots=True)
class Edge:
    """Subject, predicate as a lemma phrase, object; ``person``: the subject is a person."""

    subject: str
    predicate: str
    object: str
    person: bool


def edge_of(parse: Parse, clause: Clause, voice: Voice) -> Edge:
    """Take a clause apart."""
    chain = verb_chain(parse, clause)
    used, predicate = verb_words(parse, clause, chain)
    within = {*clause.body, *clause.tail}
    particles = [i for i in used if parse.tokens[i].head in chain and i not in chain]
    found = complements(parse, [*chain, *particles], used, within)
    if is_nominal(parse, clause.head):
        found.append(_nominal(parse, clause, used))
    if _is_existential(parse, clause):
        return _existing(parse, found, voice)
    subject, person = subject_of(parse, clause, voice)
    where = placed_at(parse, clause, voice)
    if where is not None:
        subject, found = uncapitalised(phrase(parse, where, voice)), _behind(found, clause.head)
    link, kept = _told(found, _timing(parse, clause, person=person), clause.head)
    said = phrase(parse, kept, voice)
    slot = slot_of(parse, clause, voice) if said and not link else None
    slot = slot or (named_pet(parse, clause, voice) if said else None)
    if slot is not None:
        return Edge(slot.owner, slot.attribute, slot.value or said, slot.person)
    return Edge(subject, f"{predicate} {link}".strip(), said, person)


def placed_at(parse: Parse, clause: Clause, voice: Voice) -> list[int] | None:
    """Where something holds of a place or a person: "in the shop it's cash", "at work it's Danish".

    That is what the statement is about, where "it" means nothing else.
    """
    it = [parse.tokens[i] for i in clause.subject]
    if len(it) != 1 or it[0].low != "it" or voice.read.get(it[0].i, ("it", 1.0))[0] != it[0].text:
        return None
    link = parse.child(clause.head, "prep")
    if link is None or link.i != clause.order[0] or link.low not in _AT or link.i > it[0].i:
        return None
    what = parse.child(link.i, "pobj")
    told = parse.child(clause.head, "attr", "acomp")
    if what is None or what.pos not in ("NOUN", "PROPN") or told is None:
        return None
    if is_time(parse, link) or names_time(parse, what) or told.tag in ("JJR", "VBN"):
        return None
    return [i for i in parse.subtree(what.i) if parse.tokens[i].text != ","]


_AT = ("in", "at", "on", "for", "with")


def _behind(found: Sequence[Complement], head: int) -> list[Complement]:
    return [one for one in found if one.numbers[0] > head]


def subject_of(parse: Parse, clause: Clause, voice: Voice) -> tuple[str, bool]:
    """The resolved subject and whether it is a person."""
    tokens = [parse.tokens[i] for i in clause.subject]
    if not tokens or (tokens[0].low in _FIRST and all(t.low in _QUANTIFIERS for t in tokens[1:])):
        return voice.speaker, True
    top = next((t for t in tokens if t.head not in clause.subject), tokens[-1])
    whole = set(clause.subject) <= set(parse.subtree(top.i))
    numbers = trimmed(parse, top, frozenset(clause.subject)) if whole else clause.subject
    name = phrase(parse, numbers, voice).replace(", ", " ")
    person = is_kin(top.low) or top.low in ("he", "she") or person_like(parse, top)
    return uncapitalised(name), person


def _nominal(parse: Parse, clause: Clause, used: Collection[int]) -> Complement:
    stays = {i for i in clause.body if parse.tokens[i].pos != "AUX"}
    free = frozenset({*stays, clause.head}) - (frozenset(used) - {clause.head})
    head = parse.tokens[clause.head]
    return Complement(Kind.VALUE, head, trimmed(parse, head, free))


def _timing(parse: Parse, clause: Clause, *, person: bool) -> frozenset[str]:
    """Which times are a value: with a preposition ("link"), without one ("bare"), none.

    "Backups run at 2 am", "deploys are Thursdays"; but what somebody did last week has only a date.
    """
    head = parse.tokens[clause.head]
    verb = verb_lemmas(parse, clause.head)[0]
    if verb in words("en", "scheduled") or verb == "have":
        return frozenset(("link", "bare"))
    past = any(t.tag == "VBD" for t in [head, *parse.all(head.i, "aux", "auxpass")])
    return frozenset() if person or past else frozenset(("link",))


def _told(
    found: Sequence[Complement], timing: frozenset[str], head: int = -1
) -> tuple[str, list[int]]:
    """The preposition that goes to the predicate, and the words of the object."""
    of = {kind: [one for one in found if one.kind is kind] for kind in Kind}
    values = _direct(of[Kind.VALUE])
    if values:
        later, sooner = _split(of[Kind.LINK], values[0].top.i)
        later += [one for one in of[Kind.MANNER] if _is_rate(one, values)]
        return "", _numbers([*sorted([*values, *later], key=lambda o: o.numbers), *sooner])
    if of[Kind.LINK]:
        return _linked(of[Kind.LINK], head)
    if of[Kind.MANNER]:
        return "", _numbers(of[Kind.MANNER])
    return _timed(of[Kind.TIME], timing)


def _timed(times: Sequence[Complement], timing: frozenset[str]) -> tuple[str, list[int]]:
    """A time as a value, with the times that go on behind it: "on Friday at nine"."""
    if not times:
        return "", []
    linked = times[0].top.pos in ("ADP", "SCONJ")
    if times[0].top.low != "to" and ("link" if linked else "bare") not in timing:
        return "", []
    kept = [times[0], *(one for one in times[1:] if one.top.pos == "ADP")]
    return _linked(kept) if linked else ("", _numbers(kept))


def _direct(values: Sequence[Complement]) -> list[Complement]:
    """Of "gave me a key" the key."""
    given = [one for one in values if one.top.dep != "dative" or one.top.pos == "ADP"]
    return given or list(values)


def _is_rate(one: Complement, values: Sequence[Complement]) -> bool:
    """Whether words say per what: "40 a month"."""
    return one.top.dep == "npadvmod" and one.numbers[0] == values[-1].numbers[-1] + 1


def _split(links: Sequence[Complement], place: int) -> tuple[list[Complement], list[Complement]]:
    later = [one for one in links if one.top.i > place]
    return later, [one for one in links if one.top.i <= place]


def _linked(links: Sequence[Complement], head: int = -1) -> tuple[str, list[int]]:
    first = next((one for one in links if one.top.i > head), links[0])
    others = [one for one in links if one is not first]
    inner = tuple(i for i in first.numbers if i != first.top.i)
    rest = _numbers([replace(first, numbers=inner), *others])
    return first.top.low, rest


def _numbers(found: Sequence[Complement]) -> list[int]:
    return [i for one in found for i in one.numbers]


def _is_existential(parse: Parse, clause: Clause) -> bool:
    """Whether "there is" opens a clause; in "the man there is called Jo" it does not."""
    there = parse.child(clause.head, "expl")
    return there is not None and parse.child(clause.head, "nsubj", "nsubjpass") is None


def _with_place(parse: Parse, what: Complement) -> tuple[Complement, list[Complement]]:
    """A thing and where it is, where the parser has hung the place on the thing."""
    places = words("en", "place_prepositions")
    place = next((t for t in parse.all(what.top.i, "prep") if t.low in places), None)
    if place is None:
        return what, []
    where = [i for i in what.numbers if i in parse.subtree(place.i)]
    rest = tuple(i for i in what.numbers if i not in where)
    return replace(what, numbers=rest), [Complement(Kind.LINK, place, tuple(where))]


def _existing(parse: Parse, found: Sequence[Complement], voice: Voice) -> Edge:
    """Read "there is a sauna in the cellar" as a statement about the sauna."""
    what = next((one for one in found if one.kind is Kind.VALUE), None)
    links = [one for one in found if one.kind is Kind.LINK]
    if what is not None and not links:
        what, links = _with_place(parse, what)
    name = phrase(parse, what.numbers, voice) if what is not None else "there"
    link, kept = _told(links, frozenset(("link",)))
    return Edge(
        uncapitalised(name), f"be {link}" if link else "exist", phrase(parse, kept, voice), False
    )
