"""Write the verifier's tables of games and events: a JavaScript module and a format's appendix."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from verifier import tables  # noqa: E402 - the project is found only now


def main() -> None:
    """Write both files."""
    (ROOT / "verifier" / "tables.mjs").write_text(tables.javascript(), "utf-8")
    document = ROOT / "docs" / "evidence-format.md"
    before, _, rest = document.read_text("utf-8").partition(tables.BEGINS)
    after = rest.partition(tables.ENDS)[2]
    document.write_text(before + tables.appendix() + after, "utf-8")


if __name__ == "__main__":
    main()
