"""The commands as the GPU worker runs them."""

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

from headshot_trainer.__main__ import main
from headshot_trainer.manifest import write_manifest
from headshot_trainer.tiny import SETTINGS
from tests.conftest import trained, write_images

SRC = Path(__file__).parents[1] / "src"


def command(monkeypatch: pytest.MonkeyPatch, name: str, base: Path, job: object) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(job)))
    return main([name, "--base", str(base)], Event())


def test_train_generate_and_edit_take_jobs_of_the_worker_and_print_json_lines(
    base: Path, images: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    weights = str(tmp_path / "weights")
    training = {"images": str(images), "weights": weights, "subject": "woman", "trigger": "ohwx woman", "key": "k"}
    assert command(monkeypatch, "train", base, training) == 0
    assert sorted(file.name for file in Path(weights).iterdir()) == ["adapter.safetensors", "training.json"]
    shots = [{"prompt": "ohwx woman, headshot", "seed": 3, "output": str(tmp_path / "0")}]
    batch = {"weights": weights, "width": 128, "height": 160, "shots": shots}
    assert command(monkeypatch, "generate", base, batch) == 0
    shots[0]["output"] = str(tmp_path / "1")
    assert command(monkeypatch, "edit", base, {**batch, "images": str(images)}) == 0
    assert (tmp_path / "0").read_bytes() != (tmp_path / "1").read_bytes()
    events = [json.loads(line)["event"] for line in capfd.readouterr().out.splitlines()]
    assert events == ["images", "encoded", *["step"] * 4, "done", "shots", "shot", "shots", "shot"]


def test_refused_images_end_with_65_and_the_reason_as_the_last_line(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    write_images(tmp_path / "images", 2)
    job = {"images": str(tmp_path / "images"), "weights": str(tmp_path), "subject": "man", "trigger": "ohwx man"}
    assert command(monkeypatch, "train", base, job) == 65
    assert capfd.readouterr().err.splitlines()[-1] == "There are 2 images, and 4 are needed."


@pytest.mark.parametrize(
    ("job", "reason"),
    [
        ([], "The job is not an object."),
        ({"weights": "w", "width": 100, "height": 160}, "The job's width and height are not multiples of 16."),
        ({"weights": "w", "width": 128, "height": 160}, "The job has no list of shots."),
        ({"weights": "w", "width": 128, "height": 160, "shots": [{"seed": 1}]}, "The job has no text prompt."),
    ],
)
def test_a_wrong_job_ends_with_1_and_the_reason(
    job: object, reason: str, base: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert command(monkeypatch, "generate", base, job) == 1
    assert capfd.readouterr().err.splitlines()[-1] == reason


def test_an_unexpected_failure_ends_with_1_and_a_reason_that_names_nobody(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    weights = tmp_path / "jane"
    weights.mkdir()
    (weights / "adapter.safetensors").mkdir()
    shots = [{"prompt": "", "seed": 1, "output": str(tmp_path / "0")}]
    job = {"weights": str(weights), "width": 128, "height": 160, "shots": shots}
    assert command(monkeypatch, "generate", base, job) == 1
    reason = capfd.readouterr().err.splitlines()[-1]
    assert re.fullmatch(r"The command failed with \w+\.", reason)


def test_sigterm_stores_a_checkpoint_from_which_the_next_process_goes_on(
    base: Path, images: Path, tmp_path: Path
) -> None:
    # Long enough to be interrupted.
    longer = tmp_path / "base"
    shutil.copytree(base, longer)
    (longer / "settings.json").write_text(json.dumps({**SETTINGS, "steps": 250}))
    write_manifest(longer, "tiny", "random", "mit")
    weights = tmp_path / "weights"
    job = {"images": str(images), "weights": str(weights), "subject": "woman", "trigger": "ohwx woman", "seed": 1}

    def start() -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "headshot_trainer", "train", "--base", str(longer)],
            env={**os.environ, "PYTHONPATH": str(SRC), "OMP_NUM_THREADS": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdin
        process.stdin.write(json.dumps(job))
        process.stdin.close()
        return process

    process = start()
    assert process.stdout
    for line in process.stdout:
        if json.loads(line)["event"] == "step":
            process.send_signal(signal.SIGTERM)
            break
    assert json.loads(process.stdout.read().splitlines()[-1])["event"] == "stopped"
    assert process.wait() == 143
    assert list((weights / "checkpoints").glob("step-*.pt"))
    process = start()
    assert process.stdout
    assert "resumed" in [json.loads(line)["event"] for line in process.stdout]
    assert process.wait() == 0
    assert (weights / "adapter.safetensors").read_bytes() == trained(tmp_path / "uninterrupted", images, longer)
