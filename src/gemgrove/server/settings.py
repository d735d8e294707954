"""A server's settings, all with defaults. A TOML file uses the same names.

```toml
port = 8000
bots = ["Easy = beginner", "Hard = expert", "greedy", "mcts:iterations<=2000,seconds<=2"]
proxies = ["127.0.0.1"]
```
"""

import tomllib
from difflib import get_close_matches
from math import inf
from pathlib import Path
from typing import Any, Self

import msgspec

from gemgrove.server import bot_allowlist
from gemgrove.server.bot_allowlist import Allowlist
from gemgrove.server.limits import Limits, Proxies, Rate

DATA = Path("gemgrove-data")
DATABASE_FILE = "gemgrove.db"
ADMIN_SOCKET = "admin.sock"

_PATIENCE = 1.5
_SPARE_SECONDS = 10.0


class SettingsError(ValueError):
    """Invalid settings; the sentence says what is wrong."""


class UnusableDatabaseError(Exception):
    """A database that cannot be used; the sentence says why and what would help."""


_BOUNDS = {
    "port": (0, 65_535),
    "bot_workers": (1, 1024),
    "bot_memory_mb": (64, inf),
    "review_workers": (0, 1024),
    "review_iterations": (1, 1_000_000),
    "requests_per_second": (0.01, inf),
    "request_burst": (1, inf),
    "address_factor": (1, inf),
    "body_bytes": (1024, inf),
    "message_bytes": (1024, inf),
    "queue_messages": (16, inf),
    "most_connections": (1, inf),
    "most_connections_of_address": (1, inf),
    "most_tables": (1, inf),
    "most_unfinished": (1, inf),
    "abandoned_open_hours": (0.01, inf),
    "abandoned_playing_days": (0.01, inf),
    "shutdown_seconds": (0.1, 600),
}
"""The minimum and maximum of each number."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a server."""

    host: str = "127.0.0.1"
    port: int = 8000
    """0: any free port."""
    data: Path = DATA
    """The folder for the SQLite file and the socket of `gemgrove admin`."""
    database: str | None = None
    """A URL; None: SQLite in the data folder."""
    bots: tuple[str, ...] = bot_allowlist.DEFAULT
    """The bots allowed at tables, weakest first; see `gemgrove.server.bot_allowlist`."""
    takes_over: str = bot_allowlist.TAKES_OVER
    """The bot that plays on for a player who has left."""
    bot_workers: int | None = None
    """Processes that choose bots' moves; None: one fewer than there are processors."""
    bot_memory_mb: int = 1024
    """The memory limit of each of these processes."""
    review_workers: int = 1
    """Processes that review finished games, at the lowest priority; 0: none."""
    review_iterations: int = 10_000
    """Search iterations per position of a review; reviews made with another number are not
    shown."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks whose `X-Forwarded-For` is trusted."""
    requests_per_second: float = 50.0
    """The rate limit per token, in the long run."""
    request_burst: float = 200.0
    """Requests per token at once."""
    address_factor: float = 4.0
    """The rate limit per address, as a multiple of a token's."""
    body_bytes: int = 65_536
    """The maximum size of a request's body."""
    message_bytes: int = 65_536
    """The maximum size of a client's message over a WebSocket."""
    queue_messages: int = 256
    """Messages that may wait for a client; one that falls further behind is disconnected."""
    most_connections: int = 10_000
    """Open WebSockets at once."""
    most_connections_of_address: int = 200
    """Open WebSockets per address; the server's own machine may have more."""
    most_tables: int = 50
    """Unfinished tables per player, whether created or joined."""
    most_unfinished: int = 50_000
    """Unfinished tables on the whole server."""
    abandoned_open_hours: float = 24.0
    """The time without events after which a table that has not started is closed."""
    abandoned_playing_days: float = 30.0
    """The time without events after which a game without a clock is closed."""
    shutdown_seconds: float = 10.0
    """The time the server gets to finish what is in flight."""
    page: bool = True
    """Serve the web page, not only the API."""
    metrics: bool = False
    """Let everybody read `/metrics`."""
    log_level: str = "info"

    def __post_init__(self) -> None:
        for name, (least, most) in _BOUNDS.items():
            value = getattr(self, name)
            if value is not None and not least <= value <= most:
                range_ = f"{least:g} or more" if most == inf else f"{least:g} to {most:g}"
                raise SettingsError(f"{name} is {value:g}; it must be {range_}.")
        if self.log_level not in ("debug", "info", "warning", "error"):
            raise SettingsError(
                f"log_level is {self.log_level!r}; it must be debug, info, warning or error."
            )
        try:
            self.allowlist()
            self.trusted_proxies()
        except ValueError as error:
            raise SettingsError(str(error)) from error

    @classmethod
    def read(cls, path: Path, **given: Any) -> Self:
        """Read settings from a TOML file; `given` values take precedence."""
        try:
            values = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise SettingsError(f"The settings {path} cannot be read: {error.strerror}.") from error
        except UnicodeDecodeError as error:
            raise SettingsError(f"The settings {path} are not UTF-8 text.") from error
        except tomllib.TOMLDecodeError as error:
            raise SettingsError(f"The settings {path} are not TOML: {error}.") from error
        for name in values:
            if name not in cls.__struct_fields__:
                near = get_close_matches(name, cls.__struct_fields__, n=1)
                raise SettingsError(
                    f"The settings {path} are not right: there is no setting {name!r}"
                    + (f"; is {near[0]!r} meant?" if near else ".")
                )
        try:
            return msgspec.convert(values | given, cls, dec_hook=_read)
        except msgspec.ValidationError as error:
            if isinstance(error.__cause__, SettingsError):
                raise error.__cause__ from None
            raise SettingsError(f"The settings {path} are not right: {error}.") from error

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{self.data.absolute() / DATABASE_FILE}"

    @property
    def own_file(self) -> bool:
        """True if the database is a SQLite file, which only one process can use."""
        return self.database_url.startswith("sqlite")

    def allowlist(self) -> Allowlist:
        """Return the bots allowed at tables."""
        return Allowlist.parse(self.bots, takes_over=self.takes_over)

    def trusted_proxies(self) -> Proxies:
        return Proxies.read(self.proxies)

    def limits(self) -> Limits:
        """Return the rate limits for tokens and addresses."""
        rate, burst, factor = self.requests_per_second, self.request_burst, self.address_factor
        return Limits(Rate(rate, burst), Rate(rate * factor, burst * factor))

    def bot_move_seconds(self) -> float:
        """Return the time limit for a bot's move, longer than any bot may think."""
        longest = max(offer.longest for offer in self.allowlist().offers)
        return max(30.0, _PATIENCE * longest + _SPARE_SECONDS)


def _read(kind: type, value: Any) -> Any:
    """Convert a value to a type that TOML does not have."""
    if kind is Path and isinstance(value, str):
        return Path(value)
    raise ValueError(f"a text is expected, not {value!r}")
