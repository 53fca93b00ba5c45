"""The compiled search of `rollout` and `mcts`: what a position is worth, a cheap player for playouts, a tree, a race."""
