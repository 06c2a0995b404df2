"""Readers of the public data sets: each gives :class:`~smalti.bench.qa.case.Talk` values."""
