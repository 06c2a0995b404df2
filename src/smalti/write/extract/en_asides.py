"""What English says in passing: names in apposition, kin and pets, jobs, wishes, and fragments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from smalti.model.record import Facet, RecordKind
from smalti.model.turn import Role
from smalti.write.extract.candidate import Candidate
from smalti.write.extract.en_answers import statement
from smalti.write.extract.en_clauses import Clause, appositions
from smalti.write.extract.en_line import Line, time_span
from smalti.write.extract.en_marks import marks_of
from smalti.write.extract.en_nouns import full_name, kin_before, person_like
from smalti.write.extract.en_parse import Parse, Token
from smalti.write.extract.en_render import Voice, noun_phrase, phrase
from smalti.write.extract.en_repairs import repaired, replaced
from smalti.write.extract.people import Talk, gender_of, is_kin
from smalti.write.extract.tables import pattern, words

_OTHERS = ("new", "next", "another", "same", "other", "great", "good", "nice")
_OWN = ("my", "our")


def read(line: Line, talk: Talk) -> Iterator[Candidate]:
    """Statements that a sentence makes beside its main ones."""
    if line.turn.role is Role.ASSISTANT:
        return
    voice = Voice(line.turn.speaker, talk.addressee(line.turn), talk)
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
            yield _having(line, near, f"called {name}", voice, (near.i, token.i), name)
        if token.i not in seen and _is_own(line.parse, token):
            yield _has(line, token, voice)


def gender_beside(parse: Parse, token: Token) -> str:
    """What a kinship noun beside a name tells: "my sister Dana"."""
    beside = [parse.tokens[token.head]] if token.dep in ("appos", "compound") else []
    beside += [*parse.all(token.i, "appos", "compound")]
    return next((g for t in beside if (g := gender_of(t.low))), "")


def _related(word: str) -> bool:
    return is_kin(word) or word in words("en", "pets")


def _beside(line: Line, above: Token, beside: Token, voice: Voice) -> Candidate | None:
    parse = line.parse
    owned = any(t.low in _OWN for t in parse.all(above.i, "poss")) or _bare(parse, above)
    if _related(above.low) and owned and beside.pos == "PROPN":
        gender = gender_of(above.low)
        several = above.tag == "NNS"
        name = (
            phrase(parse, parse.subtree(beside.i), voice) if several else full_name(parse, beside.i)
        )
        voice.talk.mention(name, gender)
        return _having(line, above, f"called {name}", voice, (above.i, beside.i), name)
    article = parse.child(beside.i, "det", "poss")
    if beside.pos != "NOUN" or article is None or article.low in ("no", "any", "every"):
        return None
    if not (_related(above.low) or person_like(parse, above)):
        return None
    subject = (
        full_name(parse, above.i) if above.pos == "PROPN" else noun_phrase(parse, above.i, voice)
    )
    what = phrase(parse, parse.subtree(beside.i), voice)
    return _aside(line, f"{subject} is {what}", (subject, "be", what), (above.i, beside.i), 0.9)


def _bare(parse: Parse, token: Token) -> bool:
    return parse.child(token.i, "det", "poss") is None and token.text.islower()


def _is_own(parse: Parse, token: Token) -> bool:
    """Whether a word is "my brother", which tells that there is one. Everyone has a mother."""
    named = parse.child(token.i, "compound") if token.pos == "PROPN" else None
    noun = named if named is not None else token
    if noun.low not in words("en", "optional_kin"):
        return False
    return any(t.low in _OWN for t in parse.all(token.i, "poss"))


def _has(line: Line, token: Token, voice: Voice) -> Candidate:
    return _having(line, token, "", voice, (token.i,), "")


def _having(
    line: Line, noun: Token, called: str, voice: Voice, numbers: tuple[int, ...], name: str
) -> Candidate:
    """Make "Ada has a sister called Dana" of "my sister Dana"."""
    before = [t.text for t in line.parse.all(noun.i, "amod", "compound") if t.i < noun.i]
    what = " ".join([*before, noun.text])
    plural = noun.tag in ("NNS", "NNPS")
    article = "" if plural else ("an " if what[:1].lower() in "aeiou" else "a ")
    text = f"{voice.name} has {article}{what} {called}".strip()
    directness = 0.9 if name else 0.6
    edge = (line.turn.speaker, f"have {what}", name or what)
    return _aside(line, text, edge, numbers, directness)


def _aside(
    line: Line,
    text: str,
    edge: tuple[str, str, str],
    numbers: tuple[int, ...],
    directness: float,
) -> Candidate:
    start, end = line.span(tuple(sorted(numbers)))
    return Candidate(
        turn=line.turn.id, start=start, end=end, sentence=text,
        subject=edge[0], predicate=edge[1], object=edge[2], asserted_by=line.turn.speaker,
        kind=RecordKind.FACT if edge[0] == line.turn.speaker else RecordKind.CLAIM,
        facet=Facet.RELATIONSHIP, correction=line.corrects, directness=directness,
    )  # fmt: skip


_SHORT = 8


def repair(line: Line, talk: Talk) -> Candidate | None:
    """The earlier statement that a short line gives another number for."""
    short = len(line.text.split()) <= _SHORT
    earlier = [one for one in talk.said if one.turn != line.turn.id]
    found = repaired(line.text, earlier) if short and line.turn.role is Role.USER else None
    told = pattern("en", "said_in_full").search(line.text) is not None
    if found is None or (told and not line.corrects):
        return None
    one, old, new = found
    return replace(
        one, turn=line.turn.id, start=line.start, end=line.end,
        sentence=replaced(one.sentence, old, new), object=replaced(one.object, old, new),
        asserted_by=line.turn.speaker, correction=line.corrects, time_span=None,
        directness=0.6 if line.corrects else 0.4,
    )  # fmt: skip


def wish(line: Line, clause: Clause, voice: Voice, span: tuple[int, int]) -> Candidate | None:
    """A standing wish: "don't use emojis with me" tells how somebody wants to be served."""
    denied = line.parse.child(clause.head, "neg") is not None
    drop = {t.i for t in line.parse.all(clause.head, "aux", "neg", "intj")}
    numbers = [i for i in clause.body if i not in drop]
    what = phrase(line.parse, numbers, voice)
    if line.corrects and what.startswith("make that"):
        return None  # a repair, not a wish
    if len(what.split()) < 2:
        return None
    wanted = f"{'not ' if denied else ''}to {what}"
    text = f"{voice.name} wants the assistant {wanted}"
    sense = (not denied, 0.9 * voice.sureness)
    return _marked(line, clause, text, ("want the assistant to", what), span, sense)


def fragment(line: Line, clause: Clause, voice: Voice, span: tuple[int, int]) -> Candidate | None:
    """A sentence without a verb. A job is the speaker's; the rest is kept as what it is: a note."""
    parse, head = line.parse, line.parse.tokens[clause.head]
    said = phrase(parse, clause.order, voice)
    content = [t for t in (parse.tokens[i] for i in clause.order)
               if t.pos in ("NOUN", "PROPN", "NUM", "ADJ", "VERB")]  # fmt: skip
    asked = voice.talk.question
    if asked is not None and asked[0] < voice.talk.turn and content:
        told = statement(asked[1], said, voice.name)
        if told is not None:
            voice.talk.question = None
            return _marked(line, clause, told, ("answer", said), span, (True, 0.7))
    if line.turn.role is Role.ASSISTANT or len(content) < 2:
        return None
    others = any(t.low in _OTHERS for t in parse.all(head.i, "amod"))  # "new boss": not me
    if head.low in words("en", "person_roles") and clause.order[0] <= head.i and not others:
        article = "" if parse.child(head.i, "det", "poss") else (
            "an " if said[:1].lower() in "aeiou" else "a ")  # fmt: skip
        text = f"{voice.name} is {article}{said}"
        return _marked(line, clause, text, ("be", said), span, (True, 0.8 * voice.sureness))
    denied = any(parse.tokens[i].low in ("no", "not", "never") for i in clause.order)
    if any(parse.tokens[i].low in ("i", "we") for i in clause.order):
        said = line.turn.text[span[0] : span[1]]  # misread: keep the words as they were said
    text = f"{voice.name}: {said}"
    return _marked(line, clause, text, ("note", said), span, (not denied, 0.45 * voice.sureness))


def _marked(
    line: Line,
    clause: Clause,
    text: str,
    edge: tuple[str, str],
    span: tuple[int, int],
    sense: tuple[bool, float],
) -> Candidate:
    marks = marks_of(line.parse, clause, text)
    return Candidate(
        turn=line.turn.id, start=span[0], end=span[1], sentence=text,
        subject=line.turn.speaker, predicate=edge[0], object=edge[1],
        asserted_by=line.turn.speaker, polarity=sense[0], condition=marks.condition,
        time_span=time_span(line.turn.text, *span), ended=marks.ended,
        correction=line.corrects, directness=round(sense[1], 3),
    )  # fmt: skip
