"""English chat prose made readable for a parser, with every character traceable to the turn.

People drop subjects ("sold the harness"), apostrophes ("dont") and verbs ("gate's 4471"). A parser
trained on newspapers stumbles over that, so a few safe edits are made on a copy first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import regex

from smalti.write.extract.tables import pairs, pattern, words

Match = regex.Match[str]


@dataclass(frozen=True, slots=True)
class Prepared:
    """Text to parse, and for each of its characters the span it stands for in the turn.

    ``subjectless`` tells that the first subject was put in and stands nowhere in the turn.
    """

    text: str
    spans: tuple[tuple[int, int], ...]
    subjectless: bool = False

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The turn's characters behind [start, end); empty for what was put in."""
        covered = [s for s in self.spans[start:end] if s[1] > s[0]]
        if not covered:
            at = self.spans[start][0] if start < len(self.spans) else 0
            return at, at
        return covered[0][0], covered[-1][1]

    def edit(self, pattern_: regex.Pattern[str], new: Callable[[Match], str]) -> Prepared:
        """Replace what a pattern finds; the replacement stands for what it replaced."""
        text: list[str] = []
        spans: list[tuple[int, int]] = []
        at = 0
        for match in pattern_.finditer(self.text):
            text.append(self.text[at : match.start()])
            spans += self.spans[at : match.start()]
            put = new(match)
            text.append(put)
            spans += [self.span(match.start(), match.end())] * len(put)
            at = match.end()
        if at == 0 and not text:
            return self
        return Prepared(
            "".join([*text, self.text[at:]]), (*spans, *self.spans[at:]), self.subjectless
        )


def plain(text: str, start: int, end: int) -> Prepared:
    """The characters [start, end) of a turn as they are."""
    return Prepared(text[start:end], tuple((i, i + 1) for i in range(start, end)))


_QUOTE_MARKS = regex.compile(r"[’‘`´“”]")
_LOWER_I = regex.compile(r"(?<![\w'.@/-])i(?=$|[\s',])")
_NO_APOSTROPHE = regex.compile(r"\b[A-Za-z]+\b")
_LABEL = regex.compile(r"^(?P<label>[\w' ()-]{2,48}?)(?P<sign>\s*(?::|=|→|->)\s+)(?=\S)")
_ALONE = regex.compile(r"\bby (?:myself|ourselves|herself|himself)\b", regex.IGNORECASE)
_NOT_THAT = regex.compile(r"^not [\w ]{1,24}, (?=never|but|it's|i\b)", regex.IGNORECASE)
_NOT_ONLY = regex.compile(r"\bnot only\s+|\bbut also\s+", regex.IGNORECASE)
_REMEMBER_TO = regex.compile(
    r"^(?:please )?(?:do not forget|don't forget|remember) to ", regex.IGNORECASE
)
_FINITE = regex.compile(
    r"\b(?:is|are|was|were|am|has|have|had|does|do|did|will|would|can|could|must|should|may|might"
    r"|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|can't|won't|cannot)\b|'(?:m|re|ve|ll|d)\b|\b(?:it|he|she|that|there|what|who)'s\b",
    regex.IGNORECASE,
)
PRONOUN = regex.compile(r"\b(?:i|we|you|he|she|they|it)\b|'(?:m|re|ve|ll|d)\b", regex.IGNORECASE)


_LONG = 50


def is_careful(text: str) -> bool:
    """Whether a turn is written out like a letter, so that hardly anything was dropped."""
    said = text.strip()
    return len(said) > _LONG and said[0].isupper() and said[-1] in ".!?"


def prepare(text: str, start: int, end: int, *, chat: bool) -> Prepared:
    """A sentence ready for the parser. ``chat``: somebody speaks, so "I" may have been dropped."""
    casual = chat and not is_careful(text)
    made = plain(text, start, end)
    made = made.edit(_QUOTE_MARKS, lambda m: '"' if m.group() in "“”" else "'")
    made = made.edit(_LOWER_I, lambda m: "I")
    fixes = pairs("en", "misspelt")
    made = made.edit(_NO_APOSTROPHE, lambda m: _fixed(m.group(), fixes))
    made = made.edit(pattern("en", "openers", anchored=True), lambda m: "")
    made = made.edit(_REMEMBER_TO, lambda m: "")
    made = made.edit(_NOT_ONLY, lambda m: "" if m.group().strip().endswith("only") else "and ")
    made = made.edit(_NOT_THAT, lambda m: "")
    made = made.edit(_ALONE, lambda m: "alone")
    made = _copulas(made, casual=casual)
    if chat:
        made = _labels(made)
        made = _subject(made, casual=casual)
        made = _second_verbs(made)
    return made


