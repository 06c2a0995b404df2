"""``smalti serve`` and ``smalti keys``: the memory over HTTP, and who may ask."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from smalti.cli.exits import Exit
from smalti.cli.options import Settings, with_settings
from smalti.cli.output import answer, envelope, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from smalti.model.access import ApiKey
    from smalti.serve.settings import ServeSettings

_SCOPES = ("read", "write", "admin")


@click.command()
@click.option("--host", metavar="ADDRESS", help="Where to listen.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65_535), metavar="N", help="0 for a free one.")
@click.option(
    "--allow-host", "hosts", multiple=True, metavar="NAME", help="A name it may be called by."
)
@click.option("--rate", type=click.IntRange(0), metavar="N", help="Requests a minute and key.")
@click.option("--max-body", type=click.IntRange(1024), metavar="BYTES", help="Of one request.")
@click.option(
    "--consolidate-hours",
    type=click.FloatRange(0),
    metavar="N",
    help="Consolidate every space so often; 0 for never.",
)
@click.option("--no-console", "console", flag_value=False, default=None, help="No web pages.")
@click.option("--no-mcp", "mcp", flag_value=False, default=None, help="No tools for agents.")
@click.option("--quiet", is_flag=True, help="No line for each request on standard error.")
@click.option("--openapi", is_flag=True, help="Tell the description of the interface, and end.")
@with_settings()
def serve(settings: Settings, *, quiet: bool, openapi: bool, **given: Any) -> Exit:
    """Serve the memory over HTTP.

    There are REST, tools for agents, and the console. It listens on this machine alone, and is open
    there until the first key is made; anywhere else it asks for keys. SMALTI_SERVE_HOST and the
    like set what no option says. SIGTERM and Ctrl-C end it once the requests under way are
    answered.
    """
    if find_spec("fastapi") is None or find_spec("uvicorn") is None:
        raise click.ClickException("this needs the extra: pip install 'smalti[serve]'")
    from smalti.serve.settings import ServeSettings

    given = {**given, "hosts": given["hosts"] or None, "db": settings.db}
    told = ServeSettings.of({**given, "no_model": settings.no_model or None})
    return _describe(settings, told) if openapi else _serve(settings, told, quiet=quiet)


def _serve(settings: Settings, told: ServeSettings, *, quiet: bool) -> Exit:
    from smalti.serve.hub import Hub
    from smalti.serve.running import listen, log_to_stderr, require_keys, run

    log_to_stderr(quiet=quiet)
    opened = replace(settings, no_model=told.no_model)
    with listen(told) as listening, opened.open() as memory:
        hub = Hub(memory, kept=told.spaces_kept, readers=told.readers, writers=told.writers)
        require_keys(told, hub)
        run(told, hub, listening, lambda url: _started(settings, url))
    return Exit.DONE


def _started(settings: Settings, url: str) -> None:
    if settings.json:
        print_json(envelope("serve", {"url": url}))
    else:
        click.echo(f"{url}  {settings.db}")


def _describe(settings: Settings, told: ServeSettings) -> Exit:
    import json

    from smalti.memory import Memory
    from smalti.serve.app import create_app
    from smalti.serve.hub import Hub

    with Memory(":memory:", embedder=None, model=None) as memory:
        found = create_app(told, Hub(memory)).openapi()
    text = json.dumps(found, ensure_ascii=False, indent=2)
    return answer(settings, found, lambda console: click.echo(text))


@click.command()
@click.argument("action", type=click.Choice(("list", "add", "revoke")), default="list")
@click.argument("what", metavar="[NAME|ID]", required=False)
@click.option(
    "--for", "spaces", multiple=True, metavar="SPACE", help="Where a new key counts; * for all."
)
@click.option(
    "--scope", "scopes", multiple=True, type=click.Choice(_SCOPES),
    help="What it allows.  [default: read, write]",
)  # fmt: skip
@click.option("--expires", metavar="WHEN", help="From when on it does not count (ISO 8601).")
@with_settings()
def keys(settings: Settings, *, action: str, what: str | None, **given: Any) -> Exit:
    """List the keys of a server, add one, or revoke one.

    `smalti keys add NAME --for SPACE` makes a key and shows it this once; its hash is kept.
    `smalti keys revoke ID` ends one: it counts no longer, at the latest after a second.
    """
    if (what is None) != (action == "list"):
        raise click.UsageError({"list": "list takes no name", "add": "give the key a name",
                                "revoke": "give the id of the key"}[action])  # fmt: skip
    if action != "add" and any(given.values()):
        raise click.UsageError("--for, --scope and --expires are of a new key")
    if action == "add":
        return _add(settings, str(what), **given)
    return _list(settings) if action == "list" else _revoke(settings, str(what))


def _add(
    settings: Settings,
    name: str,
    *,
    spaces: tuple[str, ...],
    scopes: tuple[str, ...],
    expires: str | None,
) -> Exit:
    from smalti.model.time import Instant
    from smalti.serve.keys import DEFAULT_SCOPES, keyring_of, told

    if not spaces:
        raise click.UsageError("say where it counts: --for SPACE, or --for '*'")
    until = None
    if expires is not None:
        until = Instant.of(expires, default_offset=settings.utc_offset)
    with settings.open() as memory:
        key, secret = keyring_of(memory).add(
            name, spaces=spaces, scopes=scopes or DEFAULT_SCOPES, expires_at=until
        )

    def show(console: Console) -> None:
        console.print(f"{key.id}  keep it well, it is shown this once:", markup=False)
        console.print(secret, markup=False, highlight=False, soft_wrap=True)

    return answer(settings, told(key) | {"key": secret}, show)


def _list(settings: Settings) -> Exit:
    from smalti.serve.keys import keyring_of, told

    with settings.open_existing() as memory:
        found = keyring_of(memory).all()
    return answer(
        settings, {"keys": [told(key) for key in found]}, lambda console: _show(console, found)
    )


def _revoke(settings: Settings, id: str) -> Exit:
    from smalti.serve.keys import keyring_of, told

    with settings.open_existing() as memory:
        key = keyring_of(memory).revoke(id)
    return answer(settings, told(key), lambda console: console.print(f"revoked   {key.id}"))


def _show(console: Console, found: list[ApiKey]) -> None:
    from smalti.cli.screen import table

    rows = table("id", "name", "spaces", "scopes", "until")
    for key in found:
        end = key.revoked_at or key.expires_at
        until = "" if end is None else f"{'revoked ' if key.revoked_at else ''}{end}"
        spaces = "all" if key.spaces is None else ", ".join(key.spaces)
        rows.add_row(key.id, key.name, spaces, ", ".join(s.value for s in key.scopes), until)
    console.print(rows)
