"""Deciding whether two mentions are one entity."""

from __future__ import annotations

from smalti.write.names.alias import stated_alias, stated_change
from smalti.write.names.context import trimmed
from smalti.write.names.designators import has_other_digits
from smalti.write.names.in_full import numeral_form
from smalti.write.names.kin import compare_kin
from smalti.write.names.mention import Mention, NameVerdict, Verdict
from smalti.write.names.normal import normal_form
from smalti.write.names.pair import Pair
from smalti.write.names.relatives import compare_with_relative
from smalti.write.names.rules import BARS, FORMS, other_kinds


def compare_names(a: Mention, b: Mention) -> NameVerdict:
    """Whether two mentions are one entity, with the rule that decided and its evidence.

    Pure and symmetric. "same" needs mere spelling, a stated alias, or a fitting name with a fact in
    common; names that are only alike are proposed, and other digits are never the same.
    """
    if not normal_form(a.name) or not normal_form(b.name):
        return NameVerdict(Verdict.PROPOSE, "one of them has no name", rule="no name")
    if a == b:
        return NameVerdict(Verdict.SAME, "the same words in the same context", rule="identical")
    pair = Pair.of(trimmed(a), trimmed(b))
    return _guarded(pair, _stated(pair) or _barred(pair) or _by_form(pair))


def _stated(pair: Pair) -> NameVerdict | None:
    """What kinds and texts say outright: two kinds, another name, whose mother."""
    if kinds := other_kinds(pair):
        return NameVerdict(Verdict.DIFFERENT, "two kinds of thing", (f"kinds: {kinds}",), "kind")
    if alias := stated_alias(pair.one, pair.other):
        return NameVerdict(
            Verdict.SAME, "the text gives both names", (f"stated: {alias}",), "alias"
        )
    if change := stated_change(pair.one, pair.other):
        verdict = Verdict.PROPOSE if pair.of_two_whole_people else Verdict.SAME
        return NameVerdict(
            verdict, "the text gives a former name", (f"stated: {change}",), "change"
        )
    kin = compare_kin(pair.one, pair.other) if pair.of_people else None
    if kin is None and (pair.of_people or pair.of_animals):
        kin = compare_with_relative(pair.one, pair.other, shared=bool(pair.shared))
    return NameVerdict(kin.verdict, kin.reason, (), "kin") if kin else None


def _barred(pair: Pair) -> NameVerdict | None:
    for bar in BARS:
        if evidence := bar.test(pair):
            return NameVerdict(bar.verdict, bar.reason, (f"{bar.name}: {evidence}",), bar.name)
    return None


def _by_form(pair: Pair) -> NameVerdict:
    for form in FORMS:
        if evidence := form.test(pair):
            facts = (f"form: {evidence}", *(f"shared: {fact}" for fact in pair.shared))
            reason = f"{form.reason}; contexts {pair.contexts}"
            return NameVerdict(form.verdict(pair.contexts), reason, facts, form.name)
    return NameVerdict(Verdict.DIFFERENT, "the names have no form in common", (), "unlike")


def _guarded(pair: Pair, found: NameVerdict) -> NameVerdict:
    """Digits are never merged away, whatever rule was at work."""
    if found.verdict is not Verdict.SAME or not has_other_digits(*pair.names):
        return found
    if numeral_form(*pair.names):
        return found
    reason = f"{found.reason}, but the numbers differ"
    return NameVerdict(Verdict.PROPOSE, reason, found.evidence, found.rule)
