"""Short programs for another Arboretum engine's bots, some of which misbehave."""

import sys
from pathlib import Path
from textwrap import dedent

GREEDY = f"engine:{sys.executable} -m gemgrove engine-bot greedy --time-limit 20000"

_PRELUDE = """
import json, os, sys, time

def first_move(state):
    if state["subTurn"] < 2:
        return 0 if state["deck"] else 1 if state["discard"] else 2
    card = state["hand"][0]
    if state["subTurn"] == 3:
        return card
    taken = {(int(x), int(y)) for x, column in state["playArea"].items() for y in column}
    beside = {(x + 1, y) for x, y in taken} - taken
    return {"card": card, "coord": list(min(beside or {(0, 0)}))}

def my_turn(state):
    return state.get("activeTurn") is True

def reply(move, message, **more):
    print(json.dumps({"move": move, "messageID": message["messageID"]} | more), flush=True)

def messages():
    for line in sys.stdin:
        yield json.loads(line)

def play(message):
    state = message["state"]
    reply(first_move(state) if my_turn(state) else 0, message)

"""

HOSTILE = {
    "late": """
        for message in messages():
            if my_turn(message["state"]):
                time.sleep(3600)
            reply(0, message)
        """,
    "garbage": """
        for message in messages():
            print("thinking about it" if my_turn(message["state"]) else "{", flush=True)
        """,
    "crash": """
        for message in messages():
            if my_turn(message["state"]):
                sys.exit("a bug of mine")
            reply(0, message)
        """,
    "illegal": """
        for message in messages():
            reply({"card": ["J", 1], "coord": [99, 99]}, message)
        """,
    "far": """
        for message in messages():
            state = message["state"]
            move = first_move(state) if my_turn(state) else 0
            if my_turn(state) and state["subTurn"] == 2:
                move["coord"] = [5, 5]
            reply(move, message)
        """,
    "other id": """
        for message in messages():
            reply(0, {"messageID": "another"})
        """,
    "flood": """
        while True:
            sys.stdout.write("x" * 100_000)
        """,
    "silent about others": """
        for message in messages():
            state = message["state"]
            if my_turn(state) or "message" in state:
                play(message)
        """,
}
"""Each name says what the program does wrong."""

REASONS = {
    "late": "timeout",
    "garbage": "protocol",
    "crash": "crash",
    "illegal": "illegal move",
    "far": "illegal move",
    "other id": "protocol",
    "flood": "flood",
    "silent about others": "timeout",
}

WRITING = """
with open(sys.argv[1], "a") as file:
    for message in messages():
        file.write(json.dumps(message["state"]) + "\\n")
        file.flush()
        play(message)
"""
"""Plays the first legal move, and writes everything it receives to a file."""


def spec(folder: Path, text: str, *arguments: str) -> str:
    """Write a program that starts with the helpers above, and return its spec."""
    file = folder / f"bot{len(list(folder.glob('bot*.py')))}.py"
    file.write_text(_PRELUDE + dedent(text))
    return " ".join([f"engine:{sys.executable} -S -E {file}", *arguments])
