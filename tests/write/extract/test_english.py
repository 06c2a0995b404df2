from __future__ import annotations

import pytest

from smalti.model.record import Facet, Modality, RecordKind
from smalti.write.extract import Tense
from write.extract.talks import (
    assistant,
    candidates,
    extraction,
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
        ("no car, no licence", ["Ada has no car", "Ada has no licence"]),
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
    "text", ["games that challenge me are fun", "the tea helps me relax", "I want to eat and sleep"]
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
        ("my flat is noisy", ("Ada's flat", "be", "noisy")),
        ("my sister is a vet", ("Ada's sister", "be", "a vet")),
        ("our API is written in Go", ("Ada's API", "be written in", "Go")),
        ("Tom owns the billing service", ("Tom", "own", "the billing service")),
        ("I have got a boat", ("Ada", "have", "a boat")),
        ("guests cannot use the sauna", ("guests", "can use", "the sauna")),
        ("I'm eager to see Lima", ("Ada", "be eager to see", "Lima")),
        ("we're going to move to Lima", ("Ada", "move to", "Lima")),
        ("she moved in with us", ("she", "move in with", "Ada and others")),
        ("I gave garage 9 back", ("Ada", "give back", "garage 9")),
        ("Helvia is cheaper than Novia", ("Helvia", "be cheaper than", "Novia")),
        ("the man there is called Jo", ("the man", "be called", "Jo")),
        ("Jo's opened up the stern", ("Jo", "open up", "the stern")),
        ("WE BOUGHT A BOAT", ("Ada", "buy", "A boat")),
        ("excited about Lima", ("Ada", "be excited about", "Lima")),
    ],
)
def test_a_candidate_is_also_an_edge(text: str, edge: tuple[str, str, str]) -> None:
    found = one(text)
    assert (found.subject, found.predicate, found.object) == edge


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I always take the bike to work", "the bike to work"),
        ("I sold my van last week", "Ada's van"),
        ("we really like the new oven", "the new oven"),
        ("I'm on leave until September", "leave"),
        ("I rent garage 9, seventy a month", "garage 9"),
        ("Tom works from home on Wednesdays and Fridays", "home"),
        ("last year I visited Lima, for example", "Lima"),
        ("I'm back in Lima", "Lima"),
        ("my recipe uses rye flour, never wheat", "rye flour"),
        ("we have no lift", "lift"),
        ("the hall costs 40 a month", "40 a month"),
        ("I run 12 km a week", "12 km a week"),
        ("she learned to swim in 2019", ""),
    ],
)
def test_times_asides_and_denials_are_no_part_of_a_value(text: str, value: str) -> None:
    assert one(text).object == value


@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("the exam is on the 27th", ("the exam", "be on", "the 27th")),
        ("backups run at 2 am", ("backups", "run at", "2 am")),
        ("tokens expire after 24 hours", ("tokens", "expire after", "24 hours")),
        ("the launch was moved to May", ("the launch", "be moved to", "May")),
    ],
)
def test_a_time_is_the_value_where_something_is_scheduled(
    text: str, edge: tuple[str, str, str]
) -> None:
    found = one(text)
    assert (found.subject, found.predicate, found.object) == edge


@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("my landlord is Mr Oak", ("Ada", "landlord", "Mr Oak")),
        ("Mr Oak is my landlord", ("Ada", "landlord", "Mr Oak")),
        ("the price of the ticket is 12 euros", ("the ticket", "price", "12 euros")),
        ("Tom's favourite band is Low", ("Tom", "favourite band", "Low")),
        ("my sister Dana visited", ("Ada", "sister", "Dana")),
        ("there is a sauna in the cellar", ("a sauna", "be in", "the cellar")),
    ],
)
def test_the_same_slot_is_named_whichever_way_it_is_put(
    text: str, edge: tuple[str, str, str]
) -> None:
    assert edge in [(c.subject, c.predicate, c.object) for c in candidates(text)]


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
        ("Rook is an Elixir app, so no", True, False),
        ("you can call the endpoint without a token", True, False),
        ("I can't wait to see Lima", True, False),
        ("I live in a flat with no lift", True, False),
        ("I haven't quit", False, False),
        ("I'm going to quit in May", True, False),
        ("the piano has been sold", True, True),
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
        ("suits felt stiff at events where I wanted to dance", Modality.ASSERTED, Tense.PAST),
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
        ("only Tom has the key", None),
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
        ("Tom gave me a lift", RecordKind.EVENT, Facet.EVENT),
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


