"""The function that Ray calls on a node.

It is sent as code, not as a name, so that a node without this program can say so. It must therefore
use nothing but what it imports itself.
"""

from typing import Any


def run(call: bytes, *buffers: bytes, expected: str, isolated: bool) -> tuple[str, Any]:
    """Make a call on a node: what happened, and the result or a sentence about it."""
    try:
        from gemgrove.cluster.node import answer
    except ImportError as error:
        from socket import gethostname

        return "refused", f"{gethostname()} has no Gemgrove, or not version {expected}: {error}."
    return answer(call, buffers, expected, isolated=isolated)
