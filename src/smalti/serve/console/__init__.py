"""The console: web pages where people see what is remembered, and settle what contradicts itself.

Everything it needs is in the package. Pages are made on the server and work without JavaScript;
where there is some, keys work, forms do not reload the page, and the graph can be moved about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from smalti.serve.console.visit import ROOT

if TYPE_CHECKING:
    from starlette.applications import Starlette

__all__ = ["ROOT", "mount_console"]


def mount_console(app: Starlette) -> None:
    """Serve the console below ``/console``.

    ``app.state`` must hold the hub, the settings, the rates, and ``loads``, to which the templates
    are added; the sessions of the console are put beside them, where
    :func:`smalti.serve.auth.principal_of` finds them.
    """
    from smalti.serve.console.rendering import load
    from smalti.serve.console.routes import console
    from smalti.serve.console.sessions import Sessions, attempts

    app.state.sessions, app.state.attempts = Sessions(), attempts()
    app.state.loads.append(load)
    made = console()
    made.state = app.state
    app.mount(ROOT, made, name="console")
