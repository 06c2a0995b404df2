"""A clause read out as a sentence of its own: third person, names for pronouns, verbs to match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import regex

from smalti.write.extract.en_clauses import Clause
from smalti.write.extract.en_nouns import bare_noun, full_name, person_like
from smalti.write.extract.en_parse import Parse, Token
from smalti.write.extract.people import GENDERS, Talk, possessive, shown
from smalti.write.extract.tables import pairs, words

_FIRST = {"i", "me", "myself", "we", "us", "ourselves"}
_FIRST_OWN = {"my", "our"}
_FIRST_STANDS = {"mine", "ours"}
_SECOND = {"you", "yourself"}
_THIRD = {"he", "him", "she", "her", "hers", "his"}
_THINGS = {"it", "its", "they", "them", "their", "theirs", "this", "that", "these", "those"}
_HOLES = regex.compile(r"\s*,(?:\s*,)+")  # the commas around what was taken out
_CONTRACTED = ("AUX", "PART", "VERB")
_NO_BLANK_BEFORE = regex.compile(r"^(?:[,.;:!?)\]}…]|'s$|'$)")


@dataclass
class Voice:
    """Who speaks to whom, and how sure the reading is: each kept pronoun lowers ``sureness``.

    ``chat``: people drop articles; the assistant does not. ``corrects``:
    "it" may then mean a value named before, which nothing here can tell. ``person``: somebody with
    relatives, so neither an assistant nor a tool.
    """

    speaker: str
    addressee: str | None
    talk: Talk
    chat: bool = True
    corrects: bool = False
    person: bool = True
    sureness: float = 1.0
    named: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The speaker as written in sentences."""
        return shown(self.speaker)

    def doubt(self, share: float) -> None:
        """Something was guessed or left open."""
        self.sureness *= share


def sentence(parse: Parse, clause: Clause, voice: Voice) -> str:
    """The whole clause as a sentence without a full stop."""
    finite = _finite(parse, clause)
    third = _one_person(parse, clause, voice)
    parts = _parts(parse, clause.order, voice, finite.i if finite and third else None, clause.head)
    text = _joined(parts)
    if voice.addressee is not None:
        text = text.removesuffix(f", {voice.addressee}")  # a name called out at the end
    return text[:1].upper() + text[1:] if text[:1].islower() and not _is_handle(text) else text


def phrase(parse: Parse, numbers: Sequence[int], voice: Voice, head: int = -1) -> str:
    """Some words of a clause, read out the same way."""
    return _joined(_parts(parse, numbers, voice, None, head))


def noun_phrase(parse: Parse, i: int, voice: Voice) -> str:
    """A noun with what stands before it: "Ada's elder sister", "the new coach"."""
    before = [
        n
        for child in parse.children[i]
        if child < i and parse.tokens[child].dep in ("det", "poss", "amod", "compound", "nummod")
        for n in parse.subtree(child)
    ]
    return phrase(parse, [*sorted(before), i], voice)


def _is_handle(text: str) -> bool:
    first = text.split(" ", 1)[0]
    return not first.isalpha()


def _joined(parts: list[tuple[str, bool]]) -> str:
    text = ""
    for part, blank in parts:
        if text and text[-1] != " " and not _NO_BLANK_BEFORE.match(part) and part:
            text += " " if blank else ""
        text += part
    if text.count('"') % 2:
        text = text.replace('"', "")  # half of a quotation marks nothing
    text = _HOLES.sub("", text).replace("can not ", "cannot ")
    return regex.sub(r"\s+", " ", text).strip(" ,;:-–—")


def _finite(parse: Parse, clause: Clause) -> Token | None:
    """The verb form that agrees with the subject."""
    helpers = [parse.tokens[i] for i in clause.helpers] or list(
        parse.all(clause.head, "aux", "auxpass")
    )
    return helpers[0] if helpers else parse.tokens[clause.head]


def _one_person(parse: Parse, clause: Clause, voice: Voice) -> bool:
    names = [parse.tokens[i].low for i in clause.subject]
    return names == ["i"] or (names == ["you"] and voice.addressee is not None)


def _parts(
    parse: Parse, numbers: Sequence[int], voice: Voice, agrees: int | None, head: int
) -> list[tuple[str, bool]]:
    parts: list[tuple[str, bool]] = []
    last: int | None = None
    for i in numbers:
        token = parse.tokens[i]
        text = _verb(parse, token) if token.i == agrees else _word(parse, token, voice, head)
        blank = last is None or i != last + 1 or parse.tokens[last].blank
        parts.append((text, blank or _written_apart(token)))
        last = i
    return parts


