"""`gemgrove connect`: a bot plays at the tables of a server, until it is told to stop."""

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
from gemgrove.cli.complaint import Complaint, complaints
from gemgrove.cli.extras import need
from gemgrove.game import GAMES, variant_class

if TYPE_CHECKING:
    from gemgrove.client import Client
    from gemgrove.client.address import Address
    from gemgrove.client.seating import Seating
    from gemgrove.client.thinker import Thinker

INTERRUPTED = 130
PATIENCE_SECONDS = 10.0
"""How long a request is tried; a lost connection is tried for ever."""

_LEAVING_SECONDS = 5.0
_LONGEST_STEM = 16
_SUFFIX_BYTES = 3


def run(arguments: Namespace) -> int:
    """Play until all games have been played, or Ctrl-C."""
    for module in ("httpx", "websockets"):
        need(module, "A bot that connects to a server", extra="client")
    from gemgrove.client import CredentialsError, ServerProblem, Unreachable
    from gemgrove.client.address import Address
    from gemgrove.client.thinker import Thinker

    _check(arguments)
    with complaints():
        server = Address.read(arguments.server)
        thinker = Thinker(lambda: agents.make(arguments.bot, seed=arguments.seed))
    try:
        return asyncio.run(_until_stopped(_connect(arguments, server, thinker)))
    except (CredentialsError, ServerProblem, Unreachable) as error:
        raise Complaint(str(error)) from error
    finally:
        thinker.close()


def _check(arguments: Namespace) -> None:
    if arguments.game not in GAMES:
        raise Complaint(f"There is no game {arguments.game!r}; the games are {', '.join(GAMES)}.")
    with complaints():
        variant_class(arguments.game).create("official", players=arguments.players, options={})
    for name, least in (("tables", 0), ("games", 1)):
        value = getattr(arguments, name)
        if value is not None and value < least:
            raise Complaint(f"--{name} is {value}; it must be {least} or more.")
    if arguments.invite is not None and not arguments.table:
        raise Complaint("--invite is for a table by invitation; --table says which.")
    if arguments.tables == 0 and not arguments.table:
        raise Complaint("There is nothing to play: name a table, or let the bot keep one open.")


async def _until_stopped(work: Coroutine[Any, Any, None]) -> int:
    """Do it to its end, or until a signal; then it can still clear up."""
    task = asyncio.create_task(work)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, task.cancel)
    try:
        await task
    except asyncio.CancelledError:
        return INTERRUPTED
    return 0


async def _connect(arguments: Namespace, server: "Address", thinker: "Thinker") -> None:
    from gemgrove.client import Client
    from gemgrove.client.bot_player import BotPlayer
    from gemgrove.client.seating import Seating

    tables = arguments.table or []
    invites = {} if arguments.invite is None else dict.fromkeys(tables, arguments.invite)
    ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def fail(error: Exception) -> None:
        if not ended.done():
            ended.set_exception(error)

    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(
            Client(server, invites=invites, patience=PATIENCE_SECONDS)
        )
        await _enter(arguments, client)
        seating = Seating(
            client,
            tables=tables,
            keep=(0 if tables else 1) if arguments.tables is None else arguments.tables,
            games=arguments.games,
            wish={"game": arguments.game, "players": arguments.players},
            tell=_tell,
        )
        player = BotPlayer(
            client, thinker, tell=_tell, began=seating.began, ended=seating.ended, failed=fail
        )
        stack.push_async_callback(player.close)
        player.start()
        stack.push_async_callback(_leave, seating, player)
        await seating.take_named()
        keeping = asyncio.create_task(seating.run())
        stack.callback(keeping.cancel)
        await asyncio.wait([keeping, ended], return_when=asyncio.FIRST_COMPLETED)
        await (ended if ended.done() else keeping)
    played = seating.played
    _tell(f"{played} {'game has' if played == 1 else 'games have'} ended, and nothing is left.")


async def _enter(arguments: Namespace, client: "Client") -> None:
    """As the bot whose token is kept, or as a new one."""
    from gemgrove.client import Credentials, CredentialsError, ServerProblem
    from gemgrove.client.credentials import make_room, usual_path

    if arguments.token_file is not None:
        path = Path(arguments.token_file)
    else:
        path = usual_path(client.address, arguments.name or arguments.bot)
    known = Credentials.read(path)
    if known is None:
        with complaints():
            make_room(path)
        given = await client.register(arguments.name or _name(arguments.bot), bot=True)
        secret = {"token": given["token"], "recovery": given["recovery"]}
        known = Credentials(client.address.url, given["player"], given["name"], **secret)
        with complaints():
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
            f"The token in {path} is not in force any more. Without that file the bot is "
            "registered anew, by another name."
        ) from problem


def _name(spec: str) -> str:
    """A name for a bot that was given none, which hardly anybody else has."""
    words = re.sub(r"[^A-Za-z0-9]+", "-", agents.BotSpec.parse(spec).short).strip("-")
    return f"{words[:_LONGEST_STEM] or 'bot'}-{secrets.token_hex(_SUFFIX_BYTES)}"


async def _leave(seating: "Seating", player: Any) -> None:
    """Before the end: nobody shall wait for a bot that is not there."""
    try:
        async with asyncio.timeout(_LEAVING_SECONDS):
            await seating.leave()
    except TimeoutError:
        _tell("The server does not answer; seats at tables that have not begun are kept.")
    for table in player.games:
        _tell(f"The game at {table} goes on; the same command takes it up again.")


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
