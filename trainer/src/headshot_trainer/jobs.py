"""Jobs as the GPU worker and SageMaker give them."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from headshot_trainer.ends import Failed

ADAPTER = "adapter.safetensors"
Json = dict[str, Any]


@dataclass(frozen=True)
class TrainingJob:
    """A training of one person."""

    images: Path
    """Directory of the person's images."""
    output: Path
    """Directory for the adapter and `training.json`."""
    checkpoints: Path
    subject: str
    trigger: str
    """The words by which captions and prompts name the person."""
    seed: int | None


@dataclass(frozen=True)
class Shot:
    """One image to make."""

    prompt: str
    negative_prompt: str
    seed: int
    output: Path


@dataclass(frozen=True)
class GenerationJob:
    """A batch of shots, made with an adapter or, in an edit, from images of the person."""

    adapter: Path | None
    images: Path | None
    width: int
    height: int
    shots: tuple[Shot, ...]


def parse_json(text: str) -> Json:
    """An object of JSON. Raises `Failed`, without a word of the text, for anything else."""
    try:
        job = json.loads(text)
    except ValueError:
        raise Failed("The job is not JSON.") from None
    if not isinstance(job, dict):
        raise Failed("The job is not an object.")
    return job


def training_job(job: Json, images: Path, output: Path, checkpoints: Path) -> TrainingJob:
    """A training with its directories. Raises `Failed` for a missing or wrong field."""
    subject = _text(job, "subject")
    if subject not in ("man", "woman", "person"):
        raise Failed("The job's subject is none of man, woman and person.")
    seed = _number(job, "seed") if "seed" in job else None
    return TrainingJob(images, output, checkpoints, subject, _text(job, "trigger"), seed)


def piped_training_job(job: Json) -> TrainingJob:
    """A training as the GPU worker asks for it: checkpoints are beside the adapter."""
    weights = Path(_text(job, "weights"))
    return training_job(job, Path(_text(job, "images")), weights, weights / "checkpoints")


def piped_generation_job(job: Json) -> GenerationJob:
    """A generation as the GPU worker asks for it."""
    return _batch(job, Path(_text(job, "weights")) / ADAPTER, None)


def piped_edit_job(job: Json) -> GenerationJob:
    """An edit: a generation with the person's images in place of weights."""
    return _batch(job, None, Path(_text(job, "images")))


def numbered_generation_job(job: Json, adapter: Path, output: Path) -> GenerationJob:
    """A generation whose shots have numbers in place of outputs: each is `<number>.jpg` in a directory."""
    shots = [{**shot, "output": str(output / f"{_number(shot, 'number')}.jpg")} for shot in _shots(job)]
    return _batch({**job, "shots": shots}, adapter, None)


def _batch(job: Json, adapter: Path | None, images: Path | None) -> GenerationJob:
    width, height = _number(job, "width"), _number(job, "height")
    if width < 16 or height < 16 or width % 16 or height % 16:
        raise Failed("The job's width and height are not multiples of 16.")
    return GenerationJob(adapter, images, width, height, tuple(_shot(shot) for shot in _shots(job)))


def _shots(job: Json) -> list[Json]:
    shots = job.get("shots")
    if not isinstance(shots, list) or not all(isinstance(shot, dict) for shot in shots):
        raise Failed("The job has no list of shots.")
    return shots


def _shot(shot: Json) -> Shot:
    negative = _text(shot, "negativePrompt") if "negativePrompt" in shot else ""
    return Shot(_text(shot, "prompt"), negative, _number(shot, "seed"), Path(_text(shot, "output")))


def _text(job: Json, name: str) -> str:
    value = job.get(name)
    if not isinstance(value, str):
        raise Failed(f"The job has no text {name}.")
    return value


def _number(job: Json, name: str) -> int:
    value = job.get(name)
    if type(value) is not int or value < 0:
        raise Failed(f"The job has no whole number {name}.")
    return value
