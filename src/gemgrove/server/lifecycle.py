"""A server's lifecycle: opened part by part from its settings, run, and closed in reverse order."""

import asyncio
import errno
import gc
import logging
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn

from gemgrove.server import problems
from gemgrove.server.administration import Request
from gemgrove.server.administration_socket import NobodyListensError, administered, ask
from gemgrove.server.app import make_app
from gemgrove.server.background import BackgroundJobs
from gemgrove.server.background.uptime import Uptime
from gemgrove.server.bots.leases import leases_of
from gemgrove.server.bots.pool import BotPool
from gemgrove.server.database.engine import open_database
from gemgrove.server.database.postgresql import PostgresDatabase
from gemgrove.server.feed import Feed
from gemgrove.server.journal import CommitListener, Journal, StoredEvent
from gemgrove.server.live.connection import HEARTBEAT_SECONDS
from gemgrove.server.live.websocket_protocol import LiveProtocol
from gemgrove.server.live.websocket_server import WebSocketServer
from gemgrove.server.service import Service
from gemgrove.server.settings import ADMIN_SOCKET, DATABASE_FILE, Settings, UnusableDatabaseError
from gemgrove.server.site.files import BUILT, Site
from gemgrove.server.table_service import TableService

# Shares of the time that a server gets to shut down.
_SHARE_OF_REQUESTS = 0.4
_SHARE_OF_BOTS = 0.15
_SHARE_OF_JOURNAL = 0.3

log = logging.getLogger(__name__)


class AddressError(Exception):
    """The server cannot listen at its address; the sentence says why."""


class PortTakenError(AddressError):
    """Another program listens at the port."""


@dataclass(frozen=True, slots=True)
class RunningServer:
    """A server that answers requests."""

    url: str
    service: Service
    websockets: WebSocketServer
    site: Site | None
    """None if the settings turn the page off."""

    @property
    def database_url(self) -> str:
        """The database's URL, without a password."""
        return self.service.database.url


@asynccontextmanager
async def open_service(settings: Settings) -> AsyncIterator[Service]:
    """Open a service without network or background jobs."""
    if settings.own_file:
        _make_private(settings.data)
    async with AsyncExitStack() as stack:
        database = await open_database(settings.database_url)
        stack.push_async_callback(database.close)

        def publish(table: str, events: Sequence[StoredEvent]) -> None:
            # The table service is up to date already, unless the client has stopped waiting.
            table_service.catch_up(table, events[-1].seq)
            feed.publish(table, events)

        journal = Journal(database, publish)
        feed = Feed(journal.events)
        stack.push_async_callback(feed.close)
        stack.push_async_callback(journal.close, _SHARE_OF_JOURNAL * settings.shutdown_seconds)
        stand_in = settings.allowlist().takes_over.name
        table_service = TableService(database, journal, stand_in=stand_in)
        if isinstance(database, PostgresDatabase):

            def heard(table: str, seq: int) -> None:
                table_service.catch_up(table, seq)
                feed.hint(table, seq)

            def rescan() -> None:
                table_service.invalidate_all()
                feed.rescan()

            notices = CommitListener(database, heard, rescan)
            stack.push_async_callback(notices.close)
        uptime = Uptime(database)
        yield Service(settings, database, journal, table_service, feed, uptime)


