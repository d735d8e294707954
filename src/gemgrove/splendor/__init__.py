"""Splendor: rules presets, notation, rendering, positions, statistics and the cards."""

from gemgrove.splendor.board import Board, Player, Reserved
from gemgrove.splendor.cards import Card, CardSet, CardSetError, Noble, Problem
from gemgrove.splendor.colors import COLORS, TOKENS, parse_color
from gemgrove.splendor.game import Splendor
from gemgrove.splendor.moves import MOVES, Move
from gemgrove.splendor.rules import PRESETS, Rules
from gemgrove.splendor.statistics import PlayerStatistics, Statistics

GAME = Splendor

__all__ = [
    "COLORS",
    "GAME",
    "MOVES",
    "PRESETS",
    "TOKENS",
    "Board",
    "Card",
    "CardSet",
    "CardSetError",
    "Move",
    "Noble",
    "Player",
    "PlayerStatistics",
    "Problem",
    "Reserved",
    "Rules",
    "Splendor",
    "Statistics",
    "parse_color",
]
