"""Trees are uploaded once, and named in tasks."""

from __future__ import annotations

from pathlib import Path

import msgspec

from asmeant.client import Batch, Submission
from asmeant.records import Scaffold
from asmeant.testing import make_task
from asmeant.web.settings import Quotas
from tests.web.apps import events, open_client, post
from tests.web.test_uploads import BAD, GOOD


def test_a_tree_is_uploaded_and_used(tmp_path: Path) -> None:
    client = open_client(tmp_path)
    uploaded = client.post("/api/v1/trees", content=GOOD["tar.gz"]).json()
    assert uploaded["tree"].startswith("upload:")
    assert client.post("/api/v1/trees", content=GOOD["tar"]).json() == uploaded, "the same content"
    task = make_task(scaffold=Scaffold(tree=uploaded["tree"]))
    body = msgspec.json.encode(Batch((Submission("double", "x + x"),), (task,)))
    assert events(post(client, body).text)[0]["verdict"]["status"] == "passed"
    program = client.app.state.desk.court()._observers._sandbox.programs[0]  # type: ignore[attr-defined]
    assert Path(program.scaffold.tree).parent == tmp_path / ".asmeant-serve" / "trees"


def test_unsafe_archives_are_refused(tmp_path: Path) -> None:
    client = open_client(tmp_path, quotas=Quotas(upload_bytes=100_000))
    for kind in ("path outside", "device", "link out", "noise"):
        refused = client.post("/api/v1/trees", content=BAD[kind]())
        assert refused.status_code == 422, kind
        assert refused.json()["detail"]
    assert client.post("/api/v1/trees", content=b"x" * 100_001).status_code == 413
