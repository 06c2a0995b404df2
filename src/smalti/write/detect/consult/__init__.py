"""The expensive judges: a language model asked about a whole turn at once, and a local NLI model.

They see what the cheaper ones left open. Importing this package loads neither.
"""

from __future__ import annotations

from smalti.write.detect.consult.consulted import Consulted, ConsultPolicy, Key, Told, undecided
from smalti.write.detect.consult.entailment import EntailmentJudge
from smalti.write.detect.consult.stage import consult

__all__ = ["ConsultPolicy", "Consulted", "EntailmentJudge", "Key", "Told", "consult", "undecided"]
