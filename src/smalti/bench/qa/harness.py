"""The stages of a run: retrieve, answer, judge; each kept in rows, each taken up by itself."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import smalti
from smalti.bench.qa import score
from smalti.bench.qa.answers import Given
from smalti.bench.qa.case import AUDITED, RAW, Data, Gold, Question, Talk
from smalti.bench.qa.context import NOTHING, Budget, Context, ask, asked_at, context
from smalti.bench.qa.grounds import Grounds
from smalti.bench.qa.judge import can_judge, judge_name, judged
from smalti.bench.qa.probe import probes
from smalti.bench.qa.reader import Read, from_memory, from_model, reader_name
from smalti.bench.qa.rows import Rows, Stage
from smalti.bench.qa.rules import Judgement, Verdict
from smalti.bench.qa.score import Outcome
from smalti.bench.talks import Say
from smalti.model.codec import from_data, to_data, to_line
from smalti.models.embedder import Embedder
from smalti.models.llm import LanguageModel

_EVERY = 50  # questions between two words about how far it is


@dataclass(slots=True)
class Harness:
    """Everything that the stages of one run share, and what they found."""

    data: Data
    rows: Rows
    grounds: Grounds
    reader: LanguageModel | None
    judge: LanguageModel | None
    budget: Budget
    embedder: Embedder | None
    found: dict[tuple[str, str], tuple[Context, Read]] = field(default_factory=dict)
    judgements: dict[tuple[str, str, str], Judgement] = field(default_factory=dict)
    times: dict[str, dict[str, list[float]]] = field(default_factory=dict)
    usage: dict[str, list[Mapping[str, Any]]] = field(default_factory=dict)
    contents: dict[str, str] = field(default_factory=dict)

    # --- which run a row belongs to ---------------------------------------------------------------

    def pinned(self, stage: Stage, key: str = RAW) -> dict[str, Any]:
        """What must be the same for a row of a stage to be used."""
        pins: dict[str, Any] = {
            "set": self.data.kind,
            "smalti": smalti.__version__,
            "embedder": None if self.embedder is None else str(self.embedder.info),
            "budget": asdict(self.budget),
        }
        if stage is Stage.PROBE:
            return {"set": self.data.kind, "judge": judge_name(self.judge)}
        if stage is not Stage.RETRIEVE:
            pins["reader"] = reader_name(self.reader)
        if stage is Stage.JUDGE:
            pins |= {"judge": judge_name(self.judge), "key": key}
        return pins

    # --- asking -----------------------------------------------------------------------------------

    def ask_all(self, arms: Sequence[str], say: Say) -> None:
        """Every arm's answer to every question, judged by every key."""
        done, total = 0, len(self.data.questions)
        for talk in self.data.talks:
            for question in talk.questions:
                for arm in arms:
                    self._one(arm, talk, question)
                done += 1
                if done % _EVERY == 0:
                    say(f"{done} of {total} questions asked")
            self.grounds.leave()

    def _one(self, arm: str, talk: Talk, question: Question) -> None:
        given, read = self._answered(arm, talk, question)
        self.found[question.id, arm] = given, read
        times = self.times.setdefault(arm, defaultdict(list))
        times["retrieve"].append(given.ms)
        times["answer"].append(read.given.timings_ms.get("answer", 0.0))
        if read.usage is not None:
            self.usage.setdefault("reader", []).append(read.usage)
        for key in (RAW, AUDITED) if question.audited is not None else (RAW,):
            self.judgements[question.id, arm, key] = self._judged(arm, talk, question, key, read)

    def _answered(self, arm: str, talk: Talk, question: Question) -> tuple[Context, Read]:
        id = self._id(talk, question)
        kept = self.rows.get(Stage.ANSWER, self.pinned(Stage.ANSWER), id, arm)
        retrieved = self._kept_context(id, arm)
        if kept is not None and retrieved is not None:
            return retrieved, from_data(Read, kept)
        if self.reader is None:
            memory = self.grounds.memory(talk, arm)
            retrieved, read = from_memory(memory, ask(memory, talk, question, self.budget))
            self._keep_context(id, arm, retrieved)
        else:
            if retrieved is None:
                retrieved = context(arm, self.grounds, talk, question, self.budget)
                self._keep_context(id, arm, retrieved)
            read = from_model(self.reader, retrieved, talk, question, blind=arm == NOTHING)
        self.rows.put(Stage.ANSWER, self.pinned(Stage.ANSWER), id, arm, to_data(read))
        return retrieved, read

    def _id(self, talk: Talk, question: Question) -> str:
        """Names a question together with all that it is asked about, whatever file it is from."""
        asked = _hash(question.text, *map(str, (question.now, question.as_of, question.until)))
        if talk.name not in self.contents:
            self.contents[talk.name] = _content(talk)
        return f"{question.id}#{asked}{self.contents[talk.name]}"

    def _kept_context(self, id: str, arm: str) -> Context | None:
        kept = self.rows.get(Stage.RETRIEVE, self.pinned(Stage.RETRIEVE), id, arm)
        if kept is None or (text := self.rows.text(kept["context"])) is None:
            return None
        parts = {name: value for name, value in kept.items() if name != "context"}
        return from_data(Context, parts | {"text": text})

    def _keep_context(self, id: str, arm: str, retrieved: Context) -> None:
        self.rows.keep_text(retrieved.hash, retrieved.text)
        found = to_data(retrieved)
        found["context"] = retrieved.hash
        del found["text"]
        self.rows.put(Stage.RETRIEVE, self.pinned(Stage.RETRIEVE), id, arm, found)

    # --- judging ----------------------------------------------------------------------------------

    def _judged(self, arm: str, talk: Talk, question: Question, key: str, read: Read) -> Judgement:
        if read.fault:
            return Judgement(Verdict.UNJUDGED, "none", f"no usable reply: {read.fault}")
        gold, pins = question.key(key), self.pinned(Stage.JUDGE, key)
        id = f"{self._id(talk, question)}#{_judging(gold, read.given)}"
        kept = self.rows.get(Stage.JUDGE, pins, id, arm)
        if kept is None:
            made = judged(self.judge, question.text, gold, read.given, asked_at(talk, question))
            kept = to_data(made)
            self.rows.put(Stage.JUDGE, pins, id, arm, kept)
        self.times.setdefault(arm, defaultdict(list))["judge"].append(kept["ms"])
        if kept["usage"]:
            self.usage.setdefault("judge", []).append(kept["usage"])
        return from_data(Judgement, kept["judgement"])

    # --- made-up answers --------------------------------------------------------------------------

    def probe_all(self, say: Say) -> dict[str, Any]:
        """How the judge takes made-up answers, of questions that it can judge."""
        say("judging made-up answers")
        questions = self.data.questions
        able = [one for one in questions if can_judge(self.judge, one.gold) and not one.gold.sides]
        answerable = [one for one in able if one.gold.answerable]
        return {
            "answerable": score.probe_rates(self._probed(answerable, able)),
            "unanswerable": score.probe_rates(
                self._probed([one for one in able if not one.gold.answerable], able)
            ),
        }

    def _probed(
        self, questions: Iterable[Question], others: Sequence[Question]
    ) -> Iterator[tuple[str, bool, bool]]:
        pins = self.pinned(Stage.PROBE)
        for question in questions:
            for probe in probes(question, others):
                id = f"{question.id}#{_hash(question.gold.text, probe.given.text)}"
                kept = self.rows.get(Stage.PROBE, pins, id, probe.kind)
                if kept is None:
                    made = judged(
                        self.judge, question.text, question.gold, probe.given, question.now
                    )
                    kept = to_data(made) | {"answer": probe.given.text}
                    self.rows.put(Stage.PROBE, pins, id, probe.kind, kept)
                verdict = from_data(Judgement, kept["judgement"]).verdict
                if verdict is not Verdict.UNJUDGED:
                    yield probe.kind, probe.right, verdict is Verdict.RIGHT

    # --- what came of it --------------------------------------------------------------------------

    def outcomes(self, arm: str, key: str = RAW) -> list[Outcome]:
        """What an arm made of every question, by a key."""
        return [self._outcome(arm, question, key) for question in self.data.questions]

    def _outcome(self, arm: str, question: Question, key: str) -> Outcome:
        retrieved, read = self.found[question.id, arm]
        gold = question.key(key)
        judgement = self.judgements.get(
            (question.id, arm, key), self.judgements[question.id, arm, RAW]
        )
        return Outcome(
            question=question,
            answerable=gold.answerable,
            kind=gold.kind,
            found=frozenset(self._unit(id) for id in retrieved.ids),
            given=read.given,
            judgement=judgement,
            judgeable=can_judge(self.judge, gold),
            tokens=retrieved.tokens,
            fault=read.fault,
        )

    def _unit(self, id: str) -> str:
        return id.partition(":")[0] if self.data.unit == "session" else id


def _judging(gold: Gold, given: Given) -> str:
    """Names all that a verdict depends on."""
    key = [gold.text, gold.kind.value, gold.parts, gold.rivals]
    told = [given.text, given.found, given.value, given.disputed, given.reason, given.citations]
    return _hash(key, told)


def _content(talk: Talk) -> str:
    return _hash(talk.name, [[turn.text, turn.speaker, str(turn.said_at)] for turn in talk.turns])


def _hash(*parts: Any) -> str:
    return hashlib.sha256(to_line(parts).encode()).hexdigest()[:12]
