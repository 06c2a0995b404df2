"""A year of made-up conversation, questions about it, and a tour that asks them.

``conversation.jsonl`` is a chat of two friends and an assistant about a boat, two cats and a move.
``questions.jsonl`` asks about it, and names the turns that hold the evidence. Both were written for
this package.
"""
