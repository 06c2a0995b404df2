"""What a statement tells about names and kinship besides what it says of the world."""

from __future__ import annotations

from dataclasses import dataclass, replace

import regex

from smalti.model.entity import EntityKind
from smalti.model.record import Modality
from smalti.write.entities.kinship import Relative, relative_of
from smalti.write.entities.references import bearer, is_pronoun
from smalti.write.entities.relations import looks_like_name
from smalti.write.entities.tables import table, word_set
from smalti.write.names.context import plain as plain_text
from smalti.write.names.people import full_forms
from smalti.write.names.tables import longest_first
from smalti.write.statement import Name, Statement


@dataclass(frozen=True, slots=True)
class Told:
    """What the names in a statement tell about each other.

    Attributes:
        subject: whose relative the subject is, with its name where the statement gives it.
        value: the same of the value.
        alias: another name of the subject.
        as_text: whether the value is no entity of its own: another name of the subject, or a word
            for what it is to somebody.
        owned: whether the value is the subject's relative, rather than the speaker's.
        owning: whether the subject is the value's relative.
    """

    subject: Relative | None = None
    value: Relative | None = None
    alias: str = ""
    as_text: bool = False
    owned: bool = False
    owning: bool = False


def told(statement: Statement) -> Told:
    """Read a statement for names: "my sister's name is Lena", "Lena is Ada's sister"."""
    subject = kin_in(statement.subject)
    plain = Told(subject, kin_in(statement.value) if isinstance(statement.value, Name) else None)
    for rule in (_name_given, _is_relative, _is_called, _has_relative, _is_relative_of):
        found = rule(statement, plain)
        if found is not None:
            return found
    return plain


def kin_in(name: Name) -> Relative | None:
    """The relative that a name means; without an owner only people are named so."""
    if is_pronoun(name.text):
        return None
    return relative_of(name.text, bare=name.kind is EntityKind.PERSON)


def _name_given(statement: Statement, plain: Told) -> Told | None:
    """A name is given: "my sister is called Lena", "my name is Kwame", "Tamsin goes by TK"."""
    proper = table("references")["names"].get(statement.predicate)
    text = _text(statement)
    if proper is None or not text:
        return None
    given = _stands(statement) and looks_like_name(text)
    if given and proper and plain.subject is not None and not plain.subject.name:
        return Told(replace(plain.subject, name=text), as_text=True)
    return replace(plain, value=None, alias=text if given else "", as_text=True)


def _is_relative(statement: Statement, plain: Told) -> Told | None:
    """The subject's name is a relative's: "Lena is Ada's sister"."""
    relative = relative_of(statement.candidate.object, bare=False)
    if relative is None or relative.name or not _equates(statement) or plain.subject is not None:
        return None
    name = bearer(statement.subject)
    if statement.subject.kind is not EntityKind.PERSON and not relative.is_pet:
        return None  # 十三号是我爸 tells a birthday
    if not looks_like_name(name) and name != bearer(statement.asserted_by):
        return None
    as_text = plain.value is not None and not plain.value.name
    return replace(plain, subject=replace(relative, name=name), as_text=as_text)


def _is_called(statement: Statement, plain: Told) -> Told | None:
    """The value is the subject's name: "I'm Kwame", "Ada's sister is Lena"."""
    value = statement.value
    if not isinstance(value, Name) or plain.value is not None or not _equates(statement):
        return None
    if not _is_given_name(value.text):
        return None
    if plain.subject is not None and not plain.subject.name:
        return Told(replace(plain.subject, name=value.text), as_text=True)
    if bearer(statement.subject) == bearer(statement.asserted_by) and _introduces(statement):
        return replace(plain, alias=value.text, as_text=True)
    return None


def _introduces(statement: Statement) -> bool:
    """Whether somebody says in so many words that a name is theirs: "I'm Kwame"."""
    quote = plain_text(statement.candidate.quote(statement.grounded.turn))
    name = regex.escape(plain_text(_text(statement)))
    words = longest_first(table("references")["introductions"])
    return regex.search(rf"(?<!\p{{Latin}})(?:{words})\s?{name}(?!\p{{Latin}})", quote) is not None


def _has_relative(statement: Statement, plain: Told) -> Told | None:
    """The value is the subject's relative: "Ada has a sister called Lena"."""
    value = statement.value
    if not isinstance(value, Name) or not _stands(statement):
        return None
    family = statement.predicate in word_set("references", "family")
    if plain.value is not None:
        return replace(plain, owned=True) if family and plain.value.owner == "" else None
    relative = _relation(statement, family=family)
    if relative is None or not _is_given_name(value.text):
        return None
    return replace(plain, value=replace(relative, name=value.text), owned=True)


def _relation(statement: Statement, *, family: bool) -> Relative | None:
    """What the value is to the subject: "Ada's sister is Lena", "Ada has a sister called Lena"."""
    candidate = statement.candidate
    whose = relative_of(candidate.subject, bare=False)
    if whose is not None and candidate.subject != statement.subject.text:
        return None if whose.name else whose
    if not family:
        return None
    for said in (candidate.predicate.replace("_", " "), candidate.object):
        relative = relative_of(_CALLED.sub("", _HAVING.sub("", said)))
        if relative is not None and relative.owner == "" and not relative.name:
            return relative
    return None


def _is_relative_of(statement: Statement, plain: Told) -> Told | None:
    """The subject is the value's relative: "Lena is the sister of Ada"."""
    match = _BEING_OF.fullmatch(statement.candidate.predicate.replace("_", " "))
    relative = relative_of(match["word"]) if match else None
    name = bearer(statement.subject)
    if relative is None or plain.subject is not None or not _stands(statement):
        return None
    if not isinstance(statement.value, Name) or not looks_like_name(name):
        return None
    return replace(plain, subject=replace(relative, name=name), owning=True)


_HAVING = regex.compile(
    r"^(?:have|has|got|own|keep|有|haben|tener|avoir)\s*(?:an?\s|the\s)?", regex.I
)
_CALLED = regex.compile(r"\s(?:called|named|by the name of)\s.*|(?:叫|名叫|という).*", regex.I)
_BEING_OF = regex.compile(r"(?:be|is)\s(?:an?\s|the\s)?(?P<word>.+?)\sof", regex.I)


def _text(statement: Statement) -> str:
    value = statement.value
    return value.text if isinstance(value, Name) else value.text or ""


def _stands(statement: Statement) -> bool:
    """Whether it is asserted, not denied, asked, wished or over."""
    candidate = statement.candidate
    return candidate.polarity and candidate.modality is Modality.ASSERTED and not candidate.ended


def _equates(statement: Statement) -> bool:
    return _stands(statement) and statement.predicate in word_set("references", "copulas")


_KINDS = regex.compile(
    r".*(?:ish|ese|ian|ean|ist|ic|aner|isch|ois|aise?|ien(?:ne)?|[人籍族])", regex.I
)


def _is_given_name(text: str) -> bool:
    """Whether a word says who somebody is, not what: not Hungarian, Buddhist, 日本人."""
    if not looks_like_name(text) or text.casefold() in word_set("references", "kinds of people"):
        return False
    return _KINDS.fullmatch(text) is None or len(full_forms(text.casefold())) > 1
