"""The error of an embedded server that cannot run."""


class EmbeddedError(RuntimeError):
    """An embedded server cannot run; the message gives the reason and the remedy."""
