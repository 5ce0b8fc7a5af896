"""The TypeScript client without its types; the compiler checks these in the long run."""

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
PAGES = (
    SOURCE / "README.md",
    *(ROOT / "docs" / f"{name}.md" for name in ("your-app", "tournaments")),
)
"""The pages with programs in TypeScript."""
SNIPPET = re.compile(r"^```ts\n(.*?)^```", re.MULTILINE | re.DOTALL)
FROM_HERE = ('"fairdeal-client"', '"./index.js"')
"""How the programs name the client, and how its own sources do."""
TO_JAVASCRIPT = """
import ts from "typescript";
import { readFileSync } from "node:fs";
const options = { compilerOptions: { module: "esnext", target: "esnext" } };
console.log(ts.transpileModule(readFileSync(0, "utf-8"), options).outputText);
"""
ALL_TO_JAVASCRIPT = """
import ts from "typescript";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
const options = { compilerOptions: { module: "es2022", target: "es2022" } };
for (const name of readdirSync("src")) {
  const { outputText } = ts.transpileModule(readFileSync(`src/${name}`, "utf-8"), options);
  writeFileSync(`made/${name.replace(/ts$/, "js")}`, outputText);
}
"""


@cache
def built() -> Path:
    """The folder of the client as JavaScript, made once in a test session."""
    packages = _packages()
    client = session_folder() / "typescript" / "clients" / "typescript"
    with (session_folder() / "typescript.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (client / "dist").exists():
            kept = shutil.ignore_patterns("node_modules", "dist", "contract.ts")
            shutil.copytree(SOURCE, client, ignore=kept)
            (client / "node_modules").symlink_to(packages)
            (client / "made").mkdir()
            _run("node", "--input-type=module", "--eval", ALL_TO_JAVASCRIPT, cwd=client)
            (client / "made").rename(client / "dist")
    return client


def errors(folder: Path) -> list[tuple[str, str]]:
    """The file and the line of each error of the compiler, in the client and in the programs.

    Args:
        folder: An empty one, for a copy of the client with the contract as it is now.
    """
    client = folder / "clients" / "typescript"
    shutil.copytree(built(), client, symlinks=True)
    shutil.copy(ROOT / "openapi.yaml", folder)
    for name, code in _programs().items():
        (client / "src" / f"{name}.ts").write_text(code)
    _run("npm", "run", "types", cwd=client)
    compiler = ("node_modules/.bin/tsc", "--noEmit", "--skipLibCheck")
    done = subprocess.run(compiler, cwd=client, capture_output=True, text=True, check=False)
    return re.findall(r"src/(\w+)\.ts\((\d+),", done.stdout + done.stderr)


def _programs() -> dict[str, str]:
    """Programs that are compiled with the client, by name; only `wrong` must not compile."""
    pages = [code for page in PAGES for code in snippets(page)]
    named = {f"page{at}": code.replace(*FROM_HERE) for at, code in enumerate(pages)}
    return {"wrong": WRONG, "right": RIGHT.read_text("utf-8"), **named}


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
