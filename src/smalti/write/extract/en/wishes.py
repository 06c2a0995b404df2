"""Standing wishes: "don't use emojis with me" tells how somebody wants to be served."""

from __future__ import annotations

from dataclasses import replace

from smalti.write.extract.candidate import Candidate
from smalti.write.extract.en.clauses import Clause
from smalti.write.extract.en.line import Line
from smalti.write.extract.en.make import Said, of_clause
from smalti.write.extract.en.render import phrase
from smalti.write.extract.en.unresolved import left_open
from smalti.write.extract.en.voice import Voice


def wish(line: Line, clause: Clause, voice: Voice, span: tuple[int, int]) -> Candidate | None:
    """What an imperative asks the assistant for; None where it is a repair or says too little."""
    denied = line.parse.child(clause.head, "neg") is not None
    drop = {t.i for t in line.parse.all(clause.head, "aux", "neg", "intj")}
    drop |= {t.i for t in line.parse.all(clause.head, "advmod") if t.low in ("just", "even")}
    numbers = [i for i in clause.body if i not in drop]
    if numbers and line.parse.tokens[numbers[0]].low == "to":  # "to get to mine take tram 14"
        after = [i for i in numbers if i >= clause.head]
        numbers = [*after, *(i for i in numbers if i < clause.head)]
    what = phrase(line.parse, numbers, voice)
    if len(what.split()) < 2 or (line.corrects and what.startswith("make that")):
        return None
    if any(left_open(line.parse, numbers, voice)):
        return None
    text = f"{voice.name} wants the assistant {'not ' if denied else ''}to {_lowered(what)}"
    said = Said(
        text, line.turn.speaker, "want the assistant to", _lowered(what), min(0.9, voice.sureness),
        polarity=not denied,
    )  # fmt: skip
    return replace(of_clause(line, clause, said, span), ended=False)


def _lowered(what: str) -> str:
    first, blank, rest = what.partition(" ")
    return f"{first.casefold()}{blank}{rest}" if first.istitle() else what
