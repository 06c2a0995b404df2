"""LoCoMo: does recall find the turns that answer questions about long conversations?

Each conversation is a space of one memory file, imported by the importer and searched by
``recall(k=50)``; the unit is the turn. "Overall" are categories 1 to 4; the adversarial questions,
which ask one speaker about what the other did, are reported apart, and so are sessions, each at the
place of its best turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from smalti.bench.answers import Answer, Question, empty_share, regrouped, row, section
from smalti.bench.locomo_file import (
    ADVERSARIAL,
    Audit,
    Conversation,
    read_audit,
    read_conversations,
    session_of,
)
from smalti.bench.metrics import K, measurable
from smalti.bench.report import Result, fingerprint, result, settings
from smalti.bench.stand import PRODUCT, CachingEmbedder, Haystack, Stand, baselines
from smalti.bench.tune import lanes_of, leave_one_out
from smalti.models.embedder import Embedder

DEPTH = max(K)
_SESSIONS = 10  # a cut above would return nearly every session of the shorter conversations

Say = Callable[[str], None]


def run(
    path: Path,
    *,
    embedder: Embedder | None,
    audit: Path | None = None,
    limit: int | None = None,
    tune: bool = False,
    say: Say = lambda line: None,
) -> Result:
    """Run the benchmark on the official file.

    Args:
        path: the file.
        embedder: ``None`` recalls by words only.
        audit: a corrected key to score with as well.
        limit: only the first so many questions, and the conversations they are about.
        tune: also choose the weights anew, leaving one conversation out at a time.
        say: told what is being done.

    Raises:
        InvalidInput: a file is not what it should be; says what is wrong.
    """
    everything = read_conversations(path)
    corrected = read_audit(audit, everything) if audit else None
    conversations = _first(everything, limit)
    cached = CachingEmbedder(embedder) if embedder else None
    with Stand(cached) as stand:
        haystacks = {}
        for conversation in conversations:
            say(f"importing {conversation.name}")
            haystacks[conversation.name] = _import(stand, conversation)
        answers = {
            system: _ask(system, conversations, haystacks, say)
            for system in (PRODUCT, *baselines(cached))
        }
        more = {"loco": _tuned(conversations, haystacks, say)} if tune else {}
    sizes = [haystack.turns for haystack in haystacks.values()]
    cuts = measurable(min(sizes))
    return result(
        "locomo",
        dataset=_dataset(path, conversations, haystacks, corrected),
        settings=settings(embedder, unit="turn", haystacks=sizes) | {"depth": DEPTH},
        rows=[_row(system, found, cuts, corrected) for system, found in answers.items()],
        **more,
    )


def _first(conversations: list[Conversation], limit: int | None) -> list[Conversation]:
    if limit is None:
        return conversations
    kept = []
    for conversation in conversations:
        questions = conversation.questions[: max(limit, 0)]
        limit -= len(conversation.questions)
        if questions:
            kept.append(replace(conversation, questions=questions))
    return kept


def _import(stand: Stand, conversation: Conversation) -> Haystack:
    return stand.haystack(conversation.name, conversation.data, format="locomo")


def _ask(
    system: str,
    conversations: Sequence[Conversation],
    haystacks: dict[str, Haystack],
    say: Say,
) -> list[Answer]:
    say(f"asking {system}")
    return [
        Answer.of(
            question,
            haystacks[conversation.name].recall(system, question.text, k=DEPTH, now=question.now),
            conversation.identify,
        )
        for conversation in conversations
        for question in conversation.questions
    ]


def _tuned(
    conversations: Sequence[Conversation], haystacks: dict[str, Haystack], say: Say
) -> dict[str, Any]:
    lanes = [
        lane
        for c in conversations
        for lane in lanes_of(haystacks[c.name], _scored(c.questions), c.identify)
    ]
    return leave_one_out(lanes, say)


def _scored(questions: Iterable[Question]) -> list[Question]:
    return [q for q in questions if q.category != ADVERSARIAL and q.gold]


def _row(
    system: str, answers: Sequence[Answer], cuts: Sequence[int], corrected: Audit | None
) -> dict[str, Any]:
    main = [a for a in answers if a.question.category != ADVERSARIAL]
    apart = [a for a in answers if a.question.category == ADVERSARIAL]
    figures = row(system, main, cuts)
    by_session = [
        regrouped(answer, session_of, frozenset(map(session_of, answer.question.gold)))
        for answer in main
    ]
    figures["sessions"] = section(by_session, [k for k in cuts if k <= _SESSIONS])
    figures["adversarial"] = section(apart, cuts) | {"empty": empty_share(apart)}
    if corrected:
        figures["audited"] = section([_corrected(a, corrected) for a in main], cuts)
    return figures


def _corrected(answer: Answer, audit: Audit) -> Answer:
    gold = audit.gold.get(answer.question.id, answer.question.gold)
    return replace(answer, question=replace(answer.question, gold=gold))


def _dataset(
    path: Path,
    conversations: Sequence[Conversation],
    haystacks: dict[str, Haystack],
    corrected: Audit | None,
) -> dict[str, Any]:
    questions = [question for c in conversations for question in c.questions]
    main = [question for question in questions if question.category != ADVERSARIAL]
    dataset = fingerprint(path) | {
        "questions": len(questions),
        "scored": len(_scored(questions)),
        "without_evidence": sum(not question.gold for question in main),
        "turns": sum(haystack.turns for haystack in haystacks.values()),
        "import_faults": sum(len(haystack.faults) for haystack in haystacks.values()),
    }
    if corrected:
        dataset["audit"] = {"entries": corrected.entries, "matched": corrected.matched}
    return dataset
