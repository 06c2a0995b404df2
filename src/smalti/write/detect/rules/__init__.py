from smalti.write.detect.rules.amount_judge import AmountJudge
from smalti.write.detect.rules.judges import ForceJudge, OppositeJudge
from smalti.write.detect.rules.limits import ExceptionJudge, OnlyJudge
from smalti.write.detect.rules.ordering import OrderJudge

RULE_JUDGES = (AmountJudge(), ForceJudge(), OppositeJudge(), OrderJudge(), OnlyJudge(), ExceptionJudge())
