"""From a question to a plan: what it wants, about whom, of which time. By rules, as data."""

from smalti.recall.plan.reading import Known, Named, plan_question

__all__ = ["Known", "Named", "plan_question"]
