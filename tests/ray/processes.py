"""Processes of the nodes, seen from the machine on which all of them run."""

from pathlib import Path

from ray.cluster_utils import Cluster

TASK = b"ray::run"
"""The title of a worker that Ray gives a process while it makes a call."""


def marked_pids(folder: Path) -> set[int]:
    """The processes that have left a mark in a folder."""
    return {int(mark.name.removeprefix("pid-")) for mark in folder.glob("pid-*")}


def is_running(pid: int) -> bool:
    """Return True if a process exists and is not a zombie."""
    state = _stat(pid)
    return bool(state) and state[0] != "Z"


def working_pids(cluster: Cluster) -> set[int]:
    """The workers of a cluster's nodes that make a call now."""
    raylets = {
        str(each.process.pid)
        for node in cluster.list_all_nodes()
        for each in node.all_processes.get("raylet", ())
    }
    pids = {int(each.name) for each in Path("/proc").glob("[0-9]*") if _title(each) == TASK}
    return {pid for pid in pids if raylets.intersection(_stat(pid)[1:2])}


def _stat(pid: int) -> list[str]:
    """The state of a process, its parent, and so on; empty if there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _title(process: Path) -> bytes:
    try:
        return (process / "cmdline").read_bytes().partition(b"\0")[0].strip()
    except OSError:
        return b""