def _written_apart(token: Token) -> bool:
    """Contractions are written out, so they need the blank they had lost."""
    return token.tag != "POS" and (token.dep in ("aux", "auxpass", "neg") or token.text[:1] in "'’")


def _word(parse: Parse, token: Token, voice: Voice, head: int) -> str:
    low = token.low
    if low in _FIRST or low in _FIRST_OWN or low in _FIRST_STANDS:
        return _first(low, voice)
    if low in _SECOND or low in ("your", "yours"):
        return token.text if _generic(parse, token) else _second(token, voice)
    if low in _THIRD and token.pos in ("PRON", "DET"):
        return _third(parse, token, voice)
    if low in _THINGS and token.pos == "PRON":
        return _thing(parse, token, voice, head)
    if low in pairs("en", "contractions") and token.tag != "POS" and token.pos in _CONTRACTED:
        return _contraction(parse, token)
    if voice.person and bare_noun(parse, token, chat=voice.chat):
        return f"{possessive(voice.name)} {token.text}"
    if token.pos == "PROPN" and person_like(parse, token) and token.dep != "compound":
        name = full_name(parse, token.i)
        voice.named.append(name)
        voice.talk.mention(name, "")
    return token.text


def _first(low: str, voice: Voice) -> str:
    if low in _FIRST_OWN or low in _FIRST_STANDS:
        return possessive(voice.name)
    return voice.name if low in ("i", "me", "myself") else f"{voice.name} and others"


def _generic(parse: Parse, token: Token) -> bool:
    """Whether "you" means anyone: "you can't park there"."""
    modal = any(t.tag == "MD" for t in parse.all(token.head, "aux"))
    return modal and token.dep in ("nsubj", "nsubjpass")


def _second(token: Token, voice: Voice) -> str:
    if voice.addressee is None:
        return token.text  # "you" to nobody we know is mostly "one"
    name = shown(voice.addressee)
    return possessive(name) if token.low in ("your", "yours") else name


def _third(parse: Parse, token: Token, voice: Voice) -> str:
    owns = token.tag == "PRP$" or token.low in ("his", "hers")
    # "Ann told her" is not Ann; "Ann sold her car" most likely is.
    apart = () if owns else tuple(voice.named)
    name = voice.talk.person(token.low, voice.speaker, apart) if token.low in GENDERS else None
    if name is None or (_gets_name(parse, token) and "'s " not in name):
        voice.doubt(0.5)
        return token.text
    voice.doubt(0.9)
    return possessive(name) if owns else name


def _gets_name(parse: Parse, token: Token) -> bool:
    """Whether "she's called Mote" is said: so she is nobody whose name we know."""
    return token.dep == "nsubjpass" and parse.tokens[token.head].low in ("called", "named")


def _thing(parse: Parse, token: Token, voice: Voice, head: int) -> str:
    """The thing meant, only for a subject, and only where "it" cannot be a mere filler."""
    name = None
    if (
        token.low in ("it", "its")
        and not voice.corrects
        and (token.low == "its" or _refers(parse, token))
    ):
        name = voice.talk.thing()
    if name is None:
        voice.doubt(0.6)
        return token.text
    voice.doubt(0.7)
    return possessive(name) if token.low == "its" else name


def _refers(parse: Parse, token: Token) -> bool:
    verb = parse.tokens[token.head]
    if token.dep not in ("nsubj", "nsubjpass"):
        return False
    return not any(
        parse.tokens[i].dep in ("ccomp", "xcomp", "csubj", "advcl") for i in parse.children[verb.i]
    ) and verb.lemma not in words("en", "weather")


_IRREGULAR = {"have": "has", "do": "does", "be": "is", "go": "goes"}


def _verb(parse: Parse, token: Token) -> str:
    """The finite verb of "I …" in the third person."""
    low = token.low
    if low in ("'m", "am", "'re", "are"):
        return "is"
    if low in ("'ve", "have"):
        return "has"
    if token.tag == "MD" or low in ("'ll", "'d", "was", "were"):
        return {"were": "was"}.get(low, _contraction(parse, token))
    if token.tag not in ("VBP", "VB") or low in words("en", "unchanging"):
        return token.text
    return _IRREGULAR.get(low) or _inflected(token.text)


def _inflected(verb: str) -> str:
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def _contraction(parse: Parse, token: Token) -> str:
    if token.low == "'s":
        has = parse.tokens[token.head].low in words("en", "has_participles")
        return "has" if has or token.lemma == "have" else "is"
    if token.low == "'d":
        return "had" if token.lemma == "have" else "would"
    return pairs("en", "contractions").get(token.low, token.text)
