"""The game server: tables for people and bots. It needs the extra `server`."""
