"""Who may come in: sessions, scopes, and that a form was sent by one of our own pages."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from smalti.model.errors import InvalidInput
from smalti.serve.auth import SESSION_COOKIE, Principal, forbidden, given_key, principal_of
from smalti.serve.console.sessions import HOURS, Session, Sessions, passing
from smalti.serve.console.visit import ROOT
from smalti.serve.hub import Hub
from smalti.serve.names import space_named
from smalti.serve.problems import Problem, not_here

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        "object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def session_of(request: Request) -> Session:
    """The session of whoever looks; on an open server of this machine one begins silently.

    Raises:
        Problem: 401, nobody is signed in, or the key of the session does not count any more.
    """
    principal = principal_of(request)
    sessions: Sessions = request.app.state.sessions
    if given_key(request) is not None:  # a program: it sends its key each time
        return passing(principal)
    found = sessions.find(request.cookies.get(SESSION_COOKIE, ""))
    if found is None or found.principal.name != principal.name:
        found = sessions.begin(principal)
    found.principal = principal  # as the key stands by now
    return found


def remember(response: Response, request: Request, session: Session) -> Response:
    """Give the browser the cookie of its session, if it has another one or none."""
    if session.token and request.cookies.get(SESSION_COOKIE) != session.token:
        response.set_cookie(
            SESSION_COOKIE,
            session.token,
            max_age=HOURS * 3600,
            path=ROOT,
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )
    return response


def space_for(hub: Hub, principal: Principal, wanted: str) -> str:
    """The space that is asked for, or the first there is.

    Raises:
        Problem: 404, a space that is not there as far as this principal is concerned.
    """
    if wanted:
        if not principal.sees(wanted):
            raise not_here()
        return wanted
    there = spaces_for(hub, principal)
    allowed = sorted(principal.spaces or ())
    return (there or allowed or ["default"])[0]


def spaces_for(hub: Hub, principal: Principal) -> list[str]:
    """The spaces that a principal may see and that can stand in an address."""
    return [name for name in hub.spaces() if principal.sees(name) and is_usable(name)]


def is_usable(name: str) -> bool:
    """Whether a space can be called by its name here."""
    try:
        space_named(name)
    except InvalidInput:
        return False
    return True


def require(principal: Principal, scope: str, space: str) -> None:
    """Let through who may do this.

    Raises:
        Problem: 403 without the scope.
    """
    if not principal.may(scope, space):
        raise forbidden(scope)


def check_form(request: Request, session: Session, token: str) -> None:
    """Let through what one of our pages sent: by where it comes from, and by the token in it.

    Raises:
        Problem: 403 otherwise.
    """
    check_origin(request)
    if not secrets.compare_digest(token.encode(), session.csrf.encode()):
        raise _foreign("the form is out of date; go back, load the page again, and repeat it")


def check_origin(request: Request) -> None:
    """Let through what was sent from a page of this host.

    Raises:
        Problem: 403 for another origin, or none.
    """
    origin = urlsplit(request.headers.get("origin", ""))
    if not origin.netloc or origin.netloc != request.headers.get("host", ""):
        raise _foreign("the form comes from another site")


def _foreign(detail: str) -> Problem:
    return Problem(403, "cross_site", detail)


def is_open(request: Request) -> bool:
    """Whether nobody has to sign in here."""
    hub: Hub = request.app.state.hub
    local: bool = request.app.state.settings.is_local
    return hub.keys.is_open and local
