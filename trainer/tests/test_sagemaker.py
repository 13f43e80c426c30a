"""The entry of SageMaker, in a temporary root."""

import json
from pathlib import Path
from threading import Event

import pytest

from headshot_trainer.__main__ import main
from headshot_trainer.ends import Stopped
from headshot_trainer.sagemaker import run_sagemaker
from tests.conftest import Events, write_images

TRAINING = {"command": "train", "subject": "woman", "trigger": "ohwx woman", "seed": 1}
SHOTS = [{"number": n, "prompt": "ohwx woman, headshot", "negativePrompt": "hat", "seed": n} for n in (0, 12)]
GENERATION = {"command": "generate", "width": 128, "height": 160, "shots": SHOTS}


def root_of(directory: Path, job: object, **channels: Path) -> Path:
    data = directory / "input/data"
    (data / "job").mkdir(parents=True)
    (data / "job/job.json").write_text(json.dumps(job))
    for name, target in channels.items():
        (data / name).symlink_to(target)
    return directory


def start(root: Path) -> int:
    return main(["sagemaker", "train", "--root", str(root)], Event())


def names(directory: Path) -> list[str]:
    return sorted(file.name for file in directory.iterdir())


def test_a_training_and_a_generation_write_where_sagemaker_reads(
    base: Path, weights: Path, images: Path, tmp_path: Path
) -> None:
    training = root_of(tmp_path / "training", TRAINING, base=base, images=images)
    assert start(training) == 0
    assert names(training / "model") == ["adapter.safetensors", "training.json"]
    assert names(training / "checkpoints") == ["step-000020.pt", "step-000040.pt"]
    adapter = (training / "model/adapter.safetensors").read_bytes()
    assert adapter == (weights / "adapter.safetensors").read_bytes()
    generation = root_of(tmp_path / "generation", GENERATION, base=base, adapter=training / "model")
    assert start(generation) == 0
    assert names(generation / "model") == names(generation / "checkpoints") == ["0.jpg", "12.jpg"]
    assert not (generation / "output").exists()


def test_an_interrupted_generation_keeps_its_images_and_goes_on(base: Path, weights: Path, tmp_path: Path) -> None:
    root = root_of(tmp_path, GENERATION, base=base, adapter=weights)
    events = Events(lambda event, _: event == "shot")
    with pytest.raises(Stopped):
        run_sagemaker(root, events.stop, events)
    assert names(root / "checkpoints") == ["0.jpg"]
    assert not (root / "output/failure").exists()
    first = (root / "checkpoints/0.jpg").stat().st_mtime_ns
    assert start(root) == 0
    assert (root / "checkpoints/0.jpg").stat().st_mtime_ns == first
    assert names(root / "model") == ["0.jpg", "12.jpg"]


def test_an_interrupted_training_goes_on_from_its_checkpoint(
    base: Path, weights: Path, images: Path, tmp_path: Path
) -> None:
    root = root_of(tmp_path, TRAINING, base=base, images=images)
    events = Events(lambda event, values: event == "step" and values["step"] == 30)
    with pytest.raises(Stopped):
        run_sagemaker(root, events.stop, events)
    assert names(root / "checkpoints") == ["step-000020.pt", "step-000030.pt"]
    assert start(root) == 0
    assert (root / "model/adapter.safetensors").read_bytes() == (weights / "adapter.safetensors").read_bytes()


def test_a_failure_says_whether_the_images_were_refused(base: Path, images: Path, tmp_path: Path) -> None:
    def failure(name: str, job: object, **channels: Path) -> tuple[int, str]:
        root = root_of(tmp_path / name, job, **channels)
        return start(root), (root / "output/failure").read_text()

    write_images(tmp_path / "few", 1)
    refused = failure("a", TRAINING, base=base, images=tmp_path / "few")
    assert refused == (65, "refused: There are 1 images, and 4 are needed.")
    unknown = failure("b", {"command": "judge"}, base=base)
    assert unknown == (1, "failed: The job's command is neither train nor generate.")
    assert failure("c", TRAINING, images=images) == (
        1,
        "failed: The base model has no manifest.json: download it with the command fetch.",
    )
    missing = root_of(tmp_path / "d", {})
    (missing / "input/data/job/job.json").unlink()
    assert start(missing) == 1
    assert (missing / "output/failure").read_text() == "failed: FileNotFoundError"
