"""Dates in running text: which time words stand where, and what they mean.

``find_dates`` reads English, German, Spanish, French, Chinese and Japanese. What a language says
is data (``data/*.toml``: words by class, and rules over classes); what it means is one set of
operations for all of them, on plain calendar arithmetic. A sentence goes through five steps:

1. ``lexer``: words and digits become nodes, each with everything it may be;
2. ``cascade``: rules put nodes together, level by level, the longest match first;
3. operations (``written``, ``counted``, ``weekdays``, ``parts``, ``clocks``, ``recurring``,
   ``bounds``): each says what one kind of expression means;
4. ``choice`` and ``tense``: which of several Fridays, Mays or Easters the verb points to;
5. ``find`` and ``named``: the offset of speaking is put on; what stands in quotation marks, and
   what is only called so (a cat named Friday, rue du 4-Septembre), is left out.

Weeks are ISO weeks, intervals half-open, days those of the offset at which a text was spoken.
"""

from smalti.text.when.find import find_dates
from smalti.text.when.mention import DateMention, Relation

__all__ = ["DateMention", "Relation", "find_dates"]
