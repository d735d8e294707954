"""The page without a server, on a static file server under some path."""

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SITE = Path(__file__).parents[2] / "build/site"
_PREFIX = "/some/where"


class _Handler(SimpleHTTPRequestHandler):
    def translate_path(self, path: str) -> str:
        if not path.startswith(f"{_PREFIX}/"):
            return "/nowhere"
        return super().translate_path(path.removeprefix(_PREFIX))

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class StaticSite:
    """A running file server."""

    def __init__(self) -> None:
        handler = functools.partial(_Handler, directory=str(SITE))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}{_PREFIX}/"

    def stop(self) -> None:
        """Answer no more requests: from now on there is no network."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextmanager
def served() -> Iterator[StaticSite]:
    """Serve the site until it is stopped, or the block ends."""
    site = StaticSite()
    try:
        yield site
    finally:
        site.stop()
