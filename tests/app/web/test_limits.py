"""What one address may take: shares of places, and rates; a household of IPv6 is one address."""

import pytest

from kingsburg_app.web import limits
from kingsburg_app.web.limits import Allowances, FullError, Places, Rate, TooManyError, network_of


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.168.1.5", "192.168.1.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("::ffff:192.168.1.5", "192.168.1.5"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_counts_as_one(address, network):
    assert network_of(address) == network


def test_an_address_holds_its_share_until_it_gives_a_place_back():
    places = Places("replays", 2, 3)
    with places.hold("10.0.0.1"):
        with (
            places.hold("10.0.0.1"),
            pytest.raises(TooManyError, match="replays from your address, at most 2"),
            places.hold("10.0.0.1"),
        ):
            pass
        with places.hold("10.0.0.1"):
            pass


def test_all_together_hold_no_more_than_there_are():
    places = Places("replays", 2, 1)
    with places.hold("10.0.0.1"), pytest.raises(FullError, match="try again"), places.hold("10.0.0.2"):
        pass
    with places.hold("10.0.0.2"):
        pass


def test_a_rate_holds_for_each_address_alone():
    allowances = Allowances("new tables", Rate(2, 0))
    allowances.take("10.0.0.1", 2)
    with pytest.raises(TooManyError, match="too many new tables"):
        allowances.take("10.0.0.1")
    allowances.take("10.0.0.2")


def test_many_addresses_push_out_the_one_not_seen_for_longest(monkeypatch):
    monkeypatch.setattr(limits, "MAX_ADDRESSES", 2)
    allowances = Allowances("requests", Rate(2, 0))
    for address in ("10.0.0.1", "10.0.0.2", "10.0.0.1", "10.0.0.3"):
        allowances.take(address)

    with pytest.raises(TooManyError):
        allowances.take("10.0.0.1")
    allowances.take("10.0.0.2", 2)
