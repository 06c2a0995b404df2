"""What looks like a quantity and is none: dates, clock times, versions, ids, telephone numbers.

``masked`` paints over them, so that the search for quantities does not even see them; every other
character keeps its place. ``names_something`` then judges single numbers by what stands around
them: "Room 12", "type 2", "the gate code is 4417", "since 2019".
"""

from __future__ import annotations

from functools import cache

import regex

from smalti.text.quantities.units import data

FILLER = "\ufffc"  # the object replacement character: neither a letter nor a digit nor a space

_HAN = "0-9〇零一二三四五六七八九十"
_PLAIN_MASKS = (
    # addresses of the net, e-mail, files
    r"\b(?:[a-z][a-z0-9+.-]*://|www\.)\S+",
    r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    # ids that begin with letters (INV-20931, SEV1, GPT-4), UUIDs and hashes
    r"(?<![\p{L}0-9_])(?!(?:EUR|USD|GBP|CHF|JPY|CNY|HKD|CAD|AUD)[0-9])"
    r"[\p{Latin}\p{Cyrillic}\p{Greek}]+(?:[-_/]?[\p{Latin}]+)*[-_]?[0-9][\p{Latin}0-9_-]*"
    r"(?:[./-][\p{Latin}0-9]+)*",
    r"\b(?=[0-9a-f-]*[0-9])(?=[0-9a-f-]*[a-f])[0-9a-f]{8,}(?:-[0-9a-f]{4,})*\b",
    # versions, network addresses, section numbers
    r"\bv\.?\s?[0-9]+(?:\.[0-9]+)*\b",
    r"(?<![0-9])[0-9]+(?:\.[0-9]+){2,}(?:[-+.]\p{Latin}[\w.]*)?(?!\.?[0-9]{3}\b,)(?![0-9])",
    r"(?:#|№|\bNo\.|\bNr\.|\bn[°º])\s?[0-9][\w/-]*",
    # telephone numbers: a country code, or groups that are no thousands
    r"\+[0-9]{1,3}(?:[ .\-/]?\(?[0-9]{1,5}\)?){2,}",
    r"\(0?[0-9]{2,5}\)\s?[0-9][0-9 \-]{4,}[0-9]",
    r"(?<![0-9,.])0[0-9]{1,4}(?:[ \-/.][0-9]{2,}){1,}",
    r"(?<![0-9,.])[0-9]{3}-[0-9]{3,4}(?:-[0-9]{4})?(?![0-9])",
    r"(?<![0-9,.])[0-9]+(?:-[0-9]+){2,}(?![0-9])",
    r"(?<![0-9,.])(?:[0-9]{4}[ ]){2,}[0-9]{1,4}(?![0-9])",
    # dates in digits
    r"(?<![0-9])[0-9]{4}(?:[-/][0-9]{1,2}(?:[-/][0-9]{1,2})?|\.[0-9]{1,2}\.[0-9]{1,2})"
    r"(?:T[0-9:.+Z-]+)?(?![0-9])",
    r"(?<![0-9])[0-9]{1,2}[/.-][0-9]{1,2}[/.-](?:[0-9]{4}|[0-9]{2})(?![0-9])",
    r"(?<![0-9.,])[0-3]?[0-9]\.(?:0?[1-9]|1[0-2])\.(?![0-9])",
    r"\b(?:on|by|until|since|am|bis|seit|le|el)\s[0-9]{1,2}/[0-9]{1,2}(?![0-9/])",
    r"(?<![0-9])(?:24/7|9/11|[0-9]{4}/[0-9]{2,4})(?![0-9])",
    # clock times, scores, ratios and aspect
    r"(?<![0-9])[0-9]{1,2}(?::[0-9]{2})?\s?(?:-|–|to|bis|à)\s?[0-9]{1,2}(?::[0-9]{2})?"
    r"\s?(?:am|pm|a\.m\.|p\.m\.|uhr)\b",
    r"(?<![0-9])[0-9]{1,3}(?::[0-9]{1,2}){1,2}(?:[.,][0-9]+)?"
    r"(?:\s?(?:am\b|pm\b|a\.m\.|p\.m\.|uhr\b|h\b))?",
    r"(?<![0-9.,])[0-9]{1,2}(?:[.:][0-9]{2})?\s?(?:am\b|pm\b|a\.m\.|p\.m\.|o'clock|uhr\b)",
    r"(?<![0-9.,])[0-9]{1,2}\s?h\s?[0-9]{2}\b(?!\s?min)",
    r"\b(?:à|vers|dès|jusqu'à|avant|après)\s[0-9]{1,2}\s?h\b",
    r"\b(?:a las?|um|gegen|kurz (?:vor|nach))\s(?:[0-9]{1,2}|\p{L}+)(?=[.,;!?](?![0-9])|\s*$)",
    r"\b(?:half past|quarter (?:past|to)|halb|viertel (?:vor|nach)|dreiviertel)\s"
    r"(?:[0-9]{1,2}|(?!e)\p{Ll}+)\b",
    r"\b\p{L}+ o'clock",
    r"(?<![\p{L}0-9])at\s(?:[0-9]{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
    r"(?=[.,;!?](?![0-9])|\s*$|\s(?:tomorrow|today|tonight|on|sharp|in the)\b)",
    r"(?<![0-9.,])[0-9]+(?:[.,][0-9]+)?\s?[x×]\s?[0-9]+(?:[.,][0-9]+)?(?:\s?[x×]\s?[0-9]+)?",
    # years in words, decades, enumerations at the start of a line
    r"\b(?:eighteen|nineteen|twenty)[ -](?:hundred|oh|ten|eleven|twelve|\p{L}+teen"
    r"|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -]\p{L}+)?)\b",
    r"(?<![0-9])(?:1[0-9]|20)[0-9]0(?:'?s|er(?:n|jahre)?)\b|'[0-9]0s\b|\bann[ée]es [0-9]{2,4}\b",
    r"\b(?:his|her|their|my|your|the|mid|early|late|in|den)[ -][0-9]0(?:s|ern?)\b",
    r"(?<![0-9])(?:1[89]|20)[0-9]{2}\s?[-–—/]\s?(?:(?:1[89]|20)[0-9]{2}|[0-9]{2})(?![0-9])",
    r"(?m:^[ \t]*[0-9]{1,2}[.)](?=\s))",
    # Chinese, Japanese and Korean dates, clock times, classes, floors and house numbers
    rf"(?:[0-9]{{4}}|[{_HAN}]{{4}}|(?:昭和|平成|令和|大正|民国)[{_HAN}元]{{1,3}})\s?年(?!间|間)"
    rf"(?:[{_HAN}]{{1,3}}月(?:[{_HAN}]{{1,3}}[日号號])?)?",
    rf"[{_HAN}]{{1,3}}\s?月(?![间間額份给給])\s?(?:[{_HAN}]{{1,3}}\s?[日号號])?",
    rf"[{_HAN}]{{1,3}}[日号號](?![间間]|(?<=[号號])人)",  # 两百三十号人 are people
    rf"[{_HAN}]{{1,3}}[点點](?:半|[钟鐘]|[{_HAN}]{{1,3}}分?)?(?!以上|以下|[0-9])",
    rf"[{_HAN}]{{1,3}}時(?!間)(?:半|[{_HAN}]{{1,3}}分)?",
    rf"[{_HAN}]{{1,3}}(?:年[级級生]|学期|學期|代(?=[^{_HAN}]|$)|楼|樓|階(?!建)|丁目|番地|号线|年代)",
    r"[0-9]{4}년|[0-9]{1,2}월(?:\s?[0-9]{1,2}일)?|[0-9]{1,2}시(?!간)(?:\s?[0-9]{1,2}분)?",
)


