"""A candidate as words: what is left of its object once time, adverbs and asides are taken out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import regex

from smalti.text.quantities import find_quantities
from smalti.text.when import DateMention
from smalti.write.extract.candidate import Candidate
from smalti.write.normalise.spoken import Scene, folded
from smalti.write.normalise.tables import UNSPACED, Pattern, any_of, phrases, table, words

_EDGE = ' \t\n,;:.!?-–—…()[]"“”„«»*#<>'
_WORD = regex.compile(r"[^\s,;:!?()\"“”]+")
_FRONTED = regex.compile(r"(?P<first>\p{L}+)\b[^,;:]{1,90},\s+(?=\S)")
_HOLE = regex.compile(r"\s*,(?:\s*,)+|\s{2,}")


@dataclass(frozen=True)
class Said:
    """What a candidate says, in words.

    ``predicate`` are lemmas. ``full`` is the object without adverbs; ``core`` is it without time
    words and asides, which is what a value is made of.
    """

    scene: Scene
    subject: str
    predicate: tuple[str, ...]
    full: str
    core: str
    mentions: tuple[DateMention, ...] = ()

    @property
    def candidate(self) -> Candidate:
        """The candidate."""
        return self.scene.candidate

    @cached_property
    def sentence(self) -> str:
        """The sentence, folded."""
        return folded(self.candidate.sentence)


def said_of(scene: Scene) -> Said:
    """The words of a candidate."""
    candidate = scene.candidate
    mentions = tuple(one for one in scene.dates() if not _is_adjective(one, scene.turn.text))
    predicate = tuple(candidate.predicate.replace("_", " ").split())
    language, whole = scene.language, _without_lead(candidate, scene.language)
    whole = _day_in_full(whole, mentions, candidate.sentence)
    full = tidy(whole, language)
    core = tidy(without_time(whole, mentions, language), language)
    core = tidy(without_asides(core, scene), language)
    return Said(scene, candidate.subject, predicate, full, core, mentions)


def behind_subject(said: Said) -> str | None:
    """The sentence behind its subject; ``None`` where it does not open with that."""
    sentence, subject = said.candidate.sentence, said.subject
    for opening in (subject, f"The {subject}", subject[:1].upper() + subject[1:]):
        if sentence.startswith(opening):
            return sentence[len(opening) :]
    return None


def _day_in_full(object: str, mentions: Iterable[DateMention], sentence: str) -> str:
    """An object with the rest of a date of which it is the day: of "3", "3 May 2026"."""
    if not object.isdecimal():
        return object
    ends = (one.text for one in mentions if sentence.rstrip(_EDGE).endswith(one.text))
    return next((text for text in ends if text.split()[0] == object), object)


def _is_adjective(mention: DateMention, text: str) -> bool:
    """Whether a word tells of what kind a thing of somebody's is: "Ada's daily routine"."""
    alone = mention.recurrence is not None and " " not in mention.text
    return bool(
        alone
        and _OWNED.search(text, max(0, mention.start - 8), mention.start)
        and _NOUN.match(text, mention.end)
    )


_OWNED = regex.compile(r"(?:['’]s|\b(?:my|your|his|her|our|their|its)) $", regex.IGNORECASE)
_NOUN = regex.compile(r" \p{L}")


def _without_lead(candidate: Candidate, language: str) -> str:
    """The object without what word order put in front of it: "Understood, the requirements"."""
    first, comma, rest = candidate.object.partition(", ")
    leads = candidate.sentence.startswith(first) and not candidate.subject.startswith(first)
    if comma and leads and len(first.split()) <= _LEAD and rest.strip():
        return rest
    return candidate.object


_LEAD = 3  # words


def tokens(text: str) -> list[str]:
    """The words of a text, folded, without the punctuation around them."""
    return list(_tokens(text))


@lru_cache(maxsize=1 << 12)
def _tokens(text: str) -> tuple[str, ...]:
    found = (match.group().strip(_EDGE) for match in _WORD.finditer(folded(text)))
    return tuple(word for word in found if word)


# --- adverbs -----------------------------------------------------------------------------------


def tidy(text: str, language: str, *, front: bool = True) -> str:
    """A text without the adverbs at its edges and what was put in front of it."""
    text = text.strip(_EDGE)
    pattern = _adverbs(language)
    before = None
    while pattern is not None and text != before:
        before = text
        if match := pattern[1].search(text):
            text = text[: match.start()].strip(_EDGE)
        elif not front:
            continue
        elif (match := pattern[0].match(text)) and not _bounds(match.group(), text, language):
            text = (text[: match.start()] + text[match.end() :]).strip(_EDGE)
        else:
            text = _without_fronted(text, language)
    return text


def _bounds(adverb: str, text: str, language: str) -> bool:
    """Whether words are no adverb but tell how an amount is meant: "at most 2 GB"."""
    if folded(adverb).strip(" ,") not in phrases(language, "bounds"):
        return False
    return any(found.comparator != "=" and found.start == 0 for found in find_quantities(text))


def _without_fronted(text: str, language: str) -> str:
    """A text without the phrase in front: "By sharing it, a space for exchange"."""
    fronted = _FRONTED.match(text)
    if fronted is None or folded(fronted["first"]) not in words(language, "prepositions"):
        return text
    return text[fronted.end() :].strip(_EDGE)


