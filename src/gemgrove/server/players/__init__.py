"""Players: their names (`names`), what proves who they are (`tokens`, `recovery`), and where it is
kept (`accounts`)."""
