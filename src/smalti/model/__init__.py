"""The nouns of Smalti as frozen dataclasses: no I/O, no imports from above."""
