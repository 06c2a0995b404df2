"""What English pronouns stand for, with the speaker, the addressee and the talk before."""

from __future__ import annotations

from smalti.write.extract.en.parse import Parse, Token
from smalti.write.extract.en.voice import Voice
from smalti.write.extract.people import GENDERS, possessive, shown
from smalti.write.extract.tables import words

_FIRST = {"i", "me", "myself", "we", "us", "ourselves"}
_FIRST_OWN = {"my", "our"}
_FIRST_STANDS = {"mine", "ours"}
_SECOND = {"you", "yourself", "your", "yours"}
_THIRD = {"he", "him", "she", "her", "hers", "his"}
_THINGS = {"it", "its", "they", "them", "their", "theirs", "this", "that", "these", "those"}
_MANY = {"they", "them", "their", "theirs"}
_OWN = {"its", "their"}
_SEEMING = ("feel", "look", "sound", "seem", "smell", "taste")  # often of a whole situation
_POSSIBLE = ("can", "ca", "could", "may", "might", "must")
_SUBJECTS = ("nsubj", "nsubjpass")


def is_pronoun(token: Token) -> bool:
    """Whether a word is one that this module reads."""
    low = token.low
    if token.tag in ("WDT", "WP") or _is_abbreviation(token):
        return False
    if low in _FIRST or low in _FIRST_OWN or low in _FIRST_STANDS or low in _SECOND:
        return True
    return (low in _THIRD and token.pos in ("PRON", "DET")) or (
        low in _THINGS and token.pos == "PRON"
    )


def _is_abbreviation(token: Token) -> bool:
    """Whether "IT" or "US" is no pronoun; where all is shouted, capitals were taken away."""
    return len(token.text) > 1 and token.text.isupper()


def is_third(token: Token) -> bool:
    """Whether a word stands for somebody or something else than who speaks and who is spoken to."""
    return is_pronoun(token) and (token.low in _THIRD or token.low in _THINGS)


def meant(parse: Parse, token: Token, voice: Voice) -> str:
    """The name to read out for a pronoun, or the pronoun itself where nothing safe is known."""
    low = token.low
    if low in _FIRST or low in _FIRST_OWN:
        return _first(low, voice)
    if low in _FIRST_STANDS:
        return _standing(token, voice.name, voice)
    if low in _SECOND:
        return token.text if voice.person and _is_generic(parse, token) else _second(token, voice)
    if low in _THIRD:
        return _third(parse, token, voice)
    return _thing(parse, token, voice)


def _first(low: str, voice: Voice) -> str:
    if low in _FIRST_OWN:
        return possessive(voice.name)
    return voice.name if low in ("i", "me", "myself") else f"{voice.name} and others"


def _standing(token: Token, name: str, voice: Voice) -> str:
    """Read "mine" as "Ada's", with the noun of "my shift" where it opens a statement."""
    noun = voice.talk.owned() if token.dep in _SUBJECTS else None
    if noun is None:
        return possessive(name)
    voice.doubt(0.9)
    return f"{possessive(name)} {noun}"


def _is_generic(parse: Parse, token: Token) -> bool:
    """Whether a person's "you" means anyone: "you can't park there"."""
    modal = any(t.low in _POSSIBLE for t in parse.all(token.head, "aux"))
    return modal and token.dep in _SUBJECTS


def _second(token: Token, voice: Voice) -> str:
    if voice.addressee is None:
        return token.text  # "you" to nobody we know is mostly "one"
    name = shown(voice.addressee)
    if token.low == "yours":
        return _standing(token, name, voice)
    return possessive(name) if token.low == "your" else name


