"""Examples for the schema: requests as they are sent, and what they are answered."""

from typing import Any

_TABLE = "t_4ZK8E0QW2R6T1Y9A"
_PLAYER = "p_7HB3M5XN9C2V6K1D"
_OTHER = "p_1Q9W3E7R5T2Y8A4S"
_AT = 1_790_000_000.0
# Parts that look like what they stand for; none was ever given out.
_TOKEN = "gg_play_" + "0123456789ABCDEFGHJKMNPQRSTVWXYZ" + "0" * 20
_RECOVERY = "ABCDE-FGHJK-MNPQR-STVWX-YZ012"

REGISTRATION: dict[str, Any] = {"name": "Juniper"}
RECOVERY = {"name": "Juniper", "recovery": _RECOVERY}
RENAMING = {"name": "Juniper Two"}
NEW_TOKEN = {"scope": "play"}
NEW_TABLE = {"game": "splendor", "players": 2, "turn_seconds": 120}
PLAY_ON = {"decisions": 12, "seat": 0, "bot": "greedy"}
JOIN = {"seat": 0}
ADD_BOT = {"bot": "greedy"}
READY = {"nonce": "5f1d0c"}
PLAY = {"moves": ["p3 white blue green"], "position": 7}
ANSWER_UNDO = {"accept": True}
SAY = {"text": "Good luck!"}

PLAYER = {
    "player": _PLAYER,
    "name": "Juniper",
    "kind": "named",
    "created": _AT,
    "deleted": False,
}
_RATING = {
    "game": "splendor",
    "players": 2,
    "level": 9.1,
    "mu": 27.4,
    "sigma": 6.1,
    "games": 12,
}
RATED_PLAYER = PLAYER | {"ratings": [_RATING]}
CREDENTIALS = PLAYER | {"scope": "play", "token": _TOKEN, "recovery": _RECOVERY}
_LISTED_TOKEN = {"prefix": "gg_play_012345", "scope": "play", "created": _AT}
TOKENS = {"tokens": [_LISTED_TOKEN]}
GIVEN_TOKEN = _LISTED_TOKEN | {"token": _TOKEN}
REVOKED = {"prefix": "gg_play_012345", "revoked": _AT}
RECOVERY_CODE = {"player": _PLAYER, "recovery": _RECOVERY}
DELETED = {"player": _PLAYER, "deleted": _AT}
HISTORY = {
    "games": [
        {
            "table": _TABLE,
            "game": "splendor",
            "players": 2,
            "at": _AT,
            "place": 1,
            "before": {"mu": 26.8, "sigma": 6.4},
            "after": {"mu": 27.4, "sigma": 6.1},
        }
    ]
}

