"""Fetch the renderer of `/docs` from npm: `vendor.py [VERSION]`, called by `make vendor`.

`rapidoc.txt` lists the files that are there: version, the registry's digest of the package, and the
digest of each file. A download of the listed version must match it; another version replaces it.
"""

import base64
import hashlib
import io
import json
import sys
import tarfile
from pathlib import Path
from urllib.request import urlopen

STATIC = Path(__file__).parents[1] / "service" / "api" / "static"
LISTING = STATIC / "rapidoc.txt"
REGISTRY = "https://registry.npmjs.org/rapidoc"
FILES = {
    "package/dist/rapidoc-min.js": "rapidoc-min.js",
    "package/dist/rapidoc-min.js.LICENSE.txt": "rapidoc-min.js.LICENSE.txt",
    "package/LICENSE.txt": "rapidoc.LICENSE.txt",
}


def main(version: str) -> None:
    """Install the files of a version, and list them with their digests."""
    with urlopen(f"{REGISTRY}/{version}") as answer:  # noqa: S310 - a constant https address
        integrity: str = json.load(answer)["dist"]["integrity"]
    with urlopen(f"{REGISTRY}/-/rapidoc-{version}.tgz") as answer:  # noqa: S310
        package: bytes = answer.read()
    found = f"sha512-{base64.b64encode(hashlib.sha512(package).digest()).decode()}"
    if found != integrity or (version == installed()[0] and found != installed()[1]):
        raise SystemExit(f"rapidoc {version} is not what it should be: {found}")
    lines = [f"rapidoc {version}", found]
    with tarfile.open(fileobj=io.BytesIO(package)) as archive:
        for path, name in FILES.items():
            member = archive.extractfile(path)
            assert member is not None, path
            content = member.read()
            (STATIC / name).write_bytes(content)
            lines.append(f"{hashlib.sha256(content).hexdigest()}  {name}")
    LISTING.write_text("\n".join(lines) + "\n", "utf-8")


def installed() -> tuple[str, str]:
    """The installed version, and the digest of its package."""
    if not LISTING.exists():
        return "", ""
    named, integrity, *_ = LISTING.read_text("utf-8").splitlines()
    return named.split()[1], integrity


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else installed()[0])
