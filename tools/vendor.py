"""Fetch the vendored packages from npm: `vendor.py [PACKAGE [VERSION]]`, called by `make vendor`.

Each package has a listing beside its files: version, the registry's digest of the package, and the
digest of each file. A download of the listed version must match it; another version replaces it.
Files for browsers import each other by bare names; they are rewritten to relative ones.
"""

import base64
import hashlib
import io
import json
import sys
import tarfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote
from urllib.request import urlopen

ROOT: Final = Path(__file__).parents[1]
REGISTRY: Final = "https://registry.npmjs.org"
PAGE: Final = "web/vendor"


class Package(NamedTuple):
    """A package of npm, and what is kept of it.

    Attributes:
        name: Its name in the registry.
        folder: Where its files are kept.
        files: The name of each kept file, by its path in the package.
        rewritten: Texts that are replaced in the files that a browser or `tsc` reads.
    """

    name: str
    folder: str
    files: Mapping[str, str]
    rewritten: Mapping[str, str] = {}

    @property
    def listing(self) -> Path:
        """The file that lists what is kept."""
        return ROOT / self.folder / f"{self.name.rpartition('/')[2]}.txt"


PREACT_TYPES: Final = {
    "'./jsx'": "'./jsx.mjs'",
    "'./dom'": "'./dom.mjs'",
    "'./index'": "'./preact.mjs'",
    "'../../src/index'": "'./preact.mjs'",
}
FLUENT: Final = "FluentBundle, FluentDateTime, FluentNone, FluentNumber, FluentResource, FluentType"
FLUENT_HEAD: Final = """\
(function (global, factory) {
    typeof exports === 'object' && typeof module !== 'undefined' ? factory(exports) :
    typeof define === 'function' && define.amd ? define('@fluent/bundle', ['exports'], factory) :
    (global = typeof globalThis !== 'undefined' ? globalThis : global || self, \
factory(global.FluentBundle = {}));
})(this, (function (exports) { 'use strict';
"""
PACKAGES: Final = {
    each.name: each
    for each in (
        Package(
            "rapidoc",
            "service/api/static",
            {
                "dist/rapidoc-min.js": "rapidoc-min.js",
                "dist/rapidoc-min.js.LICENSE.txt": "rapidoc-min.js.LICENSE.txt",
                "LICENSE.txt": "rapidoc.LICENSE.txt",
            },
        ),
        Package(
            "preact",
            PAGE,
            {
                "dist/preact.mjs": "preact.mjs",
                "hooks/dist/hooks.mjs": "hooks.mjs",
                "src/index.d.ts": "preact.d.mts",
                "src/jsx.d.ts": "jsx.d.mts",
                "src/dom.d.ts": "dom.d.mts",
                "hooks/src/index.d.ts": "hooks.d.mts",
                "LICENSE": "preact.LICENSE.txt",
            },
            {
                '"preact"': '"./preact.mjs"',
                "//# sourceMappingURL=preact.mjs.map": "",
                "//# sourceMappingURL=hooks.mjs.map": "",
                **PREACT_TYPES,
            },
        ),
        Package(
            "@preact/signals-core",
            PAGE,
            {
                "dist/signals-core.mjs": "signals-core.mjs",
                "dist/signals-core.d.ts": "signals-core.d.mts",
                "LICENSE": "signals-core.LICENSE.txt",
            },
            {"//# sourceMappingURL=signals-core.mjs.map": ""},
        ),
        Package(
            "@preact/signals",
            PAGE,
            {
                "dist/signals.mjs": "signals.mjs",
                "dist/signals.d.ts": "signals.d.mts",
                "LICENSE": "signals.LICENSE.txt",
            },
            {
                '"preact"': '"./preact.mjs"',
                '"preact/hooks"': '"./hooks.mjs"',
                '"@preact/signals-core"': '"./signals-core.mjs"',
                "//# sourceMappingURL=signals.mjs.map": "",
            },
        ),
        Package(
            "@fluent/bundle",
            PAGE,
            {"index.js": "fluent.mjs"},
            {
                FLUENT_HEAD: "",
                **{f"    exports.{each} = {each};\n": "" for each in FLUENT.split(", ")},
                "\n}));": f"export {{ {FLUENT} }};",
            },
        ),
        Package(
            "uqr",
            PAGE,
            {
                "dist/index.mjs": "uqr.mjs",
                "dist/index.d.ts": "uqr.d.mts",
                "LICENSE": "uqr.LICENSE.txt",
            },
        ),
        Package(
            "axe-core",
            "tests/page/vendor",
            {
                "axe.min.js": "axe.min.js",
                "LICENSE": "axe-core.LICENSE.txt",
                "LICENSE-3RD-PARTY.txt": "axe-core.LICENSE-3RD-PARTY.txt",
            },
        ),
    )
}


def install(package: Package, version: str) -> None:
    """Install the files of a version, and list them with their digests."""
    with urlopen(f"{REGISTRY}/{quote(package.name)}/{version}") as answer:  # noqa: S310 - https
        said = json.load(answer)["dist"]
    with urlopen(said["tarball"]) as answer:  # noqa: S310 - the address in the registry's answer
        archive: bytes = answer.read()
    found = f"sha512-{base64.b64encode(hashlib.sha512(archive).digest()).decode()}"
    listed = installed(package)
    if found != said["integrity"] or (version == listed[0] and found != listed[1]):
        raise SystemExit(f"{package.name} {version} is not what it should be: {found}")
    folder = package.listing.parent
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f"{package.name} {version}", found]
    for name, content in _kept(package, archive).items():
        (folder / name).write_bytes(content)
        lines.append(f"{hashlib.sha256(content).hexdigest()}  {name}")
    package.listing.write_text("\n".join(lines) + "\n", "utf-8")


def _kept(package: Package, archive: bytes) -> dict[str, bytes]:
    """The content of each kept file."""
    kept: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        for path, name in package.files.items():
            member = files.extractfile(f"package/{path}")
            assert member is not None, path
            content = member.read()
            for old, new in package.rewritten.items():
                content = content.replace(old.encode(), new.encode())
            kept[name] = content
    return kept


def installed(package: Package) -> tuple[str, str]:
    """The installed version, and the digest of its archive."""
    if not package.listing.exists():
        return "", ""
    named, integrity, *_ = package.listing.read_text("utf-8").splitlines()
    return named.split()[1], integrity


def main(name: str = "", version: str = "") -> None:
    """Install one package, or all in the listed versions."""
    for package in PACKAGES.values():
        if name in {"", package.name}:
            install(package, version or installed(package)[0])


if __name__ == "__main__":
    main(*sys.argv[1:])
