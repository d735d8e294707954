"""Plays the games of shards: here, or in the workers of a pool, which do without PyTorch."""

import zlib
from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from gemgrove.agents.search_network import SearchNetwork
from gemgrove.atomic_write import write_atomically
from gemgrove.game import variant_class
from gemgrove.learn.shards import write_shard
from gemgrove.variant import Variant
from gemgrove.worker_pool import Job, Pool, ShippedFile, as_completed

if TYPE_CHECKING:
    from gemgrove.learn.settings import Settings

_MOST_OPPONENTS = 3
"""The latest of the older generations play against the one that learns."""
_WORKERS_PER_WAITING_SHARD = 4
"""For this many workers of a pool, one shard waits, so that no worker does."""
_FAST = 1
"""The level of compression: a shard becomes a fifth, in far less time than it takes to play."""

NetworkFile = Path | ShippedFile


@dataclass(frozen=True, slots=True)
class ShardWork:
    """Plays the games of any shard: the same ones, whoever plays them."""

    game: str
    rules: str
    players: int
    shard_games: int
    options: Mapping[str, Any] = field(hash=False)
    """Those of the native self-play."""
    opponent_share: float
    network: NetworkFile | None
    """The network that learns; None for the hand-made evaluation."""
    opponents: tuple[NetworkFile, ...] = ()
    """Older generations, from which some opponents are drawn."""

    @classmethod
    def of(
        cls, settings: "Settings", network: Path | None, older: Sequence[Path] = ()
    ) -> "ShardWork":
        """Return the work of a run in which a network learns that has come after others."""
        return cls(
            settings.game,
            settings.rules,
            settings.players,
            settings.shard_games,
            options={
                "seed": settings.seed,
                "full_iterations": settings.full_iterations,
                "quick_iterations": settings.quick_iterations,
                "full_share": settings.full_share,
                "varied_decisions": settings.varied_decisions,
                "root_noise": 1.0,
            },
            opponent_share=settings.opponent_share,
            network=network,
            opponents=tuple(older[-_MOST_OPPONENTS:]),
        )

    def shipped(self) -> "ShardWork":
        """Return the same work with the networks themselves, for machines without their files."""
        for each in (self.network, *self.opponents):
            if isinstance(each, Path):
                SearchNetwork.load(each)  # raises the error for a bad file here
        return replace(
            self,
            network=None if self.network is None else _ship(self.network),
            opponents=tuple(map(_ship, self.opponents)),
        )

    def play(self, number: int, path: Path, threads: int, variant: Variant | None = None) -> int:
        """Play the games of a shard into a file; return the number of decisions."""
        if variant is None:
            kind = variant_class(self.game)
            variant = kind.create(self.rules, players=self.players, options={})
        network = None if self.network is None else _local(self.network)
        mixed: list[Any] = [SearchNetwork.load(_local(each)).native for each in self.opponents]
        played = variant.core.self_play(
            variant.native,
            None if network is None else SearchNetwork.load(network).native,
            first=number * self.shard_games,
            games=self.shard_games,
            threads=threads,
            opponents=[*mixed, "mcts", "greedy"],
            opponent_share=0.0 if network is None else self.opponent_share,
            **self.options,
        )
        source = "self-play" if network is None else f"self-play of {network.name}"
        write_shard(path, variant, played, source)
        return int(played["decisions"])


class PlayedShard(NamedTuple):
    """A shard that a worker has played."""

    number: int
    decisions: int
    compressed: bytes

    def save(self, path: Path) -> None:
        """Write the shard's file, which appears whole or not at all."""
        write_atomically(path, zlib.decompress(self.compressed))


def play_shard(work: ShardWork, number: int) -> PlayedShard:
    """Play a shard in a worker, with one thread."""
    with TemporaryDirectory(prefix="gemgrove-") as folder:
        path = Path(folder) / "shard"
        decisions = work.play(number, path, threads=1)
        return PlayedShard(number, decisions, zlib.compress(path.read_bytes(), _FAST))


def play_shards(
    pool: Pool, shards: Sequence[int], work: Callable[[int], ShardWork], *, deadline: float
) -> Generator[PlayedShard | None]:
    """Play shards in a pool; yield each one when it is done, in any order, and None in between.

    After `deadline`, a time of `monotonic`, no more shards begin. Closing the iterator gives up
    those under way. Results must be able to pass through the pool as they are.
    """

    def submit(number: int) -> Job[PlayedShard]:
        return pool.submit(play_shard, work(number), number)

    def limit(workers: int) -> int:
        return workers + -(-workers // _WORKERS_PER_WAITING_SHARD)

    left = takewhile(lambda _: monotonic() < deadline, shards)
    with closing(as_completed(pool, left, submit, limit=limit)) as playing:
        for done in playing:
            # All that arrived together is yielded before an error ends the work.
            errors = [error for _, job in done if (error := job.exception())]
            for _, job in done:
                if job.exception() is None:
                    yield job.result()
            if errors:
                raise errors[0]
            yield None


class Speed:
    """The games a second of some workers together, over their latest shards."""

    def __init__(self, shard_games: int) -> None:
        self._shard_games = shard_games
        self._times = deque([monotonic()])

    def add_shard(self, workers: int) -> float:
        """Count a shard that was just played; return the games a second."""
        self._times.append(monotonic())
        # Workers that begin together end together: two shards of each, if there are several.
        while len(self._times) > (2 * workers if workers > 1 else 1) + 1:
            self._times.popleft()
        seconds = self._times[-1] - self._times[0]
        return self._shard_games * (len(self._times) - 1) / seconds if seconds else 0.0


def _ship(file: NetworkFile) -> ShippedFile:
    return file if isinstance(file, ShippedFile) else ShippedFile.read(file)


def _local(file: NetworkFile) -> Path:
    return file.unpack() if isinstance(file, ShippedFile) else file