def _fixed(word: str, fixes: dict[str, str]) -> str:
    return fixes.get(word.casefold(), word)


def _labels(made: Prepared) -> Prepared:
    """Read "handle in the forum: devr_42" and "monitoring = Vigía" as statements."""
    match = _LABEL.search(made.text)
    if match is None or len(match.group("label").split()) > 6:
        return made
    label = match.group("label").casefold()
    first, last = label.split()[0], label.split()[-1]
    told = made.text[match.end() :]
    if last in ("that", "this", "it", "these", "those", "so"):
        return made
    if _FINITE.search(told) or PRONOUN.search(told):
        return made  # what follows is a statement of its own
    if _FINITE.search(label) and first not in words("en", "plural_heads"):
        return made
    if first in words("en", "prepositions") or first in words("en", "small_talk_words"):
        return made
    if last.endswith("ing") and "=" not in match.group("sign"):
        return made
    verb = " are " if first in words("en", "plural_heads") else " is "
    sign = regex.compile(regex.escape(match.group("sign")))
    return made.edit(regex.compile(rf"(?<=^{regex.escape(match.group('label'))}){sign.pattern}"),
                     lambda m: verb)  # fmt: skip


_NOUN_S = regex.compile(
    r"(?<=[\w)\"])'s(?=\s+(?P<next>[\w'£$€\"]+)(?P<rest>[^,;.!?]*))", regex.IGNORECASE
)


def _copulas(made: Prepared, *, casual: bool) -> Prepared:
    """Write out the 's that means "is" or "has" after a noun; possessives stay.

    Careful writers contract after nouns only where no genitive could stand.
    """
    return made.edit(_NOUN_S, lambda m: _written_out(m, made.text, casual=casual))


def _written_out(match: Match, text: str, *, casual: bool) -> str:
    before = regex.findall(r"[\w-]+$", text[: match.start()])
    if not before or before[0].casefold() in words("en", "contracting_pronouns"):
        return match.group()  # "it's", "she's", "let's": the parser knows these
    if _HEADLESS.search(text, 0, match.start()) is not None:
        return match.group()  # "at the printer's", "whales are Óli's": a genitive without its noun
    nearest = match.group("next")
    word, rest = nearest.casefold(), match.group("rest").split()
    if word in ("called", "named"):
        return " is"
    if word in words("en", "has_participles") or (
        _is_participle(word) and rest and _is_object(rest[0])
    ):
        return " has"
    if rest and rest[0].casefold() in words("en", "has_participles"):
        return " has"  # "Ann's never been there"
    if word in words("en", "after_copula") or word[0].isdigit() or word[0] in "£$€":
        return " is"
    if not casual:
        return match.group()
    ing = word.endswith("ing") and word not in words("en", "ing_nouns")
    if ing or _is_participle(word):
        return match.group() if rest and _FINITE.match(rest[0]) else " is"
    alone = _lacks_verb(_CLAUSE.split(text[: match.start()])[-1].split()) and _lacks_verb(rest)
    return " is" if alone and len(rest) <= 6 else match.group()


_CLAUSE = regex.compile(r"[,;:]|\b(?:and|but|so|because)\b")
_HEADLESS = regex.compile(
    r"\b(?:is|are|was|were|at|to|of|from|with|by|than|into)\s+(?:(?:the|a|my|our)\s+)?[\w-]+$"
)


def _is_participle(word: str) -> bool:
    return word in words("en", "participles") or (
        word.endswith("ed") and len(word) > 4 and word not in words("en", "ed_nouns")
    )


