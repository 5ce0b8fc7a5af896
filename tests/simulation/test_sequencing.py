"""The log of all events, while its sequencers die, and their clocks are wrong."""

from functools import partial

from tests.memory.store import Translog
from tests.simulation.schedules import Place, scenario
from tests.simulation.test_play import of_four, play
from tests.simulation.world import World


@scenario(of_four)
def test_the_sequencer(world: World, place: Place) -> None:
    """Every event is in the log once, in the order of its stream, under a checkpoint."""
    world.sequencer()
    world.sequencer()
    world.web()
    before = world.version(place.deal)

    world.act(partial(play, world, place, 3))

    def is_all_signed() -> bool:
        translog = world.memory.tables(Translog)
        waiting = sum(world.laws.versions.values()) - max(translog.checkpoints, default=0)
        return world.version(place.deal) >= before + 3 and waiting == 0

    world.run(is_all_signed)
