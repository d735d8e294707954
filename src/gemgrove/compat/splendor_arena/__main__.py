"""Entry point of `python -m gemgrove.compat.splendor_arena`."""

import sys

from gemgrove.compat.splendor_arena.play import main

sys.exit(main())
