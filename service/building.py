"""Putting the parts of the service together from its settings."""


