"""The web page: files built from web/, read when the server starts and served from memory."""
