"""Before a record becomes current it is compared with what is stored.

``Searcher`` finds the records to compare it with, ``judge_all`` says how it lies to them. What
follows from that is for :mod:`smalti.write.settle`. Pure: nothing here reads or writes a store.
"""

from __future__ import annotations

from smalti.write.detect.candidates import Searcher
from smalti.write.detect.judging import Judged, judge_all, local_judges
from smalti.write.detect.pair import Judge, Pair, Side, Verdict
from smalti.write.detect.policy import DetectPolicy
from smalti.write.detect.search import Search

__all__ = [
    "DetectPolicy",
    "Judge",
    "Judged",
    "Pair",
    "Search",
    "Searcher",
    "Side",
    "Verdict",
    "judge_all",
    "local_judges",
]
