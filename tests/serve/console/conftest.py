"""A server with a story in it, keys for it, and a browser to look at it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Browser, Page, sync_playwright

from serve.console.story import tell
from smalti.memory import Memory
from smalti.serve.app import create_app
from smalti.serve.hub import Hub
from smalti.serve.settings import ServeSettings

CHROMIUM = Path("/usr/bin/chromium")
_ARGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SPACE = "harbour"


@dataclass(frozen=True)
class Site:
    """A running server: its address, and what is behind it."""

    url: str
    hub: Hub
    app: FastAPI

    @property
    def memory(self) -> Memory:
        return self.hub.memory(SPACE)


@contextmanager
def opened(folder: Path, **given: Any) -> Iterator[tuple[FastAPI, Hub]]:
    """An application over a new file."""
    path = folder / "memory.db"
    hub = Hub(Memory(path, embedder=None, model=None))
    try:
        yield create_app(ServeSettings(db=str(path), mcp=False, **given), hub), hub
    finally:
        hub.close()


@contextmanager
def running(app: FastAPI, hub: Hub) -> Iterator[Site]:
    """The application on a free port of this machine."""
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            thread.join(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield Site(f"http://127.0.0.1:{port}", hub, app)
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with the story, open to everybody on this machine."""
    with opened(tmp_path_factory.mktemp("site")) as (app, hub), running(app, hub) as found:
        tell(found.memory)
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip(f"needs Chromium at {CHROMIUM}")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(_ARGS))
        yield found
        found.close()


Look = Callable[..., Page]


@pytest.fixture
def look(browser: Browser, site: Site) -> Iterator[Look]:
    """Opens a page of the site in a window of its own; a fault on the page fails the test."""
    faults: list[str] = []
    windows = []

    def opens(path: str, *, width: int = 1280, dark: bool = False, scripts: bool = True) -> Page:
        window = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if dark else "light",
            java_script_enabled=scripts,
            accept_downloads=True,
        )
        window.set_default_timeout(20_000)
        windows.append(window)
        page = window.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.extend(_faults(message.type, message.text)))
        page.goto(f"{site.url}/console/{path}")
        return page

    yield opens
    for window in windows:
        window.close()
    assert faults == []


def _faults(kind: str, text: str) -> list[str]:
    return [text] if kind in ("error", "warning") else []
