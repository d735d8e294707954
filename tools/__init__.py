"""Programs for developers of Gemgrove."""
