"""The HTTP interface: JSON under `/api`."""
