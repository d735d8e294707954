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
"""The time within which a connection to the address must be made."""
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

    It has the interface of a `WorkerPool`, and jobs are futures here, too. A job whose worker or
    node dies is tried again, until it has lost `MOST_LOSSES` workers; `Job.tries` counts all tries.
    """

    local = False

    def __init__(self, address: str, *, tries: int = 2, isolated: bool = False) -> None:
        """Connect to the cluster of a head node, HOST:PORT; raise `ClusterUnavailable`.

        With `isolated`, calls are made in a process of their own on each CPU, as by a `WorkerPool`:
        for code that may end its process or leave others behind. A job that ends this process is
        given to `tries` of them. Results must be JSON values.

        Otherwise results may be anything that can be pickled, such as large arrays, and a job that
        ends its process has lost a worker: `tries` means nothing.
        """
        if tries < 1:
            raise ValueError(f"tries is {tries}; it must be 1 or more.")
        _check_address(address)
        import ray

        if ray.is_initialized():
            raise ClusterUnavailable(
                "This process is connected to a Ray cluster already; ray.shutdown() leaves it."
            )
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
            sentence = f"The cluster at {address} cannot be used from here ({_reason(error)})."
            if isinstance(error, ConnectionError):
                joined = f"`ray start --address={address} --num-cpus=0`"
                sentence += f" This machine must be part of it, after {joined}."
            raise ClusterUnavailable(sentence) from error
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
        """The number of CPUs of the cluster, counted about once a second until the pool closes."""
        if (now := monotonic()) >= self._next_count and not self._closed:
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
        if self._closed:  # without a cluster, Ray would start one
            raise PoolClosed("The pool is closed.")
        try:
            attempts = _Attempts(tuple(map(self._stored, buffers)))
        except Exception as error:  # noqa: BLE001 - Ray has many reasons
            job.fail(WorkerPoolError(f"Ray cannot store a job's files ({_reason(error)})."))
            return job
        with self._lock:
            if self._closed:
                raise PoolClosed("The pool is closed.")
            self._attempts[job] = attempts
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
        """Return Ray's handle of a buffer, the same one for the same bytes object."""
        view = buffer.raw()
        owner = view.obj
        if not isinstance(owner, bytes) or len(owner) != view.nbytes:
            return self._ray.put(view.tobytes())  # other objects may change, or have parts
        found = self._shared.pop(id(owner), None)
        # The object is kept: its id belongs to it only while it exists.
        self._shared[id(owner)] = found or (owner, self._ray.put(owner))
        if len(self._shared) > _MOST_SHARED:
            del self._shared[next(iter(self._shared))]
        return self._shared[id(owner)][1]

    def _start(self, job: Job[Any]) -> None:
        """Give a job to the cluster, unless nobody wants it any more; it fails if Ray does."""
        try:
            with self._lock:
                attempts = self._attempts.get(job)
                if attempts is None:
                    return
                job.tries += 1
                attempts.ref = self._run(job.call, *attempts.buffers)
                answer: _Answer = attempts.ref.future()
            # Ray calls this in a thread of its own, in which its functions must not be called.
            answer.add_done_callback(lambda answer: self._answers.put((job, answer)))
        except Exception as error:  # noqa: BLE001 - in a thread that nobody watches
            with self._lock:
                self._attempts.pop(job, None)
            job.fail(WorkerPoolError(f"Ray does not accept a job ({_reason(error)})."))

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
                sentence = f"{MOST_LOSSES} workers of one job were lost: {value.rstrip('.')}."
                job.fail(WorkerNotStarted(sentence))

    def _read(self, answer: _Answer) -> tuple[str, Any]:
        """Return an answer; `lost` with a sentence if a worker or node has died."""
        try:
            return answer.result()
        except self._ray.exceptions.RayTaskError as error:
            return "failed", f"Ray cannot make the call ({_reason(error, lines=1)})."
        except Exception as error:  # noqa: BLE001 - Ray has many reasons
            return "lost", f"{type(error).__name__}: {_reason(error)}"

    def _start_later(self, job: Job[Any], losses: int) -> None:
        pause = min(_FIRST_PAUSE_SECONDS * 2 ** (losses - 1), _LONGEST_PAUSE_SECONDS)
        timer = threading.Timer(pause, self._start, args=(job,))
        timer.daemon = True
        timer.start()

    def _on_cancel(self, job: Job[Any]) -> None:
        with self._lock:
            attempts = self._attempts.pop(job, None)
            if attempts is not None and attempts.ref is not None:
                with suppress(Exception):  # nobody needs the job any more
                    # By force: a call in native code hears of nothing else.
                    self._ray.cancel(attempts.ref, force=True)


def _check_address(address: str) -> None:
    """Raise `ClusterUnavailable` unless something listens at HOST:PORT.

    Ray itself would try for minutes.
    """
    host, _, port = address.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    is_port = port.isascii() and port.isdigit() and 1 <= int(port) < 1 << 16
    if not host or "/" in host or not is_port:
        raise ClusterUnavailable(
            f"The address of a cluster is HOST:PORT, as `ray start --head` prints it; this is "
            f"{address}."
        )
    if host in _LOOPBACK:
        from ray.util import get_node_ip_address

        host = get_node_ip_address()  # as Ray does
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ClusterUnavailable(
            f"Nothing is listening at {address} ({reason}). `ray start --head` starts a cluster "
            "and prints its address."
        ) from error


def _reason(error: BaseException, *, lines: int = 0) -> str:
    """Return the last lines of an error's text, by default all, as one line without a period."""
    found = str(error).strip().splitlines()[-lines:]
    return " ".join(map(str.strip, found)).rstrip(".") or type(error).__name__
