"""What "they" do to the speaker, said of the speaker: "they've put me with a Dr Oak".

Who "they" are is mostly a firm or an office that nobody has named, and does not matter: what holds
is where the speaker is put. Other sentences about "they" need an antecedent.
"""

from __future__ import annotations

from functools import cache

import regex

from smalti.write.extract.en.text import Match, Prepared
from smalti.write.extract.tables import pairs, words

_IS = {"me": "am", "us": "are"}
_SUBJECT = {"me": "I", "us": "we"}
_WAS = {"me": "was", "us": "were"}


def as_own(made: Prepared) -> Prepared:
    """The text with "I have been put" where it says "they've put me"."""
    if "they" not in made.text.casefold():
        return made
    return made.edit(_done(), _as_done).edit(_keeps(), _as_kept).edit(_OWN, _as_own)


_FELT = "lik|lov|hat|enjoy|want|need|ask|prais|notic|remember|us|visit|watch|attend|join|follow"
_OWN = regex.compile(
    r"\bthey(?P<how>'ve| have)?(?: (?:just|now|finally|already))?"
    rf" (?P<verb>(?!(?:{_FELT}|appreciat|admir)ed)[a-z]{{3,}}ed|cut|put|shut|took)"
    r"(?P<back> (?:up|down|off|back|out))? (?P<what>(?:my|our) (?:[\w-]+ )?[\w-]+)"
    r"(?=\s*(?:$|[,.;!?])"
    r"| (?:to|from|by|till|until|into|onto|in|on|at|with|because|last|this)\b)",
    regex.IGNORECASE,
)
"""What was done to something of the speaker's: "they upped my dose to 20 mg"."""


def _as_own(match: Match) -> str:
    many = match["what"].casefold().endswith("s") and not match["what"].endswith("ss")
    be = "were" if many else "was"
    if match["how"]:
        be = "have been" if many else "has been"
    verb = {"took": "taken"}.get(match["verb"].casefold(), match["verb"])
    return f"{match['what']} {be} {verb}{match['back'] or ''}"


@cache
def _done() -> regex.Pattern[str]:
    verbs = "|".join(sorted({*pairs("en", "placed"), *words("en", "placed_forms")}))
    return regex.compile(
        rf"\bthey(?P<how>'ve| have|'re| are|'ll| will)?(?: (?:just|now|finally|already))?"
        rf" (?P<verb>{verbs}) (?P<whom>me|us)(?P<all> all| both)?"
        rf"(?= (?:{'|'.join(sorted(words('en', 'placing')))})\b)",
        regex.IGNORECASE,
    )


@cache
def _keeps() -> regex.Pattern[str]:
    return regex.compile(
        rf"\bthey(?:'ve| have) (?:got )?(?P<whom>me|us)(?P<all> all| both)?"
        rf"(?= (?:{'|'.join(sorted(words('en', 'placing') - {'to', 'into'}))})\b)",
        regex.IGNORECASE,
    )


def _as_done(match: Match) -> str:
    """Put it in the passive, in the same tense."""
    whom, how = match["whom"].casefold(), (match["how"] or "").strip().casefold()
    verb = match["verb"].casefold()
    helper = {
        "'ve": "have been", "have": "have been", "'ll": "will be", "will": "will be",
        "'re": f"{_IS[whom]} being", "are": f"{_IS[whom]} being", "": _WAS[whom],
    }[how]  # fmt: skip
    return f"{_SUBJECT[whom]}{match['all'] or ''} {helper} {pairs('en', 'placed').get(verb, verb)}"


def _as_kept(match: Match) -> str:
    whom = match["whom"].casefold()
    return f"{_SUBJECT[whom]} {_IS[whom]}{match['all'] or ''}"
