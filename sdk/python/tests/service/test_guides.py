"""The programs of the guides, as users run them: only with the package."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import uuid
from pathlib import Path

from .conftest import MANUAL, ROOT, Service

EXAMPLES = re.compile(r"https://manuals\.example\.com|http://127\.0\.0\.1:3000")


def program_of(guide: str) -> str:
    return "\n".join(re.findall(r"```python\n(.*?)```", (ROOT / guide).read_text(), re.DOTALL))


def manual() -> bytes:
    """The same for a reader of PDF, with other bytes: duplicates are refused."""
    return MANUAL.read_bytes() + f"\n%{uuid.uuid4()}\n".encode()


def run(program: str, service: Service, folder: Path) -> str:
    (folder / "landing-gear.pdf").write_bytes(manual())
    origin = service.url.removesuffix("/api/v1")
    (folder / "program.py").write_text(EXAMPLES.sub(origin, program))
    given = {
        "MANUALS_KEY": service.key,
        "EMAIL": service.email,
        "PASSWORD": service.password,
    }
    ended = subprocess.run(
        [os.environ.get("AMK_PYTHON", sys.executable), "-W", "error", "program.py"],
        cwd=folder,
        env={**os.environ, **given},
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_the_shortest_program_prints_what_its_guide_says(service: Service, tmp_path: Path) -> None:
    program = program_of("docs/guides/integrate.md")
    assert len(program.strip().splitlines()) <= 15
    printed = run(program, service, tmp_path)
    assert f"\n```\n{printed}```\n" in (ROOT / "docs/guides/integrate.md").read_text()


def test_the_recipes_do_what_they_say(service: Service, tmp_path: Path) -> None:
    program = program_of("docs/guides/recipes.md")
    printed = run(program, service, tmp_path)
    assert "118 to 126 N·m" in printed
    assert "\ngrounded\n" in printed
    assert "\nNo answer. Nearest documents:" in printed
    assert "\nsomebody was faster True\n" in printed
    assert (tmp_path / "copy.pdf").read_bytes() == (tmp_path / "landing-gear.pdf").read_bytes()
    assert (tmp_path / "page.png").read_bytes().startswith(b"\x89PNG")


def test_the_guide_of_the_client_does_what_it_says(service: Service, tmp_path: Path) -> None:
    printed = run(program_of("sdk/python/README.md"), service, tmp_path)
    assert printed.startswith("admin 200\n")
    assert "\n404 NOT_FOUND {'resource': 'document'} True None\n" in printed
    assert "\n206 b'%PDF'\n" in printed
    assert "\ngrounded " in printed
    assert f"\n{service.email}\nTR46 " in printed


def test_programs_of_the_guides_have_right_types(tmp_path: Path) -> None:
    for name, guide in [("recipes", "docs/guides/recipes.md"), ("readme", "sdk/python/README.md")]:
        (tmp_path / f"{name}.py").write_text(program_of(guide))
    mypy = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    programs = ["recipes.py", "readme.py"]
    checked = subprocess.run([*mypy, *programs], cwd=tmp_path, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout
