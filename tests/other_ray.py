"""Somebody else's Ray on this machine."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

STAY = """
import ray
ray.init(address="local", num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
print(ray.get_runtime_context().gcs_address, flush=True)
input()
"""


@contextmanager
def other_ray() -> Iterator[str]:
    """Keep a Ray of one core running in a process of its own; yield its address."""
    process = subprocess.Popen(
        [sys.executable, "-c", STAY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.communicate("end\n", timeout=60)
