"""Progress as JSON lines on standard output, with time and memory."""

import json
import resource
import sys
from typing import Protocol

import torch

MEBIBYTE = 2**20


class Report(Protocol):
    """Takes an event. Events hold numbers and words of this package only, nothing of a person."""

    def __call__(self, event: str, /, **values: object) -> None:
        """Reports an event."""


def print_event(event: str, /, **values: object) -> None:
    """Prints an event as one line of JSON."""
    print(json.dumps({"event": event, **values}), flush=True)


def peak_memory_mib(device: torch.device) -> int:
    """The most memory in MiB that this process has had: of the GPU, or on a CPU of the process."""
    if device.type == "cuda":
        return torch.cuda.max_memory_allocated(device) // MEBIBYTE
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit // MEBIBYTE


def device_name(device: torch.device) -> str:
    """The card's name, or `cpu`."""
    return torch.cuda.get_device_name(device) if device.type == "cuda" else device.type
