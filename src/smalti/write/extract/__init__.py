"""Dialogue turns to candidate records, by local rules: no model is asked and no network is used."""

from smalti.write.extract.candidate import Candidate, Extraction, Reason, Refusal, Tense
from smalti.write.extract.engine import extract

__all__ = ["Candidate", "Extraction", "Reason", "Refusal", "Tense", "extract"]
