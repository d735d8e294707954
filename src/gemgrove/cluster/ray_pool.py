"""A pool whose workers are the CPUs of a Ray cluster."""

import logging
import pickle
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any, ParamSpec, Self, TypeAlias, TypeVar

from gemgrove.cluster import ray_task
from gemgrove.cluster.fingerprint import fingerprint
from gemgrove.worker_pool import (
    Job,
    JobFailed,
    PoolClosed,
    WorkerDied,
    WorkerNotStarted,
    WorkerPoolError,
    WorkerRefused,
)

if TYPE_CHECKING:
    from concurrent.futures import Future

CONNECT_SECONDS = 5.0
"""The time within which somebody must answer at the address."""
MOST_LOSSES = 20
"""The number of workers that one job may lose to dying nodes; then something else is wrong."""

_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_COUNT_SECONDS = 1.0
"""The time between two looks at the size of the cluster."""
_FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 0.1, 5.0
"""Pauses before a job that has lost its worker is given to another one."""

_MOST_SHARED = 32
"""The number of buffers that are remembered for further jobs."""

_WORKER_ENVIRONMENT = {"RAY_kill_child_processes_on_worker_exit": "0"}
"""The process of isolated calls ends with Ray's worker, after it has ended its bots."""

_log = logging.getLogger(__name__)

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
_Answer: TypeAlias = "Future[tuple[str, Any]]"


class ClusterUnavailable(WorkerPoolError):  # noqa: N818 - it says what happened
    """There is no cluster at the address, or this machine is not part of it."""


@dataclass(slots=True)
class _Attempts:
    """The state of a job."""

    buffers: tuple[Any, ...]
    """Ray's handles of what is sent with the job."""
    ref: Any = None
    """Ray's handle of the present attempt."""
    deaths: int = 0
    """How often the job has ended its process."""
    losses: int = 0
    """How often its worker was lost for other reasons: the node died, or had no memory left."""


