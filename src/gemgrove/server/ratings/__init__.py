"""Players' ratings: which games count and how (`skill`), and where ratings are kept (`store`)."""
