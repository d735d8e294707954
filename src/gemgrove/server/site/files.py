"""The built page's files, read once: their bytes, media types and cache headers."""

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from gemgrove.agents.champion import network_files

BUILT = Path(__file__).parent / "built"
"""The folder into which `make web` builds the page; wheels contain it."""
INDEX = "index.html"
ASSETS = "/assets/"
"""The names of files below it contain a hash: what is at such an address never changes."""
NETWORKS = "/networks/"

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The page may load only its own files, from its own server, and run WebAssembly."""

_POLICY = {"Content-Security-Policy": POLICY}
_FOREVER = "public, max-age=31536000, immutable"
_A_WHILE = "public, max-age=3600"
_ASK_FIRST = "no-cache"
_HASH_SYMBOLS = 20

# Media types must not depend on the machine, as they do in `mimetypes`.
_KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
_ANYTHING = "application/octet-stream"


@dataclass(frozen=True, slots=True)
class File:
    """A file as sent to clients."""

    body: bytes
    packed: bytes | None
    """The body compressed with gzip, if that is smaller."""
    kind: str
    """The media type."""
    headers: Mapping[str, str]

    @classmethod
    def of(cls, body: bytes, kind: str, cache: str, **more: str) -> "File":
        """Return a file with its headers, including `more`."""
        packed = gzip.compress(body, 9, mtime=0)
        # A weak tag, since it names both forms.
        tag = f'W/"{hashlib.sha256(body).hexdigest()[:_HASH_SYMBOLS]}"'
        headers = {"Cache-Control": cache, "ETag": tag, "Vary": "Accept-Encoding"}
        return cls(body, packed if len(packed) < len(body) else None, kind, headers | more)


@dataclass(frozen=True, slots=True)
class Site:
    """The page, and its files by address."""

    index: File | None
    """None if nothing has been built."""
    files: Mapping[str, File]

    @classmethod
    def read(cls, folder: Path = BUILT) -> "Site":
        """Read a folder, except hidden files."""
        index = folder / INDEX
        if not index.is_file():
            return cls(None, {})
        return cls(
            File.of(index.read_bytes(), _KINDS[".html"], _ASK_FIRST, **_POLICY),
            {
                f"/{name}": _read(path, f"/{name}")
                for path in sorted(folder.rglob("*"))
                if path != index and path.is_file()
                for name in [path.relative_to(folder).as_posix()]
                if not any(part.startswith(".") for part in PurePosixPath(name).parts)
            }
            | _networks(),
        )


def _networks() -> dict[str, File]:
    """Return the package's networks, with which the page searches."""
    return {
        f"{NETWORKS}{file.name}": File.of(file.read_bytes(), _ANYTHING, _A_WHILE)
        for file in network_files()
    }


def _read(path: Path, address: str) -> File:
    cache = _FOREVER if address.startswith(ASSETS) else _A_WHILE
    # A worker obeys the policy of its script, not the page's.
    policy = _POLICY if path.suffix == ".js" else {}
    return File.of(path.read_bytes(), _KINDS.get(path.suffix, _ANYTHING), cache, **policy)
