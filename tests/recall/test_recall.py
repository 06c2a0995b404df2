from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from smalti import EmbedderMismatch, InvalidInput, Memory
from smalti.models.embedder import EmbedderInfo, Vectors
from smalti.testing import FrozenClock, HashEmbedder

DIARY = [
    {
        "speaker": "Ada",
        "session": "s1",
        "said_at": "2026-01-10",
        "text": "I adopted a kestrel today.",
    },
    {"speaker": "Bo", "session": "s1", "said_at": "2026-01-10", "text": "What will you call it?"},
    {"speaker": "Ada", "session": "s1", "said_at": "2026-01-10", "text": "Pepper, after my aunt."},
    {
        "speaker": "Bo",
        "session": "s2",
        "said_at": "2026-02-03",
        "text": "Ticket ERR-7731 is blocked.",
    },
    {"speaker": "Bo", "session": "s2", "said_at": "2026-02-03", "text": "Ticket ERR-7732 is done."},
    {
        "speaker": "美月",
        "session": "s3",
        "said_at": "2026-03-05",
        "text": "生日是三月三号，喜欢北京烤鸭",
    },
    {
        "speaker": "美月",
        "session": "s3",
        "said_at": "2026-03-05",
        "text": "来週の水曜に東京へ出張。しりとりした",
    },
    {
        "speaker": "Ada",
        "session": "s3",
        "said_at": "2026-03-06",
        "text": "Look!",
        "caption": "a heron",
    },
]


@pytest.fixture
def words() -> Iterator[Memory]:
    """A memory that recalls by words only."""
    with Memory(":memory:", embedder=None, extract=False) as memory:
        memory.add(DIARY)
        yield memory


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory(":memory:", embedder=HashEmbedder(256), extract=False) as memory:
        memory.add(DIARY)
        yield memory


def best(memory: Memory, query: str) -> str:
    items = memory.recall(query).items
    return items[0].turn.text if items else ""


@pytest.mark.parametrize(
    ("query", "start"),
    [
        ("ERR-7731", "Ticket ERR-7731"),
        ("err-7732", "Ticket ERR-7732"),
        ("7731", "Ticket ERR-7731"),
        ("北京烤鸭", "生日"),
        ("北京", "生日"),
        ("鸭", "生日"),
        ("東京", "来週"),
        ("しりとり", "来週"),
        ("heron", "Look!"),
        ("the adopted kestrel", "I adopted"),
    ],
)
def test_what_was_said_is_found_by_its_words(words: Memory, query: str, start: str) -> None:
    assert best(words, query).startswith(start)


def test_a_turn_is_found_by_its_day_and_by_who_said_it(words: Memory) -> None:
    assert best(words, "what happened on 3 February 2026?").startswith("Ticket")
    assert {i.turn.speaker for i in words.recall("美月").items[:2]} == {"美月"}


def test_the_answer_to_a_question_that_matches_is_lifted(memory: Memory) -> None:
    texts = [item.turn.text for item in memory.recall("what will you call the kestrel").items]
    assert "Pepper, after my aunt." in texts[:3]


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("", "the query holds no words to search for"),
        ("?!… ,,,", "the query holds no words to search for"),
        ("the of and", "the query holds no words to search for"),
        ("AND OR", "the query holds no words to search for"),
        ("zxqv brindlewhack ploof", "no turn holds any of the words"),
        ("\ud800", "the query holds no words to search for"),
        ("qqq www eee rrr ttt yyy ticket", "the words that match say too little"),
    ],
)
def test_a_query_that_nothing_answers_gives_nothing_and_the_reason(
    memory: Memory, words: Memory, query: str, reason: str
) -> None:
    for any_memory in (memory, words):
        result = any_memory.recall(query)
        assert result.items == ()
        assert result.reason.startswith(reason)
        assert result.path == "none"


@pytest.mark.parametrize(
    "query",
    ["_", "`x`", '"', "NEAR(kestrel, 3)", "kestrel*", "-kestrel", "kestrel AND", "a:b", "(", "^k",
     "kestrel " * 12_500, "'; DROP TABLE turns; --", "\0", "%", "👩‍👩‍👧 kestrel"],
)  # fmt: skip
def test_no_query_is_an_error(memory: Memory, query: str) -> None:
    memory.recall(query)
    assert memory.recall("kestrel").items


@pytest.mark.parametrize(
    "wrong",
    [
        {"filters": "Ada"},
        {"k": 0},
        {"k": 1.5},
        {"budget": 0},
        {"budget": "x"},
        {"cut": "sometimes"},
        {"diversity": 2.0},
        {"query": 7},
    ],
)
def test_a_wrong_argument_is_refused_by_name(memory: Memory, wrong: dict[str, object]) -> None:
    arguments: dict[str, object] = {"query": "kestrel", **wrong}
    with pytest.raises(InvalidInput) as raised:
        memory.recall(**arguments)  # type: ignore[arg-type]
    assert raised.value.field == next(iter(wrong))


