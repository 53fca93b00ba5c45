"""The environments under their ids, for `pettingzoo.make`, `gymnasium.make` and `gymnasium.make_vec`."""

import gymnasium
import pettingzoo

AEC_ID = "kingsburg/kingsburg-v0"
GYMNASIUM_ID = "kingsburg/Kingsburg-v0"


def register() -> None:
    """Register everything once; nothing is imported before it is made."""
    # PettingZoo has a registry since 1.27.
    if hasattr(pettingzoo, "aec_registry") and AEC_ID not in pettingzoo.aec_registry:
        pettingzoo.register("aec", AEC_ID, "kingsburg_env.envs.aec:env")
    if GYMNASIUM_ID not in gymnasium.registry:
        gymnasium.register(
            GYMNASIUM_ID,
            entry_point="kingsburg_env.envs.single:KingsburgEnv",
            vector_entry_point="kingsburg_env.envs.vector:KingsburgVectorEnv",
        )
