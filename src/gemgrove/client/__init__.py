"""A client for Gemgrove servers: HTTP requests, live tables and remote bots.

`Client` sends HTTP requests, `Live` follows tables and plays over one WebSocket, `BotConnection`
speaks the bot protocol. All of them survive a lost connection: every request that changes something
has an idempotency key, so it can be repeated safely. Needs the extra `client`.
"""

from gemgrove.client.bot_connection import BotConnection
from gemgrove.client.credentials import Credentials, CredentialsError
from gemgrove.client.live import Answer, Live
from gemgrove.client.problems import ServerProblem, Unreachable
from gemgrove.client.rest import Client, new_key

__all__ = [
    "Answer",
    "BotConnection",
    "Client",
    "Credentials",
    "CredentialsError",
    "Live",
    "ServerProblem",
    "Unreachable",
    "new_key",
]
