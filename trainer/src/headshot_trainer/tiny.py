"""Builds a base model of random weights with the classes of the real one: seconds on a CPU, and no likeness."""

import json
from pathlib import Path

import torch
from diffusers import AutoencoderKLFlux2, FlowMatchEulerDiscreteScheduler, Flux2KleinPipeline, Flux2Transformer2DModel
from tokenizers.pre_tokenizers import ByteLevel
from transformers import Qwen2TokenizerFast, Qwen3Config, Qwen3ForCausalLM

from headshot_trainer.manifest import write_manifest
from headshot_trainer.settings import OVERRIDES

SETTINGS = {
    "steps": 40,
    "rank": 4,
    "learning_rate": 0.01,
    "warmup_steps": 1,
    "ema_decay": 0.9,
    "checkpoint_every": 20,
    "min_side": 64,
    "min_face_crop": 64,
    "resolution": 128,
    "inference_steps": 2,
    "edit_resolution": 96,
    "dtype": "float32",
    "text_layers": [1, 2],
    "text_tokens": 64,
}
BLOCKS = 4
"""Of the VAE, as many as the real one has, so that sizes follow the same rules."""
CHAT_TEMPLATE = "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"


def build_tiny(to: Path) -> None:
    """Writes the model with its settings and manifest into a directory, the same bytes each time."""
    torch.manual_seed(0)
    pipeline = Flux2KleinPipeline(
        scheduler=FlowMatchEulerDiscreteScheduler(),
        vae=_vae(),
        text_encoder=_text_encoder(),
        tokenizer=_tokenizer(),
        transformer=_transformer(),
    )
    pipeline.save_pretrained(to)
    (to / OVERRIDES).write_text(json.dumps(SETTINGS, indent=2))
    write_manifest(to, "tiny", "random", "mit")


def _transformer() -> Flux2Transformer2DModel:
    return Flux2Transformer2DModel(
        patch_size=1,
        in_channels=4,
        num_layers=1,
        num_single_layers=1,
        attention_head_dim=16,
        num_attention_heads=2,
        joint_attention_dim=32,
        timestep_guidance_channels=256,
        axes_dims_rope=[4, 4, 4, 4],
        guidance_embeds=False,
    )


def _vae() -> AutoencoderKLFlux2:
    return AutoencoderKLFlux2(
        down_block_types=("DownEncoderBlock2D",) * BLOCKS,
        up_block_types=("UpDecoderBlock2D",) * BLOCKS,
        block_out_channels=(4,) * BLOCKS,
        layers_per_block=1,
        latent_channels=1,
        norm_num_groups=1,
        sample_size=32,
        use_quant_conv=False,
        use_post_quant_conv=False,
    )


def _text_encoder() -> Qwen3ForCausalLM:
    config = Qwen3Config(
        intermediate_size=16,
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=2,
        vocab_size=512,
        max_position_embeddings=512,
    )
    return Qwen3ForCausalLM(config)


def _tokenizer() -> Qwen2TokenizerFast:
    """A byte-level BPE without merges: a token for each byte."""
    words = [*sorted(ByteLevel.alphabet()), "<|endoftext|>", "<|im_start|>", "<|im_end|>"]
    vocabulary = {word: number for number, word in enumerate(words)}
    return Qwen2TokenizerFast(vocab=vocabulary, merges=[], chat_template=CHAT_TEMPLATE)
