"""The lexical index: every turn that holds a term is found, with the numbers BM25 needs."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.store.contract import LexicalHits, Space, Store, TurnEntry
from smalti.text.analyse import Analyser
from store.harness import Harness
from store.helpers import TERMS, fresh, said, write_terms
from strategies import any_text

# What means something to a query language, as the analyser writes terms: casefolded.
ODD_TERMS = (
    "and", "or", "not", "near", "near/2", "*", "ab*", "^", "^ab", "-", "-ab", ":", "terms:ab", "(",
    ")", "(ab)", "{terms}", "err-7731", "https://example.org/a?b=c&d=(e)#f,g", "ada@example.org",
    "a.b", "a+b", "+", ",", ";", "--", "/*", "%", "_", "\\", "|", "~", "[x]", "!", "=", "$1", "#",
    "1:ab", "北京", "한국", "ที", "👩", "é", "x" * 256,
)  # fmt: skip
words = st.sampled_from(["ab", "ba", "aba", "ab-1", "北京", "1"])


def counted(hits: LexicalHits) -> dict[int, dict[str, int]]:
    """Per turn the terms it holds and how often."""
    return {
        seq: {term: int(n) for term, n in zip(hits.terms, row, strict=True) if n}
        for seq, row in zip(hits.seqs.tolist(), hits.counts.tolist(), strict=True)
    }


class LexicalContract(Harness):
    @given(turns=st.lists(st.lists(words, max_size=6), max_size=8), query=st.lists(words))
    def test_hits_are_those_of_a_plain_count(
        self, store: Store, turns: list[list[str]], query: list[str]
    ) -> None:
        space = fresh(store)
        seqs = write_terms(space, *turns)
        hits = space.lexical(query, 1000)
        asked = tuple(dict.fromkeys(query))
        plain = {
            seq: {term: n for term, n in Counter(turn).items() if term in asked}
            for seq, turn in zip(seqs, turns, strict=True)
        }
        assert hits.terms == asked
        assert counted(hits) == {seq: terms for seq, terms in plain.items() if terms}
        assert hits.frequency.tolist() == [sum(t in turn for turn in turns) for t in asked]
        assert hits.complete
        assert hits.counts.shape == (len(hits.seqs), len(asked))

    @pytest.mark.parametrize("term", ODD_TERMS)
    def test_an_odd_term_is_a_term_like_any_other(self, space: Space, term: str) -> None:
        one, _, both = write_terms(space, [term], ["unrelated"], [term, "unrelated", term])
        assert counted(space.lexical([term], 10)) == {one: {term: 1}, both: {term: 2}}

    def test_odd_terms_that_no_turn_holds_find_nothing(self, space: Space) -> None:
        write_terms(space, ["plain"])
        hits = space.lexical(ODD_TERMS, 10)
        assert hits.seqs.tolist() == []
        assert set(hits.frequency.tolist()) == {0}

    def test_odd_terms_can_be_asked_for_together(self, space: Space) -> None:
        seqs = write_terms(space, *([term] for term in ODD_TERMS))
        hits = space.lexical(ODD_TERMS, 1000)
        assert sorted(hits.seqs.tolist()) == seqs

    @given(text=any_text | st.text(max_size=40))
    def test_a_turn_is_found_by_each_of_its_terms(self, store: Store, text: str) -> None:
        space = fresh(store)
        terms = Analyser().terms(text)
        seq, _ = write_terms(space, terms, ["another", "turn"])
        hits = space.lexical(terms, 10)
        expected = {seq: dict(Counter(terms))} if terms else {}
        assert {k: v for k, v in counted(hits).items() if k == seq} == expected
        assert all(n >= 1 for n in hits.frequency.tolist())

    def test_a_term_is_matched_whole(self, space: Space) -> None:
        write_terms(space, ["err-7731"], ["kestrels"], ["北京烤鸭"])
        for part in ("err", "7731", "err-773", "kestrel", "北京", "err-7731x"):
            assert space.lexical([part], 10).seqs.tolist() == []

    def test_no_terms_find_nothing(self, space: Space) -> None:
        write_terms(space, ["ab"])
        hits = space.lexical([], 10)
        assert hits.seqs.tolist() == []
        assert hits.counts.shape == (0, 0)
        assert hits.frequency.shape == (0,)

    def test_a_space_never_written_to_holds_no_terms(self, space: Space) -> None:
        hits = space.lexical(["ab", "ba"], 10)
        assert hits.seqs.tolist() == []
        assert hits.frequency.tolist() == [0, 0]

    def test_repeated_terms_are_asked_for_once(self, space: Space) -> None:
        write_terms(space, ["ab", "ba"])
        assert space.lexical(iter(["ba", "ab", "ba"]), 10).terms == ("ba", "ab")

    def test_a_thousand_terms_can_be_asked_for(self, space: Space) -> None:
        asked = [f"word-{i}" for i in range(1000)]
        seqs = write_terms(space, *([term] for term in asked[::2]))
        assert sorted(space.lexical(asked, 2000).seqs.tolist()) == seqs

    # ------------------------------------------------------------------ more than the limit

    def test_the_limit_leaves_out_turns_with_common_terms_only(self, space: Space) -> None:
        seqs = write_terms(space, ["rare", "common"], *([["common"]] * 20), ["rare"])
        hits = space.lexical(["common", "rare"], 5)
        assert set(hits.seqs.tolist()) >= {seqs[0], seqs[-1]}
        assert len(hits.seqs) <= 5
        assert not hits.complete
        assert hits.frequency.tolist() == [21, 2]

    def test_the_newest_turns_are_taken_when_even_one_term_is_too_many(self, space: Space) -> None:
        seqs = write_terms(space, *([["common"]] * 20))
        hits = space.lexical(["common"], 5)
        assert sorted(hits.seqs.tolist()) == seqs[-5:]
        assert not hits.complete

    def test_as_many_turns_as_the_limit_are_all_there_are(self, space: Space) -> None:
        seqs = write_terms(space, *([["ab"]] * 5))
        hits = space.lexical(["ab"], 5)
        assert sorted(hits.seqs.tolist()) == seqs
        assert hits.complete

    def test_turns_that_do_not_matter_do_not_use_up_the_limit(self, space: Space) -> None:
        seqs = write_terms(space, *([["common"]] * 20))
        among = np.array(seqs[:3], np.int64)
        hits = space.lexical(["common"], 5, among)
        assert set(hits.seqs.tolist()) >= set(seqs[:3])

    def test_every_hit_holds_a_term_that_was_asked_for(self, space: Space) -> None:
        seqs = write_terms(space, ["ab"], ["ba"], ["ab", "ba"])
        hits = space.lexical(["ab"], 10, np.array(seqs, np.int64))
        assert counted(hits) == {seqs[0]: {"ab": 1}, seqs[2]: {"ab": 1}}

    def test_no_turns_that_matter_are_no_mistake(self, space: Space) -> None:
        write_terms(space, ["ab"])
        space.lexical(["ab"], 10, np.empty(0, np.int64))

    def test_more_turns_may_matter_than_fit_a_page(self, space: Space) -> None:
        seqs = write_terms(space, *([["common", f"w{i}"] for i in range(1203)]))
        hits = space.lexical(["common"], 1203, np.array(seqs, np.int64))
        assert sorted(hits.seqs.tolist()) == seqs

    # ------------------------------------------------------------------ upkeep

    def test_reanalysing_replaces_the_terms(self, space: Space) -> None:
        turns = [said(text) for text in ("one", "two", "three")]
        space.append_turns([TurnEntry(turn, ("old", turn.text)) for turn in turns], TERMS)
        one, two, three = (column.seq for column in space.columns(0))
        space.reanalyse(
            [(turns[0].id, ["new", "new"]), (turns[1].id, []), ("t_unknown", ["new"])], "new/1"
        )
        hits = space.lexical(["old", "new", "one", "three"], 10)
        assert counted(hits) == {one: {"new": 2}, three: {"old": 1, "three": 1}}
        assert hits.frequency.tolist() == [1, 1, 0, 1]
        assert {c.seq: c.length for c in space.columns(0)} == {one: 2, two: 0, three: 2}
        assert space.analyser() == "new/1"

    def test_reanalysing_goes_on_beyond_one_page(self, store: Store, space: Space) -> None:
        write_terms(space, *([["old"]] * 1203))
        space.reanalyse(((turn.id, ["new"]) for turn in space.read_turns()), "new/1")
        assert space.lexical(["old", "new"], 2000).frequency.tolist() == [0, 1203]
        assert store.check() == []