def _make_private(folder: Path) -> None:
    """Create the data folder, for its owner only: it holds cards that nobody has seen yet."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise UnusableDatabaseError(
            f"The data folder {folder} cannot be made: {error.strerror}. Name another one with "
            "--data."
        ) from error


@asynccontextmanager
async def serve_jobs(settings: Settings) -> AsyncIterator[tuple[Service, BotPool]]:
    """Open a service with background jobs: bots play and clocks run."""
    async with open_service(settings) as service, AsyncExitStack() as stack:
        pool = BotPool(
            workers=settings.bot_workers,
            seconds=settings.bot_move_seconds(),
            memory_mb=settings.bot_memory_mb,
            substitute=service.allowed.takes_over.spec,
        )
        share = _SHARE_OF_BOTS * settings.shutdown_seconds
        stack.push_async_callback(partial(pool.close, within=share))
        leases = leases_of(service.database)
        jobs = BackgroundJobs(service, pool, leases)

        async def end() -> None:
            await asyncio.gather(jobs.close(within=share), service.reviews.close(within=share))

        stack.push_async_callback(end)
        await jobs.start()
        service.reviews.start(leases)
        yield service, pool


@asynccontextmanager
async def serving(settings: Settings, *, built: Path = BUILT) -> AsyncIterator[RunningServer]:
    """Run a server until the block ends; then let it finish what is in flight.

    `built` is the folder of its web page. Raises `AddressError` and `UnusableDatabaseError`.
    """
    with _listening(settings) as listener:
        async with serve_jobs(settings) as (service, pool), AsyncExitStack() as stack:
            websockets = WebSocketServer(service)
            site = Site.read(built) if settings.page else None
            app = make_app(service, websockets=websockets, pool=pool, site=site)
            if settings.own_file:
                path = settings.data / ADMIN_SOCKET
                await stack.enter_async_context(administered(service, path, app.state.metrics.text))
            server = _Uvicorn(_configured(app, settings))
            task = asyncio.create_task(server.serve(sockets=[listener]))
            try:
                while not server.started and not task.done():
                    await asyncio.sleep(0.01)
                if task.done():
                    await task
                    raise AddressError("The server ended before it had begun.")
                yield RunningServer(_url(settings, listener), service, websockets, site)
            finally:
                # With WebSockets open, the server would wait for their clients to leave.
                app.state.ready = False
                await websockets.close()
                server.should_exit = True
                await task


async def serve(settings: Settings, *, started: Callable[[RunningServer], None]) -> None:
    """Serve until a signal asks to stop; `started` is called once the server answers."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with serving(settings) as running:
        _collect_rarely()
        started(running)
        await stop.wait()
        log.info("Shutting down.")


def administer(settings: Settings, request: Request) -> dict[str, Any]:
    """Answer a request from the host: through the running server, or else from its database.

    Raises a `Problem` if the request is refused, and `UnusableDatabaseError`.
    """
    if settings.own_file:
        try:
            return ask(settings.data / ADMIN_SOCKET, request)
        except NobodyListensError:
            pass
        except TimeoutError:
            raise problems.unavailable("The server does not answer.") from None
    if settings.database is None and not (settings.data / DATABASE_FILE).exists():
        raise UnusableDatabaseError(
            f"There is no database in {settings.data}; name the server's data folder with --data."
        )
    return asyncio.run(_administer(settings, request))


async def _administer(settings: Settings, request: Request) -> dict[str, Any]:
    async with open_service(settings) as service:
        return await request.run(service)


def _collect_rarely() -> None:
    """Collect garbage less often, and skip the objects that exist now.

    A move creates hundreds of objects and no cycles; with the usual thresholds every other move
    would pay for a search through them.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


class _Uvicorn(uvicorn.Server):
    """A server that leaves signals to its caller."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _configured(app: object, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        http="httptools",
        ws=LiveProtocol,
        ws_max_size=settings.message_bytes,
        ws_ping_interval=HEARTBEAT_SECONDS,
        ws_ping_timeout=HEARTBEAT_SECONDS,
        # Compression would triple a socket's memory.
        ws_per_message_deflate=False,
        lifespan="off",
        access_log=False,
        log_config=None,
        # `limits.client` decides which proxies are trusted.
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=max(1, int(_SHARE_OF_REQUESTS * settings.shutdown_seconds)),
    )


@contextmanager
def _listening(settings: Settings) -> Iterator[socket.socket]:
    """Listen at the address in the settings."""
    host, port = settings.host, settings.port
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError as error:
        raise AddressError(f"There is no address {host}: {error.strerror}.") from error
    family, kind, protocol, _, address = found[0]
    with socket.socket(family, kind, protocol) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(address)
            listener.listen(2048)
        except OSError as error:
            refusal = PortTakenError if error.errno == errno.EADDRINUSE else AddressError
            raise refusal(
                f"Port {port} of {host} is not available: {error.strerror}. Name another one with "
                "--port; 0 takes any free port."
            ) from error
        listener.setblocking(False)
        yield listener


def _url(settings: Settings, listener: socket.socket) -> str:
    port = listener.getsockname()[1]
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{port}"
