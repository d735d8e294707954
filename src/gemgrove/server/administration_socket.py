"""A socket in the data folder, through which a host administers the server running there.

Requests and answers are one line of JSON each. Only the folder's owner can open the socket.
"""

import asyncio
import logging
import os
import socket
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from gemgrove.server import problems
from gemgrove.server.administration import Figures, Request
from gemgrove.server.problems import Problem, ProblemDetails
from gemgrove.server.service import Service

log = logging.getLogger(__name__)

MAX_REQUEST_BYTES = 16_384
MAX_ANSWER_BYTES = 4 * 1024 * 1024
REQUEST_SECONDS = 10.0
"""The time within which a request must arrive."""
ANSWER_SECONDS = 120.0
"""The time that the client waits for the answer."""
MAX_AT_ONCE = 8

_MAX_FOLDER_LENGTH = 80
"""In bytes; a socket's address can have about a hundred."""


class NobodyListensError(Exception):
    """There is no server at the socket."""


@asynccontextmanager
async def administered(
    service: Service, path: Path, figures: Callable[[], bytes] = lambda: b""
) -> AsyncIterator[None]:
    """Listen at a path until the end of the block, replacing anything that is there.

    `figures` returns the metrics of this process. If no socket can be created, the server does
    without it, and says so in its log.
    """
    tasks: set[asyncio.Task[Any]] = set()

    async def answer(reader: asyncio.StreamReader) -> dict[str, Any]:
        try:
            request = await _request(reader)
            if len(tasks) > MAX_AT_ONCE:
                raise problems.unavailable("Too many requests at once; try again.")
            found = await request.run(service)
            if isinstance(request, Figures):
                found["figures"] += figures().decode()
            return {"answer": found}
        except Problem as problem:
            return {"problem": problem.body()}
        except Exception:
            log.exception("A request of the host could not be answered.")
            return {"problem": problems.internal().body()}

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            with suppress(OSError, TimeoutError, asyncio.CancelledError):
                writer.write(msgspec.json.encode(await answer(reader)) + b"\n")
                async with asyncio.timeout(REQUEST_SECONDS):
                    await writer.drain()
        finally:
            tasks.discard(task)
            writer.close()
            with suppress(OSError, asyncio.CancelledError):
                await writer.wait_closed()

    try:
        bound = _bound(path)
    except OSError as error:
        log.warning("There is no socket for `gemgrove admin`: %s.", error)
        yield
        return
    server = await asyncio.start_unix_server(serve, sock=bound, limit=MAX_REQUEST_BYTES)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _request(reader: asyncio.StreamReader) -> Request:
    try:
        async with asyncio.timeout(REQUEST_SECONDS):
            line = await reader.readline()
    except ValueError:  # longer than the limit
        raise problems.too_large(MAX_REQUEST_BYTES) from None
    try:
        request: Request = msgspec.json.decode(line, type=Request)
    except msgspec.MsgspecError as error:
        raise problems.malformed(f"That is not a request: {error}.") from error
    return request


class _Reply(msgspec.Struct):
    answer: dict[str, Any] = {}
    problem: ProblemDetails | None = None


def ask(path: Path, request: Request) -> dict[str, Any]:
    """Return the answer of the server at a socket; raise its refusal as a `Problem`.

    Raise `NobodyListensError` if there is no server.
    """
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(ANSWER_SECONDS)
        try:
            with _short(path.parent) as folder:
                connection.connect(f"{folder}/{path.name}")
        except (FileNotFoundError, NotADirectoryError, ConnectionRefusedError):
            raise NobodyListensError(f"No server listens at {path}.") from None
        try:
            connection.sendall(msgspec.json.encode(request) + b"\n")
            with connection.makefile("rb") as stream:
                reply = msgspec.json.decode(stream.readline(MAX_ANSWER_BYTES), type=_Reply)
        except (ConnectionError, msgspec.MsgspecError):
            raise problems.unavailable("The server ended before it answered.") from None
    if reply.problem is not None:
        raise Problem(reply.problem.code, reply.problem.detail, reply.problem.status)
    return reply.answer


def _bound(path: Path) -> socket.socket:
    """Return a socket at a path that only its owner can ever open.

    It is created in a folder that is closed to others and moved to its path once its mode is right,
    which replaces the socket of a server that was killed.
    """
    made = socket.socket(socket.AF_UNIX)
    try:
        with _short(path.parent) as folder, tempfile.TemporaryDirectory(dir=folder) as closed:
            draft = Path(closed) / "s"
            made.bind(str(draft))
            draft.chmod(0o600)
            draft.replace(Path(folder) / path.name)
        made.setblocking(False)
    except BaseException:
        made.close()
        raise
    return made


@contextmanager
def _short(folder: Path) -> Iterator[str]:
    """Yield a name for a folder that is short enough for a socket's address."""
    if len(os.fsencode(folder)) <= _MAX_FOLDER_LENGTH:
        yield str(folder)
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{descriptor}"
    finally:
        os.close(descriptor)