@cache
def _adverbs(language: str) -> tuple[Pattern, Pattern] | None:
    known = phrases(language, "adverbs")
    if not known:
        return None
    any_adverb = "|".join(map(regex.escape, known))
    return (
        regex.compile(rf"(?:{any_adverb})\b(?!['’]s)[\s,]*", regex.IGNORECASE),
        regex.compile(rf"[\s,]+(?:{any_adverb})$", regex.IGNORECASE),
    )


# --- time words --------------------------------------------------------------------------------


def without_time(text: str, mentions: tuple[DateMention, ...], language: str) -> str:
    """A text without the time words of its quote."""
    for mention in mentions:
        found = _place_of(mention.text, text, language)
        if found is not None and not text.startswith(("'s", "’s"), found[1]):
            blank = "" if language in UNSPACED else " "
            text = f"{text[: found[0]]}{blank}{text[found[1] :]}"
    return _HOLE.sub(" ", text).strip(_EDGE)


def _place_of(timed: str, text: str, language: str) -> tuple[int, int] | None:
    """Where time words stand in a text, with or without the preposition that leads them."""
    lowered, wanted = text.lower(), timed.lower()
    if language in UNSPACED and len(lowered.strip(_EDGE)) > 1 and lowered.strip(_EDGE) in wanted:
        return 0, len(text)  # "四月底" of "约在四月底"
    small = words(language, "time_prepositions")
    while wanted:
        start = lowered.find(wanted)
        if start >= 0 and not _runs_on(lowered, start, start + len(wanted), language):
            return start, start + len(wanted)
        first, _, rest = wanted.partition(" ")
        if first not in small or not rest:
            return None
        wanted = rest
    return None


def _runs_on(text: str, start: int, end: int, language: str) -> bool:
    if language in UNSPACED:
        return False
    return text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()


def is_time(said: Said, text: str) -> bool:
    """Whether a text is time words and nothing more."""
    left = without_time(text, said.mentions, said.scene.language)
    return left != text.strip(_EDGE) and not tokens(tidy(left, said.scene.language))


def overlaps_time(said: Said, text: str) -> DateMention | None:
    """The first date mention whose words stand in a text."""
    language = said.scene.language
    return next((m for m in said.mentions if _place_of(m.text, text, language) is not None), None)


# --- asides ------------------------------------------------------------------------------------


def without_asides(text: str, scene: Scene) -> str:
    """A text up to the comma or conjunction at which something else begins."""
    text = _cut(text, scene.language)
    parts = [part.strip() for part in _COMMA.split(text)]
    if len(parts) > 1 and not _is_list(parts, scene.language):
        text = parts[0]
    return text.strip(_EDGE)


def _cut(text: str, language: str) -> str:
    pattern = any_of(language, "cuts")
    for match in _BREAK.finditer(text):
        if match.start() > 0:
            text = text[: match.start()]
            break
    if pattern is not None:
        for match in pattern.finditer(text):
            if match.start() > 0:
                return text[: match.start()].rstrip(_EDGE)
    return text


_COMMA = regex.compile(r",\s+")
_BREAK = regex.compile(r"\s+[-–—]+\s+|[;；]|\s\(|(?<=\p{L}{4})\.\s+(?=\p{Lu})|:\s|[–—](?=\p{L})")
_FEW = 3  # words of an item in a list


def _is_list(parts: list[str], language: str) -> bool:
    """Whether the parts are alike and the last is joined: "shellfish, sesame and nuts"."""
    joints = words(language, "lists_end")
    last = parts[-1].split()
    joined = bool(joints & {word.casefold() for word in last})
    short = all(len(part.split()) <= _FEW for part in parts[:-1])
    tail = [word for word in last if word.casefold() not in joints]
    return joined and short and len(tail) <= 2 * _FEW


# --- heads and articles ------------------------------------------------------------------------


def bare(text: str, language: str) -> str:
    """A text without the article it begins with; "a lot of" is no article."""
    first, _, rest = text.partition(" ")
    if not rest or first.casefold() not in words(language, "articles"):
        return text
    return text if tokens(rest)[:1] and tokens(rest)[0] in words(language, "quantifiers") else rest


def first_phrase(text: str, language: str) -> str:
    """A text up to its first preposition: "Aarhus" of "Aarhus for the job"."""
    found: list[str] = []
    for word in bare(text, language).split():
        if found and word.casefold() in words(language, "prepositions") - {"of"}:
            break
        found.append(word)
    return " ".join(found)


def head_of(text: str, language: str) -> str:
    """The word that a noun phrase is about: the last before a preposition or a clause."""
    found = ""
    stops = words(language, "prepositions") | _CLAUSES
    for number, word in enumerate(tokens(text)):
        if number and word in stops:
            break
        found = word
    return found.removesuffix("'s")


_CLAUSES = frozenset(
    {"that", "who", "whom", "which", "where", "when", "how", "why", "called", "named", "and", "or"}
    | {"but", "plus", "&", "as", "than", "if"}
)


@cache
def adverb_words(language: str) -> frozenset[str]:
    """The adverbs that are a single word."""
    return frozenset(word for word in phrases(language, "adverbs") if " " not in word)


@cache
def lemma_forms(language: str) -> dict[str, str]:
    """Forms of verbs that no rule tells, with their lemmas."""
    pairs = table(language).get("forms", "").split()
    return dict(pair.split("=", 1) for pair in pairs)
