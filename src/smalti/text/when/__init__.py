"""Dates in running text: which time words stand where, and what they mean.

``find_dates`` reads English, German, Spanish, French, Chinese and Japanese. What a language says
is data (``data/*.toml``): words by class, and rules over classes. What it means is calendar
arithmetic, the same for all of them. ``docs`` of the conventions: weeks are ISO weeks, intervals
half-open, the calendar that of the offset at which a text was spoken.
"""

from smalti.text.when.find import find_dates
from smalti.text.when.mention import DateMention, Relation

__all__ = ["DateMention", "Relation", "find_dates"]
