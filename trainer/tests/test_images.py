"""Sizes, face crops and captions of training images, and settings."""

import json
from pathlib import Path

import pytest
from PIL import Image

from headshot_trainer.ends import Failed
from headshot_trainer.images import caption, find_face, fit, read_images, training_images
from headshot_trainer.settings import Settings, read_settings
from tests.conftest import job_in, person

FULL = Settings()
JOB = job_in(Path(), Path())


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ((1536, 1536), (1024, 1024)),
        ((1152, 1536), (832, 1152)),
        ((1536, 1024), (1216, 832)),
        ((600, 800), (576, 768)),
        ((400, 1536), (384, 768)),
    ],
)
def test_images_keep_their_ratio_within_the_training_area(size: tuple[int, int], expected: tuple[int, int]) -> None:
    assert fit(Image.new("RGB", size), FULL).size == expected


def test_an_upload_gives_itself_and_a_crop_around_its_face() -> None:
    whole, crop = training_images(person(800, 1000), JOB, FULL, find_face)
    assert whole.pixels.size == (768, 960)
    assert crop.pixels.width == crop.pixels.height
    assert whole.caption == "ohwx woman, photo of one woman, head and shoulders, facing the camera, in even light"
    assert crop.caption == "ohwx woman, photo of one woman, close-up of the head, facing the camera, in even light"


def test_an_upload_without_a_face_or_with_a_small_one_gives_no_crop() -> None:
    assert len(training_images(Image.new("RGB", (800, 1000)), JOB, FULL, find_face)) == 1
    assert len(training_images(person(300, 380), JOB, FULL, find_face)) == 1


def test_captions_tell_the_light() -> None:
    dark, bright = (caption(Image.new("L", (9, 9), value), None, "man", "ohwx man") for value in (20, 240))
    assert dark == "ohwx man, photo of one man, portrait, in dim light"
    assert bright.endswith("in bright light")


def test_images_are_turned_upright(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (600, 400)).save(tmp_path / "1.jpg", exif=exif)
    assert read_images(tmp_path, FULL, 1)[0].size == (400, 600)


def test_a_base_model_can_override_settings_by_name_and_type(tmp_path: Path) -> None:
    assert read_settings(tmp_path) == Settings()
    (tmp_path / "settings.json").write_text(json.dumps({"guidance": 1, "text_layers": [1, 2]}))
    assert read_settings(tmp_path) == Settings(guidance=1.0, text_layers=(1, 2))
    for wrong, reason in (({"stepz": 1}, "unknown setting: stepz"), ({"steps": "1"}, "steps has to be like 1000")):
        (tmp_path / "settings.json").write_text(json.dumps(wrong))
        with pytest.raises(Failed, match=reason):
            read_settings(tmp_path)
