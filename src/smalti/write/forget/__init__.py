"""Forgetting: what has to go, be rewritten and come back when something is erased.

``plan_forgetting`` decides over values and asks for what is stored; ``carry_out`` does what it
says, in one transaction. A memory afterwards is as if what was erased had never been said.
"""

from __future__ import annotations

from smalti.write.forget.carrying import Answers, carry_out
from smalti.write.forget.plan import Forgetting, plan_forgetting
from smalti.write.forget.target import Kind, Target, target_of

__all__ = [
    "Answers",
    "Forgetting",
    "Kind",
    "Target",
    "carry_out",
    "plan_forgetting",
    "target_of",
]
