"""The download of a base model, with stand-ins of the hub and of S3."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from headshot_trainer.ends import Failed
from headshot_trainer.fetch import fetch
from headshot_trainer.manifest import check_manifest
from tests.conftest import Events

MODEL = "black-forest-labs/FLUX.2-klein-base-4B"


class FakeHub:
    def __init__(self, licence: str | None) -> None:
        self.card = {"license": licence} if licence else None
        self.downloads: list[tuple[str, str]] = []

    def model_info(self, repo_id: str, *, revision: str | None) -> Any:
        return SimpleNamespace(sha=revision or "c0ffee", card_data=self.card)

    def snapshot_download(self, repo_id: str, *, revision: str, local_dir: Path, allow_patterns: list[str]) -> str:
        self.downloads.append((repo_id, revision))
        (local_dir / "vae").mkdir(parents=True)
        (local_dir / "vae/config.json").write_text("{}")
        return str(local_dir)


class FakeBucket:
    def __init__(self) -> None:
        self.uploads: list[str] = []

    def upload_file(self, filename: str, bucket: str, key: str) -> None:
        assert Path(filename).is_file()
        self.uploads.append(f"{bucket}/{key}")


def test_a_commit_is_downloaded_with_a_manifest_that_checks(tmp_path: Path) -> None:
    hub = FakeHub("apache-2.0")
    fetch(MODEL, None, str(tmp_path), hub, FakeBucket(), Events())
    assert hub.downloads == [(MODEL, "c0ffee")]
    manifest = check_manifest(tmp_path, by_digest=True)
    assert (manifest.model, manifest.revision, manifest.license) == (MODEL, "c0ffee", "apache-2.0")
    assert json.loads((tmp_path / "manifest.json").read_text())["files"]["vae/config.json"]["size"] == 2
    fetch(MODEL, "beef", str(tmp_path / "other"), hub, FakeBucket(), Events())
    assert hub.downloads[-1] == (MODEL, "beef")


def test_a_bucket_gets_the_manifest_last() -> None:
    bucket = FakeBucket()
    fetch(MODEL, None, "s3://weights/klein/", FakeHub("mit"), bucket, Events())
    assert bucket.uploads == ["weights/klein/vae/config.json", "weights/klein/manifest.json"]


@pytest.mark.parametrize("licence", ["other", "flux-1-dev-non-commercial-license", None])
def test_a_model_is_not_downloaded_unless_its_licence_allows_commerce(licence: str | None, tmp_path: Path) -> None:
    hub = FakeHub(licence)
    with pytest.raises(Failed, match="The model's licence is"):
        fetch(MODEL, None, str(tmp_path), hub, FakeBucket(), Events())
    assert hub.downloads == []
