"""The evidence of an evening, verified in both languages as a stranger would."""

import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from fairdeal_client import Client
from tests import plain
from tests.serving import ROOT

VERDICT: Final = re.compile(r"^(holds|fails|open|none|hand) ", re.MULTILINE)


def verified(director: Client, id_: str, wrong: list[str]) -> str:
    """The verdicts on a tournament, counted; a failure is added to `wrong`."""
    node = shutil.which("node")
    said = list[str]()
    with TemporaryDirectory(prefix="fairdeal-evening-") as folder:
        file, key = Path(folder) / "evening.ndjson", Path(folder) / "key.txt"
        with file.open("wb") as whole:
            whole.writelines(director.tournament_evidence(id_))
        key.write_text(plain.get(f"{director.origin}/v1/log/key").text, encoding="utf-8")
        programs = {"Python": [sys.executable, "-m", "run.cli", "verify"]}
        if node is not None:
            programs["JavaScript"] = [node, "verifier/cli.mjs"]
        for name, words in programs.items():
            command = [*words, str(file), "--key", str(key)]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            found = Counter(VERDICT.findall(done.stdout))
            said.append(f"{name}: " + ", ".join(f"{many} {word}" for word, many in found.items()))
            if found["fails"] or not found["holds"]:
                wrong.append(f"{name}: {done.stdout[-600:]} {done.stderr[-300:]}")
    return "; ".join(said)
