"""Why a command can not do what it was asked to."""


class CommandFailed(Exception):
    """The message is for whoever typed the command, and says what to do about it."""
