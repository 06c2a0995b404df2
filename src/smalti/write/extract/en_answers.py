"""A short answer read together with its question: "What's the cat called?", "Gravy"."""

from __future__ import annotations

import regex

_BE = r"(?:'s|'re|\s+is|\s+are)"
_NAMED = regex.compile(
    rf"^(?:and )?(?:what|who|where|when|which){_BE}\s+"
    r"(?P<what>(?:your|the|his|her|their)\s[\w' -]+?)"
    r"(?P<called>\s+called|\s+named|\s+due)?$",
    regex.IGNORECASE,
)
_MEASURED = regex.compile(
    rf"^how\s+\w+{_BE}\s+(?P<what>(?:your|the|his|her|their)\s[\w' -]+?)$", regex.IGNORECASE
)
_WHICH = regex.compile(
    r"^(?:and )?(?:what|which)(?: kind of| sort of)?\s+(?P<noun>[\w-]+(?: [\w-]+)?)$",
    regex.IGNORECASE,
)
_NO_NOUN = regex.compile(r"^(?:about|is|are|else|do|does|did|will|happened|kind|sort|if)\b")


def statement(question: str, answer: str, name: str) -> str | None:
    """What question and answer say together, or None when the question is of another form.

    ``name`` is who answers, as written in sentences.
    """
    asked = regex.split(r"[.!?]\s+", question.strip().rstrip("?!. "))[-1].replace("’", "'")
    found = _NAMED.match(asked) or _MEASURED.match(asked)
    if found is not None:
        called = found.groupdict().get("called") or ""
        verb = "are" if found.group("what").endswith("s") else "is"
        return f"{_owned(found.group('what'), name)} {verb}{called} {answer}"
    found = _WHICH.match(asked)
    if found is not None and not _NO_NOUN.match(found.group("noun").casefold()):
        return f"{name}'s {found.group('noun')}: {answer}"
    return None


def _owned(what: str, name: str) -> str:
    said = regex.sub(r"^your\b", f"{name}'s", what, flags=regex.IGNORECASE)
    return said[:1].upper() + said[1:]
