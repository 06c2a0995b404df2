"""The container files say the same as what they are made from. No engine builds them here."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml

from smalti.serve.settings import ServeSettings

ROOT = Path(__file__).parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text()
FINAL = DOCKERFILE[DOCKERFILE.rindex("\nFROM ") :]
SERVICE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["smalti"]


def test_it_does_not_run_as_root() -> None:
    users = re.findall(r"^USER (\S+)", FINAL, re.M)
    assert users and users[-1] not in ("root", "0")
    assert SERVICE["cap_drop"] == ["ALL"]


def test_every_extra_it_installs_is_one_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = set(re.findall(r"--extra (\w+)", DOCKERFILE))
    assert {"serve", "mcp"} <= named <= set(project["optional-dependencies"])


def test_it_is_built_with_the_same_uv_and_python_as_everything_else() -> None:
    [version] = re.findall(r"^UV_VERSION := (\S+)", (ROOT / "Makefile").read_text(), re.M)
    assert f"uv=={version}" in DOCKERFILE
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, re.M)
    assert len(set(bases)) == 1
    assert re.fullmatch(r"python:3\.\d+\.\d+-slim-\w+", bases[0]), "pinned to a release"


def test_it_listens_where_its_files_say() -> None:
    port = ServeSettings().port
    assert f"EXPOSE {port}" in FINAL
    assert f":{port}/healthz" in FINAL
    assert [mapping.split(":")[-1] for mapping in SERVICE["ports"]] == [str(port)]
    assert "HEALTHCHECK" in FINAL


def test_the_memory_lies_on_the_volume() -> None:
    [volume] = re.findall(r"^VOLUME (\S+)", FINAL, re.M)
    [database] = re.findall(r"SMALTI_DB=(\S+)", FINAL)
    assert Path(database).parent == Path(volume)
    assert [mount.split(":")[1] for mount in SERVICE["volumes"]] == [volume]


def test_everything_it_copies_is_let_through() -> None:
    lines = (ROOT / ".dockerignore").read_text().split()
    let_through = [line[1:] for line in lines if line.startswith("!")]
    copied = [
        source
        for line in re.findall(r"^COPY (?!--from)(.+)", DOCKERFILE, re.M)
        for source in line.split()[:-1]
    ]
    assert copied
    for source in copied:
        assert (ROOT / source).exists()
        assert any(fnmatch(source, pattern) for pattern in let_through), source


@pytest.mark.skipif(shutil.which("hadolint") is None, reason="hadolint is not installed")
def test_the_linter_finds_nothing() -> None:
    done = subprocess.run(["hadolint", "Dockerfile"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
