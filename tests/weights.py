"""Files of weights for tests."""

from kingsburg_agents.network.weights_file import header_for, write_weights


def save(path, arrays, **header):
    """Write arrays called w0, b0, ... and v0, vb0, ... as a file of weights."""
    policy, value = (
        [
            (arrays[f"{weight}{i}"], arrays[f"{bias}{i}"])
            for i in range(len(arrays))
            if f"{weight}{i}" in arrays
        ]
        for weight, bias in (("w", "b"), ("v", "vb"))
    )
    known = {"value": "win" if value else ""} | header
    write_weights(path, policy, value, header_for(len(arrays["w0"]), **known))
