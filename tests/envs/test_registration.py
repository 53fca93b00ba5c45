"""Importing the package registers the environments, with whichever PettingZoo is installed."""

import gymnasium
import pettingzoo

from kingsburg_env.envs import registration


def test_a_pettingzoo_without_a_registry_is_left_alone(monkeypatch):
    monkeypatch.delattr(pettingzoo, "aec_registry")
    monkeypatch.delitem(gymnasium.registry, registration.GYMNASIUM_ID)
    registration.register()

    assert registration.GYMNASIUM_ID in gymnasium.registry
