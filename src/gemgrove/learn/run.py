"""A training run: self-play, fitting and gating, one generation after another, in a folder.

    settings.json            what the run was started with
    state.json               the generations so far
    shards/000000.safetensors    decisions of self-play (learn/shards.py)
    networks/000.safetensors     the network that the run begins with, if there is one
    networks/001.safetensors     the quantized network of a generation
    networks/001.float.safetensors   its weights in floating-point numbers
    gates/001.sqlite         its arena run against the best network so far
    tensorboard/             losses, games a second and Elo (learn/tensorboard_log.py)

Every file appears whole or not at all, and a run that goes on does only what is missing, so it may
be killed at any moment. Everything follows from the settings: with one thread, the same bytes.
With more threads, a fit adds up numbers in another order. The first generation learns from games of
the network that the run begins with, or else of the hand-made evaluation.

The inputs of a network hardly depend on what the games' symmetries permute, so there is no need to
learn from permuted positions as well (tests/learn/test_symmetry.py has the exceptions).
"""

import hashlib
from collections.abc import Generator, Iterator
from contextlib import closing, suppress
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Self

import torch
from filelock import FileLock
from safetensors import SafetensorError
from safetensors.torch import load_file

from gemgrove.agents.model_file import ModelError, write_model
from gemgrove.agents.search_network import SearchNetwork, input_sizes
from gemgrove.arena import Plan
from gemgrove.atomic_write import write_atomically
from gemgrove.learn.fit import Losses, fit, measure
from gemgrove.learn.folder import FOLDERS, check_new, locked, read
from gemgrove.learn.gate import GATE, gate_result, gate_seed, open_gate
from gemgrove.learn.network import TrainableNetwork
from gemgrove.learn.samples import USED, Samples
from gemgrove.learn.self_play import ShardWork, Speed, play_shards
from gemgrove.learn.settings import Settings, TrainingError
from gemgrove.learn.shards import ShardError, read_shard
from gemgrove.learn.state import Fitted, Gated, Generation, Progress, SelfPlayed, State
from gemgrove.worker_pool import Pool

_TEST_SHARE = 50
"""One of this many shards is not learned from, but measures the losses."""
_SCALE_SAMPLES = 4096


class _Stopped(BaseException):
    """Raised during self-play, to end it early."""


