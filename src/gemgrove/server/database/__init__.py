"""The database: its schema (`tables`), how it is opened (`engine`) and migrated (`migration`)."""
