"""Answers drawn from a network's logits, and how likely each was; only legal actions are looked at, which are few."""

import numpy as np

from kingsburg_env.engine.jit import entry


@entry
def draw(logits, mask, numbers, actions, log_probs):
    """Draw a legal action for every row by softmax; the numbers are uniform in [0, 1)."""
    for i in range(len(logits)):
        top = np.float32(-np.inf)
        for a in range(logits.shape[1]):
            if mask[i, a] and logits[i, a] > top:
                top = logits[i, a]
        total = 0.0
        for a in range(logits.shape[1]):
            if mask[i, a]:
                total += np.exp(logits[i, a] - top)
        left = numbers[i] * total
        for a in range(logits.shape[1]):
            if mask[i, a]:
                actions[i] = a
                left -= np.exp(logits[i, a] - top)
                if left < 0:
                    break
        log_probs[i] = logits[i, actions[i]] - top - np.log(total)
