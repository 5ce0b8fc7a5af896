"""The store of a process: in a database, encrypted, with spans where there are traces."""

from events.cipher import Cipher
from events.postgres import Pool, PostgresStore
from service import ids, tracing
from service.runtime import Runtime


def store_in(pool: Pool, secret: bytes, runtime: Runtime) -> PostgresStore:
    """The store in a database; hidden values are encrypted under the secret.

    Args:
        pool: The connections.
        secret: The secret of the service.
        runtime: The source of the nonces and salts.
    """
    key = ids.digest(secret, "fairdeal/1/at-rest")
    cipher = Cipher(key, entropy=runtime.random_bytes)
    if tracing.is_on():
        from service.tracing.appends import TracedStore  # noqa: PLC0415

        return TracedStore(pool, entropy=runtime.random_bytes, cipher=cipher)
    return PostgresStore(pool, entropy=runtime.random_bytes, cipher=cipher)