@pytest.mark.parametrize(
    "text",
    [
        "I moved to Bergen last year",
        "sorry for the late reply, I was in Bergen",
        "the soup turned out well, I used leeks",
        "I never had a bike",
    ],
)
def test_plain_news_are_no_corrections(text: str) -> None:
    assert not any(found.correction for found in candidates(text))


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        (("the bus is at gate 12", "sorry, make that gate 21"), "The bus is at gate 21"),
        (("my record is 3:58:20", "3:51:07!!!"), "Ada's record is 3:51:07"),
        (("my cousin is called Noel", "Noé, not Noel"), "Ada's cousin is called Noé"),
        (("I live at 41 Elm Road", "sorry, 14 Elm Road, not 41"), "Ada lives at 14 Elm Road"),
        (("I work at Quilling Arbor", "sorry, it's Quill & Arbor"), "Ada works at Quill & Arbor"),
    ],
)
def test_a_bare_new_value_is_put_into_the_old_statement(
    turns: tuple[str, str], expected: str
) -> None:
    assert sentences(*turns)[-1] == expected


@pytest.mark.parametrize(
    "later", ["still nothing on invoice 8872", "tokens expire after 24 hours", "and another 4410"]
)
def test_another_number_is_not_taken_for_a_new_value(later: str) -> None:
    assert "Invoice 8872 is paid" not in sentences("invoice 8871 is paid", later)


@pytest.mark.parametrize(
    ("question", "answer", "expected"),
    [
        ("What's your daughter called?", "Romy", "Ada's daughter is called Romy"),
        ("Nice. Which subjects?", "maths and Greek", "Ada's subjects are maths and Greek"),
        ("How big is the roof?", "60 square metres", "The roof is 60 square metres"),
        ("Where do you live?", "Oslo", "Ada lives in Oslo"),
        ("When do you start?", "on Monday", "Ada starts on Monday"),
        ("What do you like to watch?", "nordic crime", "Ada likes to watch nordic crime"),
        ("What is the talk about?", "soil sensors", "The talk is about soil sensors"),
        ("How many cats do you have?", "three", "Ada has three cats"),
        ("Which bus do you take?", "the 14", "Ada takes the 14 bus"),
        ("Who will take over?", "Bo, from Dresden", "Bo will take over"),
        ("What does your wife do?", "nurse at Mercy", "Ada's wife is a nurse at Mercy"),
        ("Do you have a licence?", "not yet", "Ada does not have a licence yet"),
        ("Do you eat fish?", "never", "Ada never eats fish"),
        ("Is there a waiting list?", "no", "There is no waiting list"),
        ("Do you speak Finnish?", "yes, with my dad", "Ada speaks Finnish with Ada's dad"),
        ("Do you play an instrument?", "yes, the cello", "Ada plays the cello"),
        ("Do you have a target?", "76 kilos", "Ada's target is 76 kilos"),
        ("Does the tram stop there?", "no, at the mill", "The tram stops at the mill"),
        ("Did Tom call?", "yes", "Tom did call"),
    ],
)
def test_a_short_answer_is_read_with_its_question(
    question: str, answer: str, expected: str
) -> None:
    assert sentences(assistant(question), answer) == [expected]


def test_an_answer_has_the_edge_of_the_statement_it_makes() -> None:
    found = one(assistant("Who is looking after your mum?"), "my aunt Rosa")
    assert (found.subject, found.predicate, found.object) == (
        "Ada's aunt Rosa",
        "look after",
        "Ada's mum",
    )
    assert found.directness < 1.0


