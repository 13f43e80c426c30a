"""Trains a LoRA of the base model's transformer by flow matching.

Whatever is random in a step follows from the seed and the number of the step, so that a resumed training needs no state
of random generators and no order of images.
"""

import gc
import hashlib
import json
import os
import shutil
import time
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Event
from typing import Any

import torch
from diffusers import Flux2KleinPipeline
from peft import LoraConfig, get_peft_model_state_dict
from PIL import Image
from safetensors.torch import save_file

from headshot_trainer.base_model import be_deterministic, embed_text, load_pipeline, load_transformer, pick_device
from headshot_trainer.checkpoints import State, load_checkpoint, save_checkpoint
from headshot_trainer.ends import Stopped, end_if_stopped
from headshot_trainer.images import FindFace, TrainingImage, find_face, read_images, training_images
from headshot_trainer.jobs import ADAPTER, TrainingJob
from headshot_trainer.manifest import check_manifest
from headshot_trainer.progress import Report, device_name, peak_memory_mib
from headshot_trainer.settings import Settings

Tensors = dict[str, torch.Tensor]


@dataclass(frozen=True)
class Example:
    """A training image as latents (1, channels, height, width), and its caption as (1, tokens, channels)."""

    latents: torch.Tensor
    text: torch.Tensor


@dataclass(frozen=True)
class Examples:
    """All examples, on the CPU, with the embedding of the empty caption."""

    examples: list[Example]
    no_text: torch.Tensor


def train(
    job: TrainingJob, base: Path, settings: Settings, stop: Event, report: Report, find: FindFace = find_face
) -> None:
    """Trains until the adapter is written, going on from the newest checkpoint.

    Raises `Refused` for the images, `Failed` for the base model, and `Stopped` after the event was set.
    """
    if (job.output / ADAPTER).exists():
        return report("done")
    began = time.monotonic()
    manifest = check_manifest(base, by_digest=True)
    be_deterministic()
    device = pick_device()
    seed = settings.seed if job.seed is None else job.seed
    uploads = read_images(job.images, settings, settings.min_images)
    images = [image for upload in uploads for image in training_images(upload, job, settings, find)]
    facts: dict[str, Any] = {"images": len(uploads), "faceCrops": len(images) - len(uploads), "seed": seed}
    report("images", **facts)
    examples = _encode(images, base, settings, device, stop)
    report("encoded", examples=len(examples.examples), memoryMiB=peak_memory_mib(device))

    training = _Training(examples, base, settings, seed, device)
    fingerprint = _fingerprint(images, settings, seed, manifest.revision)
    if state := load_checkpoint(job.checkpoints, fingerprint):
        training.restore(state)
        report("resumed", step=training.step)
    _run(training, job.checkpoints, fingerprint, stop, report)

    losses = training.losses
    tenth = max(1, len(losses) // 10)
    facts |= {
        "settings": asdict(settings),
        "steps": training.step,
        "firstLoss": sum(losses[:tenth]) / tenth,
        "finalLoss": sum(losses[-tenth:]) / tenth,
        "base": {"model": manifest.model, "revision": manifest.revision},
        "seconds": round(time.monotonic() - began),
        "peakMemoryMiB": peak_memory_mib(device),
        "device": device_name(device),
    }
    job.output.mkdir(parents=True, exist_ok=True)
    (job.output / "training.json").write_text(json.dumps(facts, indent=2))
    _save_adapter(training.adapter(), job.output / ADAPTER)
    report("done", finalLoss=facts["finalLoss"], seconds=facts["seconds"], memoryMiB=facts["peakMemoryMiB"])


def remove_checkpoints(job: TrainingJob) -> None:
    """Removes what a training has stored to go on."""
    shutil.rmtree(job.checkpoints, ignore_errors=True)


class _Training:
    """The state of a training, and its step."""

    def __init__(self, examples: Examples, base: Path, settings: Settings, seed: int, device: torch.device) -> None:
        self._examples = examples
        self.settings = settings
        self._seed = seed
        self.device = device
        self._transformer = load_transformer(base, settings, device)
        self._add_lora()
        self._weights: dict[str, torch.nn.Parameter] = {
            name: weight for name, weight in self._transformer.named_parameters() if weight.requires_grad
        }
        self._optimizer = _optimizer(list(self._weights.values()), settings, device)
        self._ema: Tensors = {name: weight.detach().clone() for name, weight in self._weights.items()}
        self.step = 0
        self.losses: list[float] = []

    def advance(self) -> None:
        """Trains one step: one image at one level of noise."""
        random = torch.Generator().manual_seed(_seed_of(self._seed, "step", self.step))
        loss = self._loss(random)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self._weights.values(), self.settings.gradient_norm)
        for group in self._optimizer.param_groups:
            group["lr"] = self.settings.learning_rate * min(1.0, (self.step + 1) / self.settings.warmup_steps)
        self._optimizer.step()
        self._optimizer.zero_grad()
        for name, weight in self._weights.items():
            self._ema[name].lerp_(weight.detach(), 1 - self.settings.ema_decay)
        self.losses.append(loss.item())
        self.step += 1

    def state(self) -> State:
        """All that a resumed training needs, for `restore`."""
        return {
            "step": self.step,
            "losses": self.losses,
            "weights": {name: weight.detach() for name, weight in self._weights.items()},
            "ema": self._ema,
            "optimizer": self._optimizer.state_dict(),
        }

    def restore(self, state: State) -> None:
        """Goes on from a stored state."""
        self.step = state["step"]
        self.losses = state["losses"]
        with torch.no_grad():
            for name, weight in self._weights.items():
                weight.copy_(state["weights"][name])
                self._ema[name].copy_(state["ema"][name])
        self._optimizer.load_state_dict(state["optimizer"])

    def adapter(self) -> Tensors:
        """The averaged weights of the LoRA, as pipelines load them."""
        with torch.no_grad():
            for name, weight in self._weights.items():
                weight.copy_(self._ema[name])
        weights: Tensors = get_peft_model_state_dict(self._transformer)
        dtype = getattr(torch, self.settings.dtype)
        return {f"transformer.{name}": weight.to("cpu", dtype).contiguous() for name, weight in weights.items()}

    def _add_lora(self) -> None:
        """Adds a LoRA to the attention of all blocks, as diffusers' example for this model does."""
        single = [
            f"single_transformer_blocks.{i}.attn.to_out"
            for i in range(len(self._transformer.single_transformer_blocks))
        ]
        rank = self.settings.rank
        config = LoraConfig(
            r=rank,
            lora_alpha=rank,
            init_lora_weights="gaussian",
            target_modules=["to_k", "to_q", "to_v", "to_out.0", "to_qkv_mlp_proj", *single],
        )
        torch.manual_seed(_seed_of(self._seed, "lora", 0))
        self._transformer.add_adapter(config)
        for weight in self._transformer.parameters():
            if weight.requires_grad:
                weight.data = weight.data.float()
        self._transformer.enable_gradient_checkpointing()
        self._transformer.train()

    def _loss(self, random: torch.Generator) -> torch.Tensor:
        """The squared error of the predicted velocity from the image to the noise."""
        example = self._example()
        latents = example.latents.to(self.device)
        noise = torch.randn(latents.shape, generator=random, dtype=torch.float32).to(self.device)
        sigma = torch.rand(1, generator=random)
        is_dropped = torch.rand(1, generator=random).item() < self.settings.caption_dropout
        text = (self._examples.no_text if is_dropped else example.text).to(self.device)
        noisy = torch.lerp(latents.float(), noise, sigma.to(self.device)).to(latents.dtype)
        with self._precision():
            (predicted,) = self._transformer(
                hidden_states=Flux2KleinPipeline._pack_latents(noisy),
                timestep=sigma.to(self.device, latents.dtype),
                guidance=None,
                encoder_hidden_states=text,
                txt_ids=Flux2KleinPipeline._prepare_text_ids(text).to(self.device),
                img_ids=Flux2KleinPipeline._prepare_latent_ids(latents).to(self.device),
                return_dict=False,
            )
        target = Flux2KleinPipeline._pack_latents(noise - latents.float())
        return torch.nn.functional.mse_loss(predicted.float(), target)

    def _example(self) -> Example:
        """The image of this step. Each pass over the images has an order of its own."""
        examples = self._examples.examples
        number, place = divmod(self.step, len(examples))
        random = torch.Generator().manual_seed(_seed_of(self._seed, "pass", number))
        return examples[int(torch.randperm(len(examples), generator=random)[place])]

    def _precision(self) -> AbstractContextManager[Any]:
        """Lets the LoRA, whose weights are float32, compute in the precision of the frozen weights."""
        dtype = getattr(torch, self.settings.dtype)
        return torch.autocast(self.device.type, dtype, enabled=dtype != torch.float32)


