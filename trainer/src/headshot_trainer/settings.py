"""Every number of the recipe. docs/training.md gives the reasons."""

import json
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from headshot_trainer.ends import Failed

OVERRIDES = "settings.json"
"""A file of the base model's directory with the settings that differ for this model."""


@dataclass(frozen=True)
class Settings:
    """Defaults are for FLUX.2-klein-base-4B on a GPU with 24 GB or more."""

    # Training
    steps: int = 1000
    """Optimizer steps of one image each."""
    rank: int = 32
    """Rank of the LoRA, and its alpha."""
    learning_rate: float = 2e-4
    warmup_steps: int = 50
    """Steps in which the learning rate rises from zero."""
    weight_decay: float = 1e-4
    gradient_norm: float = 1.0
    """Longer gradients are clipped to this norm."""
    ema_decay: float = 0.99
    caption_dropout: float = 0.05
    """Share of steps that train without a caption, which guidance needs."""
    seed: int = 0
    """For jobs that name none."""
    checkpoint_every: int = 200
    checkpoints_kept: int = 2
    """Two, as the last one can be incomplete when it was copied from a machine that was taken away."""
    report_every: int = 10
    """Steps between two lines of progress."""

    # Training images
    min_images: int = 4
    min_side: int = 384
    """Pixels of an image's short side, below which it is refused."""
    resolution: int = 1024
    """Images are trained at the area of a square with this side in pixels, smaller ones at their own."""
    size_step: int = 64
    """Sides of training images are multiples of this, so that there are few shapes. A multiple of 16."""
    max_ratio: float = 2.0
    """Images that are longer are cropped to this ratio of their sides."""
    face_crop_scale: float = 2.0
    """Side of a face crop in sides of the face."""
    min_face_crop: int = 256
    """Pixels of a face crop's side, below which it is left out."""

    # Generation
    inference_steps: int = 28
    guidance: float = 4.0
    jpeg_quality: int = 95
    edit_references: int = 4
    """Images of the person that an edit sees."""
    edit_resolution: int = 768
    """References are shrunk to the area of a square with this side in pixels."""

    # Base model
    dtype: str = "bfloat16"
    """Of the frozen weights. The adapter is trained in float32."""
    text_layers: tuple[int, ...] = (9, 18, 27)
    """Layers of the text encoder that make up the text embedding."""
    text_tokens: int = 512


def read_settings(base: Path) -> Settings:
    """The settings for the base model in a directory.

    Raises `Failed` for an override with an unknown name or of another type.
    """
    file = base / OVERRIDES
    overrides: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
    defaults = {field.name: getattr(Settings(), field.name) for field in fields(Settings)}
    for name, value in overrides.items():
        if name not in defaults:
            raise Failed(f"{OVERRIDES} has an unknown setting: {name}.")
        overrides[name] = _of_type(name, value, defaults[name])
    return replace(Settings(), **overrides)


def _of_type(name: str, value: object, default: object) -> object:
    if isinstance(default, tuple) and isinstance(value, list):
        return tuple(value)
    if isinstance(default, float) and type(value) is int:
        return float(value)
    if type(value) is not type(default):
        raise Failed(f"{OVERRIDES}: {name} has to be like {default!r}.")
    return value
