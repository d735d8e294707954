"""Reinforcement learning environments."""
