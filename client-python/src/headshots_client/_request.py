from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, Final, Literal, TypeAlias
from urllib.parse import quote


class _Omitted(Enum):
    OMITTED = "omitted"


Omitted: TypeAlias = Literal[_Omitted.OMITTED]
OMITTED: Final = _Omitted.OMITTED
"""The default of a field that is left out of a body; ``None`` is sent as null."""


def segment(value: str) -> str:
    """Encodes a value as one segment of a path.

    Raises:
        ValueError: for a value that would change the path.
    """
    if value in ("", ".", ".."):
        raise ValueError(f"{value!r} is not a valid identifier.")
    return quote(value, safe="")


def json_body(fields: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The body without the fields that are left out."""
    if fields is None:
        return None
    return {name: value for name, value in fields.items() if value is not OMITTED}


def query_parameters(fields: Mapping[str, Any] | None) -> dict[str, str]:
    return {name: _text(value) for name, value in (fields or {}).items() if value is not None}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join(map(str, value))
    return str(value)