class RayPool:
    """A pool of workers on a Ray cluster, one for each CPU, as nodes come and go.

    It has the interface of a `WorkerPool`, and jobs are futures here, too. A job that ends its
    process is tried `tries` times. A job whose node dies is tried again in any case, until
    `MOST_LOSSES`; `Job.tries` counts both.
    """

    local = False

    def __init__(self, address: str, *, tries: int = 2, isolated: bool = False) -> None:
        """Connect to the cluster of a head node, HOST:PORT; raise `ClusterUnavailable`.

        With `isolated`, calls are made in a process of their own on each CPU, as by a `WorkerPool`:
        for code that may end its process or leave others behind. Their results must be JSON
        values. Otherwise results may be anything that can be pickled, such as large arrays.
        """
        if tries < 1:
            raise ValueError(f"tries is {tries}; it must be 1 or more.")
        _check_address(address)
        import ray

        self._ray = ray
        self._tries = tries
        try:
            ray.init(
                address=address,
                log_to_driver=False,
                logging_level=logging.ERROR,
                runtime_env={"env_vars": _WORKER_ENVIRONMENT},
            )
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            with suppress(Exception):
                ray.shutdown()
            raise ClusterUnavailable(
                f"The cluster at {address} cannot be used from here ({_first_line(error)}). This "
                f"machine must be part of it, after `ray start --address={address} --num-cpus=0`."
            ) from error
        ray.cloudpickle.register_pickle_by_value(ray_task)
        # Retries are ours: Ray would not tell how many there were.
        remote = ray.remote(num_cpus=1, max_retries=0)(ray_task.run)
        self._run = partial(remote.remote, expected=fingerprint(), isolated=isolated)
        self._attempts: dict[Job[Any], _Attempts] = {}
        self._shared: dict[int, tuple[object, Any]] = {}
        self._closed = False
        self._lock = threading.Lock()
        self._cpus, self._next_count = 0, 0.0
        self._answers: SimpleQueue[tuple[Job[Any], _Answer] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    @property
    def cpus(self) -> int:
        """The number of CPUs of the cluster, counted about once a second."""
        if (now := monotonic()) >= self._next_count:
            self._cpus = int(self._ray.cluster_resources().get("CPU", 0))
            self._next_count = now + _COUNT_SECONDS
        return self._cpus

    @property
    def workers(self) -> int:
        """The number of jobs that can run at the same time; 1 while all wait for a node."""
        return max(1, self.cpus)

    def submit(
        self,
        function: Callable[Arguments, Result],
        *arguments: Arguments.args,
        **options: Arguments.kwargs,
    ) -> Job[Result]:
        """Queue a call of a function that a node can import.

        What the arguments pickle out of band, as a `ShippedFile` does, is sent to each node once.
        """
        buffers: list[pickle.PickleBuffer] = []
        call = pickle.dumps(
            (function, arguments, options), pickle.HIGHEST_PROTOCOL, buffer_callback=buffers.append
        )
        job: Job[Result] = Job(call, "", self._on_cancel)
        with self._lock:
            if self._closed:
                raise PoolClosed("The pool is closed.")
            self._attempts[job] = _Attempts(tuple(map(self._stored, buffers)))
        self._start(job)
        return job

    def close(self) -> None:
        """Leave the cluster, which ends all workers; unfinished jobs fail."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            left = list(self._attempts)
            self._attempts.clear()
        self._answers.put(None)
        self._thread.join()
        self._ray.shutdown()
        for job in left:
            job.fail(PoolClosed("The pool was closed before the job was done."))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _stored(self, buffer: pickle.PickleBuffer) -> Any:
        """Return Ray's handle of a buffer, the same one for the same object."""
        owner = buffer.raw().obj
        found = self._shared.pop(id(owner), None)
        # The object is kept: its id belongs to it only while it exists.
        self._shared[id(owner)] = found or (owner, self._ray.put(buffer.raw().tobytes()))
        if len(self._shared) > _MOST_SHARED:
            del self._shared[next(iter(self._shared))]
        return self._shared[id(owner)][1]

    def _start(self, job: Job[Any]) -> None:
        """Give a job to the cluster, unless it is not wanted any more."""
        with self._lock:
            attempts = self._attempts.get(job)
            if attempts is None:
                return
            job.tries += 1
            attempts.ref = self._run(job.call, *attempts.buffers)
            answer: _Answer = attempts.ref.future()
        # Ray calls this in a thread of its own, in which its functions must not be called.
        answer.add_done_callback(lambda answer: self._answers.put((job, answer)))

    def _serve(self) -> None:
        """Handle one answer after another until the pool is closed."""
        while (answered := self._answers.get()) is not None:
            self._handle(*answered)

    def _handle(self, job: Job[Any], answer: _Answer) -> None:
        with self._lock:
            attempts = self._attempts.get(job)
        if attempts is None:  # cancelled
            return
        kind, value = self._read(answer)
        if kind == "died":
            attempts.deaths += 1
            if attempts.deaths < self._tries:
                self._start(job)
                return
        if kind == "lost":
            attempts.losses += 1
            _log.info("A job has lost its worker: %s", value)
            if attempts.losses < MOST_LOSSES:
                self._start_later(job, attempts.losses)
                return
        with self._lock:
            self._attempts.pop(job, None)
        match kind:
            case "result":
                job.settle(value)
            case "failed":
                job.fail(JobFailed(value))
            case "refused":
                job.fail(WorkerRefused(value))
            case "died":
                job.fail(WorkerDied(value))
            case "lost":
                job.fail(WorkerNotStarted(f"{MOST_LOSSES} workers of one job were lost: {value}"))

    def _read(self, answer: _Answer) -> tuple[str, Any]:
        """Return an answer; `lost` with a sentence if a worker or node has died."""
        try:
            return answer.result()
        except self._ray.exceptions.RayTaskError as error:
            return "failed", f"Ray cannot make the call ({_first_line(error)})."
        except Exception as error:  # noqa: BLE001 - Ray has many reasons
            return "lost", f"{type(error).__name__}: {_first_line(error)}"

    def _start_later(self, job: Job[Any], losses: int) -> None:
        pause = min(_FIRST_PAUSE_SECONDS * 2 ** (losses - 1), _LONGEST_PAUSE_SECONDS)
        timer = threading.Timer(pause, self._start, args=(job,))
        timer.daemon = True
        timer.start()

    def _on_cancel(self, job: Job[Any]) -> None:
        with self._lock:
            attempts = self._attempts.pop(job, None)
            if attempts is not None and attempts.ref is not None:
                # By force: a call in native code hears of nothing else.
                self._ray.cancel(attempts.ref, force=True)


def _check_address(address: str) -> None:
    """Raise `ClusterUnavailable` unless somebody answers at HOST:PORT.

    Ray itself would try for minutes.
    """
    host, _, port = address.rpartition(":")
    if not host or "/" in host or not (port.isascii() and port.isdigit() and int(port) < 1 << 16):
        raise ClusterUnavailable(
            f"The address of a cluster is HOST:PORT, as `ray start --head` prints it; this is "
            f"{address}."
        )
    if host in _LOOPBACK:
        from ray.util import get_node_ip_address

        host = get_node_ip_address()  # as Ray does
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS).close()
    except OSError as error:
        raise ClusterUnavailable(
            f"Nobody answers at {address} ({error.strerror or error}). `ray start --head` starts a "
            "cluster and prints its address."
        ) from error


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__
