"""Which of our rule sets a sentence belongs to, told by :mod:`smalti.text.language`."""

from smalti.text.language import language_of, usual_language

__all__ = ["language_of", "usual_language"]
