"""Japanese predicates: the dictionary form, and what their endings say of the statement."""

from __future__ import annotations

from dataclasses import dataclass

from smalti.model.record import Modality
from smalti.write.extract.ja.chunks import Chunk, Line
from smalti.write.extract.ja.words import Word
from smalti.write.extract.tables import pairs, pattern, words

COPULA = "だ"
_POTENTIAL = dict(zip("えけげせてねべめれ", "うくぐすつぬぶむる", strict=True))
_PAST_OF = {"カ": "いた", "ガ": "いだ", "サ": "した", "ナ": "んだ", "バ": "んだ", "マ": "んだ",
            "タ": "った", "ラ": "った", "ワ": "った"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Predicate:
    """A predicate in its dictionary form, and how it was said.

    ``value`` is the noun phrase that a copula says of its subject. ``denied``: it is not so.
    ``passive`` and ``asks``: somebody else does it; asked for with てください or the like.
    """

    lemma: str
    value: str
    denied: bool
    past: bool
    modality: Modality | None
    ended: bool
    passive: bool
    asks: bool
    sure: float


def read(line: Line, chunk: Chunk, *, doer: bool = False) -> Predicate:
    """Read a predicate. ``doer``: somebody is named in the clause by whom a thing may be done."""
    tail = line.words[chunk.core : chunk.last]
    said = line.text(chunk.first, chunk.last)
    lemma, value = _lemma(line, chunk)
    voice = _voice(line, chunk, tail, doer=doer)
    lemma = voice or lemma
    denied = _denied(line, chunk, tail)
    past = any(word.lemma == "た" and word.code == "X" for word in tail)
    faded = denied and "なくな" in line.text(chunk.core, chunk.last)
    return Predicate(
        lemma=lemma,
        value=value,
        denied=denied or (lemma in words("ja", "stop_verbs")),
        past=past,
        modality=_modality(line, chunk),
        ended=faded or (not denied and _ends(lemma, value)),
        passive=voice.endswith("れる"),
        asks=_asks(line, chunk, said),
        sure=0.8 if "みたい" in said or "そう" in said else 1.0,
    )


def _ends(lemma: str, value: str) -> bool:
    verbal = lemma.endswith("する") and lemma.endswith(tuple(words("ja", "ended_verbs")))
    return verbal or lemma in words("ja", "ended_verbs") or value in words("ja", "ended_nouns")


def _lemma(line: Line, chunk: Chunk) -> tuple[str, str]:
    """The dictionary form, and the noun phrase where it is a copula."""
    head = line.words[chunk.core - 1]
    text = line.text(chunk.first, chunk.core)
    follows = line.code(chunk.core)
    if head.code in "Vv" and chunk.core - chunk.first > 1 and head.lemma in _LIGHT:
        start = max((i for i in range(chunk.first, chunk.core) if line.code(i) in "ny"), default=-1)
        noun = line.text(max(start + 1, chunk.first), chunk.core - 1)
        return f"{noun}する", ""
    if head.code in "Vv":
        return _with_second(line, chunk, base(head)), ""
    if head.code == "a" and head.lemma == "ない":
        return "ある", ""
    if head.code in "Aa":
        become = follows == "v" and line.lemma(chunk.core) == "なる"
        return (f"{text}なる" if become else head.lemma), ""
    if head.code == "J" or (head.code == "K" and chunk.core - chunk.first == 1):
        return f"{line.text(_last_part(line, chunk), chunk.core)}だ", ""
    return COPULA, text


_LIGHT = words("ja", "light_verbs")


def _last_part(line: Line, chunk: Chunk) -> int:
    cuts = [i + 1 for i in range(chunk.first, chunk.core - 1) if line.code(i) in "nyghA"]
    return max(cuts, default=chunk.first)


def base(word: Word) -> str:
    """The dictionary form of a verb; of one that says "can" that of the verb it comes from."""
    lemma, norm = word.lemma, word.norm
    longer = len(lemma) == len(norm) + 1 and lemma[:-2] == norm[:-1]
    if longer and _POTENTIAL.get(lemma[-2]) == norm[-1]:
        return norm
    return pairs("ja", "can_verbs").get(lemma, lemma)


def _with_second(line: Line, chunk: Chunk, lemma: str) -> str:
    """A verb with a second one: 習い始める is 習う, 飲みすぎる stays whole."""
    second = line.words[chunk.core] if chunk.core < chunk.last else None
    if second is None or second.code not in "Vv" or second.lemma in words("ja", "aspect_verbs"):
        return lemma
    return line.text(chunk.first, chunk.core) + second.lemma


def _voice(line: Line, chunk: Chunk, tail: tuple[Word, ...], *, doer: bool) -> str:
    """The passive, causative or te-morau form, or nothing where the doer is the subject."""
    stem = line.text(chunk.first, chunk.core)
    for at, word in enumerate(tail):
        if word.lemma in ("れる", "られる") and word.code == "X":
            can = word.lemma == "られる" and not (doer or any(w.lemma == "た" for w in tail))
            head = line.words[chunk.core - 1]
            return "" if can or head.code not in "Vv" or at else stem + word.lemma
        if word.lemma in ("せる", "させる"):
            return stem + word.lemma
        if word.lemma in ("もらう", "いただく") and at:
            return stem + line.text(chunk.core, chunk.core + at) + "もらう"
    return ""


def _denied(line: Line, chunk: Chunk, tail: tuple[Word, ...]) -> bool:
    head = line.words[chunk.core - 1]
    count = sum(
        word.code in "Xa" and word.lemma in words("ja", "negatives") for word in tail
    ) + sum(word.code == "X" and "はいけ" in word.text for word in tail)
    count += head.code == "a" and head.lemma == "ない"
    return count % 2 == 1


def _modality(line: Line, chunk: Chunk) -> Modality | None:
    said = line.text(chunk.core, chunk.last)
    head = line.words[chunk.core - 1]
    if chunk.mark == "hearsay" or pattern("ja", "hearsay_cues").search(head.text + said):
        return Modality.QUOTED
    for key, modality in (
        ("plan_cues", Modality.PLANNED),
        ("wish_cues", Modality.WISHED),
        ("guess_cues", Modality.HYPOTHETICAL),
    ):
        if pattern("ja", key).search(said):
            return modality
    return Modality.PLANNED if head.form.startswith("意志推量") else None


def _asks(line: Line, chunk: Chunk, said: str) -> bool:
    head = line.words[chunk.last - 1]
    ends = set(line.codes[chunk.last + 1 :]) <= set("f.")
    if chunk.mark == "te" and ends and line.code(chunk.last) == "t":
        return line.code(chunk.last - 1) in ("V", "v", "S")
    return head.form.startswith("命令形") or pattern("ja", "ask_cues").search(said) is not None


def finite(line: Line, chunk: Chunk, *, past: bool) -> str:
    """The predicate as the end of a sentence, in the past where the whole is."""
    last = chunk.last - 1
    head, word = line.text(chunk.first, last), line.words[last]
    if word.code == "y":
        return f"{head}だ"
    if chunk.mark not in ("te", "list", "adverb") or not word.form.startswith("連用形"):
        return line.text(chunk.first, chunk.last)
    return head + (_past(word) if past else word.lemma)


def _past(word: Word) -> str:
    if word.code == "C":
        return "だった" if word.lemma == "だ" else "でした"
    if word.code in "Aa" or word.lemma in ("ない", "たい"):
        return word.lemma[:-1] + "かった"
    if word.lemma == "行く":
        return "行った"
    row = word.kind.rpartition("-")[2]
    if word.kind.startswith("動詞") and row[:1] in _PAST_OF and "五段" in word.kind:
        return word.lemma[:-1] + _PAST_OF[row[0]]
    return {"する": "した", "来る": "来た", "くる": "きた", "ます": "ました"}.get(
        word.lemma, word.lemma[:-1] + "た"
    )
