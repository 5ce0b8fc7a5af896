"""The settings: read from the environment, refused by name, and passed on."""

import stat
from pathlib import Path

import pytest

from service.settings import Settings, SettingsError


def test_nothing_set_means_the_defaults() -> None:
    assert Settings.from_environment({}) == Settings()
    assert Settings.from_environment({"FAIRDEAL_PORT": "", "DATABASE_URL": ""}) == Settings()


@pytest.mark.parametrize(
    ("variable", "text", "said"),
    [
        ("DATABASE_URL", "mysql://x", "has to start with postgresql:// or postgres://"),
        ("MIGRATION_DATABASE_URL", "x", "has to start with postgresql://"),
        ("BROKER_URL", "http://x", "has to start with redis://"),
        ("FAIRDEAL_PORT", "0", "'0', but has to be a whole number from 1 to 65535"),
        ("FAIRDEAL_PORT", "http", "'http', but has to be a whole number"),
        ("FAIRDEAL_PAGE_SIZE", "1_0", "has to be a whole number"),
        ("FAIRDEAL_WEB_THREADS", "²", "has to be a whole number"),
        ("FAIRDEAL_POLLS", "16", "less than FAIRDEAL_WEB_THREADS (16)"),
        ("FAIRDEAL_LOG_LEVEL", "loud", "'loud', but has to be debug or info or warning or error"),
        ("FAIRDEAL_SECRET", "short", "has to be 32 characters or more"),
    ],
)
def test_a_wrong_value_is_refused_with_its_variable(variable: str, text: str, said: str) -> None:
    with pytest.raises(SettingsError, match=f"^{variable} ") as caught:
        Settings.from_environment({variable: text})
    assert said in str(caught.value)
    assert caught.value.variable == variable


def test_no_password_is_shown() -> None:
    secret = "s" * 32
    url = "postgresql://user:hunter2@db/fairdeal"
    shown = repr(
        Settings.from_environment(
            {"DATABASE_URL": url, "BROKER_URL": "amqp://a:hunter2@b", "FAIRDEAL_SECRET": secret}
        )
    )
    assert "hunter2" not in shown
    assert secret not in shown
    with pytest.raises(SettingsError) as caught:
        Settings.from_environment({"DATABASE_URL": "oracle://user:hunter2@db"})
    assert "hunter2" not in str(caught.value)


def test_another_process_reads_the_same(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, port=9, given_secret=b"s" * 32, broker_url="redis://x")
    assert Settings.from_environment(settings.environment()) == settings


def test_the_secret_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "data")
    secret = settings.secret
    assert len(secret) == 32
    assert settings.secret == secret
    kept = tmp_path / "data" / "secret"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [path.name for path in kept.parent.iterdir()] == ["secret"]


def test_a_given_secret_is_not_kept(tmp_path: Path) -> None:
    assert Settings(data=tmp_path, given_secret=b"s" * 32).secret == b"s" * 32
    assert not list(tmp_path.iterdir())
