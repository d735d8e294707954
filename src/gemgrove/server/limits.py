"""Rate limits, and the address to which a request is attributed.

Nothing here reads a clock or a socket: the caller supplies times and headers.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

LOCAL = "local"
"""The address of clients on a Unix socket, and the word in `proxies` that trusts them."""

_HOUSEHOLD = 64
"""The prefix length of IPv6 addresses that count as one: a household has 2**64 of them."""
_HOPS = 32
_ROUNDING = 1e-6  # so that a client that waits the announced time gets in
_CALLERS = 50_000


@dataclass(frozen=True, slots=True)
class Rate:
    """A number of requests per second in the long run, with at most `burst` at once."""

    per_second: float
    burst: float

    def __post_init__(self) -> None:
        if self.per_second <= 0 or self.burst < 1:
            raise ValueError(
                f"a rate of {self.per_second} a second with a burst of {self.burst} lets nobody "
                "in; the rate must be above 0 and the burst 1 or more"
            )


class Buckets:
    """A bucket for each caller: it fills at a steady rate, and a request takes out its cost.

    Memory is bounded: the least recently used buckets are dropped. A dropped bucket comes back
    full, as it would be anyway after a while.
    """

    def __init__(self, rate: Rate, callers: int = _CALLERS) -> None:
        """Remember at most this number of callers."""
        self.rate = rate
        self._most = callers
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # level, when

    def __len__(self) -> int:
        return len(self._buckets)

    def wait(self, caller: str, now: float, cost: float = 1) -> float:
        """Return the seconds until the caller may make a request, without counting it.

        A request that costs more than a full bucket is allowed when the bucket is full.
        """
        missing = min(cost, self.rate.burst) - self._level(caller, now)
        return missing / self.rate.per_second if missing > _ROUNDING else 0.0

    def take(self, caller: str, now: float, cost: float = 1) -> None:
        """Take out the cost, even below empty."""
        _, latest = self._buckets.get(caller, (0.0, now))
        level = self._level(caller, now) - cost
        self._buckets[caller] = (level, max(now, latest))
        self._buckets.move_to_end(caller)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)

    def _level(self, caller: str, now: float) -> float:
        level, latest = self._buckets.get(caller, (self.rate.burst, now))
        # A clock that was set back neither fills nor empties a bucket.
        return min(self.rate.burst, level + max(0.0, now - latest) * self.rate.per_second)


class Limits:
    """A server's limits: each token has a bucket, and so does each address.

    A request is let in if both buckets allow it, and counts in both; one that is refused counts in
    neither, so asking too often does not extend the wait.
    """

    def __init__(self, token: Rate, address: Rate) -> None:
        self._tokens = Buckets(token)
        self._addresses = Buckets(address)

    def ask(self, *, token: str | None, address: str, now: float, cost: float = 1) -> float:
        """Count a request and return 0, or return the number of seconds to wait.

        `token` is a token's hash.
        """
        charged = [(self._addresses, address)]
        if token is not None:
            charged.append((self._tokens, token))
        wait = max(buckets.wait(caller, now, cost) for buckets, caller in charged)
        if wait == 0:
            for buckets, caller in charged:
                buckets.take(caller, now, cost)
        return wait


@dataclass(frozen=True, slots=True)
class Proxies:
    """The proxies that are trusted to name the client of a request."""

    networks: tuple[Network, ...] = ()
    local: bool = False

    @classmethod
    def read(cls, texts: Iterable[str]) -> "Proxies":
        """Parse addresses, networks such as `10.0.0.0/8`, and `local` for a Unix socket."""
        words = [text.strip() for text in texts]
        networks = []
        for word in words:
            if word == LOCAL:
                continue
            try:
                networks.append(ip_network(word))
            except ValueError as error:
                raise ValueError(
                    f"{word!r} is not an address, network or {LOCAL!r} for a trusted proxy: {error}"
                ) from error
        return cls(tuple(networks), LOCAL in words)

    def trust(self, address: Address | None) -> bool:
        """Return whether this is a trusted proxy; None stands for a Unix socket."""
        if address is None:
            return self.local
        return any(address in network for network in self.networks)


def client(peer: str | None, forwarded: Sequence[str], proxies: Proxies) -> str:
    """Return the address that a request comes from, as `Limits` counts it.

    `peer` is the address that connected, None for a Unix socket; `forwarded` are the request's
    `X-Forwarded-For` headers. Each proxy appends the address that it was called from, so the list
    is read from its end, and only as long as the proxy that wrote an address is trusted. Anything
    before that may be forged.
    """
    here = _address(peer) if peer else None
    if peer and here is None:
        return peer
    hops = ",".join(forwarded).split(",")[-_HOPS:] if forwarded else []
    while hops and proxies.trust(here):
        hop = _address(hops.pop())
        if hop is None:
            break
        here = hop
    return _counted(here)


def _address(text: str) -> Address | None:
    """Parse an address as proxies write it, with or without port and brackets; None if invalid."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def _counted(address: Address | None) -> str:
    if address is None:
        return LOCAL
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, _HOUSEHOLD), strict=False))
    return str(address)
