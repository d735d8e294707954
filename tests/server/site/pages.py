"""A small page in the form of a build's output."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.server.rest.http_server import HttpServer, http_server

SCRIPT = "/assets/index-Ab12Cd34.js"
STYLE = "/assets/deep/style-Ef56Gh78.css"
ICON = "/favicon.svg"
MANIFEST = "/manifest.webmanifest"
NOISE = "/assets/noise-Ij90Kl12.woff2"
ODD = "/something.odd"
FILES = {
    "/index.html": b"<!doctype html><title>Gemgrove</title>" + b"<p>A page.</p>" * 50,
    SCRIPT: b"console.log('a gem');\n" * 100,
    STYLE: b"body { color: green }\n" * 100,
    NOISE: bytes(number * number * 37 % 251 for number in range(200)),
    ICON: b"<svg xmlns='http://www.w3.org/2000/svg'></svg>" * 20,
    MANIFEST: b'{"name": "Gemgrove"}',
    ODD: b"?",
    "/.hidden/notes.txt": b"not for others",
}


def build(folder: Path) -> Path:
    """Write the page into a new folder, next to a secret file."""
    (folder / "secret.txt").write_text("secret", encoding="utf-8")
    built = folder / "built"
    for address, body in FILES.items():
        path = built / address.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
    return built


@contextmanager
def served(folder: Path, **settings: Any) -> Iterator[HttpServer]:
    """A server with that page."""
    with http_server(folder / "data", built=build(folder), **settings) as found:
        yield found
