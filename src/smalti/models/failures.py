"""What a failed request to a model means: what to say, what to do about it, whether to try again.

Messages of providers are shown, since they often tell what is wrong, but never with a key in them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from smalti.model.errors import ModelError, ModelUnavailable

_SHOWN = 200  # characters of what a provider says
_SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSWORD", re.IGNORECASE)
_SHORTEST_SECRET = 8  # shorter values are words that occur by themselves
_LOGIN = re.compile(r"//[^/@\s]*@")
_AGAIN = frozenset({408, 409, 425, 429})


@dataclass(frozen=True, slots=True)
class Failure:
    """One failed try.

    ``again`` says that the same request may succeed later, after ``wait`` seconds if the provider
    said so; ``lasting`` that every other prompt would fail as well.
    """

    message: str
    hint: str
    again: bool = False
    lasting: bool = True
    wait: float | None = None

    def error(self, tries: int) -> ModelError:
        """The error for the caller, after so many tries."""
        message = self.message if tries == 1 else f"{self.message}, after {tries} tries"
        return (ModelUnavailable if self.lasting else ModelError)(message, hint=self.hint)


@dataclass(frozen=True, slots=True)
class _Kind:
    says: str
    hint: str
    again: bool = False
    lasting: bool = True


_WAIT = "Wait a while, or ask less at once"
_QUOTA = _Kind("says that the account has no credit left", "Top it up, or choose another model")
_LIMITED = _Kind("limits how much it is asked", _WAIT, again=True)
_SLOW = _Kind(
    "did not answer in time", "Raise SMALTI_MODEL_TIMEOUT or choose a faster model", again=True
)
_AWAY = _Kind(
    "cannot be reached", "Check that the server runs and that SMALTI_MODEL_URL is right", again=True
)
_KEY = _Kind("refuses the key", "Set SMALTI_MODEL_KEY, or the variable that the provider names")
_UNKNOWN = _Kind(
    "does not know the model or the address",
    "Check SMALTI_MODEL, and that SMALTI_MODEL_URL ends as the server wants it, mostly in /v1",
)
_LONG = _Kind(
    "cannot read a prompt this long", "Choose a model with a longer context", lasting=False
)
_FAULT = _Kind("failed by a fault of its own", _WAIT, again=True)
_DOWN = _Kind("turned this prompt down", "What it says tells why", lasting=False)
_GARBLED = _Kind(
    "sent something that is no reply", "Check that SMALTI_MODEL_URL leads to a model", again=True
)


def failure(who: str, error: Exception, secrets: Iterable[str]) -> Failure:
    """What an error of pydantic-ai means. ``who`` is the model as the user knows it."""
    kind = next(kind for cls, kind in _kinds() if isinstance(error, cls))
    status = getattr(error, "status_code", None)
    passing = status is not None and (status in _AGAIN or status >= 500) and kind is not _QUOTA
    said = _short(_without(_said(error), secrets))  # in this order: half a key is a key, too
    shown = f"HTTP {status}: {said}" if status is not None else said
    return Failure(
        f"{who} {kind.says}" + (f" ({shown})" if shown else ""),
        kind.hint,
        again=kind.again or passing,
        lasting=kind.lasting or passing,
        wait=getattr(error, "retry_after", None),
    )


@cache
def _kinds() -> tuple[tuple[type[Exception], _Kind], ...]:
    """The first class that fits decides."""
    from pydantic_ai import exceptions as of

    return (
        (of.ModelQuotaExceededError, _QUOTA),
        (of.ModelRateLimitError, _LIMITED),
        (of.ModelTimeoutError, _SLOW),
        (of.ModelRequestTimeout, _SLOW),
        (of.ModelConnectionError, _AWAY),
        (of.ModelAuthenticationError, _KEY),
        (of.ModelNotFoundError, _UNKNOWN),
        (of.ModelContextWindowExceededError, _LONG),
        (of.ModelUnavailableError, _FAULT),
        (of.ModelServerError, _FAULT),
        (of.ModelRequestRejectedError, _DOWN),
        (of.ModelHTTPError, _DOWN),
        (Exception, _GARBLED),
    )


def _said(error: Exception) -> str:
    """What the provider itself said, in one line."""
    body = getattr(error, "body", None)
    for _ in range(2):  # {"error": {"message": …}} and {"message": …}
        if isinstance(body, dict):
            body = body.get("error") or body.get("message") or body
    unknown = f"{type(error).__name__}: {error}"
    said = body if isinstance(body, str) else getattr(error, "message", unknown)
    return " ".join(said.split())


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _without(text: str, secrets: Iterable[str]) -> str:
    """A text without keys: the one that was sent, and what else the environment keeps secret."""
    known = [value for name, value in os.environ.items() if _SECRET_NAME.search(name)]
    for secret in (*secrets, *(value for value in known if len(value) >= _SHORTEST_SECRET)):
        text = text.replace(secret, "***") if secret else text
    return _LOGIN.sub("//", text)


def shown_url(url: str) -> str:
    """An address without the name and password that may stand in it."""
    return _LOGIN.sub("//", url).split("?")[0].rstrip("/")


def unusable(who: str, error: Exception, secrets: Iterable[str]) -> ModelUnavailable:
    """The error for a model that cannot even be asked: no package, no key, no such provider."""
    said: Any = getattr(error, "message", None) or str(error)
    first = _without(str(said), secrets).split(" To try Pydantic AI")[0].rstrip(".")
    if isinstance(error, ImportError):
        return ModelUnavailable(f"{who} needs a package that is not installed", hint=first)
    return ModelUnavailable(
        f"{who} cannot be asked: {first}",
        hint="See SMALTI_MODEL, SMALTI_MODEL_URL and SMALTI_MODEL_KEY in docs/guide/models.md",
    )
