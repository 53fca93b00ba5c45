"""The compiled search of `rollout` and `mcts`: PUCT below a root of sequential halving, playouts, values of positions."""
