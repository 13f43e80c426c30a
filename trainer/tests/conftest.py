"""A base model of random weights, drawn people, and no network."""

import os
import socket
from collections.abc import Callable
from pathlib import Path
from threading import Event

# Threads of a model as small as the tests' wait for each other most of the time, also in processes that tests start.
os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1", OMP_NUM_THREADS="1")

import pytest
from PIL import Image, ImageDraw, ImageFilter

from headshot_trainer.jobs import TrainingJob
from headshot_trainer.settings import Settings, read_settings
from headshot_trainer.tiny import build_tiny
from headshot_trainer.training import train


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails a test that looks up a name or connects."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("The network was used.")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of a tiny base model."""
    directory = tmp_path_factory.mktemp("base")
    build_tiny(directory)
    return directory


@pytest.fixture(scope="session")
def settings(base: Path) -> Settings:
    """The settings of the tiny base model."""
    return read_settings(base)


@pytest.fixture(scope="session")
def images(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory of four images of a person."""
    directory = tmp_path_factory.mktemp("images")
    write_images(directory)
    return directory


def write_images(directory: Path, count: int = 4) -> None:
    """Draws a person in images of several ratios."""
    directory.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        person(200 + 16 * number, 256, 40 + 20 * number).save(directory / f"{number + 1}.jpg", quality=95)


def person(width: int, height: int, blue: int = 90) -> Image.Image:
    """Draws a face, which the detector finds, on shoulders."""
    image = Image.new("RGB", (width, height), (120, 140, 160))
    drawing = ImageDraw.Draw(image)
    middle, eye_line, unit = width / 2, height * 0.4, height / 400

    def ellipse(x: float, y: float, across: float, down: float, colour: tuple[int, int, int]) -> None:
        left, top = middle + (x - across) * unit, eye_line + (y - down) * unit
        drawing.ellipse((left, top, left + 2 * across * unit, top + 2 * down * unit), fill=colour)

    ellipse(0, -8, 56, 70, (60, 40, 30))
    ellipse(0, 6, 45, 62, (215, 170, 140))
    for side in (-20, 20):
        ellipse(side, -10, 13, 7, (150, 105, 85))
        ellipse(side, -8, 9, 5, (245, 240, 235))
        ellipse(side, -8, 5, 5, (40, 30, 25))
        ellipse(side, -21, 14, 3, (60, 40, 30))
    ellipse(0, 14, 6, 14, (225, 182, 152))
    ellipse(0, 40, 17, 5, (170, 80, 75))
    ellipse(0, 150, 110, 60, (50, 60, blue))
    return image.filter(ImageFilter.GaussianBlur(0.5))


class Events:
    """Keeps the events of a command, and asks it to stop after one of them."""

    def __init__(self, stop_at: Callable[[str, dict[str, object]], bool] = lambda *_: False) -> None:
        """Takes what decides whether an event, with its values, is the last."""
        self.stop = Event()
        self.names: list[str] = []
        self._stop_at = stop_at

    def __call__(self, event: str, /, **values: object) -> None:
        """Reports an event."""
        self.names.append(event)
        if self._stop_at(event, values):
            self.stop.set()


def job_in(directory: Path, images: Path, trigger: str = "ohwx woman", seed: int = 1) -> TrainingJob:
    """A training with its outputs in a directory."""
    return TrainingJob(images, directory, directory / "checkpoints", "woman", trigger, seed)


def trained(directory: Path, images: Path, base: Path, trigger: str = "ohwx woman", seed: int = 1) -> bytes:
    """Trains without an interruption, and gives the adapter's bytes."""
    events = Events()
    train(job_in(directory, images, trigger, seed), base, read_settings(base), events.stop, events)
    return (directory / "adapter.safetensors").read_bytes()


@pytest.fixture(scope="session")
def weights(tmp_path_factory: pytest.TempPathFactory, images: Path, base: Path) -> Path:
    """The directory of an adapter that was trained without an interruption."""
    directory = tmp_path_factory.mktemp("weights")
    trained(directory, images, base)
    return directory
