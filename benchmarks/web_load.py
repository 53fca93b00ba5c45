"""Measure the server under load: many tables at once, people in half of the seats, agents in the others.

python benchmarks/web_load.py --tables 200

A server is started in a process of its own; this process plays all the people, over as many websockets.
An answer is the first view after a move: the move is then written down, and everybody at the table has been told.
What agents think afterwards does not count, but the load it makes does.
The server limits what one address may have, so each table's people come from an address of their own in 127.1.0.0/16:
Linux has them all, other systems need them as aliases.
"""

import argparse
import asyncio
import http.client
import json
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import closing
from pathlib import Path

import websockets

PORT = 8499
ORDER = {
    "edition": "second",
    "modules": ["rows", "governors", "army"],
    "plus_two": "season",
    "optional_effects": False,
    "seed": "",
}
SEATS = ["", "adaptive", "", "adaptive"]


def main() -> None:
    """Start a server, load it, print the figures."""
    options = read_options()
    with tempfile.TemporaryDirectory() as folder, start_server(Path(folder) / "games.sqlite") as server:
        try:
            wait_for_server()
            waits, seconds = asyncio.run(load(options))
            print(json.dumps(figures(waits, seconds, options)))
        finally:
            server.terminate()


def read_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30, help="how long people play")
    parser.add_argument("--think", type=float, default=2.0, help="mean seconds a person thinks")
    return parser.parse_args()


def start_server(database: Path) -> subprocess.Popen[bytes]:
    """Start a server on an empty database."""
    command = [sys.executable, "-m", "kingsburg_app.web", "--port", str(PORT), "--database", str(database)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def wait_for_server() -> None:
    """Wait until the server answers."""
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{PORT}/api/catalog").close()
        except OSError:
            time.sleep(0.2)
        else:
            return


def address_of(table: int) -> str:
    """Return the address that a table's people come from."""
    return f"127.1.{table // 250}.{1 + table % 250}"


def lay_table(address: str) -> list[str]:
    """Lay a table; return its people's tokens."""
    body = json.dumps({**ORDER, "seats": SEATS}).encode()
    with closing(http.client.HTTPConnection("127.0.0.1", PORT, source_address=(address, 0))) as line:
        line.request("POST", "/api/games", body)
        return list(json.load(line.getresponse())["seats"].values())


async def load(options: argparse.Namespace) -> tuple[list[float], float]:
    """Let everybody play for a while; return how long each answer took."""
    addresses = [address_of(table) for table in range(options.tables)]
    people = [(address, token) for address in addresses for token in lay_table(address)]
    waits: list[float] = []
    everybody = [asyncio.create_task(person(*one, options.think, waits)) for one in people]
    await asyncio.sleep(options.think)
    waits.clear()
    start = time.perf_counter()
    await asyncio.sleep(options.seconds)
    seconds, measured = time.perf_counter() - start, list(waits)
    failed = [task.exception() for task in everybody if task.done() and task.exception()]
    if failed:
        print(f"{len(failed)} people were cut off: {failed[0]}", file=sys.stderr)
    for task in everybody:
        task.cancel()
    await asyncio.gather(*everybody, return_exceptions=True)
    return measured, seconds


async def person(address: str, token: str, think: float, waits: list[float]) -> None:
    """Play one seat: think, move, note how long the answer took."""
    address_of_server = f"ws://127.0.0.1:{PORT}/ws"
    async with websockets.connect(address_of_server, max_size=None, local_addr=(address, 0)) as line:
        await line.send(json.dumps({"type": "join", "token": token}))
        message = json.loads(await line.recv())
        while not message.get("view", {}).get("result"):
            start = 0.0
            if message.get("view", {}).get("actions"):
                await asyncio.sleep(random.expovariate(1 / think))
                start = time.perf_counter()
                await line.send(json.dumps(move_of(message)))
            data = await line.recv()
            if start:
                waits.append(time.perf_counter() - start)
            message = json.loads(data)


def move_of(message: dict) -> dict:
    """Choose a move at random."""
    view = message["view"]
    ways = [way["actions"] for way in view["placements"]] or [
        [choice["action"]] for choice in view["actions"]
    ]
    return {"type": "act", "move": message["move"], "actions": random.choice(ways)}


def figures(waits: list[float], seconds: float, options: argparse.Namespace) -> dict[str, float]:
    """Sum up the answers: in milliseconds, by quantile."""
    ordered = sorted(waits)
    quantile = {
        f"p{share}_ms": round(1000 * ordered[int(len(ordered) * share / 100)], 1) for share in (50, 95, 99)
    }
    return {
        "tables": options.tables,
        "answers": len(waits),
        "answers_per_second": round(len(waits) / seconds, 1),
        **quantile,
        "worst_ms": round(1000 * ordered[-1], 1),
    }


if __name__ == "__main__":
    main()
