"""The memory graph of a space: read from what is stored, kept up to date, and looked at."""

from smalti.network.index import GraphIndex
from smalti.network.reading import around, whole

__all__ = ["GraphIndex", "around", "whole"]
