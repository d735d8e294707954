"""The HTTP interface: what can be asked of the service, as JSON under `/api`."""