def test_an_empty_space_says_that_it_is_empty() -> None:
    with Memory(":memory:", embedder=None, extract=False) as memory:
        assert memory.recall("anything").reason == "this space holds no turns yet"


def test_every_item_can_be_explained(memory: Memory) -> None:
    result = memory.recall("who adopted a kestrel", explain=True)
    assert [item.rank for item in result.items] == list(range(1, len(result.items) + 1))
    assert result.items[0].matched == ("adopt", "kestrel")
    for item in result.items:
        assert sum(item.parts.values()) == pytest.approx(item.score, abs=1e-4)
        assert set(item.parts) >= {"lexical", "vector", "speaker", "date", "neighbours", "session"}
    assert memory.recall("who adopted a kestrel").items[0].parts == {}
    scores = [item.score for item in result.items]
    assert scores == sorted(scores, reverse=True)


def test_the_same_query_gives_the_same_answer(memory: Memory) -> None:
    first, second = memory.recall("kestrel ticket"), memory.recall("kestrel ticket")
    assert first.items == second.items


def test_a_budget_is_kept_and_what_did_not_fit_is_counted(memory: Memory) -> None:
    result = memory.recall("kestrel ticket heron", budget=25)
    assert 0 < result.tokens <= 25
    assert result.held_back["over budget"] > 0
    tiny = memory.recall("kestrel", budget=1)
    assert tiny.items == ()
    assert tiny.reason == "no turn fits into 1 tokens"
    assert memory.recall("kestrel", count_tokens=len, k=3, budget=90).tokens <= 90


def test_a_recall_reads_as_context_for_a_model(memory: Memory) -> None:
    found = memory.recall("adopted kestrel", k=1)
    assert found.text == "2026-01-10 (Saturday)\n[t1] Ada: I adopted a kestrel today."
    assert [item.cite for item in found] == ["t1"]


def test_a_recall_may_be_cut_where_its_scores_fall_off(memory: Memory) -> None:
    found, cut = (memory.recall("kestrel", k=9, cut=how) for how in (None, "adaptive"))
    assert cut.items == found.items[: len(cut)]
    assert cut.held_back.get("far below the best", 0) == len(found) - len(cut)


def test_relative_days_count_back_from_now() -> None:
    clock = FrozenClock("2026-02-10T00:00:00Z")
    with Memory(":memory:", embedder=None, clock=clock, extract=False) as memory:
        for day in ("2026-02-03", "2026-01-03"):
            memory.add("a bird at the window", said_at=day, session=day)
        recent = memory.recall("which bird a week ago")
        asked_then = memory.recall("which bird a week ago", now="2026-01-10")
    assert [str(item.turn.said_at)[:10] for item in recent.items] == ["2026-02-03", "2026-01-03"]
    assert [str(item.turn.said_at)[:10] for item in asked_then.items] == [
        "2026-01-03",
        "2026-02-03",
    ]


def test_turns_that_have_nothing_to_do_with_the_query_do_not_fill_up_the_answer(
    words: Memory,
) -> None:
    assert {item.turn.session for item in words.recall("heron")} == {"s3"}
    assert all(item.score > 0 for item in words.recall("ticket kestrel"))


def test_a_day_that_is_asked_about_is_enough_to_answer(memory: Memory, words: Memory) -> None:
    question, now = "what about two weeks ago?", "2026-02-17"
    assert [item.turn.session for item in words.recall(question, now=now)] == ["s2", "s2"]
    assert "s2" in {item.turn.session for item in memory.recall(question, now=now)}
    assert not words.recall(question, now="2027-02-17")


def test_a_recall_can_be_walked_and_is_false_when_empty(memory: Memory) -> None:
    assert [item.rank for item in memory.recall("kestrel", k=1)] == [1]
    assert memory.recall("kestrel")
    assert not memory.recall("zxqv")


# ------------------------------------------------------------------ honest degradation


class Renamed(HashEmbedder):
    """The hash embedder under another name."""

    def __init__(self, name: str, dimension: int) -> None:
        super().__init__(dimension)
        self.info = EmbedderInfo(name, dimension)


