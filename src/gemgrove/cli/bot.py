"""`gemgrove bot`: serves a bot over the bot protocol, on stdin and stdout."""

import sys
from argparse import Namespace

from gemgrove import __version__, agents
from gemgrove.agents.stdio_server import Server
from gemgrove.cli.errors import CommandError, command_errors
from gemgrove.cli.protocol_streams import claim_stdin, claim_stdout
from gemgrove.protocol import ProtocolError


def run(arguments: Namespace) -> int:
    """Answer the host's messages until it says goodbye. The bot's own output goes to stderr."""
    if sys.stdin is None or sys.stdout is None:
        raise CommandError("The host needs stdin and stdout, and one of them is closed.")
    with claim_stdin() as messages, claim_stdout() as replies:
        with command_errors():
            server = Server(
                lambda: agents.make(arguments.bot, seed=arguments.seed), version=__version__
            )
        try:
            server.serve(messages, replies)
        except ProtocolError as error:
            raise CommandError(str(error)) from error
    return 0
