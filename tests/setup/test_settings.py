"""The settings: read from the environment, refused by name, and passed on."""

import stat
from base64 import b64encode
from pathlib import Path

import pytest

from domain.games import GAMES
from domain.table.disputes import MOST
from events.translog.notes import SigningKey
from service.proof.translog import signing_key
from service.settings import Settings, SettingsError
from tests.cli.commands import fairdeal
from tools.settings import FILE, document


def test_the_table_of_settings_is_what_the_code_says() -> None:
    assert FILE.read_text("utf-8") == document(), "run `make settings`"


def test_the_help_names_the_folder_of_the_data() -> None:
    said = fairdeal("serve", "--help").out
    assert f"FAIRDEAL_DATA, by default {Settings.__dataclass_fields__['data'].default} " in said
    assert "docs/settings.md" in said


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
        ("FAIRDEAL_SIGNING_KEY", "ab" * 31, "has to be 32 bytes in hex or base64"),
        ("FAIRDEAL_SIGNING_KEY", "ä" * 64, "has to be 32 bytes in hex or base64"),
        ("FAIRDEAL_READS", "-1", "has to be a whole number from 0 to 10000000"),
        ("FAIRDEAL_CORS_ORIGINS", "https://a.example evil", "has 'evil', but an origin is like"),
        ("FAIRDEAL_CORS_ORIGINS", "https://a.example/", "has 'https://a.example/', but"),
        *(
            ("FAIRDEAL_CORS_ORIGINS", wrong, f"has {wrong!r}, but an origin is like {right}")
            for wrong, right in (
                ("https://Cards.example:443/app?x#y", "https://cards.example,"),
                ("HTTP://localhost:3000", "http://localhost:3000,"),
                ("capacitor://localhost/", "capacitor://localhost,"),
                ("https://me:secret@a.example", "https://a.example,"),
                *(
                    (text, "https://cards.example or capacitor://localhost")
                    for text in ("null", "file://", "app:", "http://[::1", "http://a:65536")
                ),
                *(
                    (text, "https://cards.example or capacitor://localhost")
                    for text in ("https://*.a.example", "https://a,https://b", "x://" + "y" * 300)
                ),
            )
        ),
        ("FAIRDEAL_ORIGIN", "cards example", "'cards example', but has to be like"),
        ("FAIRDEAL_ORIGIN", "cards.example/log\n", "has to be like cards.example/log"),
        ("FAIRDEAL_WEBHOOK_NETWORKS", "10.0.0.1/8", "has to be a list of networks like"),
        ("FAIRDEAL_WEBHOOK_NETWORKS", "10.0.0.0/8,inside", "has to be a list of networks like"),
        ("FAIRDEAL_WEBHOOK_RETRIES", "5,30,", "has to be whole numbers of seconds"),
        ("FAIRDEAL_ARCHIVE", "https://a.example/archive", "has to be like https://cards.example/"),
        ("FAIRDEAL_ARCHIVE", "https://a.example/>; rel=x/", "has to be like https://cards.exam"),
        ("FAIRDEAL_ORIGIN", "a+b", "'a+b', but has to be like cards.example/log"),
    ],
)
def test_a_wrong_value_is_refused_with_its_variable(variable: str, text: str, said: str) -> None:
    with pytest.raises(SettingsError, match=f"^{variable} ") as caught:
        Settings.from_environment({variable: text})
    assert said in str(caught.value)
    assert caught.value.variable == variable


def test_any_scheme_may_have_an_origin() -> None:
    origins = {
        *("https://a.example", "http://localhost:3000", "http://[::1]:8100", "app://-"),
        *("capacitor://localhost", "ionic://localhost", "tauri://localhost"),
        *("chrome-extension://aapbdbdomjkkjkaonfhkkikfgjllcleb", "moz-extension://6b4c-1"),
        *("safari-web-extension://8A1B-2C", "app://obsidian.md", "vscode-webview://1b2c"),
    }
    given = {"FAIRDEAL_CORS_ORIGINS": " ".join(origins)}
    assert Settings.from_environment(given).origins == origins


@pytest.mark.parametrize("absent", ["CERTIFICATE", "KEY"])
def test_a_certificate_and_its_key_are_set_together(absent: str) -> None:
    paths = {f"FAIRDEAL_TLS_{each}": f"{each}.pem" for each in ("CERTIFICATE", "KEY")}
    given = paths.keys() - {f"FAIRDEAL_TLS_{absent}"}
    with pytest.raises(SettingsError) as caught:
        Settings.from_environment({**paths, f"FAIRDEAL_TLS_{absent}": ""})
    said = f"FAIRDEAL_TLS_{absent} has to be set too, because {given.pop()} is."
    assert str(caught.value) == said


def test_a_deal_can_hold_the_disputes_of_all_its_seats() -> None:
    seats = max(seats for game in GAMES.values() for seats in game.seats)
    with pytest.raises(SettingsError):
        Settings.from_environment({"FAIRDEAL_DISPUTES": str(MOST // seats + 1)})


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


def test_a_signing_key_in_hex_and_in_base64_is_one() -> None:
    seed = bytes(range(32))
    for text in (seed.hex(), seed.hex().upper(), b64encode(seed).decode()):
        settings = Settings.from_environment({"FAIRDEAL_SIGNING_KEY": text})
        assert settings.signing_seed == seed
        assert signing_key(settings) == SigningKey("fairdeal.localhost/log", seed)
        assert seed.hex() not in repr(settings)
        assert str(seed) not in repr(signing_key(settings))


def test_without_one_the_signing_key_follows_from_the_secret(tmp_path: Path) -> None:
    keys = [
        signing_key(Settings(data=tmp_path, given_secret=secret, origin="cards.example"))
        for secret in (b"s" * 32, b"s" * 32, b"t" * 32)
    ]
    assert keys[0] == keys[1] != keys[2]
    assert keys[0].name == "cards.example"
    assert keys[0].seed != b"s" * 32


def test_another_process_reads_the_same(tmp_path: Path) -> None:
    settings = Settings(
        data=tmp_path,
        port=9,
        given_secret=b"s" * 32,
        broker_url="redis://x",
        given_signing_key="ab" * 32,
        origin="cards.example/log",
        tls_certificate=tmp_path / "certificate.pem",
        tls_key=tmp_path / "key.pem",
    )
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
