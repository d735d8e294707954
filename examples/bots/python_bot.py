#!/usr/bin/env python3
"""A bot that needs only Python: it reads messages from stdin and answers on stdout.

Try it with: gemgrove check-bot python3 examples/bots/python_bot.py

Splendor: it buys the card with the most points, or collects gems for one it can nearly afford.
Arboretum: it keeps the cards of its best species, and plants next to cards with similar ranks.
"""

import json
import sys
from typing import Any

SIDES = ((0, 1), (0, -1), (1, 0), (-1, 0))


def main() -> None:
    for line in sys.stdin:
        if not line.strip():
            continue
        message = json.loads(line)
        if message["type"] == "hello":
            send(type="hello", protocol=1, name="python_bot", version="1.0", author="Gemgrove")
        elif message["type"] == "your_turn":
            view, legal = message["view"], message["legal"]
            judge = {"splendor": splendor, "arboretum": arboretum}[view["game"]]
            best = max(legal, key=lambda entry: judge(view, entry["move"].split()))
            ids = {"game_id": message["game_id"], "turn_id": message["turn_id"]}
            send(type="move", action=best["action"], **ids)
        elif message["type"] == "goodbye":
            break


def send(**message: Any) -> None:
    print(json.dumps(message), flush=True)


def splendor(view: Any, words: list[str]) -> float:
    """Score a Splendor move, given as the words of its notation."""
    me, command = view["players"][view["seat"]], words[0]
    if command in ("b", "br"):
        card = me["reserved"][int(words[1]) - 1] if command == "br" else on_row(view, words)
        return float(100 + 10 * card["points"] + card["tier"])
    tokens = dict(me["tokens"])
    if command in ("p1", "p2", "p3"):
        for color in words[1:] * (2 if command == "p2" and len(words) == 2 else 1):
            tokens[color] += 1
    elif command in ("return", "pay"):
        tokens[words[1]] -= 1
    elif command == "r" and words[2] != "deck":
        return float(on_row(view, words)["points"] - 1.5)
    elif command != "noble":
        return -10
    cards = [card for row in view["market"] for card in row if card]
    cards += [card for card in me["reserved"] if "hidden" not in card]
    near = max(3 * card["points"] - 2 * lacking(card, tokens, me) for card in cards)
    return float(near + sum(tokens.values()))


def on_row(view: Any, words: list[str]) -> Any:
    return view["market"]["mtv".index(words[1])][int(words[2]) - 1]


def lacking(card: Any, tokens: dict[str, int], me: Any) -> int:
    short = sum(max(0, n - me["bonuses"][c] - tokens[c]) for c, n in card["cost"].items())
    return int(max(0, short - tokens["gold"]))


def arboretum(view: Any, words: list[str]) -> float:
    """Score an Arboretum move, given as the words of its notation."""
    me, command = view["players"][view["seat"]], words[0]
    planted = {(card["x"], card["y"]): card for card in me["arboretum"]}
    if command == "draw":
        pile = [] if words[1] == "deck" else view["players"][int(words[1]) - 1]["pile"]
        return worth(me, pile[-1]) if pile else 2.5
    if command == "at":
        x, y = int(words[1]), int(words[2])
        beside = [planted[x + a, y + b] for a, b in SIDES if (x + a, y + b) in planted]
        return max((fit(view["picked"], card) for card in beside), default=0)
    card = next(card for card in me["hand"] if card["id"] == words[1])
    if command == "discard":
        return -worth(me, card)
    best = max((fit(card, other) for other in planted.values()), default=0)
    return best - float(card["rank"]) / 10


def worth(me: Any, card: Any) -> int:
    return sum(other["species"] == card["species"] for other in me["hand"] + me["arboretum"])


def fit(card: Any, other: Any) -> int:
    gap = abs(card["rank"] - other["rank"])
    return (5 if card["species"] == other["species"] else 3) - gap if gap else -5


if __name__ == "__main__":
    main()
