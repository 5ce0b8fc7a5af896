"""What can keep an embedded server from running."""


class EmbeddedError(RuntimeError):
    """An embedded server can not run; the message says why and what to do about it."""
