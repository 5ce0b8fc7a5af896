"""Train the network of `expert` by self-play.

    python -m lab.training.goat_network.train --minutes 8 OUT

Each of four seats plays by the network, with some moves of chance. The network learns what a move
is worth from the ends of the deals: 1 for a deal won, and the difference in card points beside it.
It needs `jax` and, for strong play, an accelerator; nothing else of the project needs either.
"""

import argparse
import time
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np

from lab.training.goat_network import deals
from lab.training.goat_network.deals import MOVES, SETS, STEPS, Array, Deal
from lab.training.goat_network.inputs import CARDS, INPUTS, MOVE

Network: TypeAlias = list[tuple[Array, Array]]
"""Weights and bias of each layer."""

FIRST, SECOND, THIRD = 256, 32, 32
WARM_UP: Final = 0.02
"""The part of the training in which the rate rises."""
REPORT: Final = 20
"""Seconds between two lines of the report."""
POINT: Final = 1 / 240
"""The value of a card point, where a deal won has the value 1."""


def beginning(key: Array) -> Network:
    """A network of chance."""
    sizes = (INPUTS + MOVE, FIRST, SECOND, THIRD, 1)
    keys = jax.random.split(key, len(sizes))
    active = (40, *sizes[1:])
    return [
        (jax.random.normal(k, (m, n), jnp.float32) * (1.4 / a**0.5), jnp.full(n, 0.1, jnp.float32))
        for k, m, n, a in zip(keys, sizes, sizes[1:], active, strict=False)
    ]


def clipped(x: Array) -> Array:
    """The activation: what lies below 0 or above 1 is cut off."""
    return jnp.clip(x, 0, 1)


def upper(net: Network, hidden: Array) -> Array:
    """The layers above the first."""
    for weights, bias in net[1:-1]:
        hidden = clipped(hidden @ weights + bias)
    weights, bias = net[-1]
    return (hidden @ weights + bias)[..., 0]


def values(net: Network, known: Array, one: Array) -> Array:
    """The value of each of the 30 moves, by deal."""
    weights, bias = net[0]
    base = known.astype(weights.dtype) @ weights[:INPUTS] + bias
    slots = one.astype(weights.dtype)  # deal, slot, card
    sets = SETS.astype(weights.dtype)
    up = jnp.einsum("ms,bsf->bmf", sets, slots @ weights[INPUTS : INPUTS + CARDS])
    down = jnp.einsum("ms,bsf->bmf", sets, slots @ weights[INPUTS + CARDS :])
    moves = jnp.concatenate([up, down], 1)
    return upper(net, clipped(base[:, None] + moves))


def value(net: Network, known: Array) -> Array:
    """The value of a move, from all its inputs."""
    weights, bias = net[0]
    return upper(net, clipped(known.astype(weights.dtype) @ weights + bias))


def halved(net: Network) -> Network:
    """The network with numbers of 16 bits."""
    return [(weights.astype(jnp.bfloat16), bias.astype(jnp.bfloat16)) for weights, bias in net]


def move(net: Network, state: Deal, key: Array, chance: Any) -> tuple[Deal, Any]:
    """Each deal after a move, and the inputs of that move."""
    legal, one = jax.vmap(deals.legal)(state)
    known = jax.vmap(deals.inputs)(state)
    worth = values(net, known, one).astype(jnp.float32)
    some, other = jax.random.split(key)
    free = jax.random.uniform(some, (len(legal), 1)) < chance
    random = jax.random.uniform(other, legal.shape)
    chosen = jnp.argmax(jnp.where(legal, jnp.where(free, random, worth), -jnp.inf), 1)
    cards = jnp.einsum("bs,bsc->bc", SETS[chosen % 15], one.astype(jnp.int32)) > 0
    up = (chosen < MOVES // 2)[:, None]
    over = jax.vmap(deals.over)(state)
    after = deals.where(over, state, jax.vmap(deals.lay)(state, cards, up[:, 0]))
    inputs = jnp.concatenate([known, cards & up, cards & ~up], 1)
    return after, (inputs, state.turn % 2, ~over)


def played(net: Network, key: Array, count: int, chance: Any) -> tuple[Array, Array, Array]:
    """Deals played by the network: inputs, results, and which of the steps were made."""
    first, second = jax.random.split(key)
    state = jax.vmap(deals.dealt)(jax.random.split(first, count))

    def turn(state: Deal, key: Array) -> tuple[Deal, Any]:
        return move(net, state, key, chance)

    state, (inputs, side, made) = jax.lax.scan(turn, state, jax.random.split(second, STEPS))
    ahead = jax.vmap(deals.result)(state)
    worth = jnp.sign(ahead) + POINT * ahead
    return inputs, jnp.where(side == 0, worth, -worth), made


def loss(net: Network, inputs: Array, worth: Array, made: Array) -> Array:
    """The mean square of what the network is off."""
    off = value(halved(net), inputs).astype(jnp.float32) - worth
    return (off**2 * made).sum() / made.sum()


def adam(net: Network, slope: Network, memory: Any, rate: Any, count: Array) -> tuple[Network, Any]:
    """A step of Adam; weights stay in the range of the integers that they will be."""
    first, second = memory
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, slope)
    second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, slope)
    scale = rate * jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)

    def changed(w: Array, m: Array, v: Array) -> Array:
        return jnp.clip(w - scale * m / (jnp.sqrt(v) + 1e-8), -7.9, 7.9)

    return jax.tree.map(changed, net, first, second), (first, second)


