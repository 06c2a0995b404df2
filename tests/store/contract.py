"""The suite that every backend passes.

A backend proves itself by subclassing :class:`StoreContract` in a test module, with the two methods
of :class:`~store.harness.Harness`. What a backend may lack is a flag there, by name.
"""

from __future__ import annotations

from store.contract_atomic import AtomicContract
from store.contract_clock import ClockContract
from store.contract_erasing import ErasingContract
from store.contract_lexical import LexicalContract
from store.contract_listing import ListingContract
from store.contract_nouns import NounContract
from store.contract_serving import ServingContract
from store.contract_spaces import SpaceContract
from store.contract_turns import TurnContract
from store.contract_vectors import VectorContract


class StoreContract(
    TurnContract,
    ClockContract,
    LexicalContract,
    VectorContract,
    NounContract,
    ListingContract,
    AtomicContract,
    ErasingContract,
    ServingContract,
    SpaceContract,
):
    """Everything :mod:`smalti.store.contract` promises."""
