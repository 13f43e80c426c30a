"""The entry of SageMaker training jobs, whose directories are fixed."""

import shutil
from pathlib import Path
from threading import Event

from headshot_trainer.ends import Failed, Refused, Stopped
from headshot_trainer.jobs import ADAPTER, Json, numbered_generation_job, parse_json, training_job
from headshot_trainer.progress import Report
from headshot_trainer.settings import read_settings

ROOT = Path("/opt/ml")
FAILURE_LENGTH = 1024
"""Characters of the failure that SageMaker shows."""


def run_sagemaker(root: Path, stop: Event, report: Report) -> None:
    """Runs the job of the directory `input/data/job`.

    Raises what the job raises, after it was written for SageMaker to show.
    """
    try:
        _run(root, stop, report)
    except Stopped:
        raise
    except Refused as error:
        _write_failure(root, f"refused: {error}")
        raise
    except Failed as error:
        _write_failure(root, f"failed: {error}")
        raise
    except Exception as error:
        # The message of an unexpected error can hold anything.
        _write_failure(root, f"failed: {type(error).__name__}")
        raise


def _run(root: Path, stop: Event, report: Report) -> None:
    data = root / "input/data"
    job = parse_json((data / "job/job.json").read_text())
    if job.get("command") == "train":
        _train(job, root, stop, report)
    elif job.get("command") == "generate":
        _generate(job, root, stop, report)
    else:
        raise Failed("The job's command is neither train nor generate.")


def _train(job: Json, root: Path, stop: Event, report: Report) -> None:
    from headshot_trainer.training import train

    base = root / "input/data/base"
    training = training_job(job, root / "input/data/images", root / "model", root / "checkpoints")
    train(training, base, read_settings(base), stop, report)


def _generate(job: Json, root: Path, stop: Event, report: Report) -> None:
    """Images are made in `checkpoints`, which survives an interruption, and copied when all are there."""
    from headshot_trainer.generation import generate

    base = root / "input/data/base"
    batch = numbered_generation_job(job, root / "input/data/adapter" / ADAPTER, root / "checkpoints")
    generate(batch, base, read_settings(base), stop, report)
    (root / "model").mkdir(parents=True, exist_ok=True)
    for shot in batch.shots:
        shutil.copyfile(shot.output, root / "model" / shot.output.name)


def _write_failure(root: Path, reason: str) -> None:
    (root / "output").mkdir(parents=True, exist_ok=True)
    (root / "output/failure").write_text(reason[:FAILURE_LENGTH])