@partial(jax.jit, static_argnums=(3, 4), donate_argnums=0)
def learned(
    learner: tuple[Network, Any, Array], key: Array, part: Array, size: int, batches: int
) -> tuple[tuple[Network, Any, Array], Array, Array]:
    """The network after some more deals; `part` of the training is done."""
    net, memory, count = learner
    falling = 0.5 * (1 + jnp.cos(jnp.pi * part))
    rate = 1e-3 * jnp.where(part < WARM_UP, part / WARM_UP, falling) + 1e-6
    chance = 0.01 + 0.09 * jnp.clip(1 - 1.5 * part, 0, 1)
    play, mix = jax.random.split(key)
    inputs, worth, made = played(halved(net), play, size, chance)
    worth, made = worth.reshape(-1), made.reshape(-1)
    inputs = inputs.reshape(-1, inputs.shape[-1])
    order = jax.random.permutation(mix, len(worth)).reshape(batches, -1)

    def improved(carried: Any, at: Array) -> tuple[Any, Array]:
        net, memory, count = carried
        off, slope = jax.value_and_grad(loss)(net, inputs[at], worth[at], made[at])
        net, memory = adam(net, slope, memory, rate, count)
        return (net, memory, count + 1), off

    learner, off = jax.lax.scan(improved, (net, memory, count), order)
    return learner, off.mean(), made.sum()


@partial(jax.jit, static_argnums=(3,))
def match(one: Network, other: Network, key: Array, count: int) -> tuple[Array, Array]:
    """The part of deals that side 0 wins with one network against the other one."""
    first, second = jax.random.split(key)
    state = jax.vmap(deals.dealt)(jax.random.split(first, count))

    def turn(state: Deal, key: Array) -> tuple[Deal, Any]:
        mine, _ = move(one, state, key, 0.0)
        theirs, _ = move(other, state, key, 0.0)
        return deals.where(state.turn % 2 == 0, mine, theirs), None

    state, _ = jax.lax.scan(turn, state, jax.random.split(second, STEPS))
    ahead = jax.vmap(deals.result)(state)
    return (ahead > 0).mean(), (ahead < 0).mean()


def save(net: Network, path: Path) -> None:
    """Write the weights."""
    np.savez(path, *[np.asarray(array) for layer in net for array in layer])


def load(path: Path) -> Network:
    """Read the weights."""
    arrays = np.load(path)
    flat = [jnp.asarray(arrays[name]) for name in arrays.files]
    return list(zip(flat[::2], flat[1::2], strict=True))


def main() -> None:
    """Train for some minutes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--deals", type=int, default=16384, help="deals of a round")
    parser.add_argument("--batches", type=int, default=18, help="steps of a round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", type=Path, help="weights of an earlier run, to compare with")
    given = parser.parse_args()
    key, first = jax.random.split(jax.random.key(given.seed))
    net = beginning(first)
    old = halved(load(given.against) if given.against else net)
    memory = (jax.tree.map(jnp.zeros_like, net), jax.tree.map(jnp.zeros_like, net))
    learner, rounds = (net, memory, jnp.int32(1)), 0
    began = None
    reported = 0.0
    while True:
        part = 0.0 if began is None else (time.monotonic() - began) / (60 * given.minutes)
        if part >= 1:
            break
        key, some = jax.random.split(key)
        learner, off, made = learned(learner, some, jnp.float32(part), given.deals, given.batches)
        if began is None:
            off.block_until_ready()
            began = time.monotonic()
        rounds += 1
        if rounds % 50 == 0:
            off.block_until_ready()
            if time.monotonic() - reported > REPORT:
                reported = time.monotonic()
                won, lost = match(halved(learner[0]), old, some, 1 << 15)
                print(
                    f"{part:.3f} rounds {rounds} deals {rounds * given.deals:,} off {off:.4f}"
                    f" moves a deal {made / given.deals:.1f} won {won:.3f} lost {lost:.3f}",
                    flush=True,
                )
                save(learner[0], given.out)
    save(learner[0], given.out)


if __name__ == "__main__":
    main()
