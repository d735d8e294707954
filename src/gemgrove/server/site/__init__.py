"""The page: files that were built from web/, read when the server starts and served from memory."""
