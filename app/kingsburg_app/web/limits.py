"""What one address may take of the server, so that something is left for everybody else: all numbers in one place.

An IPv6 address counts as its network of 64 bits, which is what one household gets.
"""

import ipaddress
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple

from kingsburg_app.fields import RefusedError

# All addresses together: websockets at tables, and replays at work or waiting.
MAX_SOCKETS = 2_000
MAX_REPLAYS = 8
# Addresses whose requests are counted at a time.
MAX_ADDRESSES = 10_000
HOUSEHOLD_BITS = 64


class TooManyError(RefusedError):
    """One address asks for more than its share."""


class FullError(RefusedError):
    """The server has no room for anybody; later it may have."""


class Rate(NamedTuple):
    """How often something may be done: so many at once, and so many a second for long."""

    at_once: float
    a_second: float


class Limits(NamedTuple):
    """What one address may have at once, how often it may ask, and how long it may keep the server waiting.

    Messages are those of one websocket.
    """

    connections: int = 200
    sockets: int = 100
    replays: int = 2
    requests: Rate = Rate(60, 20)
    tables: Rate = Rate(30, 1 / 60)
    messages: Rate = Rate(60, 20)
    seconds_for_request: float = 10
    seconds_to_join: float = 10


DEFAULT_LIMITS = Limits()


class Allowance:
    """A bucket that fills up again at a rate."""

    def __init__(self, rate: Rate) -> None:
        self.rate, self._left, self._since = rate, rate.at_once, time.monotonic()

    def take(self, cost: float = 1) -> bool:
        """Take this much, if there is this much."""
        now = time.monotonic()
        self._left = min(self.rate.at_once, self._left + (now - self._since) * self.rate.a_second)
        self._since = now
        if self._left < cost:
            return False
        self._left -= cost
        return True


class Allowances:
    """The allowance of every address for one kind of thing."""

    def __init__(self, what: str, rate: Rate) -> None:
        self._what, self._rate = what, rate
        self._of: dict[str, Allowance] = {}

    def take(self, address: str, cost: float = 1) -> None:
        """Take this much, or refuse."""
        network = network_of(address)
        allowance = self._of.pop(network, None) or Allowance(self._rate)
        if len(self._of) >= MAX_ADDRESSES:
            del self._of[next(iter(self._of))]
        self._of[network] = allowance
        if not allowance.take(cost):
            raise TooManyError(f"too many {self._what} from your address: wait a little")


class Places:
    """Places of which one address holds at most so many, and all together at most so many."""

    def __init__(self, what: str, an_address: int, everybody: int) -> None:
        self._what, self._an_address, self._everybody = what, an_address, everybody
        self._held: Counter[str] = Counter()

    @contextmanager
    def hold(self, address: str) -> Iterator[None]:
        """Hold a place as long as this lasts, or refuse."""
        network = network_of(address)
        if self._held[network] >= self._an_address:
            raise TooManyError(
                f"too many {self._what} from your address, at most {self._an_address}: end another first"
            )
        if self._held.total() >= self._everybody:
            raise FullError(f"too many {self._what} on this server just now: try again in a while")
        self._held[network] += 1
        try:
            yield
        finally:
            self._held[network] -= 1
            self._held += Counter()  # forgets whoever holds none


@lru_cache(MAX_ADDRESSES)
def network_of(address: str) -> str:
    """Return what counts as one client: an IPv4 address, or the household of an IPv6 address."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:  # noqa: PLR2004 - the number is the name
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), HOUSEHOLD_BITS), strict=False))
