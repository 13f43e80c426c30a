"""Loads the base model from its directory, never from the network."""

from pathlib import Path
from typing import Any

import diffusers.utils.logging
import torch
import transformers.utils.logging
from diffusers import Flux2KleinPipeline, Flux2Transformer2DModel

from headshot_trainer.settings import Settings

# Standard error is for the reason of a failure.
diffusers.utils.logging.disable_progress_bar()
transformers.utils.logging.disable_progress_bar()


def pick_device() -> torch.device:
    """The first GPU, or the CPU."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def be_deterministic() -> None:
    """Makes PyTorch take the same algorithms in each run, where it has such ones."""
    torch.use_deterministic_algorithms(True, warn_only=torch.cuda.is_available())


def load_pipeline(base: Path, settings: Settings, device: torch.device, **parts: None) -> Any:
    """The pipeline on the device. `transformer=None` leaves the transformer out."""
    dtype = getattr(torch, settings.dtype)
    pipeline = Flux2KleinPipeline.from_pretrained(base, dtype=dtype, local_files_only=True, **parts)
    pipeline.set_progress_bar_config(disable=True)
    return pipeline.to(device)


def load_transformer(base: Path, settings: Settings, device: torch.device) -> Any:
    """The transformer on the device, frozen."""
    dtype = getattr(torch, settings.dtype)
    transformer = Flux2Transformer2DModel.from_pretrained(
        base, subfolder="transformer", dtype=dtype, local_files_only=True
    )
    return transformer.requires_grad_(False).to(device)


def embed_text(pipeline: Any, text: str, settings: Settings) -> torch.Tensor:
    """The embedding of a prompt, of the shape (1, tokens, channels)."""
    embedding, _ = pipeline.encode_prompt(
        text, max_sequence_length=settings.text_tokens, text_encoder_out_layers=settings.text_layers
    )
    return embedding  # type: ignore[no-any-return]
