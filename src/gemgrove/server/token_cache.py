"""A cache of authenticated tokens, so that not every request reads the database."""

import random
import time
from collections import OrderedDict

from gemgrove.server.database.base import Database
from gemgrove.server.players import access
from gemgrove.server.players.access import Caller
from gemgrove.server.players.tokens import Token

SECONDS = 5.0
"""The lifetime of an entry if another process may revoke tokens."""
ALONE_SECONDS = 600.0
"""The lifetime of an entry if only this process changes players, and drops them when it does."""
MOST = 20_000


class TokenCache:
    """The callers of recently seen tokens."""

    def __init__(self, database: Database, *, seconds: float | None = None) -> None:
        """Let entries expire after `seconds`; None: a lifetime that suits the database."""
        self._database = database
        usual = SECONDS if database.shared else ALONE_SECONDS
        self._seconds = usual if seconds is None else seconds
        self._known: OrderedDict[str, tuple[float, Caller]] = OrderedDict()  # until when
        self._forgotten = 0

    async def of(self, token: Token | None) -> Caller:
        """Return a token's owner; raise a `Problem` if it is invalid or the player is banned."""
        hashed = "" if token is None else token.hash
        known = self._known.get(hashed)
        if known is not None and time.monotonic() < known[0]:
            return known[1]
        self._known.pop(hashed, None)
        forgotten = self._forgotten
        async with self._database.reading() as connection:
            caller = await access.authenticate(connection, token)
        if forgotten != self._forgotten:
            return caller  # the player may have changed during the read
        # Entries that were created together should not expire together.
        until = time.monotonic() + self._seconds * random.uniform(0.5, 1.0)
        self._known[hashed] = (until, caller)
        if len(self._known) > MOST:
            self._known.popitem(last=False)
        return caller

    def forget(self, player: str) -> None:
        """Drop a player whose account or tokens have changed."""
        self._forgotten += 1
        for hashed in [key for key, (_, known) in self._known.items() if known.player == player]:
            del self._known[hashed]
