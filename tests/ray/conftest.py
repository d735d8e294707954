"""A cluster on this machine, and settings that Ray reads when it is imported."""

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ray.cluster_utils import Cluster

# Here and in the processes that tests start. Ray would replace the loopback address by one that
# other machines can reach.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

LOOPBACK = "127.0.0.1"


@pytest.fixture(scope="session")
def cluster() -> "Iterator[Cluster]":
    """A head without CPUs, and two nodes with one CPU each."""
    from ray.cluster_utils import Cluster

    started = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 0, "node_ip_address": LOOPBACK}
    )
    try:
        for _ in range(2):
            started.add_node(num_cpus=1, node_ip_address=LOOPBACK)
        yield started
    finally:
        started.shutdown()
