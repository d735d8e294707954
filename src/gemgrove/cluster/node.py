"""The node's side of the pool: makes one call after another in one of Ray's workers."""

import pickle
import traceback
from collections.abc import Sequence
from functools import cache
from socket import gethostname
from typing import Any

from gemgrove.cluster.fingerprint import fingerprint
from gemgrove.worker_pool import JobFailed, WorkerDied, WorkerNotStarted, WorkerPool, describe


def answer(
    call: bytes, buffers: Sequence[bytes], expected: str, *, isolated: bool
) -> tuple[str, Any]:
    """Make a call; return what happened, and the result or a sentence about it."""
    if (own := fingerprint()) != expected:
        return "refused", f"{gethostname()} has Gemgrove {own}; the run is played with {expected}."
    if not isolated:
        try:
            return "result", run_call(call, buffers)
        except Exception as error:  # noqa: BLE001 - a job may raise anything
            traceback.print_exc()
            return "failed", f"{gethostname()}: The job raised {describe(error)}."
    try:
        return "result", _process().submit(run_call, call, buffers).result()
    except JobFailed as error:
        return "failed", f"{gethostname()}: {error}"
    except WorkerNotStarted as error:
        return "lost", f"{gethostname()}: {error}"
    except WorkerDied as error:
        return "died", f"{gethostname()}: {error}"


def run_call(call: bytes, buffers: Sequence[bytes] = ()) -> Any:
    """Make a pickled call, of which some parts were pickled out of band."""
    function, arguments, options = pickle.loads(call, buffers=buffers)
    return function(*arguments, **options)


@cache
def _process() -> WorkerPool:
    """Return the process for isolated calls. It ends with this one, and so do its bots."""
    # Ray kills the process groups of its workers.
    return WorkerPool(1, tries=1, own_groups=True)
