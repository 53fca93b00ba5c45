"""What several marks need: numbers read back from an observation, and what is lacking for a building."""

import numpy as np

from kingsburg_agents.network.features.layout import (
    CHOICES,
    GIFTS,
    GOODS_AT,
    GOODS_TIMES,
    LACK_MARKS,
    MAX_LACK,
    MAX_LACKS,
    ROWS_AT,
    ROWS_TIMES,
)
from kingsburg_env.engine.jit import njit
from kingsburg_env.engine.names import NUM_COLUMNS, NUM_GOODS, NUM_ROWS


@njit
def whole(number, largest):
    """Read a whole number from 0 to the largest from what an observation shows."""
    return min(max(int(np.rint(number)), 0), largest)


@njit
def standing_in(inputs, row):
    """Read how many own buildings stand in a row."""
    return whole(inputs[ROWS_AT + row] * ROWS_TIMES, NUM_COLUMNS)


@njit
def own_goods(inputs):
    """Read the own gold, wood and stone."""
    return (
        whole(inputs[GOODS_AT] * GOODS_TIMES, 99),
        whole(inputs[GOODS_AT + 1] * GOODS_TIMES, 99),
        whole(inputs[GOODS_AT + 2] * GOODS_TIMES, 99),
    )


@njit
def with_gift(purse, advisor):
    """Add an advisor's gift to goods and goods of choice."""
    (gold, wood, stone), choice = purse
    goods = (gold + GIFTS[advisor, 0], wood + GIFTS[advisor, 1], stone + GIFTS[advisor, 2])
    return goods, choice + CHOICES[advisor]


@njit
def lacks(price, purse):
    """Count the goods that are lacking for a price; goods of choice fill in."""
    goods, choice = purse
    lacking = 0
    for good in range(NUM_GOODS):
        lacking += max(price[good] - goods[good], 0)
    return max(lacking - choice, 0)


@njit
def mark_lacks(inputs, at, prices, goods, choice):
    """Mark how many goods are lacking for the next building of each row, of each kind and in all."""
    for row in range(NUM_ROWS):
        price, first = prices[row, standing_in(inputs, row)], at + row * LACK_MARKS
        for good in range(NUM_GOODS):
            lack = max(price[good] - goods[good], 0)
            if lack <= MAX_LACK:
                inputs[first + good * (MAX_LACK + 1) + lack] = 1
        in_all = lacks(price, (goods, choice))
        if in_all <= MAX_LACKS:
            inputs[first + NUM_GOODS * (MAX_LACK + 1) + in_all] = 1
