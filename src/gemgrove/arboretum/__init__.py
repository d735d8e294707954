"""Arboretum: rules presets, notation, rendering, positions, scoring and statistics."""

from gemgrove.arboretum.board import Board, Cell, Player, free_cells
from gemgrove.arboretum.cards import RANKS, SPECIES, Card, species_in_play
from gemgrove.arboretum.game import Arboretum
from gemgrove.arboretum.moves import Move
from gemgrove.arboretum.rules import PRESETS, Rules
from gemgrove.arboretum.scoresheet import ScoreSheet, score_sheet
from gemgrove.arboretum.statistics import PlayerStatistics, Statistics
from gemgrove.arboretum.turns import Turn, play_turn, turns

GAME = Arboretum

__all__ = [
    "GAME",
    "PRESETS",
    "RANKS",
    "SPECIES",
    "Arboretum",
    "Board",
    "Card",
    "Cell",
    "Move",
    "Player",
    "PlayerStatistics",
    "Rules",
    "ScoreSheet",
    "Statistics",
    "Turn",
    "free_cells",
    "play_turn",
    "score_sheet",
    "species_in_play",
    "turns",
]
