"""Templates to pages: everything that comes from a memory is text, whatever it holds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from smalti.serve.console import plain, shown
from smalti.serve.console.assets import asset_url, assets
from smalti.serve.console.guard import is_open, spaces_for
from smalti.serve.console.pages.table import PAGES
from smalti.serve.console.span import Span, span_of
from smalti.serve.console.visit import Visit, address

THEMES = ("auto", "light", "dark")
THEME_COOKIE = "smalti_theme"


@cache
def environment() -> Environment:
    """The templates of the package. A name that is missing is an error, not an empty text."""
    made = Environment(
        loader=PackageLoader("smalti.serve.console"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(asset=asset_url, address=address, PAGES=PAGES, count=shown.count)
    made.filters.update(day=shown.day, moment=shown.moment, size=shown.size)
    made.filters["predicate"] = shown.predicate
    made.filters.update(authority=plain.authority, route=plain.route)
    return made


def load() -> None:
    """Make all templates ready, and read the files that pages refer to."""
    assets()
    for name in environment().list_templates():
        environment().get_template(name)


def page(name: str, visit: Visit, request: Request, content: Mapping[str, Any]) -> Response:
    """A page of a space."""
    known = PAGES[name]
    return html(
        f"{name}.html",
        request,
        page=name,
        title=known.title,
        menu=known.parent or name,
        timed=known.timed,
        visit=visit,
        csrf=visit.session.csrf,
        spaces=spaces_for(visit.hub, visit.principal),
        notices=visit.session.told(),
        signed_in=visit.principal.name != "local",
        here=_here(request),
        moments=_moments(visit) if known.timed else None,
        **content,
    )


def html(template: str, request: Request, code: int = 200, **content: Any) -> Response:
    """A template as a response."""
    theme = request.cookies.get(THEME_COOKIE, "")
    text = (
        environment()
        .get_template(template)
        .render(
            theme=theme if theme in THEMES else THEMES[0],
            open_server=is_open(request),
            **content,
        )
    )
    return HTMLResponse(text, code)


def _here(request: Request) -> str:
    """The address of the page, for forms that lead back to it."""
    return request.url.path + (f"?{request.url.query}" if request.url.query else "")


def _moments(visit: Visit) -> Span:
    return span_of(visit.nouns, visit.now)
