"""The error of a subcommand that cannot do its work."""


class CommandFailed(Exception):
    """The message is for the person who typed the command; it says what to do."""
