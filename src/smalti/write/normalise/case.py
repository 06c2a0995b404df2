"""A reading under test: what stands on its sides."""

from __future__ import annotations

from dataclasses import dataclass

from smalti.write.normalise.said import Said, first_phrase, head_of, tokens
from smalti.write.normalise.tables import words
from smalti.write.normalise.things import Side, subject_side


@dataclass(frozen=True, slots=True)
class Case:
    """A reading under test: ``object`` is what is left of the words after the phrase.

    ``attribute``: the phrase is a noun that is the subject's ("Ada's bank is …").
    """

    said: Said
    subject: str
    object: str
    attribute: bool = False

    @property
    def language(self) -> str:
        """The language of the quote."""
        return self.said.scene.language

    @property
    def words(self) -> list[str]:
        """The words of the object, folded."""
        return tokens(self.object)

    @property
    def first(self) -> str:
        """The first word of the object, folded; "" where there is none."""
        return next(iter(self.words), "")

    @property
    def head(self) -> str:
        """The word that the object is about."""
        return head_of(self.object, self.language)

    @property
    def phrase(self) -> str:
        """The object up to its first preposition, without an article."""
        return first_phrase(self.object, self.language)

    @property
    def side(self) -> Side:
        """What the subject is."""
        return subject_side(self.said, self.subject)

    def says(self, *names: str) -> bool:
        """Whether the first word of the object is in one of the word lists."""
        return any(self.first in words(self.language, name) for name in names)
