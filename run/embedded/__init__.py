"""Embedded PostgreSQL and Valkey, from wheels, with their data in a folder of the project.

They are used if no ``DATABASE_URL`` and no ``BROKER_URL`` is given. Each listens only on a unix
socket, keeps its data through a ``kill -9``, and never runs as root, because PostgreSQL refuses to;
see `run.embedded.paths`.
"""
