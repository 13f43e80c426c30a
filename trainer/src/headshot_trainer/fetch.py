"""Downloads a base model once, to a directory or a bucket. The only module that uses the network."""

import tempfile
from pathlib import Path
from typing import Any, Protocol

from headshot_trainer.manifest import MANIFEST, Manifest, check_licence, write_manifest
from headshot_trainer.progress import Report

PARTS = [
    "model_index.json",
    "LICENSE*",
    *(f"{part}/*" for part in ("scheduler", "text_encoder", "tokenizer", "transformer", "vae")),
]
"""What pipelines load. Repositories have the same weights in further formats."""


class Hub(Protocol):
    """The part of `huggingface_hub` that is used."""

    def model_info(self, repo_id: str, *, revision: str | None) -> Any:
        """Metadata of a repository's commit."""

    def snapshot_download(self, repo_id: str, *, revision: str, local_dir: Path, allow_patterns: list[str]) -> str:
        """Downloads files of a commit."""


class Bucket(Protocol):
    """The part of boto3's S3 client that is used."""

    def upload_file(self, filename: str, bucket: str, key: str) -> None:
        """Uploads a file."""


def fetch(model: str, revision: str | None, to: str, hub: Hub, bucket: Bucket, report: Report) -> Manifest:
    """Downloads a commit of a model, without one the newest, with a manifest of its files.

    Raises `Failed`, before anything is downloaded, for a model whose card names another licence than the allowed ones.
    """
    info = hub.model_info(model, revision=revision)
    licence = str(info.card_data.get("license")) if info.card_data else "not named"
    check_licence(licence)
    if not to.startswith("s3://"):
        return _download(model, info.sha, licence, Path(to), hub, report)
    name, _, prefix = to.removeprefix("s3://").partition("/")
    with tempfile.TemporaryDirectory() as directory:
        manifest = _download(model, info.sha, licence, Path(directory), hub, report)
        # The manifest comes last, so that a model with one is complete.
        for file in [*manifest.files, MANIFEST]:
            bucket.upload_file(str(Path(directory) / file), name, f"{prefix.strip('/')}/{file}".lstrip("/"))
            report("uploaded", file=file)
    return manifest


def _download(model: str, revision: str, licence: str, to: Path, hub: Hub, report: Report) -> Manifest:
    hub.snapshot_download(model, revision=revision, local_dir=to, allow_patterns=PARTS)
    manifest = write_manifest(to, model, revision, licence)
    report("fetched", model=model, revision=revision, license=licence, files=len(manifest.files))
    return manifest
