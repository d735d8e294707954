"""Programs for those who change Gemgrove."""