def _run(training: _Training, checkpoints: Path, fingerprint: str, stop: Event, report: Report) -> None:
    """Trains to the last step, with checkpoints and progress."""
    settings = training.settings
    began, first = time.monotonic(), training.step

    def save() -> None:
        save_checkpoint(checkpoints, {**training.state(), "fingerprint": fingerprint}, settings.checkpoints_kept)

    while training.step < settings.steps:
        if stop.is_set():
            save()
            report("stopped", step=training.step)
            raise Stopped("Stopped by a signal; a checkpoint is stored.")
        training.advance()
        if training.step % settings.report_every == 0:
            seconds = (time.monotonic() - began) / (training.step - first)
            recent = training.losses[-settings.report_every :]
            report(
                "step",
                step=training.step,
                steps=settings.steps,
                loss=round(sum(recent) / len(recent), 4),
                secondsPerStep=round(seconds, 3),
                secondsLeft=round(seconds * (settings.steps - training.step)),
                memoryMiB=peak_memory_mib(training.device),
            )
        if training.step % settings.checkpoint_every == 0:
            save()


def _encode(images: list[TrainingImage], base: Path, settings: Settings, device: torch.device, stop: Event) -> Examples:
    """Encodes images and captions once. The encoders leave the GPU before the transformer comes."""
    pipeline = load_pipeline(base, settings, device, transformer=None)
    examples = []
    with torch.no_grad():
        no_text = embed_text(pipeline, "", settings).cpu()
        for image in images:
            end_if_stopped(stop)
            text = embed_text(pipeline, image.caption, settings).cpu()
            examples.append(Example(_latents(pipeline, image.pixels).cpu(), text))
    del pipeline
    gc.collect()
    if device.type == "cuda":
        torch.cuda.empty_cache()
    return Examples(examples, no_text)


def _latents(pipeline: Any, image: Image.Image) -> torch.Tensor:
    """An image as normalized latents (1, channels, height, width), each of 16 by 16 pixels."""
    pixels = pipeline.image_processor.preprocess(image).to(pipeline.vae.device, pipeline.vae.dtype)
    return pipeline._encode_vae_image(pixels, generator=None)  # type: ignore[no-any-return]


def _optimizer(weights: list[torch.nn.Parameter], settings: Settings, device: torch.device) -> torch.optim.Optimizer:
    """Adam: on CUDA with its state in 8 bits."""
    if device.type == "cuda":
        from bitsandbytes.optim import AdamW8bit

        return AdamW8bit(weights, lr=settings.learning_rate, weight_decay=settings.weight_decay)  # type: ignore[no-any-return]
    return torch.optim.AdamW(weights, lr=settings.learning_rate, weight_decay=settings.weight_decay)


def _seed_of(seed: int, purpose: str, number: int) -> int:
    return int.from_bytes(hashlib.sha256(f"{seed}/{purpose}/{number}".encode()).digest()[:7])


def _fingerprint(images: list[TrainingImage], settings: Settings, seed: int, revision: str) -> str:
    """Tells a training from others: a checkpoint of another one is not gone on from."""
    digest = hashlib.sha256(f"{settings}/{seed}/{revision}".encode())
    for image in images:
        digest.update(image.caption.encode() + image.pixels.tobytes())
    return digest.hexdigest()


def _save_adapter(adapter: Tensors, file: Path) -> None:
    """Writes the file complete or not at all."""
    partial = file.with_name(f".{file.name}.part")
    save_file(adapter, partial)
    os.replace(partial, file)
