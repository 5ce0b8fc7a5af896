"""The TypeScript client, compiled once in a run, together with the programs about it."""

import fcntl
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

from tests import node, npm
from tests.servers import session_folder

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "clients" / "typescript"
PACKAGES = ROOT / ".cache" / "typescript"
RIGHT = Path(__file__).parent / "right.ts"
WRONG = """import { Client } from "./index.js";
const c = new Client("", "");
await c.ask.GET("/v1/tabels");
for await (const e of c.events("d")) e.posishun;
"""
"""Its third and fourth lines name what the contract does not have."""
PAGES = (SOURCE / "README.md", ROOT / "docs" / "your-app.md")
"""The pages with programs in TypeScript."""
SNIPPET = re.compile(r"^```ts\n(.*?)^```", re.MULTILINE | re.DOTALL)
FROM_HERE = ('"fairdeal-client"', '"./index.js"')
"""How the programs name the client, and how its own sources do."""
ERRORS = "errors"
TO_JAVASCRIPT = """
import ts from "typescript";
import { readFileSync } from "node:fs";
const options = { compilerOptions: { module: "esnext", target: "esnext" } };
console.log(ts.transpileModule(readFileSync(0, "utf-8"), options).outputText);
"""


@cache
def built() -> Path:
    """The folder of the client, built once in a test session from the contract as it is now."""
    packages = _packages()
    folder = session_folder() / "typescript"
    with (session_folder() / "typescript.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        client = folder / "clients" / "typescript"
        if not (client / "dist" / "index.js").exists():
            shutil.rmtree(folder, ignore_errors=True)
            kept = shutil.ignore_patterns("node_modules", "dist", "contract.ts")
            shutil.copytree(SOURCE, client, ignore=kept)
            shutil.copy(ROOT / "openapi.yaml", folder)
            (client / "node_modules").symlink_to(packages)
            for name, code in _programs().items():
                (client / "src" / f"{name}.ts").write_text(code)
            _run("npm", "run", "types", cwd=client)
            compiler = ("node_modules/.bin/tsc", "--skipLibCheck")
            done = subprocess.run(compiler, cwd=client, capture_output=True, text=True, check=False)
            (client / ERRORS).write_text(done.stdout + done.stderr)
    return client


def _programs() -> dict[str, str]:
    """Programs that are compiled with the client, by name; only `wrong` must not compile."""
    pages = [code for page in PAGES for code in snippets(page)]
    named = {f"page{at}": code.replace(*FROM_HERE) for at, code in enumerate(pages)}
    return {"wrong": WRONG, "right": RIGHT.read_text("utf-8"), **named}


def errors() -> list[tuple[str, str]]:
    """The file and the line of each error of the compiler."""
    said = (built() / ERRORS).read_text()
    return re.findall(r"src/(\w+)\.ts\((\d+),", said)


def snippets(page: Path) -> list[str]:
    """The programs in TypeScript on a page."""
    return SNIPPET.findall(page.read_text("utf-8"))


def run_program(code: str, *arguments: str) -> str:
    """The output of a program in the form of a page."""
    script = ["node", "--input-type=module", "--eval"]
    program = subprocess.run(
        [*script, TO_JAVASCRIPT],
        cwd=built(),
        input=code,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.replace(FROM_HERE[0], '"./dist/index.js"')
    done = subprocess.run(
        [*script, program, "program", *arguments],
        cwd=built(),
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def execute(url: str, credential: str, code: str) -> str:
    """The output of a few lines that use a client `c`, which retries quickly."""
    begin = f"const c = new Client('{url}', '{credential}', {{ ...PATIENCE, first: 1 }});"
    return node.execute(built() / "dist" / "index.js", begin + code).strip()


def _packages() -> Path:
    return npm.installed(SOURCE, PACKAGES)


def _run(*command: str, cwd: Path) -> str:
    done = subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, check=False, timeout=240
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
