"""Chunks spread over a Ray cluster; each is played whole by one of its processes, and written here.

The result is the same as with processes of this machine.
A process that dies has its chunk played again; nothing ends an agent that hangs.
"""

# The extra `ray` need not be installed where types are checked.
# pyright: reportMissingImports=false

import logging
import socket
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from kingsburg_arena.play import ChunkArrays, Heartbeat, play_chunk
from kingsburg_arena.pool import ONE_THREAD, warm_up
from kingsburg_arena.schedule import Schedule, Tournament, chunk_of
from kingsburg_arena.storage import write_chunk
from kingsburg_env.extras import need

MAX_RETRIES = 3
AUTO, CLIENT = "auto", "ray://"
SECONDS_TO_ANSWER = 10


def play_on_ray(
    tournament: Tournament, folder: Path, chunks: list[int], address: str, progress: Callable[[float], None]
) -> None:
    """Play chunks on the cluster at an address; `auto` is the one running here, `local` a new one of this machine."""
    ray = join(address)
    remote = ray.remote(num_cpus=1, max_retries=MAX_RETRIES)(played)
    waiting = {remote.remote(tournament, chunk_of(tournament, chunk), chunk): chunk for chunk in chunks}
    try:
        while waiting:
            for task in ray.wait(list(waiting))[0]:
                arrays = ray.get(task)
                write_chunk(folder, waiting.pop(task), arrays)
                progress(len(chunks) - len(waiting))
    finally:
        for task in waiting:
            ray.cancel(task, force=True)


def join(address: str) -> Any:
    """Join the cluster, or raise what is missing."""
    need("ray", "ray")
    import ray  # noqa: PLC0415 - an extra: only who names a cluster needs it

    if not ray.is_initialized():
        _knock(_meant(address))
        ray.init(
            address=address,
            runtime_env={"env_vars": dict.fromkeys(ONE_THREAD, "1")},
            log_to_driver=False,
            logging_level=logging.ERROR,
        )
    return ray


def _meant(address: str) -> str:
    """Return the address that `auto` stands for; what Ray has noted may have ended long ago."""
    if address != AUTO:
        return address
    from ray._private.services import get_ray_address_from_environment  # noqa: PLC0415 - as in `join`

    try:
        return get_ray_address_from_environment(AUTO, None)
    except ConnectionError as error:
        raise ValueError(
            f"Ray at {AUTO!r}: none runs on this machine; name the address of a cluster, or local"
        ) from error


def _knock(address: str) -> None:
    """Refuse an address at which nobody answers; Ray itself would try for minutes."""
    host, colon, port = address.removeprefix(CLIENT).rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host, int(port)), SECONDS_TO_ANSWER).close()
    except (OSError, ValueError, OverflowError) as error:
        raise ValueError(
            f"Ray at {address!r}: nobody answers there ({error}); name the address of a cluster, or local"
        ) from error


def played(tournament: Tournament, games: Schedule, chunk: int) -> ChunkArrays:
    """Play one chunk; this is what runs on the cluster."""
    return play_chunk(_warm(tournament), games, chunk)


@lru_cache(maxsize=1)
def _warm(tournament: Tournament) -> Tournament:
    """Return the tournament whose agents were made in this process, and compile them the first time."""
    warm_up(tournament, set(), Heartbeat())
    return tournament