def test_what_follows_a_yes_or_no_is_read_by_itself() -> None:
    found = sentences(assistant("Do you eat meat?"), "no, I'm vegetarian")
    assert found == ["Ada does not eat meat", "Ada is vegetarian"]


def test_a_question_asked_of_a_statement_adds_to_it() -> None:
    turns = ("I can't eat dairy", assistant("Since when?"), "since my twenties")
    assert sentences(*turns)[-1] == "Ada cannot eat dairy since Ada's twenties"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Would you like a reminder?", "yes please"),
        ("Shall I save that?", "yes"),
        ("What can I do for you?", "nothing"),
        ("Are you there?", "yes"),
        ("Good evening Hamza, how was your day?", "long"),
        ("Where should it go?", "hold on, checking"),
        ("How do you keep relationships strong?", "My work involves using resources well."),
    ],
)
def test_courtesies_and_evasions_answer_nothing(question: str, answer: str) -> None:
    assert not any(c.directness == 0.8 for c in candidates(assistant(question), answer))


def test_nobody_answers_their_own_question() -> None:
    assert "Ada lives in Oslo" not in sentences("where do I live?", "Oslo")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MRI tomorrow", "Ada has MRI tomorrow"),
        ("two kids", "Ada has two kids"),
        ("asthmatic since school", "Ada is asthmatic since school"),
        ("no calls after four please", "Ada wants no calls after four"),
        ("elected to the school board", "Ada was elected to the school board"),
        ("handle in the forum: devr_42", "Ada's handle in the forum is devr_42"),
        ("not keen on big parties", "Ada is not keen on big parties"),
        ("line length 100", "Ada's line length is 100"),
        ("window seats from now on please", "Ada wants window seats from now on"),
        ("dark theme everywhere, my eyes", "Ada wants dark theme everywhere"),
    ],
)
def test_a_fragment_becomes_a_statement_where_its_form_tells(text: str, expected: str) -> None:
    assert sentences(text) == [expected]


@pytest.mark.parametrize("text", ["great view", "nice to hear that", "no drama", "so proud"])
def test_a_fragment_that_only_judges_says_nothing(text: str) -> None:
    assert sentences(text) == []


@pytest.mark.parametrize(
    "text", ["row 12 of the stalls", "a tiny one, facing the tram", "three weeks, not one accident"]
)
def test_a_fragment_that_nobody_could_read_later_is_refused(text: str) -> None:
    found = extraction(text)
    assert found.candidates == ()
    assert {refusal.reason.value for refusal in found.refused} == {"no statement"}


@pytest.mark.parametrize(
    "text",
    [
        "180 vs 60, guess who is coming",
        "chickenpox when I was four, scratched like mad",
        "super frustrating",
        "having support is important",
        "if you need any more",
        "what we learn",
        "a job's a job",
        "put it in the rotation",
        "six am",
    ],
)
def test_words_that_make_no_statement_leave_none(text: str) -> None:
    assert sentences(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("for the credits: the parser is Tom's", "The parser is Tom's"),
        ("bit of context about me: nurse at Mercy", "Ada is a nurse at Mercy"),
        ("mornings I deliver bread", "mornings, Ada delivers bread"),
        ("favourite walks? the cliff path, every time", "Ada's favourite walks are the cliff path"),
        ("I've one brother, Dele, birthday's 3 March", "Dele's birthday is 3 March"),
        ("Hi Bo I sold the van", "Ada sold the van"),
        ("vegetarian, have been since school", "Ada is a vegetarian"),
        ("the lab is shut, so no visits on Fridays please", "Ada wants no visits on Fridays"),
    ],
)
def test_what_stands_before_or_behind_a_statement_is_no_part_of_it(
    text: str, expected: str
) -> None:
    assert expected in sentences(text)


@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("Thursday Wietske called me", ("Wietske", "call", "Ada")),
        ("my dog is called Biscuit", ("Ada", "dog", "Biscuit")),
    ],
)
def test_days_and_names_stand_in_their_places(text: str, edge: tuple[str, str, str]) -> None:
    found = one(text)
    assert (found.subject, found.predicate, found.object) == edge


