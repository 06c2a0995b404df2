"""A Chinese sentence as words and letters: the tagger's cuts mended, each word with one letter.

Letters: N noun, R pronoun, T time, M amount, V verb, B 是, A adjective, D adverb, F place word, p
preposition, b 把, z 被, c conjunction, e 的, g 得, l 了, k 过 and 着, x particle, w punctuation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import regex

from smalti.write.extract.tables import pairs, pattern, words
from smalti.write.extract.zh.words import Word

_LOOSE = regex.compile(r"^[那这這每][一几幾]?[天年次回时時晚]$")


@dataclass(frozen=True, slots=True)
class Line:
    """The words of a sentence and their letters. Offsets are into ``source``."""

    source: str
    words: tuple[Word, ...]
    codes: str

    @classmethod
    def of(cls, text: str, found: Iterable[Word]) -> Line:
        """The line that a sentence and its words make."""
        mended = tuple(_mended(text, tuple(found)))
        return cls(text, mended, _letters(mended))

    def text(self, first: int, last: int) -> str:
        """The text of words [first, last) as it stands in the sentence."""
        last = min(last, len(self.words))
        if first >= last:
            return ""
        return self.source[self.words[first].start : self.words[last - 1].end]

    def word(self, at: int) -> str:
        """The text of one word, or nothing outside the sentence."""
        return self.words[at].text if 0 <= at < len(self.words) else ""

    def code(self, at: int) -> str:
        """The letter of a word, or nothing outside the sentence."""
        return self.codes[at] if 0 <= at < len(self.codes) else ""


def _letters(found: tuple[Word, ...]) -> str:
    made = ""
    for at, word in enumerate(found):
        after = found[at + 1] if at + 1 < len(found) else None
        before = made[-1:]
        made += _in_context(word, _letter(word), before, after)
        if made[-1] == "N" and word.text in _WORKING and _follows_place(found, made, at):
            made = f"{made[:-1]}V"
        if made[-1] == "x" and word.text == "的" and found[at - 2].text not in words("zh", "very"):
            made = made[:-1] + "e"
    return made


_WORKING = ("工作", "上班")


def _follows_place(found: tuple[Word, ...], made: str, at: int) -> bool:
    """Whether a clause ends in a word that says what is done at a place: 在华为|工作."""
    ends = at + 1 == len(found) or found[at + 1].tag == "w"
    first = at - 1
    while first > 0 and made[first] == "N":
        first -= 1
    return ends and first < at - 1 and found[first].text == "在"


def _letter(word: Word) -> str:
    if _LOOSE.match(word.text):
        return "T"
    if word.text in ("还是", "還是") and word.tag == "v":
        return "B"
    by_text = pairs("zh", "text_codes").get(word.text)
    return by_text or pairs("zh", "tag_codes").get(word.tag, "N")


_NOT = ("没", "沒", "没有", "沒有", "别", "別")


def _in_context(word: Word, letter: str, before: str, after: Word | None) -> str:
    """The letter of a word that is read by what stands beside it."""
    if word.text in _NOT:
        verbal = after is not None and after.tag in ("v", "vd", "a", "d", "ad", "p")
        return "D" if verbal or after is None else "V"
    if letter == "e" and before == "A" and (after is None or after.tag == "w"):
        return "x"  # 挺大的
    if word.text in ("过", "過"):
        return "k" if before == "V" else "V"
    if word.text in ("这", "那", "這") and after is not None and after.tag == "TIME":
        return "T"
    if word.text in ("到", "至") and before == "T" and after is not None and after.tag == "TIME":
        return "T"
    if letter == "p" and word.text not in words("zh", "prepositions"):
        return "D" if after is not None and after.tag == "v" else "V"
    return letter


def _mended(text: str, found: tuple[Word, ...]) -> Iterator[Word]:
    """The words with what belongs together joined and what does not parted."""
    whole = [word for word in _with_forced(text, found) if word.text.strip()]
    parted = [part for word in whole for part in _parted(word)]
    at = 0
    while at < len(parted):
        first, last = parted[at], parted[at + _listed(parted, at) - 1]
        yield Word(text[first.start : last.end], last.tag, first.start, last.end)
        at = parted.index(last, at) + 1


def _listed(found: list[Word], at: int) -> int:
    """How many words a list of nouns takes up: 苹果、梨和葡萄 is one noun phrase."""
    size, nouns = 1, ("n", "nz", "vn", "LOC", "ORG", "PER", "nw")
    while (
        at + size + 1 < len(found)
        and found[at + size].text in words("zh", "joiners")
        and found[at + size - 1].tag in nouns
        and found[at + size + 1].tag in nouns
    ):
        size += 2
    return size


def _with_forced(text: str, found: tuple[Word, ...]) -> list[Word]:
    """Words that a list knows, cut out whole wherever the tagger put its cuts."""
    made = list(_counted(found))
    tags = pairs("zh", "forced_tags")
    spans = [(*m.span(), tags.get(m.group(), "n")) for m in pattern("zh", "forced").finditer(text)]
    for tag, known in (
        ("nz", _TOKEN),
        ("TIME", pattern("zh", "forced_times")),
        ("m", pattern("zh", "forced_amounts")),
        ("n", pattern("zh", "numbered")),
        ("nz", _QUOTED),
    ):
        spans += [(*m.span(), tag) for m in known.finditer(text)]
    for start, end, tag in spans:
        made = [piece for word in made for piece in _outside(text, word, start, end)]
        made.append(Word(text[start:end], tag, start, end))
        made.sort(key=lambda word: word.start)
    return made


_QUOTED = regex.compile(
    r"“[^“”，。]{1,16}”|「[^「」，。]{1,16}」|\"[^\",.，。]{1,16}\"|《[^《》]{1,20}》"
)
_TOKEN = regex.compile(
    r"[A-Za-z][A-Za-z0-9@._+/-]*[A-Za-z0-9]|(?<![0-9.])[0-9]+[A-Za-z@][A-Za-z0-9@._+-]+"
)


def _outside(text: str, word: Word, start: int, end: int) -> Iterator[Word]:
    """What of a word lies outside [start, end)."""
    if word.end <= start or word.start >= end:
        yield word
        return
    for first, last in ((word.start, min(start, word.end)), (max(end, word.start), word.end)):
        left = text[first:last]
        if left:
            tag = "p" if left in words("zh", "prepositions") else word.tag
            yield Word(left, tag, first, last)


def _counted(found: tuple[Word, ...]) -> Iterator[Word]:
    """七|个人 is 七个|人."""
    at = 0
    while at < len(found):
        word, after = found[at], found[at + 1] if at + 1 < len(found) else None
        counts = word.tag == "m" and after is not None
        if counts and after is not None and after.text[:2] in ("个人", "個人", "来人", "號人"):
            cut = after.start + 1
            yield Word(word.text + after.text[0], "m", word.start, cut)
            yield Word(after.text[1:], "n", cut, after.end)
            at += 2
            continue
        yield word
        at += 1


_OWN = regex.compile(r"^(?P<first>我|咱|俺)(?P<rest>家|爸|妈|媽|哥|姐|妹|弟|爸妈|老婆|老公)$")
_PAIR = regex.compile(r"^(?P<first>家)(?P<count>俩|倆|仨|有)(?P<rest>.+)$")
_AGED = regex.compile(r"^(?P<year>今年|明年|去年)(?P<age>[一二三四五六七八九十百]+)$")


def _parted(word: Word) -> Iterator[Word]:
    """One word as the words that it holds."""
    sizes, tags = _inside(word)
    at = word.start
    for size, tag in zip(sizes, tags, strict=True):
        part = Word(word.text[at - word.start : at - word.start + size], tag, at, at + size)
        yield from _parted(part) if len(sizes) > 1 else (part,)
        at += size


def _inside(word: Word) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The sizes and tags of the words that a word holds."""
    text, tag, size = word.text, word.tag, len(word.text)
    if (own := _OWN.match(text)) is not None:
        head = len(own.group("first"))
        return (head, size - head), ("r", "n")
    if tag == "n" and _PAIR.match(text):
        return (1, 1, size - 2), ("n", "m", "n")
    if tag == "TIME" and _AGED.match(text):
        return (2, size - 2), ("TIME", "m")
    if text in ("是要", "是想", "是会", "是能", "是有"):
        return (1, size - 1), ("d", "v")
    if text[0] == "在" and size > 2 and tag in ("p", "d"):
        return (1, size - 1), ("p", "s")
    if tag in ("v", "vd", "a", "p"):
        return _inside_verb(word)
    return (size,), (tag,)


def _inside_verb(word: Word) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """不吃, 也是, 想吃, 吃不下, 来看我, 去过, 醒了: what stands round a verb, cut off."""
    text, tag, size = word.text, word.tag, len(word.text)
    if tag == "v" and pattern("zh", "impossible_verbs").fullmatch(text):
        return (1, 1, size - 2), ("v", "d", "v")
    for key, head, tags in _HEADS:
        if tag in tags and _starts(text, key):
            return (1, size - 1), (head, tag)
    if tag != "v" or size == 1:
        return (size,), (tag,)
    if text[-1] in "我你他她":
        return (size - 1, 1), ("v", "r")
    past = text[-1] in "过過" and text not in _PAST
    ended = text[-1] == "了" and text not in words("zh", "kept_aspect")
    return ((size - 1, 1), ("v", "u")) if past or ended else ((size,), (tag,))


_HEADS = (
    ("modal", "v", ("v",)),
    ("negative", "d", ("v", "vd", "a")),
    ("adverb", "d", ("v", "vd", "a", "p")),
)
_PAST = words("zh", "kept_past")


def _starts(text: str, key: str) -> bool:
    found = pattern("zh", f"split_{key}", anchored=True).match(text)
    return found is not None and text not in words("zh", f"kept_{key}")
