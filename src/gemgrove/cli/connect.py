"""`gemgrove connect`: lets a bot play at the tables of a server."""

import asyncio
import re
import secrets
import signal
import sys
from argparse import Namespace
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gemgrove import agents
from gemgrove.cli.errors import (
    INTERRUPTED,
    CommandError,
    check_minimum,
    command_errors,
    require_extra,
)
from gemgrove.game import variant_class

if TYPE_CHECKING:
    from gemgrove.client import Client
    from gemgrove.client.address import Address
    from gemgrove.client.bot_seats import BotSeats
    from gemgrove.client.bot_thread import BotThread

RETRY_SECONDS = 10.0
"""Seconds for which a request is retried; a lost connection is retried for ever."""

_LEAVING_SECONDS = 5.0
_LONGEST_STEM = 16
_SUFFIX_BYTES = 3


def run(arguments: Namespace) -> int:
    """Play until all games have been played, or Ctrl-C."""
    for module in ("httpx", "websockets"):
        require_extra(module, "A bot that connects to a server", extra="client")
    from gemgrove.client import CredentialsError, ServerProblem, Unreachable
    from gemgrove.client.address import Address
    from gemgrove.client.bot_thread import BotThread

    _check(arguments)
    with command_errors():
        server = Address.read(arguments.server)
        thread = BotThread(lambda: agents.make(arguments.bot, seed=arguments.seed))
    try:
        return asyncio.run(_until_stopped(_connect(arguments, server, thread)))
    except (CredentialsError, ServerProblem, Unreachable) as error:
        raise CommandError(str(error)) from error
    finally:
        thread.close()


def _check(arguments: Namespace) -> None:
    with command_errors():
        variant_class(arguments.game).create("official", players=arguments.players, options={})
    check_minimum(arguments, "tables", 0)
    check_minimum(arguments, "games", 1)
    if arguments.invite is not None and not arguments.table:
        raise CommandError("--invite needs --table, the table of the invitation.")
    if arguments.tables == 0 and not arguments.table:
        raise CommandError(
            "There is nothing to play: name a table with --table, or let the bot keep one open."
        )


async def _until_stopped(work: Coroutine[Any, Any, None]) -> int:
    """Run to the end, or until a signal cancels it; return the exit code."""
    task = asyncio.create_task(work)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, task.cancel)
    try:
        await task
    except asyncio.CancelledError:
        return INTERRUPTED
    return 0


async def _connect(arguments: Namespace, server: "Address", thread: "BotThread") -> None:
    from gemgrove.client import Client
    from gemgrove.client.bot_player import BotPlayer
    from gemgrove.client.bot_seats import BotSeats

    tables: list[str] = arguments.table or []
    invites = {} if arguments.invite is None else dict.fromkeys(tables, arguments.invite)
    ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def fail(error: Exception) -> None:
        if not ended.done():
            ended.set_exception(error)

    async with (
        Client(server, invites=invites, retry_seconds=RETRY_SECONDS) as client,
        AsyncExitStack() as stack,
    ):
        await _log_in(arguments, client)
        seating = BotSeats(
            client,
            tables=tables,
            keep=(0 if tables else 1) if arguments.tables is None else arguments.tables,
            games=arguments.games,
            wish={"game": arguments.game, "players": arguments.players},
            tell=_tell,
        )
        player = BotPlayer(
            client, thread, tell=_tell, began=seating.began, ended=seating.ended, failed=fail
        )
        stack.push_async_callback(player.close)
        player.start()
        stack.push_async_callback(_leave, seating, player)
        sitting = asyncio.create_task(seating.run())
        stack.callback(sitting.cancel)
        await asyncio.wait([sitting, ended], return_when=asyncio.FIRST_COMPLETED)
        await (ended if ended.done() else sitting)
    played = seating.played
    _tell(f"{played} {'game has' if played == 1 else 'games have'} ended; nothing is left to play.")


async def _log_in(arguments: Namespace, client: "Client") -> None:
    """Log in with the stored token, or register a new bot."""
    from gemgrove.client import Credentials, CredentialsError, ServerProblem
    from gemgrove.client.credentials import make_room, usual_path

    path = usual_path(client.address, arguments.name or arguments.bot)
    if arguments.token_file is not None:
        path = Path(arguments.token_file)
    known = Credentials.read(path)
    if known is None:
        with command_errors():
            make_room(path)
        given = await client.register(arguments.name or _name(arguments.bot), bot=True)
        members = {name: given[name] for name in ("player", "name", "token", "recovery")}
        known = Credentials(client.address.url, **members)
        with command_errors():
            known.write(path)
        _tell(f"Registered the bot {known.name}; its token is kept in {path}.")
        return
    if known.server != client.address.url:
        raise CredentialsError(f"{path} is for {known.server}, not for {client.address.url}.")
    if arguments.name not in (None, known.name):
        raise CredentialsError(f"{path} is for the bot {known.name}, not for {arguments.name}.")
    client.token = known.token
    try:
        await client.me()
    except ServerProblem as problem:
        if problem.code != "unauthenticated":
            raise
        raise CredentialsError(
            f"The token in {path} is no longer valid. Delete that file to register the bot "
            "again, under another name."
        ) from problem


def _name(spec: str) -> str:
    """Make a name for a bot from its spec, with a random end to make it unique."""
    words = re.sub(r"[^A-Za-z0-9]+", "-", agents.BotSpec.parse(spec).short).strip("-")
    return f"{words[:_LONGEST_STEM] or 'bot'}-{secrets.token_hex(_SUFFIX_BYTES)}"


async def _leave(seating: "BotSeats", player: Any) -> None:
    """Leave the tables that have not begun, so that nobody waits for an absent bot."""
    try:
        async with asyncio.timeout(_LEAVING_SECONDS):
            await seating.leave()
    except TimeoutError:
        _tell("The server does not answer; the bot keeps its seats at tables that have not begun.")
    for table in player.games:
        _tell(f"The game at {table} goes on; run the same command to continue it.")


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
