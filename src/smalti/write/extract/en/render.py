"""A clause read out as a sentence of its own: third person, names for pronouns, verbs to match."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import regex

from smalti.write.extract.en.clauses import Clause
from smalti.write.extract.en.nouns import bare_noun, full_name, person_like, person_rank
from smalti.write.extract.en.parse import Parse, Token
from smalti.write.extract.en.pronouns import is_pronoun, meant
from smalti.write.extract.en.voice import Voice
from smalti.write.extract.people import is_kin, possessive
from smalti.write.extract.tables import pairs, words

_HOLES = regex.compile(r"\s*,(?:\s*,)+")  # the commas around what was taken out
_CONTRACTED = ("AUX", "PART", "VERB")
_NO_BLANK_BEFORE = regex.compile(r"^(?:[,.;:!?)\]}…]|'s$|'$)")


def sentence(parse: Parse, clause: Clause, voice: Voice) -> str:
    """The whole clause as a sentence without a full stop."""
    agrees = _agreeing(parse, clause.order, voice)
    if _is_one_person(parse, clause.subject, voice):
        agrees.add(_finite(parse, clause).i)
    parts = _parts(parse, clause.order, voice, agrees)
    text = _joined(parts)
    if voice.addressee is not None:
        called = voice.addressee  # by name
        text = text.removesuffix(f", {called}").removeprefix(f"{called}, ")
    return text[:1].upper() + text[1:] if text[:1].islower() and not _is_handle(text) else text


def phrase(parse: Parse, numbers: Sequence[int], voice: Voice) -> str:
    """Some words of a clause, read out the same way."""
    return _joined(_parts(parse, numbers, voice, _agreeing(parse, numbers, voice)))


def noun_phrase(parse: Parse, i: int, voice: Voice) -> str:
    """A noun with what stands before it: "Ada's elder sister", "the new coach"."""
    return phrase(parse, noun_numbers(parse, i), voice)


def noun_numbers(parse: Parse, i: int) -> list[int]:
    """The words of a noun phrase up to its noun."""
    before = [
        n
        for child in parse.children[i]
        if child < i and parse.tokens[child].dep in ("det", "poss", "amod", "compound", "nummod")
        for n in parse.subtree(child)
    ]
    return [*sorted(before), i]


def uncapitalised(name: str) -> str:
    """A name without the capital of its article: "The workshop" and "the workshop" are one."""
    first, blank, rest = name.partition(" ")
    article = first.casefold() in words("en", "determiners") and not first.isupper()
    return f"{first.casefold()} {rest}" if blank and article else name


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
    if text.endswith(")") and "(" not in text:
        text = text[:-1]
    text = _HOLES.sub("", text).replace("can not ", "cannot ")
    return " ".join(text.split()).strip(" ,;:-–—")


def _finite(parse: Parse, clause: Clause) -> Token:
    """The verb form that agrees with the subject."""
    helpers = [parse.tokens[i] for i in clause.helpers]
    helpers = helpers or list(parse.all(clause.head, "aux", "auxpass"))
    return helpers[0] if helpers else parse.tokens[clause.head]


def _is_one_person(parse: Parse, subject: Sequence[int], voice: Voice) -> bool:
    names = [parse.tokens[i].low for i in subject]
    return names == ["i"] or (names == ["you"] and voice.addressee is not None)


def _agreeing(parse: Parse, numbers: Sequence[int], voice: Voice) -> set[int]:
    """The verbs of clauses within some words that have "I" or "you" as subject."""
    found = set()
    for token in (parse.tokens[i] for i in numbers):
        verb = parse.tokens[token.head]
        if token.dep != "nsubj" or not _stands_for_one(parse, token, voice) or token.i > verb.i:
            continue
        helper = parse.child(verb.i, "aux", "auxpass")
        if helper is not None:
            found.add(helper.i)
        elif verb.tag != "VB":  # not "let me know"
            found.add(verb.i)
    return found


def _stands_for_one(parse: Parse, token: Token, voice: Voice) -> bool:
    joined = token.i > 0 and parse.tokens[token.i - 1].low in ("and", "or")  # "Ann and I"
    several = joined or parse.child(token.i, "cc", "conj") is not None
    return not several and _is_one_person(parse, [token.i], voice)


def _parts(
    parse: Parse, numbers: Sequence[int], voice: Voice, agrees: Collection[int]
) -> list[tuple[str, bool]]:
    parts: list[tuple[str, bool]] = []
    last: int | None = None
    for i in numbers:
        token = parse.tokens[i]
        text = in_third_person(parse, token) if token.i in agrees else _word(parse, token, voice)
        blank = last is None or i != last + 1 or parse.tokens[last].blank
        parts.append((text, blank or _written_apart(token)))
        last = i
    return parts


def _written_apart(token: Token) -> bool:
    """Contractions are written out, so they need the blank they had lost."""
    return token.tag != "POS" and (token.dep in ("aux", "auxpass", "neg") or token.text[:1] in "'’")


def _word(parse: Parse, token: Token, voice: Voice) -> str:
    if token.i not in voice.read:
        before = voice.sureness
        text = _read_out(parse, token, voice)
        voice.read[token.i] = (text, voice.sureness / before)
    elif token.i not in voice.heard:  # from another clause of the sentence
        voice.doubt(voice.read[token.i][1])
        voice.named.append(voice.read[token.i][0])
    voice.heard.add(token.i)
    return voice.read[token.i][0]


def _read_out(parse: Parse, token: Token, voice: Voice) -> str:
    if is_pronoun(token):
        return meant(parse, token, voice)
    known = pairs("en", "contractions")
    if token.low in known and token.tag != "POS" and token.pos in _CONTRACTED:
        return _contraction(parse, token)
    if token.low == "the" and (of := _owner(parse, token, voice)) is not None:
        return of
    if token.low in ("one", "ones") and (noun := _noun_for_one(parse, token, voice)) is not None:
        return noun
    if voice.person and bare_noun(parse, token, chat=voice.chat):
        return _owned(token, voice)
    if token.pos == "PROPN" and person_like(parse, token) and token.dep != "compound":
        name = full_name(parse, token.i)
        voice.named.append(name)
        voice.talk.mention(name, "", person_rank(parse, token))
    return token.text


def _owner(parse: Parse, article: Token, voice: Voice) -> str | None:
    """Whose "the cat" is, where it was "my cat" before; whose name "the name is Biscuit" tells."""
    noun = parse.tokens[article.head]
    alone = not any(i != article.i and i < noun.i for i in parse.children[noun.i])
    alone = alone and noun.low not in words("en", "abstract_heads")
    before = voice.talk.named(noun.low) if alone else None
    if before is not None and before.casefold().endswith(f"'s {noun.low}"):
        return before[: -len(noun.low) - 1]
    verb = parse.tokens[noun.head]
    told = noun.low in words("en", "attribute_heads") and noun.dep == "nsubj"
    if not told or verb.lemma not in ("be", "'s") or parse.child(noun.i, "prep", "compound"):
        return None
    thing = voice.talk.thing(voice.speaker, voice.named)
    return None if thing is None else possessive(thing)


def _noun_for_one(parse: Parse, token: Token, voice: Voice) -> str | None:
    """What "the red one" is, after a blue folder was spoken of."""
    described = parse.child(token.i, "amod") is not None and token.tag != "NNS"
    if not described or parse.child(token.i, "relcl", "prep", "acl") is not None:
        return None
    thing = voice.talk.thing(voice.speaker)
    return thing.rsplit(" ", 1)[-1] if thing is not None else None


def _owned(token: Token, voice: Voice) -> str:
    """A noun whose "my" was dropped, or "the" if it was spoken of before."""
    before = None if is_kin(token.low) else voice.talk.named(token.low)
    if before is not None and before.casefold().endswith(token.low):
        return before
    if token.low in words("en", "personal_heads") and (who := voice.talk.introduced()) is not None:
        return f"{possessive(who)} {token.text}"  # "one brother, Dele, birthday's in May"
    return f"{possessive(voice.name)} {token.text}"


_UNCHANGING = (
    "read",
    "put",
    "cut",
    "set",
    "hit",
    "let",
    "quit",
    "shut",
    "spread",
    "cost",
    "hurt",
    "bet",
)
_IRREGULAR = {"have": "has", "do": "does", "be": "is", "go": "goes"}


def in_third_person(parse: Parse, token: Token) -> str:
    """The finite verb of "I …" in the third person."""
    low = token.low
    if low in ("'m", "am", "'re", "are", "'s"):
        return _contraction(parse, token) if low == "'s" else "is"
    if low in ("'ve", "have"):
        return "has"
    if token.tag == "MD" or low in ("'ll", "'d", "was", "were"):
        return {"were": "was"}.get(low, _contraction(parse, token))
    if token.tag not in ("VBP", "VB") or low.endswith(_UNCHANGING):
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
        verb = parse.tokens[token.head]
        helpers = {t.low for t in parse.all(verb.i, "aux", "auxpass")}
        helps = token.dep in ("aux", "auxpass")
        since = any(t.low == "since" for t in parse.all(verb.i, "prep"))
        has = verb.low in words("en", "has_participles") or "been" in helpers or since
        if helps and verb.tag == "VBN" and parse.child(verb.i, "dobj") is not None:
            has = verb.low not in words("en", "naming_participles")  # "it's spelled Fionn"
        return "has" if has or token.lemma == "have" else "is"
    if token.low == "'d":
        return "had" if token.lemma == "have" else "would"
    return pairs("en", "contractions").get(token.low, token.text)
