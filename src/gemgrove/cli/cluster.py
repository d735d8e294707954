"""The option --ray of several commands."""

import sys
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING

from gemgrove.cli.errors import command_errors, require_extra
from gemgrove.english import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gemgrove.cluster import RayPool


@contextmanager
def ray_pool(address: str | None, *, tries: int, isolated: bool) -> "Iterator[RayPool | None]":
    """Connect to the cluster of --ray; without an address, yield None and import nothing."""
    if address is None:
        yield None
        return
    require_extra("ray", "--ray", extra="ray")
    from gemgrove.cluster import ClusterUnavailable, RayPool

    # Ray prints what happens to nodes; standard output is for the results.
    with redirect_stdout(sys.stderr):
        with command_errors(ClusterUnavailable):
            pool = RayPool(address, tries=tries, isolated=isolated)
        with pool:
            waiting = "no CPUs yet; the games wait for nodes"
            size = counted(pool.cpus, "CPU") if pool.cpus else waiting
            print(f"The cluster at {address} has {size}.", file=sys.stderr, flush=True)
            yield pool
