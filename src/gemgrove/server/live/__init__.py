"""WebSockets: one for people's clients, one for bots."""
