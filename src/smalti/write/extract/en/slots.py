"""Attributes with an owner: "my gate code is 4471" is Ada's gate code, whoever says it how."""

from __future__ import annotations

from dataclasses import dataclass

from smalti.write.extract.en.clauses import Clause
from smalti.write.extract.en.nouns import is_bare_subject, person_like
from smalti.write.extract.en.parse import Parse, Token
from smalti.write.extract.en.render import phrase, uncapitalised
from smalti.write.extract.en.times import is_time
from smalti.write.extract.en.voice import Voice
from smalti.write.extract.people import is_kin, possessive
from smalti.write.extract.tables import words

_STANDING = ("mine", "ours", "yours")


@dataclass(frozen=True, slots=True)
class Slot:
    """An owner and an attribute. ``value`` is set where it stands as the subject."""

    owner: str
    attribute: str
    person: bool
    value: str = ""


def slot_of(parse: Parse, clause: Clause, voice: Voice) -> Slot | None:
    """The slot that a clause with "be" fills, or None where it only describes its subject."""
    top = _top_noun(parse, clause)
    if top is None or parse.tokens[clause.head].lemma not in ("be", "'s"):
        return None
    if top.low in _STANDING or not _is_valued(parse, clause, top):
        return None
    value = parse.child(clause.head, "attr")
    if top.pos == "PROPN" and person_like(parse, top):
        return None if value is None else _inverse(parse, clause, value, voice)
    if _is_near(top) and not (value is not None and value.pos == "PROPN"):
        return None  # "my sister is a vet" is about the sister, "my landlord is Mr Oak" is not
    return _owned(parse, top, voice)


def named_pet(parse: Parse, clause: Clause, voice: Voice) -> Slot | None:
    """Read "my dog is called Biscuit" as my dog Biscuit: the animal is there by its name."""
    top = _top_noun(parse, clause)
    name = parse.child(clause.head, "oprd", "attr", "dobj")
    called = parse.tokens[clause.head].low in ("called", "named")
    if top is None or name is None or not called or top.low not in words("en", "pets"):
        return None
    slot = _owned(parse, top, voice)
    return slot if slot is not None and slot.person and name.pos == "PROPN" else None


def _inverse(parse: Parse, clause: Clause, value: Token, voice: Voice) -> Slot | None:
    """Read "Maartje is Femke's line manager" as Femke's line manager, like the other way round."""
    holder = parse.child(value.i, "poss")
    role = is_kin(value.low) or value.low in words("en", "person_roles")
    if holder is None or not role:
        return None
    owner, person = _holder(parse, holder, voice)
    return Slot(owner, _attribute(parse, value), person, phrase(parse, clause.subject, voice))


def _owned(parse: Parse, top: Token, voice: Voice) -> Slot | None:
    holder = parse.child(top.i, "poss")
    if holder is not None:
        owner, person = _holder(parse, holder, voice)
        return Slot(owner, _attribute(parse, top), person)
    article = parse.child(top.i, "det")
    owner = "" if article is None else voice.read.get(article.i, ("", 1.0))[0]
    if owner.endswith(("'s", "'")):  # "the name", read out as the dog's
        return Slot(owner.removesuffix("'s").removesuffix("'"), _attribute(parse, top), False)
    if _is_known(top, voice):
        return None
    alone = parse.child(top.i, "conj") is None
    if alone and voice.chat and voice.person and is_bare_subject(parse, top):  # "my" was dropped
        who = voice.talk.introduced() if top.low in words("en", "personal_heads") else None
        read = (voice.read.get(i, ("", 1.0))[0] for i in parse.subtree(top.i))
        if any(text.startswith(possessive(who or voice.name)) for text in read):
            return Slot(who or voice.speaker, _attribute(parse, top), True)
    return _of_another(parse, top, voice)


def _is_known(top: Token, voice: Voice) -> bool:
    """Whether the thing was spoken of before as nobody's own: sesame, the scooter."""
    known = voice.talk.named(top.low)
    return known is not None and not known.startswith(possessive(voice.name))


def _top_noun(parse: Parse, clause: Clause) -> Token | None:
    tops = (parse.tokens[i] for i in clause.subject if parse.tokens[i].head not in clause.subject)
    top = next(tops, None)
    return top if top is not None and top.pos in ("NOUN", "PROPN") else None


def _is_valued(parse: Parse, clause: Clause, top: Token) -> bool:
    """Whether an attribute is given its value; "my flat is noisy" only describes a thing."""
    if parse.child(clause.head, "acomp") is None:
        return parse.child(clause.head, "attr") is not None
    favourite = any(t.low in ("favourite", "favorite") for t in parse.all(top.i, "amod"))
    return favourite or top.low in words("en", "attribute_heads")


def _is_near(top: Token) -> bool:
    return is_kin(top.low) or top.low in words("en", "pets")


def _holder(parse: Parse, holder: Token, voice: Voice) -> tuple[str, bool]:
    if holder.low in ("my", "our"):
        return voice.speaker, True
    name = phrase(parse, parse.subtree(holder.i), voice).removesuffix("'s").removesuffix("'")
    person = holder.pos == "PRON" or is_kin(holder.low) or person_like(parse, holder)
    return uncapitalised(name.strip()), person


def _attribute(parse: Parse, top: Token) -> str:
    before = [t for t in parse.all(top.i, "amod", "compound", "nummod") if t.i < top.i]
    return " ".join(t.lemma for t in [*before, top])


def _of_another(parse: Parse, top: Token, voice: Voice) -> Slot | None:
    """Owner and attribute of "the price of the ticket", "the codeword for the cellar"."""
    link = next((t for t in parse.all(top.i, "prep") if t.low in ("of", "for")), None)
    inner = parse.child(link.i, "pobj") if link is not None else None
    if inner is None or top.low in words("en", "part_nouns") or top.tag == "NNS":
        return None
    whose = uncapitalised(phrase(parse, _named_with(parse, top, inner), voice))
    person = is_kin(inner.low) or person_like(parse, inner)
    return Slot(whose, _attribute(parse, top), person)


def _named_with(parse: Parse, top: Token, inner: Token) -> list[int]:
    """The words of a noun, with those right behind it that the parser hung higher up.

    What tells two alike things apart often hangs there: "the code of locker 3 of hall B".
    """
    numbers = list(parse.subtree(inner.i))
    for beside in parse.all(top.i, "prep", "appos", "nummod"):
        more = parse.subtree(beside.i)
        if min(more) == max(numbers) + 1 and not is_time(parse, beside):
            numbers += more
    return numbers
