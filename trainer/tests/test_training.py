"""Training: what it learns, what it repeats, and how it goes on after an interruption."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from headshot_trainer.ends import Failed, Refused, Stopped
from headshot_trainer.manifest import write_manifest
from headshot_trainer.settings import Settings
from headshot_trainer.training import train
from tests.conftest import Events, job_in, person, trained, write_images

ADAPTER = "adapter.safetensors"


def test_the_loss_falls_and_the_facts_are_written(weights: Path) -> None:
    facts = json.loads((weights / "training.json").read_text())
    assert facts["finalLoss"] < 0.8 * facts["firstLoss"]
    assert (facts["steps"], facts["images"], facts["faceCrops"], facts["seed"]) == (40, 4, 4, 1)
    assert facts["settings"]["rank"] == 4
    assert facts["base"] == {"model": "tiny", "revision": "random"}
    assert facts["peakMemoryMiB"] > 0


def test_the_adapter_covers_the_attention_of_both_kinds_of_blocks(weights: Path) -> None:
    names = {name.rsplit(".lora_", 1)[0] for name in load_file(weights / ADAPTER)}
    double = {f"transformer.transformer_blocks.0.attn.{part}" for part in ("to_q", "to_k", "to_v", "to_out.0")}
    single = {f"transformer.single_transformer_blocks.0.attn.{part}" for part in ("to_qkv_mlp_proj", "to_out")}
    assert names == double | single


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(
    weights: Path, images: Path, base: Path, tmp_path: Path
) -> None:
    expected = (weights / ADAPTER).read_bytes()
    assert trained(tmp_path / "same", images, base) == expected
    assert trained(tmp_path / "seed", images, base, seed=2) != expected


def test_an_adapter_with_another_trigger_differs(weights: Path, images: Path, base: Path, tmp_path: Path) -> None:
    assert trained(tmp_path, images, base, trigger="sks woman") != (weights / ADAPTER).read_bytes()


def test_the_loss_falls_in_the_precision_of_gpus_too(
    images: Path, base: Path, settings: Settings, tmp_path: Path
) -> None:
    events = Events()
    precise = replace(settings, dtype="bfloat16")
    train(job_in(tmp_path, images), base, precise, events.stop, events)
    facts = json.loads((tmp_path / "training.json").read_text())
    assert facts["finalLoss"] < 0.8 * facts["firstLoss"]
    assert {weight.dtype for weight in load_file(tmp_path / ADAPTER).values()} == {torch.bfloat16}


def interrupted(directory: Path, images: Path, base: Path, settings: Settings, step: int) -> None:
    events = Events(lambda event, values: event == "step" and values["step"] == step)
    with pytest.raises(Stopped):
        train(job_in(directory, images), base, settings, events.stop, events)
    assert not (directory / ADAPTER).exists()


def test_a_resumed_training_equals_an_uninterrupted_one(
    weights: Path, images: Path, base: Path, settings: Settings, tmp_path: Path
) -> None:
    interrupted(tmp_path, images, base, settings, 10)
    interrupted(tmp_path, images, base, settings, 30)
    assert sorted(file.name for file in (tmp_path / "checkpoints").iterdir()) == ["step-000020.pt", "step-000030.pt"]
    events = Events()
    train(job_in(tmp_path, images), base, settings, events.stop, events)
    assert events.names[:4] == ["images", "encoded", "resumed", "step"]
    assert (tmp_path / ADAPTER).read_bytes() == (weights / ADAPTER).read_bytes()
    facts, expected = (json.loads((place / "training.json").read_text()) for place in (tmp_path, weights))
    assert facts["finalLoss"] == expected["finalLoss"]


def test_a_checkpoint_that_was_cut_off_is_passed_over(
    weights: Path, images: Path, base: Path, settings: Settings, tmp_path: Path
) -> None:
    interrupted(tmp_path, images, base, settings, 30)
    newest = tmp_path / "checkpoints/step-000030.pt"
    newest.write_bytes(newest.read_bytes()[:-2000])
    assert trained(tmp_path, images, base) == (weights / ADAPTER).read_bytes()


def test_a_checkpoint_of_another_training_is_passed_over(
    weights: Path, images: Path, base: Path, settings: Settings, tmp_path: Path
) -> None:
    interrupted(tmp_path, images, base, replace(settings, learning_rate=0.5), 30)
    assert trained(tmp_path, images, base) == (weights / ADAPTER).read_bytes()


def test_a_finished_training_is_not_repeated(weights: Path, images: Path, base: Path, settings: Settings) -> None:
    events = Events()
    train(job_in(weights, images), base, settings, events.stop, events)
    assert events.names == ["done"]


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda images: (images / "4.jpg").unlink(), "There are 3 images, and 4 are needed."),
        (lambda images: (images / "2.jpg").write_bytes(b"no image"), "Image 2 of 4 cannot be read."),
        (lambda images: (images / "2.jpg").write_bytes((images / "2.jpg").read_bytes()[:900]), "Image 2 of 4 cannot"),
        (lambda images: person(60, 90).save(images / "3.jpg"), "Image 3 of 4 has 60 pixels on its short side"),
    ],
)
def test_images_that_cannot_be_used_are_refused_with_the_reason(
    spoil: object, reason: str, base: Path, settings: Settings, tmp_path: Path
) -> None:
    write_images(tmp_path / "images")
    assert callable(spoil)
    spoil(tmp_path / "images")
    events = Events()
    with pytest.raises(Refused, match=reason):
        train(job_in(tmp_path, tmp_path / "images"), base, settings, events.stop, events)


def test_a_base_model_that_differs_from_its_manifest_is_not_used(
    base: Path, images: Path, settings: Settings, tmp_path: Path
) -> None:
    def attempt(reason: str) -> None:
        events = Events()
        with pytest.raises(Failed, match=reason):
            train(job_in(tmp_path / "out", images), copy, settings, events.stop, events)

    copy = tmp_path / "base"
    shutil.copytree(base, copy)
    file = copy / "transformer/diffusion_pytorch_model.safetensors"
    content = file.read_bytes()
    file.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    attempt("has another SHA-256")
    file.write_bytes(content[:-1])
    attempt("has another size")
    manifest = write_manifest(copy, "tiny", "random", "mit")
    assert manifest.license == "mit"
    (copy / "manifest.json").write_text((copy / "manifest.json").read_text().replace('"mit"', '"flux-non-commercial"'))
    attempt("licence is flux-non-commercial")
    (copy / "manifest.json").unlink()
    attempt("no manifest.json")
