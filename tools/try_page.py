"""Start an installed server, ask it for its page and all that the page names, and end it.

`python tools/try_page.py PROGRAM FOLDER`: the `gemgrove` of an environment and a folder for its
data. It needs nothing but Python, so that an environment can be tried that has nothing else.
"""

import re
import signal
import subprocess
import sys
from urllib.request import urlopen

SECONDS = 60


def main(program: str, data: str) -> int:
    """Returns 0 where everything is there."""
    command = [program, "serve", "--port", "0", "--data", data, "--log-level", "warning"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            said = server.stdout.readline()
            found = re.search(r"http://\S+", said)
            if found is None:
                return _complain(f"The server did not say where it is, but: {said!r}.")
            url = found[0]
            page = _read(url, "/").decode()
            named = re.findall(r'(?:src|href)="(/[^"]+)"', page)
            if not any(name.endswith(".js") for name in named):
                return _complain(f"The page names no script: {named}.")
            sizes = [len(_read(url, name)) for name in named]
            server.send_signal(signal.SIGTERM)
            if server.wait(SECONDS) != 0:
                return _complain(f"The server ended with exit code {server.returncode}.")
        finally:
            server.kill()
    print(f"The page is served, and {len(sizes)} files that it names.")
    return 0


def _read(url: str, path: str) -> bytes:
    with urlopen(url + path, timeout=SECONDS) as answer:
        body: bytes = answer.read()
    return body


def _complain(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
