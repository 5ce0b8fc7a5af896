"""The modules of the page in Node, their imports and texts, and the vendored packages."""

import re
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

from service.api.pages import MAIN, ROOT, START, TEXT_PAGE, TEXTS, imports, routes, texts, tree
from service.api.resources.web import CORE_WORKER, EMBED, WORKER
from tests.missing import MissingError
from tests.page.browsing import LANGUAGES

HERE = Path(__file__).parent
LISTINGS = [
    *(ROOT / "web" / "vendor").glob("*.txt"),
    *(ROOT / "service" / "api" / "static").glob("*.txt"),
    *(HERE / "vendor").glob("*.txt"),
]
DIGEST = re.compile(r"^[0-9a-f]{64}  ")


def test_modules_in_node() -> None:
    """In one process: each start of Node takes longer than most of the tests."""
    if shutil.which("node") is None:
        raise MissingError("Node")
    every = "".join(f"await import('{each.as_uri()}');" for each in sorted(HERE.glob("*.test.mjs")))
    done = subprocess.run(
        ["node", "--input-type=module", "--eval", every],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_vendored_files_match_their_digests() -> None:
    listed = set()
    for listing in (each for each in LISTINGS if "LICENSE" not in each.name):
        _, _, *lines = listing.read_text("utf-8").splitlines()
        for line in lines:
            assert DIGEST.match(line), listing
            digest, name = line.split()
            listed.add(listing.parent / name)
            assert sha256((listing.parent / name).read_bytes()).hexdigest() == digest, name
    kept = {*(ROOT / "web" / "vendor").iterdir(), *(HERE / "vendor").iterdir()}
    assert kept <= listed | {*LISTINGS}


def test_every_import_is_served() -> None:
    files = tree().files
    for path, file in files.items():
        if path.startswith("web/") and path.endswith("js"):
            assert {*imports(path, file.content.decode())} <= files.keys(), path


def test_every_module_is_imported() -> None:
    files = tree().files
    own = {each for each in files if each.startswith("web/") and each.endswith("js")}
    starts = [each for each in own if each.startswith("web/pages/")]
    later = [each for path in own for each in imported_later(path)]
    starts += [MAIN, TEXT_PAGE, WORKER, CORE_WORKER, START, EMBED]
    assert own <= {*tree().needed(*starts, *later)}


def imported_later(path: str) -> list[str]:
    """The modules that a module imports when it needs them."""
    return tree().next(path)


def test_every_route_has_its_page_and_its_texts_in_every_language() -> None:
    files, names = tree().files, {*routes().values()}
    assert "lobby" in names
    for name in names:
        assert f"web/pages/{name}.js" in files
    for language in LANGUAGES:
        assert {texts(language, name) for name in TEXTS} <= files.keys()


def test_a_replay_has_one_name_in_german() -> None:
    said = [file.read_text("utf-8") for file in (ROOT / "languages" / "de").glob("*.ftl")]
    assert any("achspielen" in text for text in said)
    assert not [text for text in said if "Wiedergabe" in text]
