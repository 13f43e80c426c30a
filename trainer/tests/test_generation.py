"""Shots with an adapter, and edits of the person's images."""

from pathlib import Path

import pytest
from PIL import Image

from headshot_trainer.ends import Failed, Refused, Stopped
from headshot_trainer.generation import generate
from headshot_trainer.jobs import GenerationJob, Shot
from headshot_trainer.settings import Settings
from tests.conftest import Events, trained, write_images


def shot(output: Path, prompt: str = "ohwx woman, headshot", negative: str = "", seed: int = 7) -> Shot:
    return Shot(prompt, negative, seed, output)


def made(base: Path, settings: Settings, shots: list[Shot], adapter: Path | None, images: Path | None) -> list[bytes]:
    events = Events()
    generate(GenerationJob(adapter, images, 128, 160, tuple(shots)), base, settings, events.stop, events)
    return [shot.output.read_bytes() for shot in shots]


def test_a_shot_is_a_jpeg_of_the_size_and_repeats_with_its_seed(
    weights: Path, base: Path, settings: Settings, tmp_path: Path
) -> None:
    shots = [
        shot(tmp_path / "0"),
        shot(tmp_path / "again"),
        shot(tmp_path / "seed", seed=8),
        shot(tmp_path / "prompt", prompt="ohwx woman, garden"),
        shot(tmp_path / "negative", negative="hat, text"),
    ]
    first, again, *others = made(base, settings, shots, weights / "adapter.safetensors", None)
    with Image.open(tmp_path / "0") as image:
        assert (image.format, image.size) == ("JPEG", (128, 160))
    assert first == again
    assert len({first, *others}) == 4


def test_the_adapter_changes_the_image(
    weights: Path, base: Path, settings: Settings, images: Path, tmp_path: Path
) -> None:
    trained(tmp_path / "other", images, base, trigger="sks woman")
    adapters = [weights / "adapter.safetensors", tmp_path / "other/adapter.safetensors", None]
    made_by = [
        made(base, settings, [shot(tmp_path / str(number))], adapter, None)[0]
        for number, adapter in enumerate(adapters)
    ]
    assert len(set(made_by)) == 3


def test_outputs_that_exist_are_skipped_after_an_interruption(
    weights: Path, base: Path, settings: Settings, tmp_path: Path
) -> None:
    shots = tuple(shot(tmp_path / str(number), seed=number) for number in range(3))
    job = GenerationJob(weights / "adapter.safetensors", None, 128, 160, shots)
    events = Events(lambda event, values: event == "shot" and values["shot"] == 2)
    with pytest.raises(Stopped):
        generate(job, base, settings, events.stop, events)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["0", "1"]
    events = Events()
    generate(job, base, settings, events.stop, events)
    assert events.names == ["shots", "shot"]
    assert (tmp_path / "2").exists()


def test_an_edit_depends_on_the_images_of_the_person(
    base: Path, settings: Settings, images: Path, tmp_path: Path
) -> None:
    write_images(tmp_path / "one", 1)
    edits = [
        made(base, settings, [shot(tmp_path / f"{number}.jpg")], None, references)[0]
        for number, references in enumerate([images, tmp_path / "one", None])
    ]
    assert len(set(edits)) == 3
    (tmp_path / "empty").mkdir()
    with pytest.raises(Refused, match="There are 0 images, and 1 are needed"):
        made(base, settings, [shot(tmp_path / "none.jpg")], None, tmp_path / "empty")


def test_a_generation_without_its_adapter_fails(base: Path, settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(Failed, match="The adapter is missing"):
        made(base, settings, [shot(tmp_path / "0")], tmp_path / "adapter.safetensors", None)
