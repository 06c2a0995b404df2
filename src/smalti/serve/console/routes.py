"""The console as an application of its own: one way in for every page, one for every form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from smalti.model.errors import IllegalTransition, InvalidInput, SmaltiError
from smalti.serve.auth import SESSION_COOKIE, Principal, address_of, counted
from smalti.serve.console import guard, rendering
from smalti.serve.console.assets import assets
from smalti.serve.console.pages import graph
from smalti.serve.console.pages.table import ACTIONS, PAGES
from smalti.serve.console.sessions import Notice, Session, Sessions
from smalti.serve.console.visit import ROOT, Visit, address, own
from smalti.serve.hub import Hub, Lane
from smalti.serve.problems import Problem, problem_of, unexpected
from smalti.serve.rates import Rates

_FOREVER = "public, max-age=31536000, immutable"
_SEE_OTHER = 303
_MOST_FIELDS = 40
_YEAR = 365 * 24 * 3600


def console() -> Starlette:
    """The application; its state has to be that of the server it is mounted in."""
    return Starlette(
        routes=[
            Route("/static/{name:path}", static),
            Route("/sign-in", sign_in, methods=["GET", "POST"]),
            Route("/sign-out", sign_out, methods=["POST"]),
            Route("/theme", theme, methods=["POST"]),
            Route("/export.jsonl", export),
            Route("/graph.json", graph_data),
            Route("/do/{action}", do, methods=["POST"]),
            Route("/{page}", show),
            Route("/", start),
        ],
        exception_handlers={SmaltiError: refused, HTTPException: refused, Exception: unforeseen},
    )


# ---------------------------------------------------------------------------------------- looking


def start(request: Request) -> Response:
    """Where the console begins."""
    return RedirectResponse(address("inbox", space=request.query_params.get("space")), _SEE_OTHER)


async def show(request: Request) -> Response:
    """A page."""
    return await _run(Lane.READ, request, _show)


def _show(request: Request) -> Response:
    name = request.path_params["page"]
    if name not in PAGES:
        raise HTTPException(404, "there is no such page")
    visit = _visit(request, PAGES[name].scope, {})
    return _sent(rendering.page(name, visit, request, PAGES[name].view(visit)), request, visit)


async def graph_data(request: Request) -> Response:
    """The map of a memory as JSON."""
    return await _run(Lane.READ, request, _graph_data)


def _graph_data(request: Request) -> Response:
    visit = _visit(request, "read", {})
    return _sent(JSONResponse(graph.data(visit)), request, visit)


async def export(request: Request) -> Response:
    """Everything a space knows, as a file."""
    return await _run(Lane.LONG, request, _export)


def _export(request: Request) -> Response:
    visit = _visit(request, "read", {})
    folder = TemporaryDirectory(prefix="smalti-export-")
    path = Path(folder.name) / "export.jsonl"
    visit.memory.export(path)
    response = FileResponse(
        path,
        media_type="application/jsonl",
        filename=f"smalti-{visit.space}.jsonl",
        background=BackgroundTask(folder.cleanup),
    )
    return _sent(response, request, visit)


def static(request: Request) -> Response:
    """A file that pages refer to; its address changes with its content, so it keeps for ever."""
    found = assets().get(request.path_params["name"])
    if found is None:
        raise HTTPException(404, "there is no such file")
    fresh = request.query_params.get("v") == found.version
    headers = {"Cache-Control": _FOREVER if fresh else "no-cache", "ETag": f'"{found.version}"'}
    return Response(found.content, 200, {**guard.HEADERS, **headers}, found.type)


# ------------------------------------------------------------------------------------------ doing


async def do(request: Request) -> Response:
    """What a form asks for, and then the page that shows it."""
    name = request.path_params["action"]
    if name not in ACTIONS:
        raise HTTPException(404, "there is no such form")
    form = await _form(request)
    return await _run(ACTIONS[name].lane, request, partial(_done, form=form))


def _done(request: Request, form: Mapping[str, str]) -> Response:
    session = guard.session_of(request)
    guard.check_form(request, session, form.get("csrf", ""))
    action = ACTIONS[request.path_params["action"]]
    visit = _visit(request, action.scope, form, session)
    try:
        done = action.act(visit)
    except (InvalidInput, IllegalTransition) as error:
        told = Notice(str(error), "wrong")
        to = own(form.get("back", ""), visit.url("inbox"))
    else:
        told, to = done.notice or Notice(""), done.to
    if told.text:
        session.notices.append(told)
    return _sent(RedirectResponse(to, _SEE_OTHER), request, visit)


async def sign_in(request: Request) -> Response:
    """The form that asks for a key, and what it leads to."""
    form = await _form(request) if request.method == "POST" else {}
    return await _run(Lane.READ, request, partial(_signed_in, form=form))


def _signed_in(request: Request, form: Mapping[str, str]) -> Response:
    back = form.get("back") or request.query_params.get("back", "")
    to = own(back, address("inbox"))
    if request.method == "GET":
        if guard.is_open(request):
            return RedirectResponse(to, _SEE_OTHER)
        return _bare(rendering.html("sign_in.html", request, back=back, wrong=False))
    guard.check_origin(request)
    hub: Hub = request.app.state.hub
    attempts: Rates = request.app.state.attempts
    attempts.take(address_of(request))
    key = hub.keys.find(form.get("key", "").strip())
    if key is None:
        return _bare(rendering.html("sign_in.html", request, 401, back=back, wrong=True))
    attempts.clear(address_of(request))
    sessions: Sessions = request.app.state.sessions
    sessions.end(request.cookies.get(SESSION_COOKIE, ""))
    session = sessions.begin(Principal.of(key))
    return _bare(guard.remember(RedirectResponse(to, _SEE_OTHER), request, session))


async def sign_out(request: Request) -> Response:
    """End the session."""
    form = await _form(request)
    return await _run(Lane.READ, request, partial(_signed_out, form=form))


def _signed_out(request: Request, form: Mapping[str, str]) -> Response:
    sessions: Sessions = request.app.state.sessions
    session = guard.session_of(request)
    guard.check_form(request, session, form.get("csrf", ""))
    sessions.end(session.token)
    response = RedirectResponse(address("sign-in"), _SEE_OTHER)
    response.delete_cookie(SESSION_COOKIE, path=ROOT)
    return _bare(response)


async def theme(request: Request) -> Response:
    """Remember light or dark."""
    form = await _form(request)
    await counted(request)
    guard.check_origin(request)
    response = RedirectResponse(own(form.get("back", ""), address("inbox")), _SEE_OTHER)
    chosen = form.get("theme", "")
    if chosen in rendering.THEMES:
        response.set_cookie(
            rendering.THEME_COOKIE,
            chosen,
            max_age=_YEAR,
            path=ROOT,
            httponly=True,
            samesite="strict",
        )
    return _bare(response)


# ---------------------------------------------------------------------------------------- helpers


async def _run(lane: Lane, request: Request, work: Callable[[Request], Response]) -> Response:
    """Count the request, and do something in a worker thread: verbs wait for the file."""
    await counted(request)
    hub: Hub = request.app.state.hub
    return await hub.run(lane, partial(work, request))


def _visit(
    request: Request, scope: str, form: Mapping[str, str], session: Session | None = None
) -> Visit:
    """Who looks at which space, if they may."""
    session = session or guard.session_of(request)
    hub: Hub = request.app.state.hub
    query = dict(request.query_params)
    wanted = form.get("space") or query.get("space", "")
    space = guard.space_for(hub, session.principal, wanted)
    guard.require(session.principal, scope, space)
    return Visit(hub, session.principal, session, space, query, form)


async def _form(request: Request) -> dict[str, str]:
    """The fields of a form, texts only."""
    async with request.form(max_files=0, max_fields=_MOST_FIELDS) as found:
        return {name: value for name, value in found.items() if isinstance(value, str)}


def _sent(response: Response, request: Request, visit: Visit) -> Response:
    return _bare(guard.remember(response, request, visit.session))


def _bare(response: Response) -> Response:
    response.headers.update(guard.HEADERS)
    return response


def refused(request: Request, error: Exception) -> Response:
    """An error as a page; who is not signed in is asked to."""
    found = problem_of(error) if isinstance(error, SmaltiError) else error
    assert isinstance(found, HTTPException)  # one of the two that this is registered for
    if found.status_code == 401 and request.method == "GET":
        back = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return _bare(RedirectResponse(address("sign-in", back=back), _SEE_OTHER))
    told: dict[str, Any] = {
        "status": found.status_code,
        "detail": found.detail,
        "fix": found.fix if isinstance(found, Problem) else None,
    }
    response = _bare(rendering.html("error.html", request, found.status_code, **told))
    if wait := (found.headers or {}).get("Retry-After"):
        response.headers["Retry-After"] = wait
    return response


def unforeseen(request: Request, error: Exception) -> Response:
    """An error that nobody foresaw, as a page; the server tells its log what it was."""
    found = unexpected(getattr(request.state, "request_id", ""))
    return refused(request, found)
