from __future__ import annotations

import pytest

from cli.conftest import DEMO, Shell


@pytest.fixture
def year(shell: Shell) -> Shell:
    shell.ok("import", str(DEMO))
    return shell


def test_recall_shows_rank_score_date_speaker_session_ids_and_text(year: Shell) -> None:
    head, text, *_ = year.ok("recall", "BGM-2904", "-k", "1").splitlines()
    turn = year.json("recall", "BGM-2904", "-k", "1")["items"][0]["turn"]
    rank, score, *rest = head.split()
    assert (rank, 0 < float(score) <= 1) == ("1", True)
    assert rest == ["2025-08-17", "19:19+02:00", "Mizuki", "session", "s08", turn["id"],
                    "demo:s08:04"]  # fmt: skip
    assert text == f"    {turn['text']}"


def test_recall_joins_its_words_and_says_how_it_was_found(year: Shell) -> None:
    shown = year.ok("recall", "mooring", "permit", "hearing", "-k", "2")
    assert "room 1.12" in shown
    assert "path lexical · " in shown
    assert "tokens · " in shown
    assert "note: vector: embeddings are switched off" in shown


def test_recall_gives_the_reason_when_it_finds_nothing(year: Shell) -> None:
    shown = year.ok("recall", "zxqv", "brindlewhack")
    assert shown.startswith("Nothing found: no turn holds any of the words")
    found = year.json("recall", "zxqv", "brindlewhack")
    assert (found["items"], found["path"]) == ([], "none")
    assert found["reason"]


def test_recall_takes_filters_together(year: Shell) -> None:
    words = ["recall", "the boat", "--speaker", "Wietske", "--speaker", "Mizuki",
             "--since", "2025-05-01", "--until", "2025-07-01", "--role", "user"]  # fmt: skip
    found = year.json(*words)
    assert found["held_back"] == {"filtered out": 168 - len(turns_between(year))}
    for item in found["items"]:
        assert item["turn"]["speaker"] in ("Wietske", "Mizuki")
        assert "2025-05-01" <= item["turn"]["said_at"] < "2025-07-01"
    assert f"{found['held_back']['filtered out']} filtered out" in year.ok(*words)


def turns_between(year: Shell) -> list[str]:
    return [
        turn["id"]
        for turn in year.json("turns", "--limit", "0")["turns"]
        if "2025-05-01" <= turn["said_at"] < "2025-07-01"
        and turn["speaker"] in ("Wietske", "Mizuki")
    ]


def test_recall_by_session(year: Shell) -> None:
    found = year.json("recall", "cat", "--session", "s03", "--session", "s13")
    assert {item["turn"]["session"] for item in found["items"]} <= {"s03", "s13"}


def test_recall_keeps_to_its_budget_and_counts_what_did_not_fit(year: Shell) -> None:
    found = year.json("recall", "boat", "--budget", "80")
    assert 0 < found["tokens"] <= 80
    assert f" of 80 tokens · {found['held_back']['over budget']} over budget" in year.ok(
        "recall", "boat", "--budget", "80"
    )


def test_recall_shows_the_text_for_a_prompt_and_nothing_else(year: Shell) -> None:
    words = ["recall", "mooring permit hearing", "-k", "3", "--budget", "120"]
    found = year.json(*words)
    assert year.ok(*words, "--prompt") == found["text"] + "\n"
    for item in found["items"]:
        [line] = [line for line in found["text"].splitlines() if f"[{item['cite']}]" in line]
        assert item["turn"]["text"].splitlines()[0] in line
    assert year.ok("recall", "zxqv", "--prompt") == ""


def test_recall_leaves_out_on_demand_what_is_far_below_the_best(year: Shell) -> None:
    whole, cut = (year.json("recall", "BGM-2904", "-k", "20", *more) for more in ([], ["--cut"]))
    assert cut["items"] == whole["items"][: len(cut["items"])]
    assert cut["held_back"]["far below the best"] == len(whole["items"]) - len(cut["items"]) > 0


def test_recall_explains_the_parts_of_each_score(year: Shell) -> None:
    shown = year.ok("recall", "mooring permit", "-k", "3", "--explain")
    item = year.json("recall", "mooring permit", "-k", "1", "--explain")["items"][0]
    for name in item["parts"]:
        assert name in shown
    assert "steps: index " in shown
    assert year.json("recall", "mooring permit", "-k", "1")["items"][0]["parts"] == {}


