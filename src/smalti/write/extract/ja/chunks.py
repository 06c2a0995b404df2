"""Japanese words to chunks: noun phrases with their particle, predicates with their endings.

A relative clause becomes part of the noun phrase that it describes, so that its verb is not taken
for something that is said.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import regex

from smalti.write.extract.ja.words import Word
from smalti.write.extract.tables import pairs, pattern
from smalti.write.extract.tables import words as listed

_NOMINAL = regex.compile(
    r"(?:[NSKJR]|\([^()]*\)|D(?=n)|T(?=[gh]?n[RNSKJ(]|p)|(?<=n)T|(?<=[NSKTn])p(?=[ghq])"
    r"|[gh]?n(?=[RNSKJT(]|p[ghq])|(?<=[JK])y(?=[RNSKJ(]))+"
)
_TAIL = regex.compile(
    r"(?:X|t(?:h?[va]|X)|(?<=[VvXi])[vV]|y(?=p)|C(?:h?[av])?|h(?=[av])|a|p(?=C)|(?<=X)i(?=[vV])|(?<=A)v)*"
)
_MARKS = regex.compile(r"C?[gh]+")
_ENDED = regex.compile(r"f*[. ]*$")


@dataclass(frozen=True, slots=True)
class Chunk:
    """Words [first, last) of a sentence: a noun phrase ("np"), "time", "pred" or "adv".

    ``core`` is where the last noun of a phrase begins, or where the endings of a predicate begin.
    ``mark`` holds the particles after a phrase, or how a predicate goes on: "end", "te", "cond",
    "when", "reason", "but", "list", "quote", "attr" or "purpose". The next chunk begins at
    ``after``. ``comma`` says whether a comma stands between.
    """

    kind: str
    first: int
    core: int
    last: int
    mark: str = ""
    after: int = 0
    comma: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """The words of a sentence and their letters."""

    source: str
    words: tuple[Word, ...]
    codes: str

    @classmethod
    def of(cls, text: str, found: tuple[Word, ...]) -> Line:
        """The line that a sentence and its words make."""
        return cls(text, found, "".join(word.code for word in found))

    def text(self, first: int, last: int) -> str:
        """The text of words [first, last) as it stands in the sentence."""
        last = min(last, len(self.words))
        if first >= last:
            return ""
        return self.source[self.words[first].start : self.words[last - 1].end]

    def lemma(self, at: int) -> str:
        """The dictionary form of a word, or nothing outside the sentence."""
        return self.words[at].lemma if 0 <= at < len(self.words) else ""

    def code(self, at: int) -> str:
        """The letter of a word, or nothing outside the sentence."""
        return self.codes[at] if 0 <= at < len(self.codes) else ""


def chunks(line: Line) -> list[Chunk]:
    """The chunks of a sentence in order, relative clauses taken into their noun phrase."""
    made: list[Chunk] = []
    at = 0
    while at < len(line.words):
        chunk = _chunk(line, at)
        if chunk is None:
            at += 1
            continue
        comma = line.code(chunk.after) == ","
        chunk = replace(chunk, comma=comma, after=chunk.after + comma)
        made = _absorbed(line, made, chunk)
        at = chunk.after
    return made


def _chunk(line: Line, at: int) -> Chunk | None:
    code = line.code(at)
    run = _NOMINAL.match(line.codes, at)
    if code == "T" and (run is None or run.end() == at):
        if line.code(at + 1) in ("C", "y"):
            return _predicate(line, at, at + 1)
        return _marked(line, Chunk("time", at, at, at + 1))
    if run is not None and run.end() > at:
        return _nominal(line, at, run.end())
    if code in "VvAa":
        return _predicate(line, at, at + 1)
    if code == "p":
        return _marked(line, Chunk("np", at, at, at + 1))
    return Chunk("adv", at, at, at + 1, after=at + 1) if code == "D" else None


def _nominal(line: Line, at: int, end: int) -> Chunk:
    after = line.code(end)
    if after in ("v", "V") and line.lemma(end) in listed("ja", "light_verbs"):
        core = _after_counter(line, at, end)
        if core > at:
            return _marked(line, Chunk("np", at, at, core))
        return _predicate(line, at, end + 1)
    verbal = after == "X" and line.words[end].kind.startswith("助動詞")
    only = line.text(end, end + 2) == "でしか"
    if (after == "C" and not only) or verbal or line.codes[end : end + 2] == "yp":
        if end - at > 1 and line.text(end - 1, end) in listed("ja", "feelings"):
            return replace(_marked(line, Chunk("np", at, at, end - 1)), mark="が")
        return _predicate(line, at, end)
    joints = [i for i in range(at, end - 1) if line.code(i) in "nyR"]
    return _marked(line, Chunk("np", at, max(joints) + 1 if joints else at, end))


def _after_counter(line: Line, at: int, end: int) -> int:
    """Where a verbal noun begins that stands right after an amount: 三冊|購入する."""
    counters = [i for i in range(at, end - 1) if "助数詞" in line.words[i].kind]
    return max(counters) + 1 if counters else at


def _marked(line: Line, chunk: Chunk) -> Chunk:
    marks = _MARKS.match(line.codes, chunk.last)
    end = marks.end() if marks else chunk.last
    mark = line.text(chunk.last, end)
    if mark in ("から", "まで", "だけ", "のみ") and line.code(end) == "C":  # 会議は三時からです
        return _predicate(line, chunk.first, end)
    described = line.code(end - 1) == ")" and line.code(end + 1) in ("N", "S")  # 「…」って札
    if not mark and line.code(end) == "q" and not described:
        # 霞って六人しか入れない: a topic in plain speech, unless somebody says or writes it
        mark, end = ("と" if _reports(line, end + 1) else "は"), end + 1
    return replace(chunk, mark=mark, after=end)


def _reports(line: Line, at: int) -> bool:
    return line.code(at) in ("V", "v", "A") and line.lemma(at) in pairs("ja", "reporting")


def _predicate(line: Line, first: int, core: int) -> Chunk:
    last = _with_formal_nouns(line, _tail(line, core))
    if line.codes[last - 2 : last] == "pC" and line.words[last - 1].text == "で":  # ので
        return Chunk("pred", first, core, last - 2, "reason", last)
    mark, after = _link(line, last)
    return Chunk("pred", first, core, last, mark, after)


def _tail(line: Line, at: int) -> int:
    found = _TAIL.match(line.codes, at)
    return found.end() if found else at


def _with_formal_nouns(line: Line, last: int) -> int:
    """Take in つもりだ, ことになる, ことがある and their like."""
    while last < len(line.words):
        rest = line.text(last, min(last + 5, len(line.words)))
        found = pattern("ja", "formal", anchored=True).match(rest)
        if found is None:
            return last
        reach = line.words[last].start + found.end()
        at = next((i for i in range(last, len(line.words)) if line.words[i].end == reach), None)
        if at is None:
            return last
        helped = at + 1 + (line.code(at + 1) in ("v", "V", "a", "A") and line.code(at) in "ghi")
        last = _tail(line, helped)
    return last


def _link(line: Line, last: int) -> tuple[str, int]:
    """How a predicate goes on, and where the next chunk begins."""
    code, form = line.code(last), line.words[last - 1].form
    if _ENDED.match(line.codes, last):
        return "end", len(line.words)
    if form.startswith("仮定形") and code != "j":
        return "cond", last
    if line.code(last - 1) == "C" and line.words[last - 1].text in ("で", "じゃ"):
        return "te", last
    if code in _BY_CODE:
        return _BY_CODE[code](line, last)
    if code in "NSKJR(Tn" and code:
        return _before_noun(line, last)
    if code == "," and form.startswith("連用形") and line.code(last - 1) != "C":
        return "list", last
    return ("adverb" if form.startswith("連用形") and code != "," else "end"), last


def _particles(line: Line, at: int) -> int:
    marks = _MARKS.match(line.codes, at)
    return marks.end() if marks else at


def _conjunction(line: Line, last: int) -> tuple[str, int]:
    return pairs("ja", "links").get(line.lemma(last), "end"), _particles(line, last + 1)


def _te(line: Line, last: int) -> tuple[str, int]:
    after = _particles(line, last + 1)
    return ("but" if line.text(last + 1, after).startswith("も") else "te"), after


def _quoting(line: Line, last: int) -> tuple[str, int]:
    after = _particles(line, last + 1)
    if _reports(line, after):
        return "quote", after
    if line.code(last) == "q":
        return "hearsay", last + 1
    text = line.words[last].text
    return pairs("ja", "links").get(text, "purpose" if text == "に" else "when"), after


def _final(line: Line, last: int) -> tuple[str, int]:
    while line.code(last) in ("f", "."):
        last += 1
    return "end", last


def _noun_of_clause(line: Line, last: int) -> tuple[str, int]:
    past = line.code(last - 1) == "X" and line.lemma(last - 1) == "た"
    closed = past or line.code(last + 2) == "," or line.code(last - 1) == "y"
    return ("but", last + 2) if closed and line.text(last, last + 2) == "のに" else ("attr", last)


_BY_CODE = {"t": _te, "j": _conjunction, "q": _quoting, "g": _quoting, "h": _quoting,
            "f": _final, ".": _final, "p": _noun_of_clause}  # fmt: skip


def _before_noun(line: Line, last: int) -> tuple[str, int]:
    """A noun that joins clauses (とき, 前), or one that the clause describes."""
    if line.words[last].text == "か":  # 出すか迷う
        return "adverb", last + 1
    link = pairs("ja", "joining_nouns").get(line.words[last].text)
    after = _particles(line, last + 1)
    if link is None or line.code(last + 1) in ("n", "C", "N", "S"):
        return "attr", last + (line.code(last) == "n")
    if link == "when" and "は" in line.text(last + 1, after):
        link = "cond"
    return link, after


def _absorbed(line: Line, made: list[Chunk], chunk: Chunk) -> list[Chunk]:
    """The chunks with a new one, which takes in the relative clause just before it."""
    if not made or made[-1].mark != "attr":
        return [*made, chunk]
    clause = made[-1]
    nominal = chunk.kind == "np" or (chunk.kind == "pred" and line.code(chunk.first) in "NSKJRT(p")
    if not nominal:
        return [*made[:-1], replace(clause, mark="end"), chunk]
    keep = len(made) - 1
    while keep > 0 and _in_relative(line, made[keep - 1], clause):
        keep -= 1
    return [*made[:keep], replace(chunk, first=made[keep].first)]


def _in_relative(line: Line, before: Chunk, clause: Chunk) -> bool:
    """Whether a chunk belongs to the relative clause rather than to the whole."""
    if before.comma or before.kind == "pred" or before.mark.endswith(("は", "も")):
        return before.kind == "pred" and before.mark in ("adverb", "purpose")
    if line.code(clause.first) == "A":
        return before.mark in ("が", "の")
    return True
