"""The wire's own error."""

__all__ = ["WireError"]


class WireError(ValueError):
    """A frame or value breaks the format or one of its caps."""
