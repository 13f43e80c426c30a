"""The list of a base model's files: written once when it is fetched, checked before it is used."""

import hashlib
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from headshot_trainer.ends import Failed

MANIFEST = "manifest.json"
LICENCES = frozenset({"apache-2.0", "mit", "bsd-2-clause", "bsd-3-clause"})
"""Licences, by their names on the hub, under which trained models and their images may be sold."""


@dataclass(frozen=True)
class ListedFile:
    """Size in bytes and SHA-256 in hexadecimal digits."""

    size: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """A base model: its name and commit on the hub, its licence, and its files by relative path."""

    model: str
    revision: str
    license: str
    files: dict[str, ListedFile]


def write_manifest(base: Path, model: str, revision: str, licence: str) -> Manifest:
    """Lists the files of a directory. Raises `Failed` for a licence that is not on the list."""
    check_licence(licence)
    names = sorted(str(file.relative_to(base)) for file in base.rglob("*") if file.is_file() and file.name != MANIFEST)
    manifest = Manifest(model, revision, licence, _digests(base, names))
    (base / MANIFEST).write_text(json.dumps(asdict(manifest), indent=2))
    return manifest


def check_manifest(base: Path, by_digest: bool) -> Manifest:
    """Compares a directory with its manifest: sizes, or also SHA-256, which reads all of it.

    Raises `Failed` for a missing manifest, a refused licence, or a file that differs.
    """
    if not (base / MANIFEST).exists():
        raise Failed(f"The base model has no {MANIFEST}: download it with the command fetch.")
    stored = json.loads((base / MANIFEST).read_text())
    files = {name: ListedFile(**file) for name, file in stored.pop("files").items()}
    manifest = Manifest(**stored, files=files)
    check_licence(manifest.license)
    for name, file in files.items():
        if not (base / name).is_file() or (base / name).stat().st_size != file.size:
            raise Failed(f"The base model's file {name} is missing or has another size.")
    if by_digest:
        for name, found in _digests(base, list(files)).items():
            if found != files[name]:
                raise Failed(f"The base model's file {name} has another SHA-256.")
    return manifest


def check_licence(licence: str) -> None:
    """Raises `Failed` for a licence that does not allow commerce."""
    if licence not in LICENCES:
        raise Failed(f"The model's licence is {licence}; allowed are {', '.join(sorted(LICENCES))}.")


def _digests(base: Path, names: list[str]) -> dict[str, ListedFile]:
    with ThreadPoolExecutor() as threads:
        return dict(zip(names, threads.map(lambda name: _listed(base / name), names), strict=True))


def _listed(file: Path) -> ListedFile:
    with file.open("rb") as opened:
        return ListedFile(file.stat().st_size, hashlib.file_digest(opened, "sha256").hexdigest())
