"""What a seat receives depends on what it may know, and on nothing else: read message by message."""

import json

import pytest

pytestmark = pytest.mark.compiled

EVERYTHING = ("rows", "governors", "army")


def messages_of(client, seat_seed, other_choice):
    """Everything seat 0 receives at a server until it has picked its governor, whatever its rival picks."""
    tokens, _ = client.lay("", "", seed=seat_seed, modules=["governors"])
    with client.sit(tokens[0]) as me, client.sit(tokens[1]) as rival:
        me.wait_for_view()
        rival.wait_for_view()
        first, other = (me, rival) if me.is_asked else (rival, me)
        first.answer(other_choice if first is rival else 0)
        other.wait_for(lambda message: message["move"] == 1)
        me.wait_for(lambda message: message["move"] == 1) if me is first else None
        return me.heard


@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_a_rivals_secret_pick_never_crosses_the_line(client, seed):
    assert messages_of(client, seed, 0) == messages_of(client, seed, 2)


def test_no_message_holds_the_seed_or_anothers_token(client):
    seed = "1234567890123456789"
    tokens, watch = client.lay("", "adaptive", "", seed=seed, modules=list(EVERYTHING))
    with client.sit(tokens[0]) as me, client.sit(tokens[2]) as rival:
        for _ in range(10):
            for seat in (me, rival):
                seat.wait_for_view()
                if seat.is_asked:
                    seat.answer()
        said = json.dumps(me.heard)

    assert "seed" not in said
    assert seed not in said
    assert tokens[2] not in said
    assert watch not in said


def test_everybody_is_sent_the_view_of_their_own_seat_and_a_watcher_no_secret(client):
    tokens, watch = client.lay("", "", seed="1", modules=["governors"])
    with client.sit(tokens[0]) as me, client.sit(tokens[1]) as rival, client.sit(watch) as watcher:
        views = [seat.wait_for_view()["view"] for seat in (me, rival, watcher)]

    assert [view["seat"] for view in views] == [0, 1, None]
    assert views[0]["secrets"]["dealt"] != views[1]["secrets"]["dealt"]
    assert views[2]["secrets"] is None
    assert sum(bool(view["actions"]) for view in views) == 1
    assert not views[2]["actions"]