def test_what_broke_once_breaks_again() -> None:
    assert sentences("my bootloader broke", "broke again")[-1] == "Ada's bootloader broke again"


def test_what_a_tool_prints_is_kept_word_for_word() -> None:
    found = one(tool("Flight AK 482, gate 12", "flightwatch"))
    assert found.sentence == "flightwatch: Flight AK 482, gate 12"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("asked for a change, the nights are killing me", "The nights are killing Ada"),
        ("ordered pizza, the waiter answered in Thai", "The waiter answered in Thai"),
        ("about Dana: she left the choir", "Dana left the choir"),
        ("boxes again: we're in Malmö", "Ada and others are in Malmö"),
        ("can't make choir, got a root canal at four", "Ada got a root canal at four"),
        ("I edit in Helix, for notebooks I use Code", "For notebooks, Ada uses Code"),
        ("Bo and Ruth keep bees and sell honey", "Bo and Ruth sell honey"),
        ("I feed the cat while you are away", "Ada feeds the cat while you are away"),
    ],
)
def test_statements_with_a_comma_between_them_are_cut_apart(text: str, expected: str) -> None:
    assert expected in sentences(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Bettany did the code, Wulf the music", "Wulf did the music"),
        ("swapped the cable, works now", "The cable works now"),
        ("Jonty drums at midnight", "Jonty drums at midnight"),
        ("mum lands on Friday", "Ada's mum lands on Friday"),
        ("nobody but me has the key", "Only Ada has the key"),
        ("I forgot one line, so proud", "Ada forgot one line"),
    ],
)
def test_what_a_chat_leaves_out_is_understood(text: str, expected: str) -> None:
    assert expected in sentences(text)


def test_who_reports_a_statement_is_named_in_it() -> None:
    found = one("Luc says he'll pay for the roof")
    assert found.sentence == "Luc says Luc will pay for the roof"
    assert (found.subject, found.asserted_by) == ("Luc", "Ada")


@pytest.mark.parametrize(
    "text", ["I am", "that's it", "it was awesome", "Rover does", "I'll try it"]
)
def test_what_says_nothing_by_itself_is_left_out(text: str) -> None:
    assert sentences(text) == []


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
        ("everybody's fried", "Everybody is fried"),
        ("the fair's been moved to May", "The fair has been moved to May"),
    ],
)
def test_an_apostrophe_s_is_told_apart_into_is_has_and_of(text: str, expected: str) -> None:
    assert expected in sentences(text)


def test_a_record_that_a_tool_prints_is_read_as_statements_about_its_first_field() -> None:
    found = candidates(tool("Contact: Ann Lee | City: Ghent | Phone: 555-0199"))
    assert [c.sentence for c in found] == ["Ann Lee's city is Ghent", "Ann Lee's phone is 555-0199"]
    assert {c.subject for c in found} == {"Ann Lee"}


def test_the_state_of_a_numbered_thing_is_read_off_a_printed_line() -> None:
    found = one(tool("Policy 5-220 (van): status LAPSED since March."))
    assert (found.subject, found.predicate) == ("Policy 5-220", "status")


@pytest.mark.parametrize("text", ["keep it up!", "try the soup", "take the bus next time"])
def test_what_people_ask_of_each_other_is_no_wish_to_the_assistant(text: str) -> None:
    spoken = [said("I sing in a choir", "Bo"), said(text, "Ada")]
    assert not any(c.asserted_by == "Ada" for c in candidates(*spoken))


def test_columns_that_a_tool_prints_are_notes_on_the_first_one() -> None:
    found = candidates(tool("Invoice 2025-0417 | two coats of primer | due 4 June 2025"))
    assert [c.sentence for c in found] == [
        "Invoice 2025-0417: two coats of primer",
        "Invoice 2025-0417: due 4 June 2025",
    ]


def test_a_spelling_is_told_with_is() -> None:
    assert not any("has spelled" in s for s in sentences("It's spelled Fionn."))
