"""The environments: PettingZoo, Gymnasium alone and batched, Stable-Baselines3, and adapters for other libraries."""