def masked(text: str) -> str:
    """Narrowed text with everything painted over that looks like a quantity and is none."""
    return _masks().sub(lambda match: FILLER * len(match.group()), text)


@cache
def _masks() -> regex.Pattern[str]:
    months = _any_of(data("quantity_words")["months"])
    dates = (
        rf"\b[0-9]{{1,2}}(?:st|nd|rd|th|er|\.|º)?\s(?:of\s|de\s)?(?:{months})\b\.?"
        r"(?:,?\s(?:de\s|del\s)?[0-9]{4}\b)?",
        rf"\b(?:{months})\b\.?\s(?:the\s)?[0-9]{{1,2}}(?:st|nd|rd|th)?\b(?!\s?%)(?:,?\s[0-9]{{4}}\b)?",
        rf"\b(?:{months})\b\.?,?\s(?:de\s|del\s)?(?:'[0-9]{{2}}|[0-9]{{4}})\b",
        rf"\b(?:(?:\p{{L}}+-)?(?:first|second|third)|\p{{L}}+th) of (?:{months})\b",
    )
    return regex.compile("|".join(f"(?:{mask})" for mask in (*dates, *_PLAIN_MASKS)), regex.I)


def hidden_before(text: str, start: int) -> bool:
    """Whether a number is the rest of something that has been painted over."""
    return regex.search(rf"{FILLER}[.,/:-]?$", text[max(0, start - 2) : start]) is not None


