"""The ways in which a command ends other than by success."""

from threading import Event


class EndedError(Exception):
    """Ends a command. The message is for operators and has no names."""

    exit_code = 1


class Failed(EndedError):
    """The command cannot do its job."""


class Refused(EndedError):
    """The images cannot be used."""

    exit_code = 65
    """EX_DATAERR of sysexits.h, by which the GPU worker refuses the images."""


class Stopped(EndedError):
    """The process was asked to end, and what it needs to go on is stored."""

    exit_code = 143
    """128 + SIGTERM."""


def end_if_stopped(stop: Event) -> None:
    """Raises `Stopped` after the event was set."""
    if stop.is_set():
        raise Stopped("Stopped by a signal.")
