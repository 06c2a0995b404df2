"""The server: one application over one memory file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from fastapi import Depends, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from smalti import __version__
from smalti.model.errors import InvalidInput, SmaltiError
from smalti.serve.accounts import Accounts
from smalti.serve.faces import later, mount_faces
from smalti.serve.hub import Hub
from smalti.serve.middleware import Gate
from smalti.serve.problems import Problem, problem_of, problem_of_validation
from smalti.serve.rates import Rates
from smalti.serve.rest import routers
from smalti.serve.rest.openapi import DESCRIPTION, TAGS, describe
from smalti.serve.rest.parameters import refuse_unknown
from smalti.serve.settings import ServeSettings
from smalti.serve.warming import warmed
from smalti.serve.working import working


def create_app(settings: ServeSettings, hub: Hub, *, faces_later: bool = False) -> FastAPI:
    """The application: REST, and ``/mcp`` and the console where their extras are installed.

    ``app.state`` has ``hub``, ``settings``, ``accounts``, ``rates``, and ``lifespans``: functions
    that give an asynchronous context manager each, entered in turn before the first request and
    left after the last. The console puts a function into ``app.state.sessions`` that tells the
    principal of a session cookie. The caller closes the hub. With ``faces_later`` all but REST is
    mounted once the app has started, and what first requests need is loaded then,
    ``app.state.loads`` among it.
    """
    accounts = Accounts()
    app = FastAPI(
        title="Smalti",
        version=__version__,
        description=DESCRIPTION,
        openapi_tags=TAGS,
        docs_url=None,  # its pages load scripts from elsewhere
        redoc_url=None,
        lifespan=_lifespan,
        separate_input_output_schemas=False,
    )
    app.state.hub, app.state.settings, app.state.accounts = hub, settings, accounts
    app.state.rates, app.state.lifespans, app.state.loads = Rates(settings.rate), [], []
    app.add_middleware(Gate, settings=settings, accounts=accounts)
    for kind, handler in _HANDLERS.items():
        app.add_exception_handler(kind, handler)
    for router in routers():
        app.include_router(router, dependencies=[Depends(refuse_unknown)])
    describe(app)
    if faces_later:
        app.state.lifespans.append(lambda: later(app))
    else:
        mount_faces(app)
    if settings.warm and faces_later:
        app.state.lifespans.append(lambda: warmed(app))
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(working(app))
        for begin in tuple(app.state.lifespans):
            await stack.enter_async_context(begin())
        yield


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return error.response(request.state.request_id)


async def _smalti_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, SmaltiError)
    return problem_of(error).response(request.state.request_id)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return problem_of_validation(error.errors()).response(request.state.request_id)


async def _http_error(request: Request, error: Exception) -> Response:
    """What the framework itself refuses: an unknown path, a method that a resource lacks."""
    assert isinstance(error, HTTPException)
    if error.status_code == 400:  # the one thing it says so of: a body that is no text at all
        fault = InvalidInput("body", "…", "is no JSON in UTF-8")
        return problem_of(fault).response(request.state.request_id)
    code = _CODES.get(error.status_code, "error")
    found = Problem(error.status_code, code, str(error.detail), headers=error.headers)
    return found.response(request.state.request_id)


_CODES = {404: "not_found", 405: "method_not_allowed", 413: "too_large"}
_HANDLERS: dict[type[Exception], Any] = {
    Problem: _problem,
    SmaltiError: _smalti_error,
    RequestValidationError: _invalid,
    HTTPException: _http_error,
}
