"""Players: their accounts (`accounts`), names (`names`), tokens and recovery codes (`tokens`), and
what these give access to (`access`)."""
