"""What held when, and what was believed when: views over records and the log of their steps."""

from smalti.view.axes import Axes
from smalti.view.history import Change, Version, history, timeline
from smalti.view.replay import Standing, standing_at, state_at
from smalti.view.seen import Seen, believed, held_back, holds_at, holds_still, see, view, withheld

__all__ = [
    "Axes",
    "Change",
    "Seen",
    "Standing",
    "Version",
    "believed",
    "held_back",
    "history",
    "holds_at",
    "holds_still",
    "see",
    "standing_at",
    "state_at",
    "timeline",
    "view",
    "withheld",
]
