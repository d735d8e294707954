"""The database: its schema (`tables`), opening it (`engine`) and migrating it (`migration`)."""
