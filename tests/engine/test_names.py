"""The words of the game: enums with their counts, and the fields of the records."""

from enum import IntEnum

import numpy as np
import pytest

from kingsburg_env.engine import names
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.engine.answers import BITS
from kingsburg_env.engine.events import EVENT, LOG
from kingsburg_env.engine.state import FURTHER, INSIDE, NUM_PUBLIC, PLAYER, PUBLIC, SHARED, STATE
from kingsburg_env.observation import VIEW

RECORDS = {"STATE": STATE, "PLAYER": PLAYER, "EVENT": EVENT, "LOG": LOG, "VIEW": VIEW}
ENUMS = [
    thing
    for thing in vars(names).values()
    if isinstance(thing, type) and issubclass(thing, IntEnum) and thing is not IntEnum
]
COUNTED = [
    (names.Good, names.NUM_GOODS, 3),
    (names.Phase, names.NUM_PHASES, 8 + 4),
    (names.Step, names.NUM_STEPS, 16),
    (names.Decision, names.NUM_DECISIONS, 19),
    (names.Advisor, names.NUM_ADVISORS, names.NUM_COURT + 2),
    (names.Modifier, names.NUM_MODIFIERS, 6),
    (names.Building, names.NUM_BUILDINGS, names.NUM_ROWS * names.NUM_COLUMNS),
    (names.Row, names.NUM_ROWS, 7),
    (names.Column, names.NUM_COLUMNS, 4),
    (names.EnemyKind, names.NUM_ENEMY_KINDS, 6),
    (names.Enemy, names.NUM_ENEMIES, names.NUM_YEARS * 5),
    (names.Governor, names.NUM_GOVERNORS, 16),
    (names.Reroll, names.NUM_REROLLS, 4),
    (names.Change, names.NUM_CHANGES, 5),
    (names.Trade, names.NUM_TRADES, 7),
    (names.Trader, names.NUM_TRADERS, 4),
    (names.Effect, names.NUM_EFFECTS, 9),
]


def _fields(dtype, path=""):
    """All fields of a record, nested ones too: path, name and dtype."""
    for name, (field, *_) in (dtype.fields or {}).items():
        yield f"{path}{name}", name, field
        yield from _fields(field.base, f"{path}{name}.")


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_no_field_has_the_name_of_an_attribute(record):
    # Plain Python would find the attribute of the record instead of the field.
    taken = [path for path, name, _ in _fields(record) if name in dir(np.record)]

    assert taken == []


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_records_are_read_by_attribute_in_plain_python_too(record):
    plain = [
        path for path, _, field in _fields(record) if field.base.fields and field.base.type is not np.record
    ]

    assert record.type is np.record
    assert plain == []


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_fields_have_types_that_both_modes_count_alike(record):
    # Unsigned counters and narrow ones wrap in plain Python; the key of the luck is meant to.
    allowed = {np.dtype(np.int16), np.dtype(np.int32), np.dtype(np.float32)}
    others = {
        path for path, _, field in _fields(record) if not field.base.fields and field.base not in allowed
    }

    assert others <= {"key", "answers"}


def test_a_bool_is_never_part_of_a_record():
    kinds = {field.base.kind for record in RECORDS.values() for _, _, field in _fields(record)}

    assert "b" not in kinds


def test_every_field_of_a_game_has_its_range():
    checked = {name for name, *_ in SHARED} | {"key", "taken", "neutral", "answers", "players"}

    assert set(STATE.names) == checked


def test_every_field_of_a_player_has_its_range():
    checked = {name for name, *_ in [*PUBLIC, *FURTHER]}

    assert set(PLAYER.names) == checked


def test_the_public_fields_are_the_first_ones_and_nothing_else():
    inside = INSIDE["players"].base
    ends = [PLAYER.fields[name][1] + PLAYER.fields[name][0].itemsize for name, *_ in PUBLIC]

    assert inside.fields["public"][1] == 0
    assert inside.fields["public"][0].itemsize == max(ends) == 2 * NUM_PUBLIC


def test_compiled_code_sees_the_same_bytes():
    inside = INSIDE["players"].base

    assert INSIDE.itemsize == STATE.itemsize
    assert {name: INSIDE.fields[name][1] for name in STATE.names} == {
        name: STATE.fields[name][1] for name in STATE.names
    }
    assert {name: inside.fields[name] for name in PLAYER.names} == {
        name: PLAYER.fields[name] for name in PLAYER.names
    }


def test_there_is_one_bit_for_each_action():
    bits = BITS * STATE.fields["answers"][0].shape[0]

    assert NUM_ACTIONS <= bits < NUM_ACTIONS + BITS


def test_a_record_is_small():
    assert STATE.itemsize <= 1536


@pytest.mark.parametrize(("enum", "count", "expected"), COUNTED, ids=[enum.__name__ for enum, *_ in COUNTED])
def test_a_count_is_that_of_its_enum(enum, count, expected):
    assert count == len(enum) == expected


@pytest.mark.parametrize("enum", ENUMS, ids=lambda enum: enum.__name__)
def test_members_are_numbered_in_order_without_gaps(enum):
    numbers = [member.value for member in enum]

    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert numbers[0] in {0, 1}


def test_every_enum_but_sources_and_events_has_its_count_beside_it():
    assert {enum for enum, *_ in COUNTED} | {names.Source, names.Event} == set(ENUMS)


def test_numbers_of_the_box():
    assert (names.NUM_COURT, names.NUM_BUILDINGS, names.NUM_ENEMIES) == (18, 28, 25)
    assert (names.MIN_PLAYERS, names.MAX_PLAYERS, names.NUM_YEARS) == (2, 5, 5)
    assert (names.NUM_OWN_DICE, names.DIE_SIDES, names.NUM_DEALT_GOVERNORS) == (3, 6, 3)


def test_no_sentinel_is_a_member():
    sentinels = {names.NOBODY, names.NO_EFFECT, names.NO_GOVERNOR, names.NO_GROUP, names.NO_TOKEN}

    assert all(sentinel < 0 for sentinel in sentinels)


def test_sources_of_points_come_first():
    can_bring_points = [source for source in names.Source if source < names.NUM_POINT_SOURCES]

    assert can_bring_points[0] == names.Source.ADVISOR
    assert can_bring_points[-1] == names.Source.DESTROYED
    assert PLAYER.fields["vp_from"][0].shape == (len(can_bring_points),)
