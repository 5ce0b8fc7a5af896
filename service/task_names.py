"""The names of tasks, as they are in the messages of the broker."""

from typing import Final

PLAY_BOTS: Final = "fairdeal.play_bots"
RECORD_DEAL: Final = "fairdeal.record_deal"
END_TURN: Final = "fairdeal.end_turn"
OPEN_DEAL: Final = "fairdeal.open_deal"
ANALYSE: Final = "fairdeal.analyse"
ADVANCE_TOURNAMENT: Final = "fairdeal.advance_tournament"
SWEEP: Final = "fairdeal.sweep"
SCRUB: Final = "fairdeal.scrub"
CREATE_PARTITIONS: Final = "fairdeal.tend"

SHARE: Final = "share"
"""The header of a message that names the account of its work: its owner's, in its queue."""