def _third(parse: Parse, token: Token, voice: Voice) -> str:
    verbal = parse.tokens[token.head].dep in ("ccomp", "xcomp")  # "makes her sneeze"
    owns = (token.tag == "PRP$" and not verbal) or token.low in ("his", "hers")
    # "Ann told her" is not Ann; "Ann sold her car", "Ann types while she talks" most likely is.
    free = owns or is_aside(parse, token)
    apart = [*(() if free else voice.named), voice.addressee or ""]
    named = _gets_name(parse, token)
    name = None
    if token.low in GENDERS:
        name = voice.talk.person(token.low, voice.speaker, apart, told=not named)
    if named and (name is None or "'s " not in name):
        name = voice.talk.just_named()  # "picked up a rescue, she's called Mote"
    if name is None:
        return token.text
    voice.doubt(0.9)
    if owns and token.low in ("hers", "his") and token.tag != "PRP$":
        return _standing(token, name, voice)
    return possessive(name) if owns else name


def _gets_name(parse: Parse, token: Token) -> bool:
    """Whether "she's called Mote" is said: so she is nobody whose name we know."""
    return token.dep == "nsubjpass" and parse.tokens[token.head].low in ("called", "named")


def _thing(parse: Parse, token: Token, voice: Voice) -> str:
    """The thing or the people meant, where the word is no mere filler."""
    if is_bound(parse, token):
        return token.text
    refers = _refers(parse, token) and not is_aside(parse, token)
    name = _antecedent(parse, token, voice) if refers else None
    if name is None:
        if token.low in ("they", "them"):
            voice.talk.mention_thing("", "unknown", rank=2, several=True)
        return token.text
    voice.doubt(0.8)
    voice.named.append(name)
    return possessive(name) if token.low in _OWN else name


def _antecedent(parse: Parse, token: Token, voice: Voice) -> str | None:
    seems = parse.tokens[token.head].lemma in _SEEMING
    near = token.low in ("their", "them") or voice.corrects or seems
    if token.low in _MANY:
        acting = _acts(parse, token)
        found = voice.talk.several(voice.speaker, voice.named, acting=acting, near=near)
        alone = found is None and token.low == "them"
        return voice.talk.lone(voice.speaker, voice.named) if alone else found
    return voice.talk.thing(voice.speaker, voice.named, near=near)


def is_aside(parse: Parse, token: Token) -> bool:
    """Whether a pronoun stands in what only adds to a statement: "…, loving it", "if it rains"."""
    at = token
    while at.head != at.i and at.pos not in ("VERB", "AUX"):
        at = parse.tokens[at.head]
    if at.dep not in ("advcl", "acl", "pcomp"):
        return False
    mark = parse.child(at.i, "mark", "advmod")
    bound = mark is not None and mark.low in words("en", "condition_marks")
    finite = any(t.tag in _FINITE for t in (at, *parse.all(at.i, "aux", "auxpass")))
    return bound or not finite


_FINITE = ("VBZ", "VBP", "VBD", "MD")


def is_bound(parse: Parse, token: Token) -> bool:
    """Whether "its" means the subject of its own clause: "the router lost its settings"."""
    if token.low not in _OWN:
        return False
    at = token
    while at.head != at.i:
        at = parse.tokens[at.head]
        if at.dep in _SUBJECTS and at.i < token.i and at.pos in ("NOUN", "PROPN"):
            return True  # "cats with their fur"
        subject = parse.child(at.i, *_SUBJECTS, "csubj")
        if subject is not None and subject.i < token.i and token.i not in parse.subtree(subject.i):
            return subject.pos in ("NOUN", "PROPN", "VERB") or subject.low in ("it", "they")
    return False


