"""Whether a statement is believed: confidence, belief, merging, and the questions that remain.

docs/decisions/0009-gate-and-belief.md tells what is computed and why.
"""

from smalti.write.gate.answers import Answered, Replier, answer, understood
from smalti.write.gate.belief import UNKNOWN, consistency, counted, entropy, posterior
from smalti.write.gate.calibration import Bin, Calibration, calibration, fit_weights
from smalti.write.gate.clarify import H_MAX, next_clarifications, question_id
from smalti.write.gate.gate import gate
from smalti.write.gate.policy import GatePolicy
from smalti.write.gate.rebuild import rebuilt
from smalti.write.gate.replies import Reply, read_reply
from smalti.write.gate.slots import belief_id, belief_id_for, slot_key
from smalti.write.gate.values import value_key

__all__ = [
    "H_MAX",
    "UNKNOWN",
    "Answered",
    "Bin",
    "Calibration",
    "GatePolicy",
    "Replier",
    "Reply",
    "answer",
    "belief_id",
    "belief_id_for",
    "calibration",
    "consistency",
    "counted",
    "entropy",
    "fit_weights",
    "gate",
    "next_clarifications",
    "posterior",
    "question_id",
    "read_reply",
    "rebuilt",
    "slot_key",
    "understood",
    "value_key",
]
