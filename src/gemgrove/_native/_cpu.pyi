def supports_v3() -> bool:
    """Whether this processor runs code compiled for x86-64-v3."""
