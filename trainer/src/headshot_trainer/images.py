"""The person's images: judged, cropped to sizes that the model takes, and described in captions."""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

import cv2
import cv2.data
import numpy as np
from PIL import Image, ImageOps, ImageStat

from headshot_trainer.ends import Failed, Refused
from headshot_trainer.jobs import TrainingJob
from headshot_trainer.settings import Settings

DETECTION_SIDE = 640
"""Faces are looked for in images that are shrunk to this long side in pixels."""


@dataclass(frozen=True)
class Face:
    """A square around a face, in pixels of its image."""

    left: int
    top: int
    side: int


FindFace = Callable[[Image.Image], Face | None]


@dataclass(frozen=True)
class TrainingImage:
    """A training image at its final size, with its caption. A face crop is one, too."""

    pixels: Image.Image
    caption: str


def read_images(directory: Path, settings: Settings, min_images: int) -> list[Image.Image]:
    """All images of a directory, upright, by name.

    Raises `Refused` for too few, too small or unreadable images, by their position.
    """
    if not directory.is_dir():
        raise Failed("The directory of images is missing.")
    files = sorted(file for file in directory.iterdir() if file.is_file())
    if len(files) < min_images:
        raise Refused(f"There are {len(files)} images, and {min_images} are needed.")
    return [_read(file, f"Image {place} of {len(files)}", settings) for place, file in enumerate(files, 1)]


def training_images(
    upload: Image.Image, job: TrainingJob, settings: Settings, find_face: FindFace
) -> list[TrainingImage]:
    """An upload as training images: the whole of it, and a crop around its face where that shows more of the face."""
    face = find_face(upload)
    crop = face and face_crop(upload, face, settings)
    return [
        TrainingImage(fit(image, settings), caption(image, face, job.subject, job.trigger))
        for image in (upload, crop)
        if image
    ]


def face_crop(image: Image.Image, face: Face, settings: Settings) -> Image.Image | None:
    """A square around the face, within the image. None where it has few pixels, or is nearly the whole image."""
    side = round(face.side * settings.face_crop_scale)
    short_side = min(image.size)
    if side < settings.min_face_crop or side > 0.9 * short_side:
        return None
    margin = (side - face.side) // 2
    left = min(max(face.left - margin, 0), image.width - side)
    top = min(max(face.top - margin, 0), image.height - side)
    return image.crop((left, top, left + side, top + side))


def fit(image: Image.Image, settings: Settings) -> Image.Image:
    """Shrinks an image to the training area in its own ratio, and crops it at the centre to whole steps of size.

    An image below one step is enlarged to it.
    """
    width, height = image.size
    width, height = min(width, round(height * settings.max_ratio)), min(height, round(width * settings.max_ratio))
    scale = min(1.0, settings.resolution / sqrt(width * height))
    step = settings.size_step
    size = (max(step, int(width * scale) // step * step), max(step, int(height * scale) // step * step))
    return ImageOps.fit(image, size, Image.Resampling.LANCZOS)


def caption(image: Image.Image, face: Face | None, subject: str, trigger: str) -> str:
    """Describes framing, pose and light, never the face: what a caption names is not learned as part of the person."""
    words = [trigger, f"photo of one {subject}", _framing(image, face), _light(image)]
    if face:
        words.insert(3, "facing the camera")
    return ", ".join(words)


def find_face(image: Image.Image) -> Face | None:
    """The largest frontal face, by the detector that comes with OpenCV."""
    shrunk = image.convert("L")
    shrunk.thumbnail((DETECTION_SIDE, DETECTION_SIDE))
    detector = cv2.CascadeClassifier(cv2.data.haarcascades + "haarcascade_frontalface_default.xml")
    smallest = max(shrunk.size) // 16
    found = detector.detectMultiScale(np.asarray(shrunk), 1.1, 8, minSize=(smallest, smallest))
    if len(found) == 0:
        return None
    left, top, side, _ = max(found, key=lambda box: int(box[2]))
    scale = image.width / shrunk.width
    return Face(round(left * scale), round(top * scale), round(side * scale))


def _framing(image: Image.Image, face: Face | None) -> str:
    if face is None:
        return "portrait"
    share = face.side / image.height
    for least, words in ((0.45, "close-up of the head"), (0.2, "head and shoulders"), (0.1, "half-length")):
        if share >= least:
            return words
    return "full-length"


def _light(image: Image.Image) -> str:
    brightness = ImageStat.Stat(image.convert("L")).mean[0]
    if brightness < 70:
        return "in dim light"
    return "in bright light" if brightness > 170 else "in even light"


def _read(file: Path, name: str, settings: Settings) -> Image.Image:
    try:
        with Image.open(file) as opened:
            image = ImageOps.exif_transpose(opened).convert("RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise Refused(f"{name} cannot be read.") from None
    if min(image.size) < settings.min_side:
        raise Refused(f"{name} has {min(image.size)} pixels on its short side, and {settings.min_side} are needed.")
    return image
