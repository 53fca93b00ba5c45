"""Who sits where with which luck."""

from collections import Counter

import numpy as np
import pytest

from kingsburg_agents import seeds
from kingsburg_arena.schedule import chunk_of, mixes, num_chunks, rotations, table
from kingsburg_env import Rules
from kingsburg_env.seeds import draw_seed


def test_a_line_up_moves_one_seat_on_until_it_repeats():
    assert rotations((0, 1, 1, 1)) == [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]
    assert rotations((0, 1, 0, 1)) == [(0, 1, 0, 1), (1, 0, 1, 0)]
    assert rotations((0, 0, 0)) == [(0, 0, 0)]


def test_every_game_of_a_block_has_the_same_seed_and_no_two_blocks_share_one():
    games = table(["random", "first", "first"], Rules(3), games=30, seed=4).schedule

    assert len(games) == 30
    assert np.unique(games.block).tolist() == list(range(10))
    for block in range(10):
        assert len(np.unique(games.seed[games.block == block])) == 1
    assert len(np.unique(games.seed)) == 10


def test_in_a_block_everybody_takes_every_seat_once():
    games = table(["random#1", "random#2", "first"], Rules(3), games=3, seed=4).schedule

    for player in range(3):
        assert sorted(np.argmax(games.seats == player, axis=1)) == [0, 1, 2]


def test_games_are_rounded_up_to_whole_blocks():
    assert len(table(["random", "first", "first"], Rules(3), games=4, seed=4).schedule) == 6


def test_every_mix_of_different_agents_plays_equally_often():
    tournament = mixes(["random", "first", "random#2"], Rules(3), games=10 * 3 * 7, seed=0)
    games = tournament.schedule
    first_games = games.seats[np.unique(games.block, return_index=True)[1]]
    counts = Counter(tuple(sorted(lineup)) for lineup in first_games.tolist())

    assert set(counts) == {(0, 0, 1), (0, 0, 2), (0, 1, 1), (0, 1, 2), (0, 2, 2), (1, 1, 2), (1, 2, 2)}
    assert set(counts.values()) == {10}


def test_the_neighbours_in_a_mix_change_from_block_to_block():
    games = mixes(["random", "first", "random#2"], Rules(3), games=210, seed=0).schedule
    full = [tuple(seats) for seats in games.seats.tolist() if len(set(seats)) == 3]

    assert len(set(full)) == 6


def test_chunks_hold_whole_blocks_and_all_games():
    tournament = table(["random", "first"], Rules(2), games=300, seed=0)
    games = tournament.schedule
    chunks = [chunk_of(tournament, chunk) for chunk in range(num_chunks(tournament))]

    assert [len(chunk) for chunk in chunks] == [128, 128, 44]
    assert [chunk.first_game for chunk in chunks] == [0, 128, 256]
    assert np.concatenate([chunk.block for chunk in chunks]).tolist() == games.block.tolist()


def test_slow_agents_play_few_games_at_a_time():
    slow = "tests.arena.bad_agents:Searching"

    assert table([slow, "first"], Rules(2), games=8, seed=0).blocks_per_chunk == 1


def test_measuring_and_training_have_no_seed_in_common():
    last = seeds.evaluation_seeds(seeds.NUM_TOURNAMENT_SEEDS - 1, [seeds.BLOCKS_PER_TOURNAMENT - 1])

    assert seeds.evaluation_seeds(0, [0]).tolist() == [seeds.EVALUATION.start]
    assert int(last[0]) in seeds.EVALUATION
    assert seeds.TRAINING.stop <= seeds.EVALUATION.start
    assert not set(seeds.evaluation_seeds(1, range(100)).tolist()) & set(
        seeds.evaluation_seeds(2, range(100)).tolist()
    )
    with pytest.raises(ValueError, match="measure agents"):
        seeds.check_training_seed(seeds.EVALUATION.start)


def test_a_game_dealt_without_a_seed_is_never_one_that_measures():
    rng = np.random.default_rng(0)
    assert all(draw_seed(rng) in seeds.TRAINING for _ in range(100))


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (lambda: table(["random"] * 3, Rules(4), 1, 1), "3 agents for 4 players"),
        (lambda: mixes(["random"], Rules(4), 1, 1), "two or more"),
        (lambda: mixes(["random", "random"], Rules(4), 1, 1), "named once"),
        (lambda: mixes(["random", "nobody"], Rules(4), 1, 1), "must be one of "),
        (lambda: table(["random", "first"], Rules(2), 0, 1), "games=0"),
        (lambda: table(["random", "first"], Rules(2), 1, -1), "seed=-1"),
        (lambda: table(["random", "first"], Rules(2), 1, 1, budget=0), "budget=0"),
    ],
)
def test_what_cannot_be_played_is_refused(plan, message):
    with pytest.raises(ValueError, match=message):
        plan()
