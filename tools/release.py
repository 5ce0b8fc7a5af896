"""Keep what a release promises: the contract, and the digests of the schema's revisions.

The version is taken from pyproject.toml. tests/test_releases.py compares every later state with it.
"""

import shutil
import sys
import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]


def main() -> None:
    """Write docs/releases/<version>, if it is not there."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    folder = ROOT / "docs/releases" / version
    if folder.exists():
        sys.exit(f"{folder} is there: a release stays as it is. Set the next version first.")
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "openapi.yaml", folder)
    revisions = sorted(path for path in (ROOT / "migrations/versions").iterdir() if path.is_file())
    (folder / "migrations.sha256").write_text(
        "".join(
            f"{sha256(path.read_bytes()).hexdigest()}  {path.relative_to(ROOT)}\n"
            for path in revisions
        ),
        "ascii",
    )
    sys.stdout.write(f"{folder.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
