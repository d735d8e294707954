def supports_v3() -> bool:
    """Return True if this processor can run code compiled for x86-64-v3."""