def _refers(parse: Parse, token: Token) -> bool:
    """Whether "it", "they" or "this" can mean something that was named."""
    verb = parse.tokens[token.head]
    if token.low in _OWN:
        return True
    if token.dep not in _SUBJECTS:
        about_facts = verb.lemma in words("en", "fact_verbs") and token.low == "it"
        if token.dep == "pobj" and _has_object(parse, token):
            return False  # "a cake with names on it"
        return token.low in ("it", "them") and token.dep in ("dobj", "pobj") and not about_facts
    if token.low in ("that", "these", "those") or _is_bound_clause(parse, verb):
        return False
    after = [parse.tokens[i] for i in parse.children[verb.i] if i > verb.i]
    if any(t.dep in ("ccomp", "xcomp", "csubj", "advcl") for t in after):
        return token.low == "they"  # "it helps to rest"
    value = parse.child(verb.i, "attr", "acomp")
    if value is not None and parse.child(value.i, "xcomp") is not None and token.low == "it":
        return False  # "it's satisfying to tick it off"
    if token.low == "it" and _measures(parse, verb, value):
        return False  # "it's minus six", "it's an hour away": who knows of what
    if token.low == "this":
        return value is not None and value.dep == "attr" and _is_kind(parse, value)
    return token.low == "they" or not _is_filler(parse, verb, value)


def _measures(parse: Parse, verb: Token, value: Token | None) -> bool:
    """Whether all that is said is a number, perhaps with its unit."""
    if value is None:
        return any(parse.child(t.i, "npadvmod") for t in parse.all(verb.i, "advmod"))
    unit = value.lemma.casefold() in words("en", "measures") | words("en", "time_units")
    rate = all(parse.child(value.i, dep) is not None for dep in ("nummod", "det"))  # "12 a seat"
    return unit or rate or value.pos == "NUM"


def _has_object(parse: Parse, token: Token) -> bool:
    """Whether a noun stands between the verb and a pronoun, which may be what it means."""
    at = token
    while at.head != at.i and at.pos != "VERB":
        at = parse.tokens[at.head]
        if at.pos in ("NOUN", "PROPN"):
            return True
    return any(t.i < token.i and t.pos in ("NOUN", "PROPN") for t in parse.all(at.i, "dobj"))


def _is_bound_clause(parse: Parse, verb: Token) -> bool:
    """Whether a clause leans on another, where "it" may mean what that one just names.

    "Oak fronts, if they fit", "it stays where it is", "having you there made it special".
    """
    if verb.dep == "advcl" and parse.child(verb.head, "dobj", "attr") is not None:
        return True
    asks = any(parse.tokens[i].tag == "WRB" for i in parse.children[verb.i])
    return asks or (verb.dep in ("ccomp", "xcomp") and verb.tag not in ("VBZ", "VBD", "VBP"))


def _is_kind(parse: Parse, value: Token) -> bool:
    article = parse.child(value.i, "det")
    return article is not None and article.low in ("a", "an")


def _is_filler(parse: Parse, verb: Token, value: Token | None) -> bool:
    """Whether "it" means nothing: "it's me", "it's late", "it rains", "it's peonies she likes"."""
    if verb.lemma in words("en", "weather") or any(
        t.low == "about"
        for t in parse.all(verb.i, "prep")  # "it's about trust"
    ):
        return True
    if value is None:
        return False
    about_time = value.low in words("en", "weather_adjectives") or (
        value.lemma in words("en", "time_units") or value.low in words("en", "calendar")
    )
    if value.low in words("en", "judgements"):
        return True  # "it's been a journey": all of it
    cleft = parse.child(value.i, "relcl") is not None
    places = words("en", "place_prepositions")
    around = (t for at in (verb, value) for t in parse.all(at.i, "prep") if t.low in places)
    if value.dep == "acomp" and next(around, None) is not None:
        return True  # "it's too quiet in the kitchen"
    bare = value.dep == "attr" and parse.child(value.i, "det", "poss", "nummod") is None
    return value.pos == "PRON" or about_time or cleft or (bare and value.pos != "NUM")


def _acts(parse: Parse, token: Token) -> bool:
    """Whether "they" do something, as only people and firms can."""
    verb = parse.tokens[token.head]
    if token.dep == "nsubjpass" or token.dep not in _SUBJECTS:
        return False
    return verb.lemma.casefold() not in words("en", "thing_verbs")
