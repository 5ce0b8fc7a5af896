"""The training of `expert` of Goat, by self-play on an accelerator.

Nothing else of the project needs it. No lock has what it needs: `jax` (0.10 or 0.11) and `numpy`.

    python -m lab.training.goat_network.check                # in .venv with jax: equal to the rules
    python -m lab.training.goat_network.train net.npz        # nine minutes on one NVIDIA H200
    python -m lab.training.goat_network.quantise net.npz bots/goat/expert.network

Another run gives other weights, so its result is another version of the policy.
"""
