"""A client of a server: requests over HTTP, what happens live, and bots that play from outside.

`Client` asks over HTTP, `Live` follows tables and plays over one WebSocket, `BotLink` speaks the
bot protocol. All of them go on after a lost connection: whatever changes something has a key by
which the server knows a request that it gets twice. Needs the extra `client`.
"""

from gemgrove.client.bot_link import BotLink
from gemgrove.client.credentials import Credentials, CredentialsError
from gemgrove.client.live import Answer, Live
from gemgrove.client.problems import ServerProblem, Unreachable
from gemgrove.client.rest import Client, new_key

__all__ = [
    "Answer",
    "BotLink",
    "Client",
    "Credentials",
    "CredentialsError",
    "Live",
    "ServerProblem",
    "Unreachable",
    "new_key",
]