class Broken(HashEmbedder):
    """An embedder whose model went away."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        from smalti import ModelUnavailable

        raise ModelUnavailable("the model file is gone", hint="Put it back")


def test_without_a_model_recall_works_by_words_and_says_so(words: Memory) -> None:
    result = words.recall("kestrel")
    assert result.items
    assert result.path == "lexical"
    assert [note.part for note in result.degraded] == ["vector"]
    assert "without an embedder" in result.degraded[0].reason


@pytest.mark.parametrize("other", [Renamed("hash", 128), Renamed("other", 64)])
def test_another_model_is_named_and_reindex_mends_it(tmp_path: Path, other: Renamed) -> None:
    file = tmp_path / "m.db"
    with Memory(file, embedder=HashEmbedder(64), extract=False) as memory:
        memory.add(DIARY)
    with Memory(file, embedder=other, extract=False) as memory:
        result = memory.recall("kestrel")
        assert result.items
        assert result.path == "lexical"
        for name in ("hash (64 dimensions)", str(other.info), "smalti reindex"):
            assert name in f"{result.degraded[0].reason} {result.degraded[0].hint}"
        receipt = memory.add("a late bird")
        assert receipt.ids
        assert "hash (64 dimensions)" in receipt.degraded[0].reason
        assert memory.check().notes
        report = memory.reindex()
        assert report.embedded == len(DIARY) + 1
        assert memory.recall("kestrel").path == "lexical+vector"
        assert memory.recall("kestrel").degraded == ()
        assert memory.check().notes == ()


def test_the_store_itself_refuses_vectors_of_another_model(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", embedder=HashEmbedder(64), extract=False) as memory:
        memory.add(DIARY)
        vectors = HashEmbedder(32).embed(["x"])
        with pytest.raises(EmbedderMismatch):
            memory._space.put_vectors(EmbedderInfo("hash", 32), [1], vectors)


def test_a_model_that_breaks_loses_no_turn_and_reindex_catches_up(tmp_path: Path) -> None:
    file = tmp_path / "m.db"
    with Memory(file, embedder=HashEmbedder(64), extract=False) as memory:
        memory.add(DIARY[:2])
    with Memory(file, embedder=Broken(64), extract=False) as memory:
        receipt = memory.add(DIARY[2:])
        assert len(receipt.ids) == len(DIARY) - 2
        assert receipt.degraded[0].reason == "the model file is gone"
        assert memory.recall("heron").degraded[0].reason == "the model file is gone"
    with Memory(file, embedder=HashEmbedder(64), extract=False) as memory:
        assert "6 of 8 turns have no vector yet" in memory.recall("heron").degraded[0].reason
        assert memory.stats().unembedded == 6
        heron = memory.recall("heron").items[0]
        assert heron.turn.text == "Look!"  # found by its words alone, before those with vectors
        assert heron.cosine is None
        assert memory.reindex().embedded == 6
        assert memory.recall("heron").degraded == ()


def test_terms_of_another_language_are_noticed_and_reindex_mends_them(tmp_path: Path) -> None:
    file = tmp_path / "m.db"
    with Memory(file, embedder=None, extract=False) as memory:
        memory.add("Die Häuser am Kanal", speaker="Jo")
    with Memory(file, embedder=None, language="de", extract=False) as memory:
        assert any("smalti-1/en" in note.reason for note in memory.recall("Haus").degraded)
        assert memory.reindex().analysed == 1
        assert memory.recall("Häuser").items
        assert [note.part for note in memory.recall("Haus").degraded] == ["vector"]


# ------------------------------------------------------------------ other writers


def test_what_another_process_writes_is_recalled(tmp_path: Path) -> None:
    file = tmp_path / "m.db"
    with Memory(file, embedder=None, extract=False) as memory:
        memory.add(DIARY)
        assert not memory.recall("wagtail").items
        script = (
            "import sys; from smalti import Memory\n"
            "with Memory(sys.argv[1], embedder=None, extract=False) as m:\n"
            "    m.add('a wagtail came by')"
        )
        subprocess.run([sys.executable, "-c", script, str(file)], check=True)
        assert best(memory, "wagtail") == "a wagtail came by"


def test_spaces_do_not_change_each_others_ranking(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", embedder=HashEmbedder(64), space="mine", extract=False) as mine:
        mine.add(DIARY)
        before = mine.recall("kestrel ticket", explain=True)
        with_others = mine.space("theirs")
        with_others.add([f"kestrel ticket number {i}" for i in range(200)])
        after = mine.recall("kestrel ticket", explain=True)
        assert before.items == after.items
        assert {i.turn.id for i in with_others.recall("kestrel").items}.isdisjoint(
            {i.turn.id for i in after.items}
        )


def test_a_common_word_in_a_large_space_still_finds_the_telling_turn() -> None:
    with Memory(":memory:", embedder=None, extract=False) as memory:
        memory.add("the only wagtail of the report", session="start")
        memory.add([f"daily report number {i}" for i in range(2_500)])
        assert best(memory, "wagtail report").startswith("the only wagtail")
        filtered = memory.recall("report", filters={"session": "start"})
        assert [item.turn.session for item in filtered.items] == ["start"]


def test_a_recall_is_plain_data(memory: Memory) -> None:
    from smalti.model.codec import to_data

    data = json.loads(json.dumps(to_data(memory.recall("kestrel", k=1))))
    assert data["items"][0]["turn"]["speaker"] == "Ada"
    assert data["items"][0]["turn"]["said_at"] == "2026-01-10T00:00:00Z"
