"""The description of the API: made from the records, and what the server does."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import msgspec
import pytest

from asmeant.web.api.openapi import description
from asmeant.web.api.operations import OPERATIONS
from tests.web.apps import batch, open_client, post
from tests.web.servers import running_server
from tests.web.test_runs import make_run


def test_every_operation_is_described(tmp_path: Path) -> None:
    served = open_client(tmp_path).get("/api/openapi.json").json()
    assert served == msgspec.json.decode(msgspec.json.encode(description()))
    assert served["openapi"].startswith("3.1")
    described = {(method.upper(), path) for path, methods in served["paths"].items() for method in methods}
    assert described == {(item.method, item.path) for item in OPERATIONS}
    for name in ("Task", "Verdict", "Batch", "Problem", "Limits"):
        assert served["components"]["schemas"][name]["description"]


def test_answers_are_as_described(tmp_path: Path) -> None:
    make_run(tmp_path / "one", "x + x", "x")
    client = open_client(tmp_path)
    whole = description()
    for item in OPERATIONS:
        if item.method == "GET":
            answer = client.get(item.path.format(run="one")).json()
            content = whole["paths"][item.path]["get"]["responses"]["200"]["content"]
            check(answer, content["application/json"]["schema"])
    content = whole["paths"]["/api/v1/verdicts"]["post"]["responses"]["200"]["content"]
    for line in post(client, batch("x + x", "x", details=True)).text.splitlines():
        check(msgspec.json.decode(line), content["application/x-ndjson"]["schema"])
    refused = post(client, b"{")
    check(refused.json(), {"$ref": "#/components/schemas/Problem"})


def check(value: object, schema: dict[str, object]) -> None:
    jsonschema.validate(value, {**schema, "components": description()["components"]})


def test_schemathesis_finds_nothing(tmp_path: Path) -> None:
    """Requests of all shapes, made from the description. What an archive is, no schema can say."""
    beside = Path(sys.executable).with_name("st")
    program = str(beside) if beside.exists() else shutil.which("st")
    if program is None:
        pytest.skip("schemathesis is not installed: pip install schemathesis")
    make_run(tmp_path / "one")
    config = tmp_path / "schemathesis.toml"
    config.write_text(
        '[parameters]\nrun = "one"\n\n[[operations]]\ninclude-path = "/api/v1/trees"\n'
        "checks.positive_data_acceptance.enabled = false\n"
    )
    with running_server(tmp_path) as server:
        command = [program, "--config-file", str(config), "run", f"{server.address}/api/openapi.json"]
        done = subprocess.run(
            [*command, "--max-examples", "20", "--no-color"], capture_output=True, text=True
        )
    assert done.returncode == 0, done.stdout[-5000:]
