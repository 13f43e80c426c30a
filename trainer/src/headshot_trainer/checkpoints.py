"""Checkpoints of a training, each one file that appears complete or not at all."""

import os
import pickle
from pathlib import Path
from typing import Any

import torch

State = dict[str, Any]


def save_checkpoint(directory: Path, state: State, kept: int) -> None:
    """Stores a state under its step, and removes all but the newest."""
    directory.mkdir(parents=True, exist_ok=True)
    file = directory / f"step-{state['step']:06d}.pt"
    partial = directory / f".{file.name}.part"
    torch.save(state, partial)
    os.replace(partial, file)
    for old in _newest_first(directory)[kept:]:
        old.unlink()


def load_checkpoint(directory: Path, fingerprint: str) -> State | None:
    """The newest complete state of the same training, on the CPU.

    A file can be cut off where a machine was taken away while it was copied, and belongs to another training where
    settings were changed in between.
    """
    for file in _newest_first(directory):
        try:
            state: State = torch.load(file, map_location="cpu", weights_only=True)
        except (RuntimeError, EOFError, OSError, pickle.UnpicklingError):
            continue
        if state["fingerprint"] == fingerprint:
            return state
    return None


def _newest_first(directory: Path) -> list[Path]:
    return sorted(directory.glob("step-*.pt"), reverse=True)
