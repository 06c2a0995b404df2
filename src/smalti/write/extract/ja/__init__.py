"""Japanese: chunks and predicates, and patterns where no tagger is installed."""
