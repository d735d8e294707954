"""Where the page is."""

PAGES = (
    "/",
    "/table/{table:str}",
    "/review/{table:str}",
    "/games/{game:str}",
    "/leaders",
    "/mine",
    "/finished",
    "/about",
)
"""All of them are the same file: the page itself shows what the address names."""
ASSETS = "/assets/"
"""Files below it have names with a hash: what is at such an address never changes."""
API = "/api"
"""What is asked for below it is never meant for the page."""
