"""Judges that find contradictions between rules by their logic, without a model.

A sentence is read into clauses with conditions, force and figures (:mod:`.reading`); two readings
are laid side by side (:mod:`.meeting`); and six judges look for one kind of contradiction each.
They read whole sentences, ``Side.context``, and say nothing unless both speak of the same thing
and case. Words and forms are tables under ``data/``; English is there.
"""

from __future__ import annotations

from smalti.write.detect.pair import Judge, OfWords
from smalti.write.detect.rules.exceptions import ExceptionJudge
from smalti.write.detect.rules.figures import FigureJudge
from smalti.write.detect.rules.force import ForceJudge
from smalti.write.detect.rules.limits import OnlyJudge
from smalti.write.detect.rules.ordering import OrderJudge
from smalti.write.detect.rules.values import ValueJudge

__all__ = [
    "ExceptionJudge",
    "FigureJudge",
    "ForceJudge",
    "OnlyJudge",
    "OrderJudge",
    "ValueJudge",
    "rule_judges",
]


def rule_judges() -> tuple[Judge, ...]:
    """All of them, in the order they are asked; each gives a conflict or has no opinion."""
    return (
        OfWords(FigureJudge()),
        OfWords(ForceJudge()),
        OfWords(OnlyJudge()),
        OfWords(ExceptionJudge()),
        OfWords(OrderJudge()),
        OfWords(ValueJudge()),
    )
