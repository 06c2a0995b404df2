"""Whether two names mean the same entity.

``compare_names`` gives same, different or propose with the rule and the evidence; ``normal_form``
is the key under which names that are spelt alike meet, and ``candidate_keys`` are the keys under
which names meet that should be compared. Nothing is merged for being alike.
"""

from __future__ import annotations

from smalti.write.names.compare import compare_names
from smalti.write.names.keys import candidate_keys
from smalti.write.names.mention import Mention, NameVerdict, Verdict
from smalti.write.names.normal import normal_form

__all__ = ["Mention", "NameVerdict", "Verdict", "candidate_keys", "compare_names", "normal_form"]