_SEAT = {"player": _PLAYER, "name": "Juniper", "bot": None}
_BOT_SEAT = {"player": None, "name": "greedy", "bot": "greedy"}
TABLES = {
    "tables": [
        {
            "table": _TABLE,
            "game": "splendor",
            "players": 2,
            "status": "open",
            "public": True,
            "created": _AT,
            "changed": _AT,
            "deal_kind": "sealed",
            "last_seq": 3,
            "rules": "official:players=2,first_player=random",
            "turn_seconds": 120.0,
            "practice": False,
            "seats": [_SEAT, _BOT_SEAT],
            "places": None,
            "scores": None,
        }
    ],
    "next": None,
}
_JOINED = {"seq": 2, "at": _AT, "kind": "joined", "seat": 0, "player": _PLAYER, "name": "Juniper"}
DONE = {"table": _TABLE, "seat": 0, "last_seq": 2, "position": 0, "events": [_JOINED]}
_CREATED = {
    "seq": 1,
    "at": _AT,
    "kind": "created",
    "game": "arboretum",
    "players": 2,
    "variant": {"rules": {"players": 2, "seed_discards": False, "first_player": "random"}},
    "deal": {"kind": "sealed", "id": None, "commitment": "9f" * 32},
    "public": False,
    "turn_seconds": None,
    "practice": False,
    "rules_version": 1,
}
MADE = {
    "table": _TABLE,
    "seat": None,
    "last_seq": 1,
    "position": 0,
    "events": [_CREATED],
    "invite": "ABCDEFGHJKMNPQRSTVWXYZ0123",
}
EVENTS = {"events": [_CREATED, _JOINED]}
_ORIGIN = {"table": "t_9M3C7V1B5N8K2J6H", "decisions": 12}
CONTINUED = {
    "table": _TABLE,
    "seat": 0,
    "last_seq": 5,
    "position": 5,
    "events": [
        _CREATED
        | {
            "deal": {"kind": "position", "id": None, "commitment": "9f" * 32},
            "practice": True,
            "from": _ORIGIN,
        },
        _JOINED,
    ],
    "invite": "ABCDEFGHJKMNPQRSTVWXYZ0123",
}
SNAPSHOT = {
    "table": _TABLE,
    "last_seq": 3,
    "position": 0,
    "phase": "open",
    "archived": False,
    "frozen": None,
    "game": "arboretum",
    "players": 2,
    "rules": {"players": 2, "seed_discards": False, "first_player": "random"},
    "deal": {"kind": "sealed", "id": None, "commitment": "9f" * 32, "deck_knowable": False},
    "from": None,
    "public": True,
    "practice": False,
    "created": _AT,
    "seats": [
        _SEAT | {"seat": 0, "ready": False, "gone": None},
        _BOT_SEAT | {"seat": 1, "ready": False, "gone": None},
    ],
    "seat": 0,
    "to_move": None,
    "clock": None,
    "undo": None,
    "rematch": {"wanted": [], "table": None},
    "outcome": None,
    "aborted": None,
    "secret": None,
    "dealt": None,
    "view": None,
    "extras": {},
    "legal": [],
}
RECORD = {
    "format": "gemgrove record",
    "version": 1,
    "game": "splendor",
    "server": {
        "table": _TABLE,
        "ending": "finished",
        "aborted": False,
        "scores": [15, 9],
        "places": [1, 2],
        "winners": [0],
        "seats": [
            {"player": _PLAYER, "bot": None, "gone": None},
            {"player": _OTHER, "bot": None, "gone": None},
        ],
        "sealed": {"commitment": "9f" * 32, "secret": "3c" * 32, "nonces": ["5f1d0c", ""]},
        "position": None,
    },
}
REVIEW = {
    "table": _TABLE,
    "iterations": 10_000,
    "total": 61,
    "done": 1,
    "complete": False,
    "running": True,
    "decisions": [
        {
            "number": 1,
            "turn": 1,
            "seat": 0,
            "move": "p3 white blue green",
            "choices": 30,
            "judgement": {
                "before": [0.55, 0.45],
                "after": [0.48, 0.52],
                "best": "p3 white blue black",
                "line": ["p3 white blue black", "p2 red"],
                "loss": 0.07,
                "error": 0.02,
                "mark": "inaccuracy",
            },
        }
    ],
}

GAMES = {
    "games": [
        {
            "game": "arboretum",
            "players": [2, 3, 4],
            "presets": {
                "official": {"players": 2, "seed_discards": False, "first_player": "random"},
                "seeded": {"players": 2, "seed_discards": True, "first_player": "random"},
            },
            "options": [
                {"option": "players", "default": 2, "wanted": "must be a number, 2 to 4"},
                {"option": "seed_discards", "default": False, "wanted": "must be True or False"},
            ],
        }
    ]
}
BOTS = {
    "bots": [
        {"bot": "greedy", "title": "Greedy", "level": 1, "about": "Takes the best.", "most": {}},
        {
            "bot": "master",
            "title": "Master",
            "level": 2,
            "about": "Searches.",
            "most": {"iterations": 2000, "seconds": 2},
        },
    ]
}
LEADERS = {
    "game": "splendor",
    "players": 2,
    "leaders": [
        {
            "rank": 1,
            "player": _PLAYER,
            "name": "Juniper",
            "kind": "named",
            "level": 9.1,
            "mu": 27.4,
            "sigma": 6.1,
            "games": 12,
        }
    ],
}
HEALTH = {"status": "running"}
READY_NOW = {"status": "ready"}
METRICS = 'gemgrove_moves_total{by="player"} 1234.0\n'
INDEX = {
    "name": "gemgrove",
    "version": "1.0.0",
    "schema": "/api/schema",
    "links": {"games": "/api/games", "tables": "/api/tables"},
}
