from __future__ import annotations

import pytest

from smalti.model.record import Facet, Modality, RecordKind
from smalti.write.extract import Tense
from write.extract.talks import (
    assistant,
    candidates,
    needs_parser,
    one,
    said,
    sentences,
    tool,
)

pytestmark = needs_parser


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I live in Oslo", ["Ada lives in Oslo"]),
        ("im a locksmith", ["Ada is a locksmith"]),
        ("I've got my own boat", ["Ada has got Ada's own boat"]),
        ("sold my van, bought a cargo bike", ["Ada sold Ada's van", "Ada bought a cargo bike"]),
        ("locker code's 9033", ["Ada's locker code is 9033"]),
        ("favourite band: The Low Anthem", ["Ada's favourite band is The Low Anthem"]),
        ("dont like olives", ["Ada does not like olives"]),
        ("knitting a scarf for gran", ["Ada is knitting a scarf for Ada's gran"]),
        ("on Alpine these days", ["Ada is on Alpine these days"]),
        ("paralegal at Finch & Moor", ["Ada is a paralegal at Finch & Moor"]),
        ("no car, no licence", ["Ada: no car, no licence"]),
        ("we rent two rooms", ["Ada and others rent two rooms"]),
        ("Karim and I run the choir", ["Karim and Ada run the choir"]),
    ],
)  # fmt: skip
def test_a_statement_is_told_in_the_third_person(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "I live in Oslo and work at Brightwater, but I grew up in Bergen.",
            {"Ada lives in Oslo", "Ada works at Brightwater", "Ada grew up in Bergen"},
        ),
        (
            "my son, who plays chess, won a cup yesterday",
            {"Ada's son plays chess", "Ada's son won a cup yesterday"},
        ),
        (
            "My sister Dana, a nurse, lives in Leeds",
            {"Ada's sister Dana lives in Leeds", "Ada has a sister called Dana", "Dana is a nurse"},
        ),
        (
            "the landlord is selling, so we are moving to Riga",
            {"The landlord is selling", "Ada and others are moving to Riga"},
        ),
        (
            "Our server runs Debian because the vendor insists.",
            {"Ada's server runs Debian", "The vendor insists"},
        ),
        (
            "I was born in Split and have two kids, Ivo and Mara",
            {"Ada was born in Split", "Ada has kids called Ivo and Mara"},
        ),
    ],
)
def test_each_fact_of_a_sentence_gets_a_candidate(text: str, expected: set[str]) -> None:
    assert expected <= set(sentences(text))


@pytest.mark.parametrize(
    "text", ["games that challenge me are fun", "it helps me relax", "I want to eat and sleep"]
)
def test_what_states_nothing_by_itself_is_not_cut_off(text: str) -> None:
    assert len(sentences(text)) == 1


@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("I live in Oslo", ("Ada", "live in", "Oslo")),
        ("I work at Brightwater", ("Ada", "work at", "Brightwater")),
        ("I'm allergic to latex", ("Ada", "be allergic to", "latex")),
        ("my favourite colour is teal", ("Ada", "favourite colour", "teal")),
        ("my sister is a vet", ("Ada's sister", "be", "a vet")),
        ("our API is written in Go", ("Ada's API", "be written in", "Go")),
        ("Tom owns the billing service", ("Tom", "own", "the billing service")),
    ],
)
def test_a_candidate_is_also_an_edge(text: str, edge: tuple[str, str, str]) -> None:
    found = one(text)
    assert (found.subject, found.predicate, found.object) == edge


@pytest.mark.parametrize(
    ("text", "polarity", "ended"),
    [
        ("I eat meat", True, False),
        ("I don't eat meat", False, False),
        ("I no longer eat meat", False, True),
        ("I don't drink coffee any more", False, True),
        ("I never learned to swim", False, False),
        ("nobody has the key", False, False),
        ("I stopped smoking in 2019", False, True),
        ("I used to play the drums", True, True),
        ("we cancelled the gym membership", True, True),
        ("Karim broke up with Julia", True, True),
        ("it's 14 Elm Road, not 41", True, False),
    ],
)
def test_denials_and_endings_are_marked(text: str, *, polarity: bool, ended: bool) -> None:
    found = one(text)
    assert (found.polarity, found.ended) == (polarity, ended)


@pytest.mark.parametrize(
    ("text", "modality", "tense"),
    [
        ("I live in Oslo", Modality.ASSERTED, Tense.PRESENT),
        ("I lived in Oslo", Modality.ASSERTED, Tense.PAST),
        ("I will move to Porto", Modality.PLANNED, Tense.FUTURE),
        ("I'm going to move to Porto", Modality.PLANNED, Tense.FUTURE),
        ("I'd love to visit Kyoto", Modality.WISHED, Tense.PRESENT),
        ("I want to learn the cello", Modality.WISHED, Tense.PRESENT),
        ("Maybe I'll learn the cello", Modality.HYPOTHETICAL, Tense.FUTURE),
        ("I think the shop is closed", Modality.HYPOTHETICAL, Tense.PRESENT),
        ("some days I swear I'll quit and raise goats", Modality.HYPOTHETICAL, Tense.FUTURE),
        ("my boss says the office is closed", Modality.QUOTED, Tense.PRESENT),
    ],
)
def test_modality_and_tense_are_told_apart(text: str, modality: Modality, tense: Tense) -> None:
    found = one(text)
    assert (found.modality, found.tense) == (modality, tense)


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("I take the tram if it rains", "if it rains"),
        ("the shop is open only on weekdays", "only on weekdays"),
        ("I work nights except on Sundays", "except on Sundays"),
        ("I live in Oslo", None),
        ("I saw her on Tuesday", None),
    ],
)
def test_conditions_are_kept_with_what_they_limit(text: str, condition: str | None) -> None:
    assert one(text).condition == condition


