"""How records, their evidence and their entities look to people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from smalti.cli.render import show_notes, show_rest, took, when
from smalti.cli.screen import print_block, print_fields, table, visible
from smalti.model.record import Modality, Record, Value
from smalti.model.results import Outcome, Receipt, RecordItem, Why
from smalti.model.time import Bound, Interval, Precision

if TYPE_CHECKING:
    from smalti.model.conflict import Clarification
    from smalti.model.entity import Entity
    from smalti.view import Seen, Version
    from smalti.write.committing import Reading
    from smalti.write.extract import Candidate
    from smalti.write.reading import Explanation
    from smalti.write.statement import Gated, Statement

_SHOWN = 20
_STYLES = {
    Outcome.STORED: "green",
    Outcome.MERGED: "green",
    Outcome.PENDING: "yellow",
    Outcome.DISPUTED: "yellow",
}
# How a moment is told at each precision: as much of ISO 8601 as is known.
_FORMATS = {
    Precision.YEAR: "%Y",
    Precision.MONTH: "%Y-%m",
    Precision.SEASON: "%Y-%m",
    Precision.DECADE: "%Y",
    Precision.EXACT: "%Y-%m-%d %H:%M",
    Precision.MINUTE: "%Y-%m-%d %H:%M",
    Precision.HOUR: "%Y-%m-%d %H:00",
}
_DAY = "%Y-%m-%d"


def show_learnt(console: Console, receipt: Receipt) -> None:
    """What was learnt from the turns of a write, then how much was not memory, and why."""
    kept = [item for item in receipt.records if item.outcome is not Outcome.REFUSED]
    for item in kept[:_SHOWN]:
        show_item(console, item)
    show_rest(console, len(kept))
    refused = Counter(i.reason for i in receipt.records if i.outcome is Outcome.REFUSED)
    if refused:
        reasons = ", ".join(f"{count} {reason}" for reason, count in refused.most_common())
        console.print(Text(visible(f"not memory: {reasons}"), "dim"))
    for use in receipt.usage:
        tokens = f"{use.input_tokens:,} tokens in, {use.output_tokens:,} out"
        line = f"model: {use.model}, {use.calls} calls, {tokens}, {use.latency_ms:,.0f} ms"
        console.print(Text(visible(line), "dim"))


def show_item(console: Console, item: RecordItem) -> None:
    """One statement, what became of it, and the question if one has to be asked."""
    style = _STYLES.get(item.outcome, "red")
    tail = f"  ({item.reason})" if item.reason else ""
    line = Text.assemble(
        (f"{item.outcome.value:<9} ", style), f"{item.id or '-'}  ", visible(item.sentence + tail)
    )
    console.print(line, soft_wrap=not console.is_terminal)
    if item.question:
        print_block(console, Text(visible(f"? {item.question}"), "yellow"))


def show_record(console: Console, record: Record, names: Mapping[str, str]) -> None:
    """A record as a sentence, and under it what it is about and when it held."""
    marks = [record.kind.value, period(record.valid), record.state.value]
    marks += [] if record.modality is Modality.ASSERTED else [record.modality.value]
    marks += ["gives orders"] if record.instruction_like else []
    head = Text.assemble((visible(record.sentence), "bold"), (f"  {record.id}", "dim"))
    console.print(head, soft_wrap=not console.is_terminal)
    line = f"{edge(record, names)}  ·  " + "  ·  ".join(filter(None, marks))
    print_block(console, Text(visible(line), "dim"))


def edge(record: Record, names: Mapping[str, str]) -> str:
    """Subject, predicate and value, with entities by their names."""
    subject = names.get(record.subject, record.subject)
    no = "" if record.polarity else "not "
    condition = f" if {record.condition}" if record.condition else ""
    return f"{subject} → {no}{record.predicate} → {amount(record.value, names)}{condition}"


def amount(value: Value, names: Mapping[str, str]) -> str:
    """A value in few words."""
    if value.entity is not None:
        return names.get(value.entity, value.entity)
    return value.text or value.figure


def period(valid: Interval) -> str:
    """When something held, no more exactly than is known."""
    if valid.start is None and valid.end is None:
        return ""
    start, end = _bound(valid.start, "no later than"), _bound(valid.end, "no later than")
    if valid.end is None:
        return start if start.startswith("no later") else f"since {start}"
    return f"until {end}" if valid.start is None else f"{start} to {end}"


def _bound(bound: Bound | None, unsure: str) -> str:
    if bound is None or bound.at is None:
        return "unknown"
    local = bound.at.local()
    if bound.precision is Precision.UNKNOWN:
        return f"{unsure} {local.strftime(_DAY)}"
    return local.strftime(_FORMATS.get(bound.precision, _DAY))


def show_why(console: Console, why: Why) -> None:
    """The way from what was said to a record."""
    record = why.record
    show_record(console, record, why.names)
    for quote in why.quotes:
        turn = quote.turn
        place = f"{turn.id}[{quote.start}:{quote.end}]"
        head = f"{when(turn.said_at)}  {visible(turn.speaker)}  {place}"
        print_block(console, Text(head, "cyan"), "  ")
        print_block(console, f"“{visible(quote.text)}”")
    for derived in record.derived:
        tail = f"  ({derived.why})" if derived.why else ""
        line = f"{derived.kind.value}: {derived.said} → {derived.meant}{tail}"
        print_block(console, visible(line), "  ")
    print_fields(console, _grounds(why))
    for step in why.steps:
        reason = f": {step.reason}" if step.reason else ""
        line = f"{when(step.at)}  {step.event.value} by {step.actor}{reason}"
        print_block(console, visible(line), "  ")
    for question in why.questions:
        print_block(console, visible(f"? {question.question}  ({question.status.value})"), "  ")


def _grounds(why: Why) -> dict[str, object]:
    record, factors = why.record, why.record.confidence
    asserter = why.names.get(record.asserted_by, record.asserted_by)
    parts = ", ".join(f"{name} {getattr(factors, name):.2f}" for name in factors.__slots__)
    return {
        "asserted by": f"{asserter} (authority: {record.authority.value})",
        "confidence": f"{why.rho:.2f}  ({parts})",
        "entropy": None if why.entropy is None else f"{why.entropy:.2f} bit",
        "extractor": record.extractor,
    }


def show_explanation(console: Console, found: Explanation) -> None:
    """What each stage made of a text."""
    for stage, lines in _stages(found.reading).items():
        console.print(Text(stage, "bold cyan"))
        for line in lines or ["nothing"]:
            print_block(console, visible(line), "  ")
    for problem in found.faults:
        print_block(console, Text(visible(f"fault of the model: {problem}"), "red"), "  ")
    console.print(Text(visible(f"{found.extractor} · {took(found.timings_ms)}"), "dim"))
    show_notes(console, found.degraded)


def _stages(reading: Reading) -> dict[str, list[str]]:
    """Lines about each stage, by its name."""
    text = reading.turn.text
    extracted = [line for one in reading.candidates for line in _candidate(one, text)]
    refused = [f"refused “{text[r.start : r.end]}”: {r.reason.value}" for r in reading.refused]
    derived = [
        f"{step.kind.value}: {step.said} → {step.meant}"
        for statement in reading.statements
        for step in dict.fromkeys((*statement.grounded.derived, *statement.derived))
    ]
    return {
        "extract": extracted,
        "ground": refused + derived,
        "normalise": [_statement(one) for one in reading.statements],
        "resolve": [
            f"{entity.name} ({entity.category or entity.kind.value}) {entity.id}"
            for entity in {
                e.id: e for one in reading.placed for e in one.resolved.entities
            }.values()
        ],
        "gate": [line for one in reading.placed for line in _gated(one.gated)],
    }


def _candidate(one: Candidate, text: str) -> list[str]:
    marks = [one.kind.value, one.facet.value, one.modality.value, one.tense.value]
    marks += [name for name in ("ended", "correction", "instruction_like") if getattr(one, name)]
    return [f"“{text[one.start : one.end]}”", f"  {one.sentence}  [{', '.join(marks)}]"]


def _statement(one: Statement) -> str:
    value = amount(one.value, {}) if isinstance(one.value, Value) else one.value.text
    no = "" if one.candidate.polarity else "not "
    when = period(one.valid)
    kind = f"[{one.slot.value}{', ' + when if when else ''}]"
    return f"{one.subject.text} → {no}{one.predicate} → {value}  {kind}"


def _gated(one: Gated) -> list[str]:
    tail = f": {one.reason}" if one.reason else ""
    asked = [f"  ? {question.question}" for question in one.clarifications]
    return [f"{one.outcome.value}{tail}  {one.record.sentence}", *asked]


def show_records(
    console: Console, records: Iterable[Record], names: Mapping[str, str], more: bool
) -> None:
    """Records with their edges, their time and their state."""
    nothing = True
    for record in records:
        show_record(console, record, names)
        nothing = False
    if nothing:
        console.print("No such records.")
    if more:
        console.print("and more; --limit 0 lists all")


def show_history(console: Console, versions: Iterable[Version], names: Mapping[str, str]) -> None:
    """Each version with its changes on both axes."""
    for version in versions:
        show_record(console, version.record, names)
        for change in version.changes:
            line = f"{when(change.at)}  {change.state.value}  {period(change.valid)}"
            print_block(console, visible(line), "  ")


def show_timeline(console: Console, seen: Iterable[Seen], names: Mapping[str, str]) -> None:
    """One row a record, in the order in which they began to hold."""
    rows = table("when", "what", "state", "id")
    for one in seen:
        record = one.record
        rows.add_row(period(record.valid), visible(record.sentence), one.state.value, record.id)
    console.print(rows if rows.row_count else "Nothing is known about it yet.")


def show_entities(console: Console, entities: Iterable[Entity]) -> None:
    """One row an entity."""
    rows = table("name", "kind", "other names", "id")
    for one in entities:
        kind = one.category or one.kind.value
        rows.add_row(visible(one.name), kind, visible(", ".join(one.aliases)), one.id)
    console.print(rows if rows.row_count else "Nobody and nothing is known yet.")


def show_questions(console: Console, questions: Iterable[Clarification]) -> None:
    """Each question with the id to answer it by."""
    nothing = True
    for one in questions:
        print_block(console, Text(visible(one.question), "yellow"), f"{one.id}  ")
        nothing = False
    if nothing:
        console.print("There is nothing to ask.")
