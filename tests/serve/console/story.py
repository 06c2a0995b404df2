"""A small story told to a memory: a boat, two cats and a move."""

from __future__ import annotations

from smalti.memory import Memory

_SAID = (
    ("Wietske", "2024-03-02T10:00:00+01:00", "I live in Delfzijl."),
    ("Wietske", "2024-03-02T10:01:00+01:00", "I work for Lutje Hoek, a shipyard."),
    ("Wietske", "2024-04-11T19:30:00+02:00", "I bought a boat called Stoofpeer."),
    ("Wietske", "2024-05-20T08:15:00+02:00", "My brother Berend was born in 1991."),
    ("Jorrit", "2024-06-01T12:00:00+02:00", "Berend was born in 1993."),
    ("Jorrit", "2024-06-03T12:00:00+02:00", "I have two cats, Admiral and Marmalade."),
    ("Jorrit", "2024-06-03T12:01:00+02:00", "I work with Wietske at the shipyard."),
    ("Wietske", "2024-09-15T21:00:00+02:00", "I moved to Groningen last week."),
    ("Wietske", "2024-10-02T18:00:00+02:00", "I'm a vegetarian."),
    ("Jorrit", "2025-01-06T07:45:00+01:00", "She floats."),
    ("Wietske", "2025-02-19T20:10:00+01:00", "I eat meat every day."),
    ("Jorrit", "2025-03-08T16:20:00+01:00", "Stoofpeer has an engine of 27 horsepower."),
)
_ASSERTED = (
    ("Wietske", "lives_in", "Delfzijl", "2019-05-01", None),
    ("Stoofpeer", "built_in", "Sneek", None, None),
    ("Stoofpeer", "located_in", "Lauwersoog", "2024-05-01", None),
    ("Jorrit", "lives_in", "Sneek", "2020-01-01", None),
    ("Jorrit", "works_for", "Lutje Hoek", "2021-09-01", None),
    ("Berend", "married_to", "Mizuki", "2022-07-16", None),
    ("Mizuki", "speaks", "Japanese", None, None),
)


def tell(memory: Memory) -> None:
    """Tell the story."""
    for speaker, said_at, text in _SAID:
        memory.add(text, speaker=speaker, said_at=said_at, session="harbour")
    for subject, predicate, value, since, until in _ASSERTED:
        memory.assert_(
            subject, predicate, value, since=since, until=until,
            speaker="Wietske", said_at="2025-03-20T09:00:00+01:00", session="harbour",
        )  # fmt: skip
    for town, speaker in (("Sneek", "Wietske"), ("Harlingen", "Jorrit")):
        memory.assert_("Marmalade", "born_in", town, speaker=speaker,
                       said_at="2025-04-01T10:00:00+02:00", session="cats")  # fmt: skip