@pytest.mark.parametrize(
    ("text", "kind", "facet"),
    [
        ("I adopted a cat", RecordKind.EVENT, Facet.EVENT),
        ("I like cats", RecordKind.FACT, Facet.PERSONA),
        ("my sister lives in Leeds", RecordKind.CLAIM, Facet.RELATIONSHIP),
        ("the API is written in Go", RecordKind.FACT, Facet.PERSONA),
    ],
)
def test_kind_and_facet_follow_from_whom_it_is_about(
    text: str, kind: RecordKind, facet: Facet
) -> None:
    found = one(text)
    assert (found.kind, found.facet) == (kind, facet)


def test_time_words_are_pointed_at_in_the_turn() -> None:
    turn = said("well, I adopted a cat last Friday, she is grey")
    found = candidates(turn)[0]
    assert found.time_span is not None
    assert turn.text[slice(*found.time_span)] == "last Friday"


@pytest.mark.parametrize(
    "text",
    ["sorry, it's 14 not 41", "actually I live in Bergen", "I misread it, the call is at nine"],
)
def test_corrections_are_marked(text: str) -> None:
    assert one(text).correction


def test_plain_news_are_no_corrections() -> None:
    assert not one("I moved to Bergen last year").correction


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        (("the bus is at gate 12", "sorry, make that gate 21"), "The bus is at gate 21"),
        (("my record is 3:58:20", "3:51:07!!!"), "Ada's record is 3:51:07"),
    ],
)  # fmt: skip
def test_a_bare_new_value_is_put_into_the_old_statement(
    turns: tuple[str, str], expected: str
) -> None:
    assert expected in sentences(*turns)


@pytest.mark.parametrize(
    ("question", "answer", "expected"),
    [
        ("What's your daughter called?", "Romy", "Ada's daughter is called Romy"),
        ("Nice. Which subjects?", "maths and Greek", "Ada's subjects: maths and Greek"),
        ("How big is the roof?", "60 square metres", "The roof is 60 square metres"),
    ],
)
def test_a_short_answer_is_read_with_its_question(
    question: str, answer: str, expected: str
) -> None:
    assert sentences(assistant(question), answer) == [expected]


def test_standing_wishes_are_kept_as_wishes_of_the_speaker() -> None:
    found = one("please don't use emojis with me")
    assert found.sentence == "Ada wants the assistant not to use emojis with Ada"
    assert (found.subject, found.polarity) == ("Ada", False)


def test_what_an_assistant_says_about_the_user_is_a_claim_of_low_directness() -> None:
    found = one("hello there, Ada here", assistant("You live in Riga now, so your taxes change."))
    assert found.sentence == "Ada lives in Riga now"
    assert (found.asserted_by, found.directness) == ("assistant", 0.5)


@pytest.mark.parametrize(
    "text",
    [
        "You could try yoga.",
        "I'll note that for you.",
        "Your commitment to growth is admirable.",
        "Bread keeps best in a linen bag.",
    ],
)
def test_an_assistants_advice_and_small_talk_leave_nothing(text: str) -> None:
    assert sentences("I bake on Sundays", assistant(text)) == ["Ada bakes on Sundays"]


def test_what_a_tool_says_is_asserted_by_the_tool() -> None:
    assert one(tool("The library closes at eight.", "city-site")).asserted_by == "city-site"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Seeing my team succeed brings me joy, and it keeps me going.",
            "Seeing Ada's team succeed brings Ada joy",
        ),
        (
            "The new cat's engaging manner really stood out to all of us last week.",
            "The new cat's engaging manner",
        ),
    ],
)
def test_careful_prose_is_not_read_as_if_words_were_missing(text: str, expected: str) -> None:
    assert any(sentence.startswith(expected) for sentence in sentences(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the printer's cable is at the printer's", "The printer's cable is at the printer's"),
        ("whales are Finn's from today", "Whales are Finn's from today"),
        ("my wife's expecting", "Ada's wife is expecting"),
        ("Leo's never been to Rome", "Leo has never been to Rome"),
        ("our product's called Wren", "Ada's product is called Wren"),
        ("the physio's put me on the bus", "The physio has put Ada on the bus"),
    ],
)
def test_an_apostrophe_s_is_told_apart_into_is_has_and_of(text: str, expected: str) -> None:
    assert expected in sentences(text)
