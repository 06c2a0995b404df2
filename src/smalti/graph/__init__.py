"""The memory graph: who and what lies next to whom, in values and arrays."""
