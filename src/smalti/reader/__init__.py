"""From a pack to an answer by a language model, and nothing in it that was not checked.

The model is given the question and the recalled turns (:mod:`smalti.recall.pack`), and its reply is
taken only if what it cites is there: the turns by their ids, the quotes letter by letter. What the
answer names that stands in nothing it cites (numbers, dates, names) is said to it once, and told if
it stays. Whatever fails leaves the answer to the rules, and says so.
"""

from smalti.reader.brief import Brief, Shown
from smalti.reader.excerpt import excerpt
from smalti.reader.plan import plan_out
from smalti.reader.stage import Reading, read_out

__all__ = ["Brief", "Reading", "Shown", "excerpt", "plan_out", "read_out"]
