"""HaluMem (arXiv 2511.03506): are the sessions found that its questions rest on?

A question lists memory points; the file does not say in which turn each was told, but in which
session. So sessions are what is found, each at the place of its best turn. Questions that ask for
what was never told have no gold.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from smalti.bench.answers import Question
from smalti.bench.report import Result, fingerprint
from smalti.bench.talks import Say, Talk, by_session, run
from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.model.turn import Role, TurnDraft
from smalti.models.embedder import Embedder

_STAMP = "%b %d, %Y, %H:%M:%S"


def measured(
    path: Path, *, embedder: Embedder | None, limit: int | None, say: Say = lambda line: None
) -> Result:
    """Run the benchmark on a file with one user a line.

    Args:
        path: the file.
        embedder: ``None`` recalls by words only.
        limit: only the first so many users.
        say: told what is being done.

    Raises:
        InvalidInput: the file is not what it should be; says where.
    """
    talks = list(read_talks(path))[:limit]
    return run(
        "halumem",
        talks,
        dataset=fingerprint(path),
        identify=by_session,
        embedder=embedder,
        say=say,
    )


def read_talks(path: Path) -> Iterator[Talk]:
    """The users of a file, each as one talk.

    Raises:
        InvalidInput: a line is not as expected.
    """
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            user = json.loads(line)
            yield Talk(
                str(user["uuid"]), tuple(_turns(user)), tuple(_questions(user, _told_in(user)))
            )
        except (KeyError, TypeError, ValueError) as error:
            place = f"{path.name}, line {number}"
            raise InvalidInput("data", place, f"is not as expected ({error!r})") from error


def _turns(user: Mapping[str, Any]) -> Iterator[TurnDraft]:
    for session, part in enumerate(user["sessions"], 1):
        for number, turn in enumerate(part["dialogue"], 1):
            role = Role(turn["role"])
            yield TurnDraft(
                turn["content"],
                role.value,
                role,
                _moment(turn["timestamp"]),
                f"s{session}",
                external_id=f"s{session}:{number}",
            )


def _told_in(user: Mapping[str, Any]) -> dict[str, str]:
    """The session in which each memory point was told, by its words."""
    return {
        point["memory_content"]: f"s{session}"
        for session, part in enumerate(user["sessions"], 1)
        for point in part["memory_points"]
    }


def _questions(user: Mapping[str, Any], told_in: Mapping[str, str]) -> Iterator[Question]:
    for session, part in enumerate(user["sessions"], 1):
        for number, question in enumerate(part.get("questions") or (), 1):
            points = [one["memory_content"] for one in question["evidence"]]
            yield Question(
                f"s{session}/{number}",
                question["question"],
                question["question_type"],
                str(user["uuid"]),
                frozenset(told_in[one] for one in points if one in told_in),
            )


def _moment(stamp: str) -> Instant:
    return Instant.of(datetime.strptime(f"{stamp} +0000", f"{_STAMP} %z"))
