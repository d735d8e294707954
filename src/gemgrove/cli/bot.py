"""`gemgrove bot`: any bot at the other end of the bot protocol, on stdin and stdout."""

import sys
from argparse import Namespace

from gemgrove import __version__, agents
from gemgrove.agents.serving import Server
from gemgrove.cli.complaint import Complaint, complaints
from gemgrove.cli.stdout import own_stdin, own_stdout
from gemgrove.protocol import ProtocolError


def run(arguments: Namespace) -> int:
    """Answer the host's messages until it says goodbye. What the bot prints goes to stderr."""
    if sys.stdin is None or sys.stdout is None:
        raise Complaint("The host speaks on stdin and listens on stdout; one of them is closed.")
    with own_stdin() as messages, own_stdout() as replies:
        with complaints():
            server = Server(
                lambda: agents.make(arguments.bot, seed=arguments.seed), version=__version__
            )
        try:
            server.serve(messages, replies)
        except ProtocolError as error:
            raise Complaint(str(error)) from error
    return 0