def _is_object(word: str) -> bool:
    return word.casefold() in words("en", "object_starts") or word[:1].isupper()


def _lacks_verb(rest: list[str]) -> bool:
    """Whether none of these words can be the verb of the clause: then the 's was it."""
    return not any(
        _FINITE.search(word)
        or word in words("en", "past_forms")
        or (word.endswith(("ed", "s")) and not word.endswith("ss") and word.islower())
        for word in rest
    )


_CONJUNCTIONS = regex.compile(r"(?:(?:and|so|but|then|now)\s+)*", regex.IGNORECASE)
_FIRST = regex.compile(r"^(?P<lead>(?:and|so|but|just|only|also|finally|already|still|then|never"
                       r"|actually|really|always|usually|currently|now)\s+)*(?P<word>[A-Za-z']+)"
                       r"(?=\s|$)(?P<rest>.*)$", regex.IGNORECASE | regex.DOTALL)  # fmt: skip


def _subject(made: Prepared, *, casual: bool) -> Prepared:
    """Put in the "I" that was dropped before a verb or a place at the start."""
    match = _FIRST.search(made.text)
    if match is None or made.text.rstrip().endswith("?"):
        return made
    put = _dropped(match.group("word").casefold(), match.group("rest"), match.group("lead") or "")
    if put is None or (put == "I am" and not casual):
        return made  # carefully written: "Seeing my team succeed brings me joy."
    joints = _CONJUNCTIONS.match(made.text)  # "so I never …": before the adverbs, after "so"
    start = joints.end() if joints is not None else 0
    lead = made.text[:start]
    text = f"{lead}{put} {made.text[start:]}"
    at = made.spans[start][0] if start < len(made.spans) else 0
    inserted = ((at, at),) * (len(put) + 1)
    return Prepared(text, (*made.spans[:start], *inserted, *made.spans[start:]), True)


def _dropped(word: str, rest: str, lead: str) -> str | None:
    following = rest.split()
    clause = regex.split(r"[,:;]", rest)[0]
    if word in ("been", "gone") or (word == "able" and "never" in lead):
        return "I have"
    if word in words("en", "past_forms") or (
        word.endswith("ed") and len(word) > 4 and word not in words("en", "ed_nouns")
    ):
        # "Stalled on the roundabout" is mine; "Baked goods are here" and "said by" are not.
        return "I" if not (following and _FINITE.match(following[0])) else None
    if _dropped_present(word, following):
        return "I"
    if word.endswith("ing") and len(word) > 4 and word not in words("en", "ing_nouns"):
        nobody = not _FINITE.search(clause) or PRONOUN.search(clause)
        return "I am" if nobody and following else None
    if word in words("en", "place_starts") and lead.strip().casefold() != "and":
        alone = not _FINITE.search(rest) and not PRONOUN.search(rest)
        return "I am" if alone and following else None
    return None


def _dropped_present(word: str, following: list[str]) -> bool:
    """Whether "I" was dropped: "need a berth", "can't dance", but not "don't park there"."""
    if not following or following[0].casefold() in ("you", "i", "we", "is", "are"):
        return False
    if word == "don't":
        return following[0].strip(",").casefold() in words("en", "dont_verbs")
    return word in words("en", "dropped_present")


_HELPED = regex.compile(r"\bto\b|'ll\b|\b(?:can|could|will|would|must|should|may|might|did|do)\b")


def _second_verbs(made: Prepared) -> Prepared:
    """Say "I" again in "I live in Oslo and work at the port": "work" reads like a noun there."""
    verbs = "|".join(sorted(words("en", "second_verbs")))
    joint = regex.compile(rf"\b(?P<joint>and|but) (?=(?:{verbs})\b)", regex.IGNORECASE)
    found = joint.search(made.text)
    if (
        found is None
        or not made.text.startswith("I ")
        or _HELPED.search(made.text[: found.start()])
    ):
        return made
    start = found.end()
    at = made.spans[start][0]
    inserted = ((at, at),) * 2
    return Prepared(
        f"{made.text[:start]}I {made.text[start:]}",
        (*made.spans[:start], *inserted, *made.spans[start:]),
        made.subjectless,
    )