def test_recall_counts_relative_dates_back_from_the_moment_it_is_told(year: Shell) -> None:
    words = ["recall", "What happened three days ago?", "--explain", "--now", "2025-05-07"]
    assert any(item["parts"].get("date") for item in year.json(*words)["items"])


def test_text_that_would_act_on_the_terminal_is_shown_instead(shell: Shell) -> None:
    shell.ok("add", "red \x1b[31malert\x07 \x9b2J [bold]not markup[/bold]")
    shown = shell.ok("recall", "red")
    assert "\x1b" not in shown
    assert "\x9b" not in shown
    assert "red ␛[31malert␇ \ufffd2J [bold]not markup[/bold]" in shown
    assert shell.json("turns")["turns"][0]["text"].startswith("red \x1b[31malert\x07 \x9b2J")


def test_in_a_pipe_no_line_is_wrapped(shell: Shell) -> None:
    text = " ".join(f"word{n}" for n in range(400))
    shell.ok("add", text)
    assert f"    {text}\n" in shell.ok("recall", "word7")


def test_get_shows_all_that_is_known_of_a_turn(year: Shell) -> None:
    shown = year.ok("get", "demo:s02:02")
    for part in ("demo:s02:02", "Mizuki", "user", "2025-02-01 10:22+01:00", "s02"):
        assert part in shown
    assert "\nI bought ONE brass thing." in shown
    assert "[image: A small ship's bell" in shown
    assert year.json("get", "demo:s02:02") == year.json(
        "get", year.json("get", "demo:s02:02")["id"]
    )


def test_an_id_of_another_space_does_not_exist(told: Shell) -> None:
    id = told.json("turns")["turns"][0]["id"]
    assert told.run("get", id, "--space", "other").exit_code == 5
    assert told.json("recall", "ticket", "--space", "other")["items"] == []


@pytest.mark.parametrize(
    ("words", "first", "last", "more"),
    [
        ([], "demo:s01:01", "demo:s02:02", True),
        (["--newest"], "demo:s13:08", "demo:s14:10", True),
        (["--limit", "1"], "demo:s01:01", "demo:s01:01", True),
        (["--limit", "1", "--newest"], "demo:s14:10", "demo:s14:10", True),
        (["--limit", "0"], "demo:s01:01", "demo:s14:10", False),
        (["--limit", "168"], "demo:s01:01", "demo:s14:10", False),
        (["--limit", "168", "--newest"], "demo:s01:01", "demo:s14:10", False),
        (["--session", "s12"], "demo:s12:01", "demo:s12:09", False),
        (["--session", "s12", "--limit", "2", "--newest"], "demo:s12:08", "demo:s12:09", True),
    ],
)
def test_turns_lists_a_part_of_the_journal_in_its_order(
    year: Shell, words: list[str], first: str, last: str, more: bool
) -> None:
    found = year.json("turns", *words)
    ids = [turn["external_id"] for turn in found["turns"]]
    assert (ids[0], ids[-1], found["more"]) == (first, last, more)
    shown = year.ok("turns", *words)
    heads = [line for line in shown.splitlines() if line.endswith(tuple(ids))]
    assert [line.split()[-1] for line in heads] == ids
    assert ("--limit 0 lists all" in shown) is more


def test_sessions_are_listed_with_turns_dates_and_speakers(year: Shell) -> None:
    shown = year.ok("sessions")
    row = next(line for line in shown.splitlines() if line.startswith("s09 ")).split()
    assert row[1] == "10"
    assert "Havenvereniging De Zwaaikom" in shown
    found = year.json("sessions")["sessions"]
    assert [one["session"] for one in found] == [f"s{n:02}" for n in range(1, 15)]
    assert sum(one["turns"] for one in found) == 168


def test_an_empty_space_says_so(told: Shell) -> None:
    assert told.ok("sessions", "--space", "other") == "This space holds no turns yet.\n"
    assert told.ok("recall", "x", "--space", "other").startswith("Nothing found: this space holds")


def test_spaces_are_listed_by_name(told: Shell) -> None:
    told.ok("add", "Hello", "--space", "user 2")
    assert told.ok("spaces") == "default\nuser 2\n"
    assert told.json("spaces") == {"spaces": ["default", "user 2"]}
