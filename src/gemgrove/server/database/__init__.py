"""The database: what is stored (`tables`), how it is opened (`engine`), how it came to be
(`migrations/`)."""