def names_something(text: str, start: int, end: int, language: str) -> bool:
    """Whether a bare number, without unit or comparator, is a name, a code, a year or a part.

    Args:
        text: narrowed and masked.
        start: first character of the number.
        end: one past the last one.
        language: as guessed.
    """
    digits = text[start:end]
    near = max(0, start - 40)
    if _glued(text, start, end) or _identifying().search(text, near, start):
        return True
    if not digits[0].isdigit():
        return False
    if _follows_a_name(text, start, end, language):
        return True
    return digits.isdigit() and _is_code(text, digits, start, end)


def _is_code(text: str, digits: str, start: int, end: int) -> bool:
    """Long runs, leading zeros, years and post codes."""
    if len(digits) >= 9 or (digits[0] == "0" and len(digits) > 1):
        return True
    if len(digits) == 4 and 1800 <= int(digits) < 2100:
        near = max(0, start - 12)
        return bool(_before_year().search(text, near, start) or _YEAR_END.match(text, end))
    return len(digits) == 5 and bool(_POSTCODE.match(text, end))


_GLUED_BEHIND = regex.compile(r"[-./:']?[\p{Latin}_0-9]|[/:][0-9]")
_HYPHENED = regex.compile(r"-\p{Ll}{3,}")
_POSTCODE = regex.compile(r"\s\p{Lu}\p{Ll}+")


def _glued(text: str, start: int, end: int) -> bool:
    """Whether it is part of something longer: "12a", "140/90". "12-lead" is a count."""
    if _HYPHENED.match(text, end):
        return False
    return bool(_GLUED_BEHIND.match(text, end)) or text[:start].endswith(("/", "_", "\\", ":"))


@cache
def _identifying() -> regex.Pattern[str]:
    words = data("quantity_words")
    return regex.compile(
        rf"(?:(?<!\p{{L}})(?:{_any_of(words['identifying'])})\s(?:no\.?\s|number\s|nr\.?\s|n[°º]\s)?"
        rf"|(?<!\p{{L}})(?:{_any_of(words['codes'])})"
        r"(?:\s(?:is|was|ist|es|est|now|is now|=)|:|：|是|は)?\s?)$",
        regex.I,
    )


_YEAR_END = regex.compile(r"\s*(?:$|[.,;:!?)\]\n\ufffc]|(?:and|or|to|und|bis|y|et|[-–—])\b|[-–—])")


@cache
def _before_year() -> regex.Pattern[str]:
    words = _any_of(data("quantity_words")["before_years"])
    return regex.compile(rf"(?<!\p{{L}})(?:{words})\s$", regex.I)


_NAME = regex.compile(
    r"(?P<article>\b(?i:the|my|our|your|his|her|a|an|der|die|das|den|el|la|le|un|une)\s)?"
    r"\b(?P<name>\p{Lu}[\p{L}'-]*)\s$"
)
_COUNTED = regex.compile(r"\s(?:\p{Ll}+s|people|children|men|women|more|other|of)\b")
_NOUN = regex.compile(r"\s\p{Lu}\p{Ll}+")


def _follows_a_name(text: str, start: int, end: int, language: str) -> bool:
    """Whether it belongs to a name: "Orrin 2", "Python 3"; not "gave Tom 3 apples"."""
    match = _NAME.search(text, max(0, start - 40), start)
    if match is None or match["name"] in data("quantity_words")["openers"]:
        return False
    if match["article"] or "." in text[start:end]:
        return True
    return not (_NOUN if language == "de" else _COUNTED).match(text, end)


def _any_of(words: list[str]) -> str:
    return "|".join(sorted((w if "\\" in w else regex.escape(w) for w in words), key=len)[::-1])
