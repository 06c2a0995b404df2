"""What English says in passing: names in apposition, kin and pets, jobs, wishes, and fragments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from smalti.model.turn import Role
from smalti.write.extract.candidate import Candidate
from smalti.write.extract.en.clauses import appositions
from smalti.write.extract.en.elided import elided
from smalti.write.extract.en.line import Line
from smalti.write.extract.en.make import Said, of_words
from smalti.write.extract.en.nouns import full_name, kin_before, person_like
from smalti.write.extract.en.parse import Parse, Token
from smalti.write.extract.en.presumed import presumed
from smalti.write.extract.en.render import noun_phrase, phrase
from smalti.write.extract.en.repairs import Repair, repaired, replaced
from smalti.write.extract.en.restated import exchanged, restated
from smalti.write.extract.en.voice import Voice
from smalti.write.extract.people import Talk, gender_of, is_kin, possessive
from smalti.write.extract.tables import pairs, pattern, words

_OWN = ("my", "our")


def read(line: Line, talk: Talk) -> Iterator[Candidate]:
    """Statements that a sentence makes beside its main ones."""
    voice = Voice(line.turn.speaker, talk.addressee(line.turn), talk)
    if line.turn.role is Role.ASSISTANT:
        yield from presumed(line, replace(voice, person=False))
        return
    yield from presumed(line, voice)
    successor = elided(line)
    if successor is not None:
        yield successor
    seen: set[int] = set()
    for above, beside in appositions(line.parse):
        made = _beside(line, above, beside, voice)
        if made is not None:
            seen |= {above.i, beside.i}
            yield made
    for token in line.parse.tokens:
        near = kin_before(line.parse, token)
        if near is not None and any(t.low in _OWN for t in line.parse.all(token.i, "poss")):
            seen |= {near.i, token.i}
            name = full_name(line.parse, token.i)
            voice.talk.mention(name, gender_of(near.low))
            yield _having(line, near, name, voice, (near.i, token.i))
        if token.i not in seen and _is_own(line.parse, token):
            yield _having(line, token, "", voice, (token.i,))


def _related(word: str) -> bool:
    return is_kin(word) or word in words("en", "pets")


def _beside(line: Line, above: Token, beside: Token, voice: Voice) -> Candidate | None:
    parse = line.parse
    owned = any(t.low in _OWN for t in parse.all(above.i, "poss")) or _bare(parse, above)
    if _related(above.low) and owned and beside.pos == "PROPN":
        several = above.tag == "NNS"
        name = (
            phrase(parse, parse.subtree(beside.i), voice) if several else full_name(parse, beside.i)
        )
        voice.talk.mention(name, gender_of(above.low))
        return _having(line, above, name, voice, (above.i, beside.i))
    article = parse.child(beside.i, "det", "poss")
    if beside.pos != "NOUN" or article is None or article.low in ("no", "any", "every"):
        return None
    if not (_related(above.low) or person_like(parse, above)):
        return None
    subject = (
        full_name(parse, above.i) if above.pos == "PROPN" else noun_phrase(parse, above.i, voice)
    )
    what = phrase(parse, parse.subtree(beside.i), voice)
    return of_words(
        line, (above.i, beside.i), Said(f"{subject} is {what}", subject, "be", what, 0.9)
    )


def _bare(parse: Parse, token: Token) -> bool:
    return parse.child(token.i, "det", "poss") is None and token.text.islower()


def _is_own(parse: Parse, token: Token) -> bool:
    """Whether a word is "my brother", which tells that there is one. Everyone has a mother."""
    named = parse.child(token.i, "compound") if token.pos == "PROPN" else None
    noun = named if named is not None else token
    if noun.low not in words("en", "optional_kin"):
        return False
    return any(t.low in _OWN for t in parse.all(token.i, "poss"))


def _having(
    line: Line, noun: Token, name: str, voice: Voice, numbers: tuple[int, ...]
) -> Candidate:
    """Make "Ada has a sister called Dana" of "my sister Dana".

    The edge leads from Ada along "sister" to Dana, or to "Ada's sister" who has no name yet.
    """
    before = [t.text for t in line.parse.all(noun.i, "amod", "compound") if t.i < noun.i]
    meant = pairs("en", "kin_meant").get(noun.low, noun.text)
    what = " ".join([*before, meant])
    plural = noun.tag in ("NNS", "NNPS") and noun.low.endswith(("s", "children"))
    article = "" if plural else ("an " if what[:1].lower() in "aeiou" else "a ")
    text = f"{voice.name} has {article}{what} {f'called {name}' if name else ''}".strip()
    value = name or f"{possessive(voice.name)} {what}"
    lemma = noun.lemma if meant == noun.text else meant
    kin = " ".join([*before, lemma.casefold()])
    return of_words(line, numbers, Said(text, line.turn.speaker, kin, value, 0.9 if name else 0.8))


_SHORT = 8  # words of a line that may be nothing but a new value


def repair(line: Line, talk: Talk) -> Candidate | None:
    """The earlier statement that a line gives another value for."""
    if line.turn.role is not Role.USER:
        return None
    earlier = [one for one in talk.said if one.turn != line.turn.id]
    change = _of_change(line, earlier, talk)
    found = change or _of_short(line, earlier)
    if found is None:
        return None
    sure = 0.8 if change is not None else 0.6 if line.corrects else 0.4
    return replace(
        found.said, turn=line.turn.id, start=line.start, end=line.end,
        sentence=replaced(found.said.sentence, found), object=replaced(found.said.object, found),
        subject=replaced(found.said.subject, found), asserted_by=line.turn.speaker,
        correction=line.corrects, time_span=None, directness=sure,
        restates=found.said.restates or found.said.turn,
    )  # fmt: skip


def _of_short(line: Line, earlier: Sequence[Candidate]) -> Repair | None:
    if len(line.text.split()) > _SHORT:
        return None
    if pattern("en", "said_in_full").search(line.text) is not None and not line.corrects:
        return None
    return repaired(line.text, earlier, corrects=line.corrects)


def _of_change(line: Line, earlier: Sequence[Candidate], talk: Talk) -> Repair | None:
    """A value put in by words of change, for what the same speaker said."""
    mine = [one for one in earlier if one.asserted_by == line.turn.speaker]
    meant = None
    if any(t.low in _POINTING and t.pos == "PRON" for t in line.parse.tokens):
        meant = talk.thing(line.turn.speaker)
    begin = max(0, line.start - _BEFORE)
    around = line.turn.text[begin : line.end]
    return restated(line.text, mine, meant) or exchanged(around, line.start - begin, mine)


_BEFORE = 60  # characters before a line in which the old name may stand


_POINTING = ("it", "they", "them")
