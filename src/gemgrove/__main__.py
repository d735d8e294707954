"""Run the command `gemgrove` as `python -m gemgrove`."""

import sys

from gemgrove.cli import main

if __name__ == "__main__":
    sys.exit(main())
