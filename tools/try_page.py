"""Start an installed server, fetch its page and every file that the page names, and stop it.

`python tools/try_page.py PROGRAM FOLDER` takes an environment's `gemgrove` and a folder for its
data. It needs only Python, so it can test an environment without other packages.
"""

import re
import signal
import subprocess
import sys
from urllib.request import urlopen

SECONDS = 60


def main(program: str, data: str) -> int:
    """Return 0 if everything is served."""
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
