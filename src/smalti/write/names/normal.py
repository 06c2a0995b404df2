"""The form of a name under which an index keeps it."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import regex

_INVISIBLE = regex.compile(r"[\p{Cf}\p{Variation_Selector}]+")
_APOSTROPHES = regex.compile(r"['’‘ʼ`´′＇]")
_MINUS = regex.compile(r"(?<=\p{L}\s)[-−](?=[0-9])")  # level -1 is not level 1
_NUMBER_SIGN = regex.compile(r"(?<![\p{L}#])#(?=\s?[0-9])")
_MARKS = regex.compile(r"[^\p{L}\p{M}\p{N}&+#@/.,]+")
_CJK = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\u30fc々]"
_UNSPACED = regex.compile(rf"(?<={_CJK})[ ・·‧･]+|[ ・·‧･]+(?={_CJK})")
_LETTER_DIGIT = regex.compile(r"(?<=\p{Latin})(?=[0-9])|(?<=[0-9])(?=\p{Latin})")
_NOT_IN_NUMBER = regex.compile(r"(?<![0-9])[./,]+|[./,]+(?![0-9])")
_SINGLE_LETTERS = regex.compile(r"(?<![^ ])(?:\p{Latin} )+\p{Latin}(?![^ ])")
_VERSION_MARK = regex.compile(r"(?<![^ ])v(?:er|ersion)? (?=[0-9])")
_NUMBER_WORD = regex.compile(
    r"(?<=[^ ] )(?:nr|no|num|nummer|number|numero|numéro|número) (?=[0-9])"
)
_CONJUNCTION = regex.compile(r"(?<=[^ ] )(?:und|et|y)(?= [^ ])")
_HAN_DIGITS = {sign: str(value) for value, sign in enumerate("〇一二三四五六七八九")} | {"零": "0"}
_COUNTED_PLACE = regex.compile(
    r"第(?P<n>[〇零一二三四五六七八九十]+)"
    r"|(?<![〇零一二三四五六七八九十百千])(?P<n>[〇零一二三四五六七八九十]+)"
    r"(?=[号號楼樓栋棟室层層階班组組期丁番区區街路线線等院馆館站厂廠店连連营營库庫届屆集卷册冊课課章节節门門]"
    r"|食堂|教室|会议室|會議室|[中小](?!\p{Han}))"
)


@lru_cache(maxsize=1 << 15)
def normal_form(name: str) -> str:
    """The key of a name: names with one key are spelt alike and may be looked up as one.

    Case, Unicode form, width, invisible characters, kinds of quotes, hyphens and spaces do not
    count, nor do spaces in Chinese, Japanese and Korean names, the separators of ids
    ("INV-20931", "inv 20931"), the v of a version, the word "number" ("Invoice No. 7"), "&", and
    Han numerals that number something (三号楼, 3号楼). Marks, titles, legal forms, digits and
    characters count. A key is its own key.
    """
    for _ in range(_PASSES):
        before, name = name, _reduced(name)
        if name == before:
            break
    return name


_PASSES = 4  # one step can make room for another: "v.v.1"


def _reduced(name: str) -> str:
    text = unicodedata.normalize("NFKC", _INVISIBLE.sub("", name)).casefold()
    text = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    text = _MINUS.sub(" minus ", _NUMBER_SIGN.sub("", _APOSTROPHES.sub("", text)))
    text = _MARKS.sub(" ", text).replace("&", " and ")
    text = _COUNTED_PLACE.sub(_in_digits, _UNSPACED.sub("", text.strip()))
    text = _NOT_IN_NUMBER.sub(" ", _LETTER_DIGIT.sub(" ", text))
    text = _VERSION_MARK.sub("", " ".join(text.split()))
    text = _CONJUNCTION.sub("and", _NUMBER_WORD.sub("", text))
    text = _SINGLE_LETTERS.sub(lambda run: run.group().replace(" ", ""), text)
    text = " ".join(_UNSPACED.sub("", text).split())
    return text or " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _in_digits(match: regex.Match[str]) -> str:
    """A Han numeral up to 99 in digits; 第 stays."""
    numeral = match["n"]
    tens, ten, ones = numeral.partition("十")
    if not ten:
        digits = "".join(_HAN_DIGITS[sign] for sign in numeral)
    elif len(tens) > 1 or len(ones) > 1 or "十" in ones:
        return match.group()
    else:
        value = 10 * int(_HAN_DIGITS.get(tens, "1")) + int(_HAN_DIGITS.get(ones, "0"))
        digits = str(value)
    return match.group().replace(numeral, digits)
