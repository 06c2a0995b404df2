"""All operations that rules can name."""

from __future__ import annotations

from smalti.text.when import bounds, clocks, counted, parts, recurring, weekdays, written
from smalti.text.when.call import REGISTERED

MODULES = (written, counted, weekdays, parts, clocks, recurring, bounds)
OPERATIONS = REGISTERED
"""By name; filled when the modules above are imported."""