class TrainingRun:
    """A run in a folder, which no other process may write to meanwhile."""

    def __init__(self, folder: Path, settings: Settings, state: State, lock: FileLock) -> None:
        self.folder = folder
        self.settings = settings
        self.state = state
        self.variant = settings.variant()
        self._stopping = False
        self._self_playing = False
        self._lock = lock
        for pattern in ("*.json.*.part", *(f"{name}/*.part*" for name in FOLDERS)):
            for draft in folder.glob(pattern):  # a killed process could not remove them
                draft.unlink(missing_ok=True)

    @classmethod
    def create(cls, folder: Path, settings: Settings, start: SearchNetwork | None = None) -> Self:
        """Begin a run in a new folder, with a network to improve if `start` is one."""
        variant = settings.variant()
        if start is not None and (mismatch := start.mismatch(variant)):
            raise TrainingError(mismatch)
        if "," in str(folder):
            raise TrainingError(
                f"The folder {folder} has a comma in its name, which the spec of a bot cannot have."
            )
        check_new(folder)
        folder.mkdir(parents=True, exist_ok=True)
        with locked(folder) as lock:
            check_new(folder)
            for name in FOLDERS:
                (folder / name).mkdir(exist_ok=True)
            if start is not None:
                start.save(folder / "networks" / "000.safetensors")
            write_atomically(folder / "settings.json", f"{settings.to_json()}\n".encode())
            return cls(folder, settings, State(), lock)

    @classmethod
    def resume(cls, folder: Path) -> Self:
        """Go on with the run in a folder."""
        path = folder / "settings.json"
        if not path.exists():
            raise TrainingError(f"There is no training run in {folder} to go on with.")
        settings = read(path, Settings.from_json, "It holds what the run was started with.")
        with locked(folder) as lock:
            state, path = State(), folder / "state.json"
            if path.exists():
                again = "Delete it, and it is made again from the networks and gates."
                state = read(path, State.from_json, again)
            return cls(folder, settings, state, lock)

    def close(self) -> None:
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def best_network(self) -> Path | None:
        """The file of the best network so far."""
        return self._best_network(self.state)

    def train(
        self,
        *,
        deadline: float,
        threads: int,
        generations: int | None = None,
        pool: Pool | None = None,
    ) -> Generator[Progress]:
        """Train until `deadline`, a time of `monotonic`, or until there are so many generations.

        Self-play and gates take place here or in a pool, whose results may be anything that can be
        pickled, as those of a `RayPool`. Shards are the same in either case.

        At the deadline self-play ends with the shards under way; a fit or a gate is finished, since
        it makes a network of the games. Closing the iterator, or `stop`, loses no more than the
        shards, fit or games under way.
        """
        torch.set_num_threads(threads)
        while monotonic() < deadline and not self._stopping:
            number = len(self.state.generations) + 1
            if generations is not None and number > generations:
                return
            steps = self._train_one(number, deadline, threads, pool)
            with suppress(_Stopped), closing(steps):
                for progress in steps:
                    yield progress
                    if self._stopping:
                        return

    def stop(self) -> None:
        """Let `train` end soon; to be called in a signal handler, or between its steps."""
        self._stopping = True
        if self._self_playing:
            raise _Stopped  # the native code looks for an exception now and then

    def _train_one(
        self, number: int, deadline: float, threads: int, pool: Pool | None
    ) -> Generator[Progress]:
        """Train one generation, or what is missing of it."""
        if not self._network(number).exists():
            yield from self._self_play(number, deadline, threads, pool)
            if self._missing_shards(number):  # the time is up
                return
            yield from self._fit(number)
        yield from self._gate(number, threads, pool)
        yield self.state.generations[-1]

    def _shard(self, number: int) -> Path:
        return self.folder / "shards" / f"{number:06}.safetensors"

    def _network(self, generation: int) -> Path:
        return self.folder / "networks" / f"{generation:03}.safetensors"

    def _weights(self, generation: int) -> Path:
        return self.folder / "networks" / f"{generation:03}.float.safetensors"

    def _best_network(self, state: State) -> Path | None:
        """The best network at that time: a generation's, or the one that the run begins with."""
        path = self._network(state.best)
        return path if state.best or path.exists() else None

    # Self-play

    def _shards_until(self, generation: int) -> int:
        """The number of shards that the generations up to this one have played."""
        settings = self.settings
        games = settings.first_games + (generation - 1) * settings.games if generation else 0
        return -(-games // settings.shard_games)

    def _window(self, generation: int) -> range:
        """The shards that a generation learns from."""
        until = self._shards_until(generation)
        return range(max(0, until - -(-self.settings.window // self.settings.shard_games)), until)

    def _missing_shards(self, generation: int) -> list[int]:
        """The shards that a generation is to learn from and that are not there."""
        return [each for each in self._window(generation) if not self._shard(each).exists()]

    def _self_play(
        self, generation: int, deadline: float, threads: int, pool: Pool | None
    ) -> Iterator[SelfPlayed]:
        """Play the shards that are missing until the time is up."""
        per_shard = self.settings.shard_games
        begin, end = self._shards_until(generation - 1), self._shards_until(generation)
        missing = self._missing_shards(generation)
        done = end - begin - sum(number >= begin for number in missing)
        speed = Speed(per_shard)
        if pool is None:
            played = self._play_here(missing, generation, deadline, threads)
        else:
            played = self._play_in(pool, missing, generation, deadline)
        with closing(played):
            for number, decisions in played:
                done += number >= begin
                yield SelfPlayed(
                    generation,
                    games=done * per_shard,
                    most=(end - begin) * per_shard,
                    total=(begin + done) * per_shard,
                    decisions=decisions,
                    games_per_second=speed.add_shard(1 if pool is None else pool.workers),
                )

    def _play_here(
        self, shards: list[int], generation: int, deadline: float, threads: int
    ) -> Generator[tuple[int, int]]:
        """Play one shard after another; yield their numbers and decisions."""
        for number in shards:
            work = self._work(self._generation_of(number, generation))
            try:
                self._self_playing = True
                if self._stopping:
                    raise _Stopped
                decisions = work.play(number, self._shard(number), threads, self.variant)
            except ModelError as error:
                raise _without_network(error) from None
            finally:
                self._self_playing = False
            yield number, decisions
            if monotonic() >= deadline:
                return

    def _play_in(
        self, pool: Pool, shards: list[int], generation: int, deadline: float
    ) -> Generator[tuple[int, int]]:
        """Play shards in a pool, in any order; yield their numbers and decisions."""

        @cache
        def work(generation: int) -> ShardWork:
            try:
                return self._work(generation).shipped()
            except ModelError as error:
                raise _without_network(error) from None

        def work_of(number: int) -> ShardWork:
            return work(self._generation_of(number, generation))

        with closing(play_shards(pool, shards, work_of, deadline=deadline)) as played:
            for shard in played:
                if shard is not None:
                    shard.save(self._shard(shard.number))
                    yield shard.number, shard.decisions
                if self._stopping:
                    raise _Stopped

    def _generation_of(self, shard: int, generation: int) -> int:
        """The generation that plays a shard which this one is to learn from."""
        # A shard of an earlier generation is missing only if somebody has deleted it.
        while shard < self._shards_until(generation - 1):
            generation -= 1
        return generation

    def _work(self, generation: int) -> ShardWork:
        state = self.state.before(generation)
        accepted = [0] if self._network(0).exists() else []
        accepted += [each.number for each in state.generations if each.accepted]
        older = [self._network(each) for each in accepted[:-1]]
        return ShardWork.of(self.settings, self._best_network(state), older)

    # Fitting

    def _fit(self, generation: int) -> Iterator[Fitted]:
        settings = self.settings
        window = self._window(generation)
        tested = [number for number in window if number % _TEST_SHARE == 0] or [window[0]]
        learned = [number for number in window if number not in tested] or tested
        samples, test = self._samples(learned), self._samples(tested)
        torch.manual_seed(settings.seed + generation)
        network, is_new = self._trainable(samples)
        options = settings.first_fit if is_new else settings.fit
        seed = settings.seed + generation
        for progress in fit(network, samples, options, seed=seed, test=test):
            yield Fitted(generation, progress)
        if not network.is_finite():
            raise TrainingError(
                f"The fit of generation {generation} has failed: its weights are not finite. Begin "
                "a run with other settings."
            )
        training = {
            "start": self._start(),
            "generation": generation,
            "games": self._shards_until(generation) * settings.shard_games,
            "decisions": len(samples),
            "losses": asdict(measure(network, test, options)),
            "settings": asdict(settings),
        }
        quantized = network.quantize(self.variant, training)
        _ = quantized.native  # raises the error for weights that are too large
        # The quantized network last: it shows that the generation has been fitted.
        weights = {name: each.numpy() for name, each in network.state_dict().items()}
        description = {"kind": "training weights", "game": settings.game, "generation": generation}
        write_model(self._weights(generation), description, weights)
        quantized.save(self._network(generation))

    def _start(self) -> str:
        """Return what the run began from: the hash of a network's file, or `mcts`."""
        start = self._network(0)
        return hashlib.sha256(start.read_bytes()).hexdigest() if start.exists() else "mcts"

    def _samples(self, shards: list[int]) -> Samples:
        try:
            return Samples(read_shard(self._shard(each), self.variant, USED) for each in shards)
        except ShardError as error:
            raise TrainingError(
                f"{error} Delete it, and a run that goes on plays its games again."
            ) from None

    def _trainable(self, samples: Samples) -> tuple[TrainableNetwork, bool]:
        """Return the best network so far if it has this run's shape, else a new one, and True."""
        players = self.settings.players
        network = TrainableNetwork(*input_sizes(self.variant), players, trunk=self.settings.trunk)
        first = samples.first(_SCALE_SAMPLES)
        network.set_scales(first.inputs.flatten(0, 1), first.action_inputs[first.legal])
        if self.state.best:
            path = self._weights(self.state.best)
            try:
                network.load_state_dict(load_file(path))
                if not network.is_finite():
                    raise RuntimeError("it has weights that are not finite numbers")
            except (SafetensorError, OSError, RuntimeError) as error:
                raise TrainingError(
                    f"{path} cannot be read: {error}. The run cannot go on without these weights."
                ) from None
            return network, False
        if self.best_network is not None:
            return network, not network.dequantize(SearchNetwork.load(self.best_network))
        return network, True

    # Gating

    def _gate(self, generation: int, threads: int, pool: Pool | None) -> Iterator[Gated]:
        """Test a generation against the best one so far, and count it."""
        path, players = self.folder / "gates" / f"{generation:03}.sqlite", self.settings.players
        try:
            losses = SearchNetwork.load(self._network(generation)).training["losses"]
        except (ModelError, KeyError) as error:
            raise TrainingError(
                f"{error} Delete it, and a run that goes on fits the generation again."
            ) from None
        with open_gate(path, self._gate_plan(generation)) as run:
            share = gate_result(path, players)[0]
            playing = run.play(jobs=threads) if pool is None else run.play_in(pool)
            with closing(playing) as games:
                for game in games:
                    if game is not None:
                        share = gate_result(path, players)[0]
                    yield Gated(generation, run.done, run.total, share)
        share, games_played, accepted = gate_result(path, players)
        tested = Generation(
            generation,
            self._shards_until(generation),
            Losses(**losses),
            "mcts" if self.best_network is None else f"generation {self.state.best}",
            share,
            games_played,
            accepted,
        )
        best = generation if accepted else self.state.best
        self.state = replace(self.state, generations=(*self.state.generations, tested), best=best)
        write_atomically(self.folder / "state.json", f"{self.state.to_json()}\n".encode())

    def _gate_plan(self, generation: int) -> Plan:
        settings = self.settings
        return Plan(
            bots=[self._bot(self._network(generation)), self._best_bot()],
            game=settings.game,
            players=settings.players,
            rules=settings.rules,
            games=settings.gate_games,
            seed=gate_seed(settings.seed, generation),
            sprt=GATE,
        )

    def _best_bot(self) -> str:
        if self.best_network is None:
            return f"mcts:iterations={self.settings.gate_iterations}"
        return self._bot(self.best_network)

    def _bot(self, network: Path) -> str:
        return f"champion:iterations={self.settings.gate_iterations},model={network}"


def _without_network(error: ModelError) -> TrainingError:
    return TrainingError(f"{error} The run cannot go on without this network.")
