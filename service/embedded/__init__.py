"""PostgreSQL and Valkey of our own, from wheels, with their data in a folder of the project.

They are used where no ``DATABASE_URL`` and no ``BROKER_URL`` is given. Each listens on a unix
socket and on nothing else, keeps its data through a ``kill -9``, and is never run as root's own
PostgreSQL would refuse to be: see `service.embedded.paths`.
"""
