"""English statements: the canonical predicate, and what is left of the words for the value."""

from __future__ import annotations

import pytest

from smalti.model.entity import EntityKind
from smalti.model.record import DerivationKind, RecordKind, SlotKind
from smalti.write.extract.candidate import Tense
from write.normalise.making import shown, stated

EVENT = {"kind": RecordKind.EVENT, "tense": Tense.PAST}
THING = {"subject": "the shop"}

# sentence, predicate and object as they are extracted -> canonical predicate, value
READ = {
    "a verb": ("Ada lives in Oslo", "live in", "Oslo", "lives_in", "<Oslo>"),
    "from one place to another": (
        "Ada moved from Oslo to Bergen", "move from", "Oslo to Bergen", "moved_to", "<Bergen>",
    ),
    "from one thing to another": (
        "Ada switched from tea to coffee", "switch from", "tea to coffee",
        "switched_to", "'coffee'",
    ),
    "a place left": (
        "Ada moved away from Oslo", "move away from", "Oslo", "moved_out_of", "<Oslo>",
    ),
    "a passive": ("Ada is allergic to nuts", "be allergic to", "nuts", "allergic_to", "'nuts'"),
    "a role": ("Ada works as a vet", "work as", "a vet", "has_role", "'vet'"),
    "a profession": ("Ada is a vet in Hull", "be", "a vet in Hull", "has_role", "'vet in Hull'"),
    "a noun of one's own": (
        "Ada's bank is Karmel Mutual", "bank", "Karmel Mutual", "banks_with", "<Karmel Mutual>",
    ),
    "a relative with a name": (
        "Ada has a big brother called Dan", "have big brother", "Dan", "sibling_of", "<Dan>",
    ),
    "a relative without": (
        "Ada has a sister", "have sister", "sister", "sibling_of", "<Ada's sister>",
    ),
    "a pet": ("Ada has a dog", "have dog", "dog", "has_pet", "<Ada's dog>"),
    "a verb in the object": (
        "Ada likes baking bread", "like bake", "bread", "likes", "'baking bread'",
    ),
    "more of the alias in the object": (
        "Ada is a huge fan of jazz", "be", "a huge fan of jazz", "likes", "'jazz'",
    ),
    "a wish": ("Ada would love to see Rome", "love to see", "Rome", "wants", "'see Rome'"),
    "a value that tells": ("Ada is vegetarian", "be", "vegetarian", "follows_diet", "'vegetarian'"),
    "a state of marriage": ("Ada is divorced", "be", "divorced", "marital_status", "'divorced'"),
    "an only child": ("Ada is an only child", "be", "an only child", "birth_order", "'only child'"),
    "a nickname": ("Ada goes by Addie", "go by", "Addie", "nicknamed", "'Addie'"),
    "also known as": (
        "Ada is also known as Addie", "be also known as", "Addie", "nicknamed", "'Addie'",
    ),
    "habits of speech": (
        "Ada started to learn Danish", "start to learn", "Danish", "studies", "<Danish>",
    ),
    "an adverb before the object": (
        "Ada plays chess often", "play", "often chess", "plays", "'chess'",
    ),
    "asides": ("Ada plays the cello, badly", "play", "the cello, badly", "plays", "'cello'"),
    "a list": (
        "Ada speaks Danish, Dutch and Greek", "speak", "Danish, Dutch and Greek", "speaks",
        "'Danish, Dutch and Greek'",
    ),
    "a request": (
        "Ada wants the assistant to write to Ada in French", "want the assistant to",
        "write to Ada in French", "reply_language", "'French'",
    ),
    "a medicine": ("Ada takes metformin", "take", "metformin", "takes_medication", "'metformin'"),
    "a bus": ("Ada takes the bus", "take", "the bus", "takes", "'bus'"),
    "a place by a word": (
        "Ada moved into a new flat", "move into", "a new flat", "moved_to", "'new flat'",
    ),
    "a model's canonical name": (
        "Ada works for Kestrel", "works_for", "Kestrel", "works_for", "<Kestrel>",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", READ)
def test_the_canonical_predicate_is_found(what: str) -> None:
    sentence, predicate, object, name, value = READ[what]
    found = stated(sentence, sentence, predicate, object)
    assert (found.predicate, shown(found.value)) == (name, value)
    assert found.slot is not SlotKind.UNKNOWN


# What several meanings share: the phrase stays as it was said.
UNREAD = {
    "having a good one": ("Ada has a good one", "have", "a good one", "have"),
    "an event and no thing": ("Ada is having a party", "have", "a party", "have"),
    "taking care": ("Ada takes care of it", "take", "care of it", "take"),
    "making a difference": ("Ada makes a difference", "make", "a difference", "make"),
    "having a great time": ("Ada had a great time", "have", "a great time", "have"),
    "moving desks": ("Ada moved to the whale desk", "move to", "the whale desk", "move_to"),
    "playing a role": ("Ada plays a role in it", "play", "a role in it", "play"),
    "calling somebody": ("Ada called the plumber", "call", "the plumber", "call"),
    "a stressful job": ("Ada's job is stressful", "job", "stressful", "job"),
    "looking forward": ("Ada looks forward to it", "look forward to", "it", "look_forward_to"),
    "Sundays at work": ("Ada never works on Sundays", "work on", "Sundays", "work"),
    "cannot wait": ("Ada cannot wait", "wait", "", "wait"),
    "could use": ("Ada could use some rest", "use", "some rest", "use"),
}


@pytest.mark.parametrize("what", UNREAD)
def test_an_unknown_meaning_stays_the_phrase(what: str) -> None:
    sentence, predicate, object, name = UNREAD[what]
    found = stated(sentence, sentence, predicate, object)
    assert (found.predicate, found.slot) == (name, SlotKind.UNKNOWN)


# What happens and is done has a name as well, though nothing is known of its slot.
GENERAL = {
    "a gift": ("Ada gave the dog a bone", "give", "the dog a bone", "gave"),
    "the same in other words": ("Ada offers help", "offer", "help", "gave"),
    "a kind of nothing": ("Ada is a great help", "be", "a great help", "is"),
    "a phrase": ("Infants are exempt from it", "be exempt from", "it", "exempt_from"),
    "nothing behind it": ("The pump broke", "break", "", "damaged"),
    "after other meanings": ("Ada refused the offer", "refuse", "the offer", "rejected"),
}


@pytest.mark.parametrize("what", GENERAL)
def test_what_nothing_else_fits_has_a_general_predicate(what: str) -> None:
    sentence, predicate, object, name = GENERAL[what]
    found = stated(sentence, sentence, predicate, object, subject=sentence.split(" ", 1)[0])
    assert (found.predicate, found.slot) == (name, SlotKind.UNKNOWN)


def test_who_cannot_wait_waits_for_nothing() -> None:
    found = stated("I can't wait", "Ada can't wait for it", "wait for", "it", polarity=False)
    assert found.predicate == "wait_for"


def test_a_general_predicate_tells_nothing_of_its_sides() -> None:
    text = "Kestrel broke in 2024"
    found = stated(text, text, "break", "in 2024", subject="Kestrel")
    assert (found.predicate, shown(found.value)) == ("damaged", "'break'")
    assert found.subject.kind is EntityKind.CONCEPT


# What is said in several ways is one slot.
SAME = {
    "moving and living": [
        ("Ada lives in Oslo", "live in", "Oslo", "lives_in", "Ada"),
        ("Ada is based in Oslo", "be based in", "Oslo", "lives_in", "Ada"),
    ],
    "a deadline": [
        ("The report is due Friday", "be due", "Friday", "deadline", "the report"),
        ("The deadline for the report is Friday", "be", "Friday", "deadline", "the report"),
        ("The report's deadline is Friday", "be", "Friday", "deadline", "the report"),
    ],
    "a price": [
        ("The ticket costs €40", "cost", "€40", "price", "the ticket"),
        ("The price of the ticket is €40", "be", "€40", "price", "the ticket"),
        ("The ticket is €40", "be", "€40", "price", "the ticket"),
    ],
    "a relative": [
        ("Ada's brother is Dan", "be", "Dan", "sibling_of", "Ada"),
        ("Dan is Ada's brother", "be", "Ada's brother", "sibling_of", "Ada"),
    ],
}
_SUBJECTS = {
    "The report's deadline is Friday": "the report's deadline",
    "The deadline for the report is Friday": "the deadline for the report",
    "The price of the ticket is €40": "the price of the ticket",
    "Ada's brother is Dan": "Ada's brother",
    "Dan is Ada's brother": "Dan",
}


@pytest.mark.parametrize("what", SAME)
def test_one_slot_whatever_the_words(what: str) -> None:
    for sentence, predicate, object, name, subject in SAME[what]:
        own = _SUBJECTS.get(sentence, subject)
        found = stated(sentence, sentence, predicate, object, subject=own)
        assert (found.predicate, found.subject.text) == (name, subject), sentence


# Attributes, states and measures.
SLOTS = {
    "a passive with its participle": (
        "KAT is written in Elixir", "be written in", "Elixir", "KAT", "written_in", "<Elixir>",
    ),
    "a state of a thing": ("The bug is fixed", "be fixed", "", "the bug", "status", "'fixed'"),
    "a state behind the verb": ("The lift is down", "be", "down", "the lift", "status", "'down'"),
    "an area": (
        "The flat is 60 m²", "be", "60 m²", "the flat", "area", "60 meter**2",
    ),
    "a floor": (
        "Ewa lives on the fourth floor", "live on", "the fourth floor", "Ewa", "on_floor",
        "'fourth floor'",
    ),
    "a team": ("Bo is in the web team", "be in", "the web team", "Bo", "in_team", "'web team'"),
    "a drawer": (
        "The key is in the top drawer", "be in", "the top drawer", "the key", "located_in",
        "'top drawer'",
    ),
    "a passport": (
        "Bo has a British passport", "have", "a British passport", "Bo", "holds_licence",
        "'British passport'",
    ),
    "an operator": ("Bo runs a bike shop", "run", "a bike shop", "Bo", "responsible_for",
                    "'bike shop'"),
    "leaving a firm": ("Bo left Marn Ltd", "leave", "Marn Ltd", "Bo", "left_employer",
                       "<Marn Ltd>"),
    "leaving a choir": ("Bo left the choir", "leave", "the choir", "Bo", "left_group", "'choir'"),
    "a hospital": ("Bo is in hospital", "be in", "hospital", "Bo", "in_hospital",
                   "'in hospital'"),
    "an office": ("Bo is the club's treasurer", "be", "the club's treasurer", "Bo", "has_role",
                  "\"club's treasurer\""),
}  # fmt: skip


@pytest.mark.parametrize("what", SLOTS)
def test_what_is_said_of_people_and_things_falls_into_its_slot(what: str) -> None:
    sentence, predicate, object, subject, name, value = SLOTS[what]
    found = stated(sentence, sentence, predicate, object, subject=subject)
    assert (found.predicate, shown(found.value)) == (name, value)
    assert found.slot is not SlotKind.UNKNOWN


def test_a_person_has_no_state_of_a_thing() -> None:
    found = stated("I am ready", "Ada is ready", "be", "ready")
    assert found.predicate == "is"


def test_a_version_of_a_program_is_no_interpreter_by_profession() -> None:
    text = "Python 3.10 is the oldest interpreter"
    found = stated(text, text, "be", "the oldest interpreter", subject="Python 3.10")
    assert found.predicate == "is"


def test_the_step_to_a_canonical_predicate_is_recorded() -> None:
    found = stated("I work as a vet", "Ada works as a vet", "work as", "a vet")
    [step] = [one for one in found.derived if one.kind is DerivationKind.PREDICATE]
    assert (step.said, step.meant) == ("work as", "has_role")


def test_no_step_is_recorded_where_the_phrase_is_the_name() -> None:
    found = stated("I moved house", "Ada moved house", "move house", "")
    assert not [one for one in found.derived if one.kind is DerivationKind.PREDICATE]


def test_what_qualifies_a_noun_is_a_condition() -> None:
    sentence = "Ada's gate code for the guests is 4417"
    found = stated(sentence, sentence, "gate code for the guest", "4417")
    assert (found.predicate, found.candidate.condition) == ("gate_code", "for the guests")


def test_favourites_are_kept_apart_by_their_kind() -> None:
    sentence = "Ada's favourite author is Wilma Oosterdam"
    found = stated(sentence, sentence, "favourite author", "Wilma Oosterdam")
    assert (found.predicate, found.candidate.condition) == ("favourite", "author")


def test_an_owned_noun_is_a_property_of_its_owner() -> None:
    sentence = "Ada's gran's birthplace was Hammerfest"
    found = stated(sentence, sentence, "be", "Hammerfest", subject="Ada's gran's birthplace")
    assert (found.subject.text, found.predicate, shown(found.value)) == (
        "Ada's gran", "born_in", "<Hammerfest>",
    )  # fmt: skip


def test_a_passive_is_turned_round() -> None:
    sentence = "Water damage is covered by the policy"
    found = stated(sentence, sentence, "be covered by", "the policy", subject="water damage")
    assert (found.subject.text, found.predicate, shown(found.value)) == (
        "the policy", "covers", "'water damage'",
    )  # fmt: skip


# --- polarity ----------------------------------------------------------------------------------


def test_a_denial_is_polarity_and_no_part_of_the_value() -> None:
    found = stated("the flat has no lift", "The flat has no lift", "have", "no lift",
                   subject="the flat", polarity=False)  # fmt: skip
    assert (found.predicate, shown(found.value)) == ("has", "'lift'")
    assert not found.candidate.polarity


def test_a_predicate_that_denies_is_itself_affirmed() -> None:
    found = stated("I don't eat pork", "Ada does not eat pork", "eat", "pork", polarity=False)
    assert (found.predicate, found.candidate.polarity) == ("avoids", True)


def test_an_opposite_needs_no_predicate_of_its_own() -> None:
    found = stated("I don't like jazz", "Ada does not like jazz", "like", "jazz", polarity=False)
    assert (found.predicate, found.candidate.polarity) == ("likes", False)


def test_what_is_no_longer_eaten_was_eaten() -> None:
    sentence = "Ada does not eat pork any more"
    found = stated(sentence, sentence, "eat", "pork", polarity=False, ended=True)
    assert (found.predicate, found.candidate.polarity) == ("eats", False)


def test_who_stopped_something_is_said_to_have_stopped() -> None:
    sentence = "Ada stopped smoking"
    found = stated(sentence, sentence, "stop smoke", "", polarity=False, ended=True, **EVENT)
    assert (found.predicate, shown(found.value)) == ("stopped", "'smoking'")
    assert found.candidate.polarity


def test_a_denial_in_an_aside_is_not_of_the_statement() -> None:
    sentence = "Ada lived in Valletta, nowhere else"
    found = stated(sentence, sentence, "live in", "Valletta, nowhere else", polarity=False)
    assert found.candidate.polarity


def test_used_to_is_over() -> None:
    sentence = "Ada used to live in Rome"
    found = stated(sentence, sentence, "use to live in", "Rome", tense=Tense.PAST)
    assert (found.predicate, found.candidate.ended) == ("lives_in", True)


def test_an_ability_is_what_somebody_does_and_a_denied_one_an_inability() -> None:
    able = stated("I can speak Dutch", "Ada can speak Dutch", "speak", "Dutch")
    assert able.predicate == "speaks"
    unable = stated("I can't swim", "Ada cannot swim", "swim", "", polarity=False)
    assert (unable.predicate, shown(unable.value), unable.candidate.polarity) == (
        "can", "'swim'", False,
    )  # fmt: skip


def test_sentence_quote_and_span_stay_as_they_were() -> None:
    found = stated("I don't eat pork", "Ada does not eat pork", "eat", "pork", polarity=False)
    assert found.candidate.sentence == "Ada does not eat pork"
    assert found.candidate.quote(found.grounded.turn) == "I don't eat pork"


@pytest.mark.parametrize(
    ("object", "name"), [("nine euros", "price"), ("on Monday", "scheduled_for")]
)
def test_what_a_number_or_a_date_is_needed_for_is_found_by_it(object: str, name: str) -> None:
    verb = {"price": "cost", "scheduled_for": "be"}[name]
    sentence = f"The shop {verb} {object}"
    assert stated(sentence, sentence, verb, object, **THING).predicate == name
    assert stated(sentence, sentence, verb, "nothing", **THING).slot is SlotKind.UNKNOWN


def test_what_a_doctor_finds_is_not_the_doctors() -> None:
    sentence = "The doctor's diagnosis is a sprain"
    found = stated(sentence, sentence, "diagnosis", "a sprain", subject="the doctor")
    assert found.predicate != "diagnosed_with"


def test_a_noun_behind_a_preposition_is_no_property_of_the_subject() -> None:
    subject = "the relief with Ada's health status"
    sentence = "The relief with Ada's health status is profound"
    found = stated(sentence, sentence, "be", "profound", subject=subject)
    assert found.predicate != "status"


def test_next_years_goal_is_the_speakers() -> None:
    sentence = "Next year's goal is a marathon"
    found = stated(sentence, sentence, "be", "a marathon", subject="next year's goal")
    assert (found.subject.text, found.predicate) == ("Ada", "goal")
