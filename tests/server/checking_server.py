"""A server that soon notices tokens which another process has revoked."""

import sys

from gemgrove.cli import main
from gemgrove.server import token_cache
from gemgrove.server.live import websocket_server

SECONDS = 0.5

if __name__ == "__main__":
    setattr(token_cache, "SECONDS", SECONDS)  # noqa: B010
    setattr(websocket_server, "CHECK_SECONDS", SECONDS)  # noqa: B010
    sys.exit(main())
