"""The API keys in memory."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from hmac import compare_digest
from uuid import UUID

from domain.kernel.sentence import Sentence
from service.access.credentials import ApiKey, Visibility
from service.access.keyring import Fresh, Keyring, StoredSecret
from service.access.scopes import Scope
from service.ids import hashed
from service.problems import Code, Problem, key_reused
from service.runtime import Runtime
from service.timestamps import when
from tests.memory.database import Memory, operation


@dataclass(slots=True)
class Secret:
    key: UUID
    command: UUID
    fingerprint: bytes | None
    created_at: datetime
    ends_at: datetime | None = None


@dataclass(slots=True)
class Keys:
    """The keys by id, and their secrets by hash."""

    keys: dict[UUID, ApiKey] = field(default_factory=dict[UUID, ApiKey])
    secrets: dict[bytes, Secret] = field(default_factory=dict[bytes, Secret])

    def is_valid(self, key: UUID) -> bool:
        """Whether a key exists, and is not revoked."""
        return key in self.keys and self.keys[key].revoked_at is None

    def add(self, key: ApiKey) -> None:
        """Add a key, unless it is there."""
        self.keys.setdefault(key.id, key)

    def store(self, key: UUID, fresh: Fresh, *, at: datetime) -> StoredSecret:
        """Add a secret of a key, unless its command has added it."""
        if all(each.command != fresh.command for each in self.secrets.values()):
            secret = Secret(key, fresh.command, fresh.fingerprint, at)
            self.secrets.setdefault(hashed(fresh.credential), secret)
        return StoredSecret(at, replayed=False)

    def line(self, key: UUID) -> set[UUID]:
        """A key and all its descendants."""
        line, grown = set[UUID](), {key} & self.keys.keys()
        while grown:
            line |= grown
            grown = {each.id for each in self.keys.values() if each.maker in grown}
        return line


class MemoryKeyring(Keyring):
    def __init__(self, memory: Memory, runtime: Runtime) -> None:
        self.memory, self.runtime = memory, runtime
        self._tables = memory.tables(Keys)

    @operation
    def key(self, credential: str) -> ApiKey | None:
        secret = self._tables.secrets.get(hashed(credential))
        if secret is None or not self._tables.is_valid(secret.key):
            return None
        if secret.ends_at is not None and secret.ends_at <= self.memory.now():
            return None
        return replace(self._tables.keys[secret.key], ending=secret.ends_at is not None)

    @operation
    def keys(self) -> Iterator[ApiKey]:
        return iter(self._sorted(self._tables.keys))

    @operation
    def line(self, key: UUID) -> list[ApiKey]:
        return self._sorted(self._tables.line(key))

    @operation
    def add_key(
        self,
        credential: str,
        *,
        id: UUID,  # noqa: A002
        name: str,
        scopes: frozenset[Scope] | None = None,
        default_visibility: Visibility = "private",
        test: bool = False,
    ) -> None:
        at = when(self.runtime.now())
        key = ApiKey(
            id=id,
            name=name,
            created_at=at,
            root=id,
            maker=None,
            scopes=frozenset(Scope) if scopes is None else scopes,
            default_visibility=default_visibility,
            test=test,
        )
        self._tables.add(key)
        self._tables.store(id, Fresh(credential, id), at=at)

    @operation
    def make(
        self,
        maker: ApiKey,
        fresh: Fresh,
        *,
        id: UUID,  # noqa: A002
        name: str,
        scopes: frozenset[Scope],
        default_visibility: Visibility = "private",
        test: bool = False,
        limit: int,
    ) -> StoredSecret:
        if (done := self._done(fresh)) is not None:
            return done
        self._require_valid(maker.id)
        own = [each for each in self._tables.keys.values() if each.root == maker.root]
        if sum(each.revoked_at is None for each in own) >= limit:
            raise Problem(Code.LIMIT_REACHED, Sentence("too-many-keys", {"limit": limit}))
        at = when(self.runtime.now())
        key = ApiKey(
            id=id,
            name=name,
            created_at=at,
            root=maker.root,
            maker=maker.id,
            scopes=scopes,
            default_visibility=default_visibility,
            test=test,
        )
        self._tables.add(key)
        return self._tables.store(id, fresh, at=at)

    @operation
    def rotate(self, key: UUID, fresh: Fresh, *, grace: timedelta) -> StoredSecret:
        if (done := self._done(fresh)) is not None:
            return done
        self._require_valid(key)
        stored = self._tables.store(key, fresh, at=when(self.runtime.now()))
        end = self.memory.now() + grace
        for hash_, secret in self._tables.secrets.items():
            if secret.key == key and hash_ != hashed(fresh.credential):
                secret.ends_at = min(secret.ends_at or end, end)
        return stored

    @operation
    def done(self, fresh: Fresh) -> StoredSecret | None:
        return self._done(fresh)

    @operation
    def revoke(self, key: UUID) -> bool:
        valid = [each for each in self._tables.line(key) if self._tables.is_valid(each)]
        at = self.memory.now()
        for each in valid:
            self._tables.keys[each] = replace(self._tables.keys[each], revoked_at=at)
        return bool(valid)

    def _sorted(self, ids: Iterable[UUID]) -> list[ApiKey]:
        keys = [self._tables.keys[each] for each in ids]
        return sorted(keys, key=lambda each: (each.created_at, each.id))

    def _done(self, fresh: Fresh) -> StoredSecret | None:
        for secret in self._tables.secrets.values():
            if secret.command == fresh.command:
                if not compare_digest(secret.fingerprint or b"", fresh.fingerprint or b""):
                    raise key_reused()
                return StoredSecret(secret.created_at, replayed=True)
        return None

    def _require_valid(self, key: UUID) -> None:
        if not self._tables.is_valid(key):
            raise Problem(Code.UNAUTHENTICATED, Sentence("key-revoked"))
