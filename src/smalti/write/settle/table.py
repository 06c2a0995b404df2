"""What follows from a relation: one table, read from the top, the first row that fits decides.

A row names the kind of the slot, the relation, the weight of the sources and the order in time;
``None`` fits all. The last row of each relation fits whatever is left, so every case has one.
"""

from __future__ import annotations

from dataclasses import dataclass

from smalti.model.conflict import Relation
from smalti.model.record import SlotKind
from smalti.write.detect.order import Order
from smalti.write.settle.outcomes import Authorities, Outcome


@dataclass(frozen=True, slots=True)
class Situation:
    """How an incoming statement lies to a stored one.

    ``mine`` says that one and the same source said both, ``rivals`` that they are two values of one
    slot, of which only one can hold at a time.
    """

    slot: SlotKind
    relation: Relation
    authorities: Authorities
    order: Order
    mine: bool = True
    rivals: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    relation: Relation
    outcome: Outcome
    slot: SlotKind | None = None
    authorities: Authorities | None = None
    order: Order | None = None
    mine: bool | None = None
    rivals: bool | None = None

    def fits(self, one: Situation) -> bool:
        """Whether the row speaks of a situation."""
        asked = (self.relation, self.slot, self.authorities, self.order, self.mine, self.rivals)
        found = (one.relation, one.slot, one.authorities, one.order, one.mine, one.rivals)
        return all(a is None or a is b for a, b in zip(asked, found, strict=True))


_R, _O, _S = Relation, Outcome, SlotKind
_STRONGER, _WEAKER = Authorities.STRONGER, Authorities.WEAKER
_NONE, _GUESS = Authorities.NONE, Authorities.GUESS

TABLE: tuple[Row, ...] = (
    # Said again: by the same source it is evidence, by another one a statement of its own.
    Row(_R.DUPLICATE, _O.MERGE, mine=True),
    Row(_R.DUPLICATE, _O.KEEP_BOTH),
    Row(_R.REFINEMENT, _O.KEEP_BOTH),
    # What has no authority at all changes nothing and is not believed against what is stored.
    *(
        Row(relation, _O.REJECT, authorities=_NONE)
        for relation in (_R.UPDATE, _R.CORRECTION, _R.RETRACTION, _R.CONFLICT)
    ),
    # What an assistant took to be so gives way to anybody who knows.
    *(
        Row(relation, _O.CORRECT, authorities=_GUESS)
        for relation in (_R.CORRECTION, _R.RETRACTION, _R.CONFLICT)
    ),
    # The world changed. What cannot change did not, and a weaker source does not get to say so.
    Row(_R.UPDATE, _O.CORRECT, slot=_S.IMMUTABLE, authorities=_GUESS),
    Row(_R.UPDATE, _O.CONTEST, slot=_S.IMMUTABLE),
    Row(_R.UPDATE, _O.CONTEST, authorities=_WEAKER),
    Row(_R.UPDATE, _O.PAST, order=Order.EARLIER),
    Row(_R.UPDATE, _O.SUPERSEDE),
    # Put right. Others may do so only with more weight than who said it.
    Row(_R.CORRECTION, _O.CORRECT, mine=True),
    Row(_R.CORRECTION, _O.CORRECT, authorities=_STRONGER),
    Row(_R.CORRECTION, _O.CONTEST, authorities=_WEAKER),
    Row(_R.CORRECTION, _O.DISPUTE),
    # Again: both times stand.
    Row(_R.RECURRENCE, _O.KEEP_BOTH),
    # Over or taken back. What cannot change can only have been wrong.
    Row(_R.RETRACTION, _O.CONTEST, authorities=_WEAKER),
    Row(_R.RETRACTION, _O.RETRACT, slot=_S.IMMUTABLE, mine=True),
    Row(_R.RETRACTION, _O.CONTEST, slot=_S.IMMUTABLE),
    Row(_R.RETRACTION, _O.SUPERSEDE),
    # Nothing says which is right; what stands already does not fall for that where the source is
    # weaker, or where the first word on what cannot change counts (MemConflict, arXiv 2605.20926).
    Row(_R.CONFLICT, _O.CONTEST, slot=_S.IMMUTABLE),
    Row(_R.CONFLICT, _O.CONTEST, authorities=_WEAKER),
    Row(_R.CONFLICT, _O.DISPUTE),
    # What arrives late about an earlier time ends where the stored one begins.
    Row(_R.COMPATIBLE, _O.PAST, slot=_S.CHANGING, order=Order.EARLIER, rivals=True),
    Row(_R.COMPATIBLE, _O.PAST, slot=_S.CONDITIONAL, order=Order.EARLIER, rivals=True),
    Row(_R.COMPATIBLE, _O.KEEP_BOTH),
    Row(_R.UNSURE, _O.LINK),
)


def looked_up(situation: Situation) -> Outcome:
    """The outcome of the first row that fits."""
    return next(row.outcome for row in TABLE if row.fits(situation))
