"""A server from its settings: opened room by room, served, and shut in the opposite order."""

import asyncio
import errno
import gc
import logging
import os
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import uvicorn

from gemgrove.server.administration_socket import administered
from gemgrove.server.app import make_app
from gemgrove.server.attending import Attendants
from gemgrove.server.attending.uptime import Uptime
from gemgrove.server.bots.leases import leases_of
from gemgrove.server.bots.pool import Pool
from gemgrove.server.database.base import UnusableDatabaseError
from gemgrove.server.database.engine import open_database
from gemgrove.server.database.postgresql import PostgresDatabase
from gemgrove.server.feed import Feed
from gemgrove.server.hall import Hall
from gemgrove.server.journal import Journal, Notices, StoredEvent
from gemgrove.server.journal.reading import events_after
from gemgrove.server.live.bots import BotLinks
from gemgrove.server.live.connection import HEARTBEAT_SECONDS
from gemgrove.server.live.hub import Hub
from gemgrove.server.live.protocol import LiveProtocol
from gemgrove.server.service import Service
from gemgrove.server.settings import ADMIN_SOCKET, Settings
from gemgrove.server.site.files import BUILT, Site

# Of the time that a server has to end.
_SHARE_OF_REQUESTS = 0.4
_SHARE_OF_BOTS = 0.15
_SHARE_OF_JOURNAL = 0.3

log = logging.getLogger(__name__)


class AddressError(Exception):
    """The server cannot listen where it should; the sentence says why."""


class PortTakenError(AddressError):
    """Somebody else listens there."""


@dataclass(frozen=True, slots=True)
class Running:
    """A server that answers."""

    url: str
    service: Service
    site: Site | None
    """None where the host wants no page."""


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Service]:
    """A service without a network that does nothing by itself."""
    if settings.own_file:
        _make_private(settings.data)
    async with AsyncExitStack() as stack:
        database = await open_database(settings.database_url)
        stack.push_async_callback(database.close)
        feed = Feed(partial(events_after, database))
        stack.push_async_callback(feed.close)

        def publish(table: str, events: Sequence[StoredEvent]) -> None:
            # The hall goes on by itself, unless whoever asked has stopped waiting.
            hall.catch_up(table, events[-1].seq)
            feed.publish(table, events)

        journal = Journal(database, publish)
        stack.push_async_callback(journal.close, _SHARE_OF_JOURNAL * settings.shutdown_seconds)
        hall = Hall(database, journal, stand_in=settings.lent().takes_over.name)
        if isinstance(database, PostgresDatabase):

            def heard(table: str, seq: int) -> None:
                hall.catch_up(table, seq)
                feed.hint(table, seq)

            def rescan() -> None:
                hall.doubt_all()
                feed.rescan()

            notices = Notices(database, heard, rescan)
            stack.push_async_callback(notices.close)
        uptime = Uptime(database)
        yield Service(settings, database, journal, hall, feed, uptime)


def _make_private(folder: Path) -> None:
    """The data folder, for its owner alone: it holds cards that nobody has seen yet."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise UnusableDatabaseError(
            f"The data folder {folder} cannot be made: {error.strerror}. Name another one with "
            "--data."
        ) from error


@asynccontextmanager
async def attended(settings: Settings) -> AsyncIterator[tuple[Service, Pool]]:
    """A service whose bots play and whose clocks run."""
    async with opened(settings) as service, AsyncExitStack() as stack:
        pool = Pool(
            workers=settings.bot_workers,
            patience=settings.patience(),
            memory_mb=settings.bot_memory_mb,
            stands_in=service.allowed.takes_over.spec,
        )
        share = _SHARE_OF_BOTS * settings.shutdown_seconds
        stack.push_async_callback(partial(pool.close, within=share))
        leases = leases_of(service.database)
        attendants = Attendants(service, pool, leases)

        async def end() -> None:
            await asyncio.gather(
                attendants.close(within=share), service.reviews.close(within=share)
            )

        stack.push_async_callback(end)
        await attendants.start()
        service.reviews.start(leases)
        yield service, pool


@asynccontextmanager
async def serving(settings: Settings, *, built: Path = BUILT) -> AsyncIterator[Running]:
    """A server that answers at its address until the block ends; then it ends what is in flight.

    `built` is the folder of its page.

    `AddressError` where the address cannot be had, `UnusableDatabaseError` for the database.
    """
    with _listening(settings) as listener:
        async with attended(settings) as (service, pool), AsyncExitStack() as stack:
            hub, links = Hub(service), BotLinks(service)
            site = Site.read(built) if settings.page else None
            app = make_app(service, hub=hub, links=links, pool=pool, site=site)
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
                yield Running(_url(settings, listener), service, site)
            finally:
                # With sockets open, the server would wait for their clients to go.
                app.state.ready = False
                await asyncio.gather(hub.close(), links.close())
                server.should_exit = True
                await task


async def serve(settings: Settings, *, started: Callable[[Running], None]) -> None:
    """Serve until a signal asks to end; `started` is told once the server answers."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with serving(settings) as running:
        _collect_rarely()
        started(running)
        await stop.wait()
        log.info("Shutting down.")


def _collect_rarely() -> None:
    """Look for garbage in cycles less often, and not among what is there for good.

    A move makes hundreds of objects and no cycles; with the usual thresholds every other move would
    pay for looking through them.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


class _Uvicorn(uvicorn.Server):
    """Signals are the caller's."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


def _configured(app: object, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        http="httptools",
        ws=LiveProtocol,
        ws_max_size=settings.message_bytes,
        ws_ping_interval=HEARTBEAT_SECONDS,
        ws_ping_timeout=HEARTBEAT_SECONDS,
        # It would triple the memory of a socket.
        ws_per_message_deflate=False,
        lifespan="off",
        access_log=False,
        log_config=None,
        # Who may speak for others is decided by `limits.client`.
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=max(1, int(_SHARE_OF_REQUESTS * settings.shutdown_seconds)),
    )


@contextmanager
def _listening(settings: Settings) -> Iterator[socket.socket]:
    """A socket at the address of the settings."""
    host, port = settings.host, settings.port
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError as error:
        raise AddressError(f"There is no address {host}: {error.strerror}.") from error
    family, kind, protocol, _, address = found[0]
    with socket.socket(family, kind, protocol) as listener:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(address)
            listener.listen(2048)
        except OSError as error:
            refusal = PortTakenError if error.errno == errno.EADDRINUSE else AddressError
            raise refusal(
                f"Port {port} of {host} cannot be had: {error.strerror}. Name another one with "
                "--port; 0 takes any that is free."
            ) from error
        listener.setblocking(False)
        yield listener


def _url(settings: Settings, listener: socket.socket) -> str:
    port = listener.getsockname()[1]
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{port}"
