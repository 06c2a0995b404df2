"""English chat prose made readable for a parser.

People drop subjects ("sold the harness"), apostrophes ("dont") and verbs ("gate's 4471"). A parser
trained on newspapers stumbles over that, so a few safe edits are made on a copy first.
"""

from __future__ import annotations

from functools import lru_cache, partial

import regex

from smalti.write.extract.en.copulas import with_copulas
from smalti.write.extract.en.impersonal import as_own
from smalti.write.extract.en.labels import labelled
from smalti.write.extract.en.subjects import with_subjects
from smalti.write.extract.en.text import Match, Prepared, is_careful, plain
from smalti.write.extract.tables import pairs, pattern

_QUOTE_MARKS = regex.compile(r"[’‘`´“”]")
_LOWER_I = regex.compile(r"(?<![\w'.@/-])i(?=$|[\s',])")
_WORD = regex.compile(r"\b[A-Za-z]+\b")
_SHOUTED = regex.compile(r"^[^a-z]*(?:[A-Z]{2,}[^a-z]*){3,}$")
_CAPITALS = regex.compile(r"\b[A-Z]{2,}\b")
_NO_PRONOUN = r"(?:(?![,;:]|\b(?:I|we|he|she|they|it|there|who|that|which|what)\b).)"
_EDITS = tuple(
    (regex.compile(found, regex.IGNORECASE), put)
    for found, put in (
        # What no statement is made of: markup, reminders, emphasis, an answer in passing.
        (r",?\s*\bfor the (?:file|record|notes?|log)\b(?=[:,.]|$)", ""),
        (r"</?[a-z][\w-]*(?:\s[^<>]*)?/?>", ""),
        (r"^\s*(?:#{1,6}|[-*•]|\d{1,2}[.)])\s+", ""),
        (r"(?<!\w)(?:\*\*|__|[*_])(?=\S)|(?<=\S)(?:\*\*|__|[*_])(?!\w)", ""),
        (r"^(?:please )?(?:do not forget|don't forget|remember) to ", ""),
        (r"\bnot only\s+", ""),
        (r"\bbut also\s+", "and "),
        (r"^not [\w ]{1,24}, (?=never|but|it's|i\b)", ""),
        (r"\bby (?:myself|ourselves|herself|himself)\b", "alone"),
        (r",\s+(?:so\s+)?(?:no|nope|yes|yep|yeah|please|lol|haha|btw|obviously|of course|whatever"
         r"|tbh)(?=\s*(?:$|[,.!?;]))", ""),
        (r",?\s+(?:please|pls|thanks|thank you|thx|ok)(?=\s*[.!]*$)", ""),
        (r"^(?:a )?(?:bit of |some |quick )?(?:context|info|background|bio)"
         r"(?: (?:about|on) me)?:\s+", ""),
        (r"^(?:hey|hi|hello|hiya|yo|dear|bye|congrats)(?: there)?,? (?-i:[A-Z][a-z'-]+)"
         r"(?:\s*[,!.:;–-]+\s*|\s+(?=(?:I|we|my|our|the|it|he|she|they|you|how|what)\b))", ""),
        (r"^(?:and |so )?for (?:the|my|your) [\w-]+(?: [\w-]+){0,2}:\s+", ""),
        (r"^(?=(?:mon|tues|wednes|thurs|fri|satur|sun)days I )", "on "),
        (r"^(?P<when>(?:mornings|evenings|afternoons|nights|weekends)) (?=(?:I|we) )", r"\1, "),
        (r",\s+not (?:a|an|one) \w+ (?:more|less|later|earlier|longer)(?=\s*(?:$|[,.!?;]))", ""),
        # "Nobody but me has it" says that I have it, and who has not.
        (r"\b(?:nobody|no one|no-one|none) (?:but|except|other than) me\b", "only I"),
        (r"\b(?:nobody|no one|no-one|none) (?:but|except|other than)\b", "only"),
        # So that the parser sees where the subject begins, and which word is the verb.
        (rf"^((?:for|at|in|on|with|from|during|after|before|since) (?!I\b|that\b){_NO_PRONOUN}"
         r"{2,40}?) (?=(?:I|we|he|she|they|it|there)(?:'\w+)? )", r"\1, "),
        (r"(?<=\d) not (?=\d)", ", not "),
        (r"\bto (?:the )?end of (?=\d|[A-Z]|the |this |next )", "until the end of "),
        (r"\bas (?:of|from) (?=today|now|yesterday|tomorrow|next|this|last|\w+day)", "from "),
        (r"(?<=\bfrom (?:today|tomorrow|(?:this|next) \w+|(?:the )?\w+days?|[a-z]{3,} \d+)) on"
         r"(?= *(?:$|[,.;!?]))", ""),  # "from this week on"
        (r"(?<=[a-z]{3})'ll\b", " will"),
        (r"\bthis is me (?=(?:on|in|at|from|with) )", "I am "),
        (r"\bits (?=(?:the|an?|not|now|my|our|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|called"
         r"|been|still|at|on|in|also|just)\b)", "it's "),
        (r"(?<=\b(?:in|of|since|from|until) )'(?=\d\d\b)", ""),
    )
)  # fmt: skip


@lru_cache(maxsize=1 << 9)
def prepare(text: str, start: int, end: int, *, chat: bool) -> Prepared:
    """A sentence ready for the parser. ``chat``: somebody speaks, so "I" may have been dropped.

    The last ones are kept: what was just read comes again as the context of the next turn.
    """
    casual = chat and not is_careful(text)
    made = plain(text, start, end)
    made = made.edit(_QUOTE_MARKS, lambda m: '"' if m.group() in "“”" else "'")
    made = made.edit(_LOWER_I, lambda m: "I")
    made = made.edit(_WORD, partial(_spelt, pairs("en", "misspelt")))
    if _SHOUTED.match(made.text):
        made = made.edit(_CAPITALS, lambda m: m.group().lower())
    made = made.edit(pattern("en", "openers", anchored=True), lambda m: "")
    for found, put in _EDITS:
        made = made.edit(found, partial(_expanded, put))
    made = with_copulas(as_own(made), casual=casual)
    return with_subjects(labelled(made, casual=casual), casual=casual) if chat else made


def _spelt(fixes: dict[str, str], match: Match) -> str:
    return fixes.get(match.group().casefold(), match.group())


def _expanded(put: str, match: Match) -> str:
    return match.expand(put)
