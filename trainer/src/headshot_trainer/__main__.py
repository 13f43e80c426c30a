"""The commands. README.md tells what each reads and writes."""

import argparse
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from threading import Event

from headshot_trainer.ends import EndedError, Failed
from headshot_trainer.jobs import parse_json, piped_edit_job, piped_generation_job, piped_training_job
from headshot_trainer.sagemaker import ROOT, run_sagemaker


def main(words: Sequence[str], stop: Event) -> int:
    """Runs a command and gives its exit code. The last line on standard error is the reason of a failure."""
    options = _parser().parse_args(words)
    if options.command != "fetch":
        # Before the libraries are imported, which read them once.
        os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1", HF_HUB_DISABLE_TELEMETRY="1")
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    try:
        _run(options, stop)
    except EndedError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    except Exception as error:
        traceback.print_exc()
        # The message of an unexpected error can hold anything.
        print(f"The command failed with {type(error).__name__}.", file=sys.stderr)
        return Failed.exit_code
    return 0


def _run(options: argparse.Namespace, stop: Event) -> None:
    # Imports take seconds, and those of `fetch` must not be offline.
    from headshot_trainer.progress import print_event
    from headshot_trainer.settings import read_settings

    if options.command == "sagemaker":
        run_sagemaker(options.root, stop, print_event)
    elif options.command == "tiny":
        from headshot_trainer.tiny import build_tiny

        build_tiny(options.to)
    elif options.command == "fetch":
        import boto3
        import huggingface_hub

        from headshot_trainer.fetch import fetch

        fetch(options.model, options.revision, options.to, huggingface_hub.HfApi(), boto3.client("s3"), print_event)
    elif options.command == "train":
        from headshot_trainer.training import remove_checkpoints, train

        job = piped_training_job(parse_json(sys.stdin.read()))
        train(job, options.base, read_settings(options.base), stop, print_event)
        remove_checkpoints(job)
    else:
        from headshot_trainer.generation import generate

        parse = piped_edit_job if options.command == "edit" else piped_generation_job
        batch = parse(parse_json(sys.stdin.read()))
        generate(batch, options.base, read_settings(options.base), stop, print_event)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="headshot_trainer")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, text in (
        ("train", "train an adapter; the job is on standard input"),
        ("generate", "make shots with an adapter; the job is on standard input"),
        ("edit", "make shots from images of the person; the job is on standard input"),
    ):
        commands.add_parser(name, help=text).add_argument("--base", type=Path, required=True)
    sagemaker = commands.add_parser("sagemaker", help="run a SageMaker training job")
    sagemaker.add_argument("word", nargs="?", choices=["train"], help="the word with which SageMaker starts an image")
    sagemaker.add_argument("--root", type=Path, default=ROOT)
    fetch = commands.add_parser("fetch", help="download a base model")
    fetch.add_argument("--model", required=True, help="such as black-forest-labs/FLUX.2-klein-base-4B")
    fetch.add_argument("--revision", help="a commit; without one the newest, which the manifest names")
    fetch.add_argument("--to", required=True, help="a directory, or s3://bucket/prefix")
    commands.add_parser("tiny", help="build a base model of random weights").add_argument(
        "--to", type=Path, required=True
    )
    return parser


if __name__ == "__main__":
    asked_to_stop = Event()
    signal.signal(signal.SIGTERM, lambda *_: asked_to_stop.set())
    sys.exit(main(sys.argv[1:], asked_to_stop))
