"""Makes shots: with a person's adapter, or from a person's images."""

import os
import time
from pathlib import Path
from threading import Event
from typing import Any

import torch
from PIL import Image

from headshot_trainer.base_model import be_deterministic, embed_text, load_pipeline, pick_device
from headshot_trainer.ends import Failed, end_if_stopped
from headshot_trainer.images import read_images
from headshot_trainer.jobs import GenerationJob, Shot
from headshot_trainer.manifest import check_manifest
from headshot_trainer.progress import Report, peak_memory_mib
from headshot_trainer.settings import Settings


def generate(job: GenerationJob, base: Path, settings: Settings, stop: Event, report: Report) -> None:
    """Makes the shots whose outputs do not exist.

    Raises `Refused` for the images of an edit, `Failed` for base model and adapter, and `Stopped` after the event was
    set.
    """
    shots = [shot for shot in job.shots if not shot.output.exists()]
    report("shots", shots=len(job.shots), left=len(shots))
    if not shots:
        return
    check_manifest(base, by_digest=False)
    be_deterministic()
    device = pick_device()
    references = _references(job.images, settings) if job.images else None
    pipeline = load_pipeline(base, settings, device)
    if job.adapter:
        _load_adapter(pipeline, job.adapter)
    for number, shot in enumerate(shots, 1):
        end_if_stopped(stop)
        began = time.monotonic()
        image = _draw(pipeline, job, shot, references, settings, stop)
        _save(image, shot.output, settings)
        seconds = round(time.monotonic() - began, 1)
        report("shot", shot=number, shots=len(shots), seconds=seconds, memoryMiB=peak_memory_mib(device))


def _draw(
    pipeline: Any,
    job: GenerationJob,
    shot: Shot,
    references: list[Image.Image] | None,
    settings: Settings,
    stop: Event,
) -> Image.Image:
    """One image. The generator is one of the CPU, so that a seed means the same noise on each card."""

    def end_between_steps(_pipeline: Any, _step: int, _timestep: Any, values: dict[str, Any]) -> dict[str, Any]:
        end_if_stopped(stop)
        return values

    with torch.no_grad():
        negative = embed_text(pipeline, shot.negative_prompt, settings)
        drawn = pipeline(
            image=references,
            prompt=shot.prompt,
            negative_prompt_embeds=negative,
            width=job.width,
            height=job.height,
            num_inference_steps=settings.inference_steps,
            guidance_scale=settings.guidance,
            generator=torch.Generator().manual_seed(shot.seed),
            max_sequence_length=settings.text_tokens,
            text_encoder_out_layers=settings.text_layers,
            callback_on_step_end=end_between_steps,
        )
    image: Image.Image = drawn.images[0]
    return image


def _references(directory: Path, settings: Settings) -> list[Image.Image]:
    images = read_images(directory, settings, 1)[: settings.edit_references]
    for image in images:
        scale = settings.edit_resolution / (image.width * image.height) ** 0.5
        image.thumbnail((image.width * scale, image.height * scale))
    return images


def _load_adapter(pipeline: Any, adapter: Path) -> None:
    if not adapter.exists():
        raise Failed("The adapter is missing.")
    pipeline.load_lora_weights(adapter.parent, weight_name=adapter.name, local_files_only=True)


def _save(image: Image.Image, output: Path, settings: Settings) -> None:
    """Writes a JPEG complete or not at all."""
    output.parent.mkdir(parents=True, exist_ok=True)
    partial = output.with_name(f".{output.name}.part")
    image.save(partial, "JPEG", quality=settings.jpeg_quality, subsampling=0)
    os.replace(partial, output)
