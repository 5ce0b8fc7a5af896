// Tables of games, events and the actors allowed for them. Generated from the Python code by
// `make tables`. Anything not listed here is unknown to the verifier, so its checks stay open.

export const CARDS = "6C 7C 8C 9C TC JC QC KC AC 6S 7S 8S 9S TS JS QS KS AS 6H 7H 8H 9H TH JH QH KH AH 6D 7D 8D 9D TD JD QD KD AD";

export const CORE = "eef90ca95107dc2c67b91fd23f56d1eec89e891ec2243d12c6d17c6df0a259eb";

export const GAMES = {
  "goat/1": {
    "pack": "6C 7C 8C 9C TC JC QC KC AC 6S 7S 8S 9S TS JS QS KS AS 6H 7H 8H 9H TH JH QH KH AH 6D 7D 8D 9D TD JD QD KD AD",
    "lots": {"4": [["shown", 20], ["dealer", 4]]},
    "sides": {"4": [[0, 2], [1, 3]]},
    "options": {"trump_card": {"values": ["hidden", "bottom"]}, "molodka": {"values": ["before_own_play", "on_turn", "off"]}, "eggs": {"values": ["none", "double_next", "two_each"]}, "loss_target": {"low": 2, "high": 24, "perSeat": false}},
    "bots": [["easy/1@0", 1], ["medium/1@0", 1], ["medium/2@5000", 5], ["hard/1@100000", 5], ["expert/1@40", 5], ["easy/2@0", 6], ["medium/3@5000", 6]],
  },
  "durak/1": {
    "pack": "6C 7C 8C 9C TC JC QC KC AC 6S 7S 8S 9S TS JS QS KS AS 6H 7H 8H 9H TH JH QH KH AH 6D 7D 8D 9D TD JD QD KD AD",
    "lots": {"2": [["dealer", 2]]},
    "sides": {"2": [[0], [1]]},
    "options": {"both_out": {"values": ["first_empty", "draw"]}, "any_trump_beats": {"values": [false, true]}, "throw_in_after_take": {"values": [false, true]}, "points_to_win": {"low": 1, "high": 100, "perSeat": false}},
    "bots": [["easy/1@0", 1], ["medium/1@0", 1], ["medium/2@2000", 5], ["hard/1@100000", 5], ["easy/2@0", 6], ["medium/3@2000", 6]],
  },
  "svoi_kozyri/1": {
    "pack": "6C 7C 8C 9C TC JC QC KC AC 6S 7S 8S 9S TS JS QS KS AS 6H 7H 8H 9H TH JH QH KH AH 6D 7D 8D 9D TD JD QD KD AD",
    "lots": {"2": [["dealer", 2]]},
    "sides": {"2": [[0], [1]]},
    "options": {"deal": {"values": ["random", "mirrored"]}, "voluntary_take": {"values": [false, true]}, "max_plies": {"low": 20, "high": 1000, "perSeat": false}, "wins": {"low": 1, "high": 24, "perSeat": false}},
    "bots": [["easy/1@0", 1], ["medium/1@0", 1], ["medium/2@2000", 5], ["hard/1@20000", 5], ["easy/2@2000", 6], ["casual/1@2000", 6]],
  },
  "skat/2": {
    "pack": "7C 8C 9C TC JC QC KC AC 7S 8S 9S TS JS QS KS AS 7H 8H 9H TH JH QH KH AH 7D 8D 9D TD JD QD KD AD",
    "lots": {"3": [["dealer", 3]], "4": [["dealer", 4]]},
    "sides": {"3": [[0], [1], [2]], "4": [[0], [1], [2], [3]]},
    "options": {"all_pass": {"values": ["next_deal", "redeal"]}, "deals": {"low": 1, "high": 40, "perSeat": true}, "scoring": {"values": ["seeger_fabian", "classic", "bierlachs"]}, "limit": {"low": 1, "high": 10000, "perSeat": false}, "claims": {"values": ["exact", "order"]}},
    "bots": [["easy/1@0", 1], ["medium/1@12000", 1], ["medium/2@12000", 4], ["hard/1@1000000", 5], ["hard/2@1000000", 6], ["easy/2@0", 6], ["medium/3@12000", 6]],
  },
  "skat/1": {
    "pack": "7C 8C 9C TC JC QC KC AC 7S 8S 9S TS JS QS KS AS 7H 8H 9H TH JH QH KH AH 7D 8D 9D TD JD QD KD AD",
    "lots": {"3": [["dealer", 3]], "4": [["dealer", 4]]},
    "sides": {"3": [[0], [1], [2]], "4": [[0], [1], [2], [3]]},
    "options": {"all_pass": {"values": ["next_deal", "redeal"]}, "deals": {"low": 1, "high": 40, "perSeat": true}, "scoring": {"values": ["seeger_fabian", "classic", "bierlachs"]}, "limit": {"low": 1, "high": 10000, "perSeat": false}},
    "bots": [["easy/1@0", 1], ["medium/1@12000", 1], ["medium/2@12000", 4], ["hard/1@1000000", 5], ["hard/2@1000000", 6], ["easy/2@0", 6], ["medium/3@12000", 6]],
  },
};

export const EVENTS = {
  "deal.abandoned": {
    "version": 1,
    "fields": {"seats": "int[]", "reason": "time|left|resigned|closed"},
  },
  "deal.act_signed": {"version": 1, "fields": {"seat": "int", "signature": "signature"}},
  "deal.clock_set": {
    "version": 2,
    "fields": {"turn": "int", "bank": "int", "stand_ins_wait": "bool"},
    "added": {"2": {"stand_ins_wait": false}},
  },
  "deal.move_signed": {
    "version": 1,
    "fields": {"seat": "int", "signature": "signature?"},
    "hidden": {"signature": "seat"},
  },
  "deal.opened": {
    "version": 6,
    "fields": {"deal": "id", "table": "id", "number": "int", "game": "text", "rules": "text", "options": "object", "seats": "int", "dealer": "int?", "leader": "int?", "bots": "text?[]", "commitment": "digest", "seed": "digest?", "commitments": "digest?[]", "keys": "key?[]", "hints": "bool", "test": "bool"},
    "hidden": {"seed": "nobody"},
    "added": {"2": {"commitments": []}, "3": {"keys": []}, "4": {}, "5": {"hints": false}, "6": {"test": false}},
  },
  "deal.resigned": {"version": 1, "fields": {"seat": "int"}},
  "deal.revealed": {"version": 1, "fields": {"seed": "digest"}},
  "deal.seat_returned": {"version": 1, "fields": {"seat": "int"}},
  "deal.seat_taken_over": {
    "version": 1,
    "fields": {"seat": "int", "bot": "text", "reason": "time|left|away"},
  },
  "deal.seed_revealed": {"version": 1, "fields": {"seat": "int", "seed": "digest"}},
  "deal.shuffled": {
    "version": 1,
    "fields": {"transcript": "digest", "root": "digest", "deck": "cards", "lots": "int[]?"},
    "hidden": {"deck": "nobody", "lots": "nobody"},
  },
  "deal.time_over": {"version": 1, "fields": {"seat": "int", "since": "int", "until": "int"}},
  "deal.voided": {"version": 1, "fields": {"seats": "int[]"}},
  "durak.attacked": {"version": 1, "fields": {"seat": "int", "card": "card"}, "move": "attack"},
  "durak.beaten": {"version": 1, "fields": {"seat": "int", "card": "card"}, "move": "beat"},
  "durak.dealt": {
    "version": 1,
    "fields": {"dealer": "int", "attacker": "int", "hands": "hands", "shown": "card", "lowest": "card?"},
    "hidden": {"hands": "each"},
  },
  "durak.done_said": {"version": 1, "fields": {"seat": "int"}, "move": "done"},
  "durak.drawn": {"version": 1, "fields": {"hands": "hands"}, "hidden": {"hands": "each"}},
  "durak.ended": {"version": 1, "fields": {"winner": "int?", "next_dealer": "int"}},
  "durak.picked_up": {"version": 1, "fields": {"seat": "int"}},
  "durak.put_away": {"version": 1, "fields": {"cards": "cards"}, "hidden": {"cards": "nobody"}},
  "durak.take_announced": {"version": 1, "fields": {"seat": "int"}, "move": "take"},
  "goat.beaten": {"version": 1, "fields": {"seat": "int", "cards": "cards"}, "move": "beat"},
  "goat.dealt": {
    "version": 1,
    "fields": {"dealer": "int", "leader": "int", "hands": "hands", "shown": "card"},
    "hidden": {"hands": "each"},
  },
  "goat.discarded": {
    "version": 1,
    "fields": {"seat": "int", "cards": "cards"},
    "move": "discard",
    "hidden": {"cards": "seat"},
  },
  "goat.drawn": {"version": 1, "fields": {"hands": "hands"}, "hidden": {"hands": "each"}},
  "goat.led": {"version": 1, "fields": {"seat": "int", "cards": "cards"}, "move": "lead"},
  "goat.pulled": {"version": 1, "fields": {"seat": "int", "cards": "cards"}, "move": "pull"},
  "goat.scored": {
    "version": 1,
    "fields": {"points": "int[]", "tricks": "int[]", "loss_points": "int[]", "eggs": "bool", "next_leader": "int", "next_dealer": "int"},
  },
  "goat.trick_taken": {"version": 1, "fields": {"seat": "int"}},
  "hint.given": {
    "version": 1,
    "fields": {"seat": "int", "policy": "text", "move": "text?"},
    "hidden": {"move": "seat"},
  },
  "skat.accepted": {"version": 1, "fields": {"seat": "int"}, "move": "accept"},
  "skat.auction_won": {"version": 1, "fields": {"declarer": "int", "bid": "int"}},
  "skat.bid": {"version": 1, "fields": {"seat": "int", "value": "int"}, "move": "bid"},
  "skat.claim_judged": {
    "version": 1,
    "fields": {"seat": "int", "finding": "proved|refuted|unknown"},
  },
  "skat.claimed": {"version": 1, "fields": {"seat": "int"}, "move": "claim"},
  "skat.conceded": {"version": 1, "fields": {"seat": "int"}, "move": "concede"},
  "skat.concession_asked": {"version": 1, "fields": {"seat": "int"}, "move": "ask_to_concede"},
  "skat.dealt": {
    "version": 1,
    "fields": {"dealer": "int", "hands": "hands"},
    "hidden": {"hands": "each"},
  },
  "skat.declared": {
    "version": 1,
    "fields": {"seat": "int", "contract": "clubs|spades|hearts|diamonds|grand|null", "hand": "bool", "schneider": "bool", "schwarz": "bool", "ouvert": "bool"},
    "move": "declare",
  },
  "skat.declined": {"version": 1, "fields": {"seat": "int"}, "move": "decline"},
  "skat.discarded": {
    "version": 1,
    "fields": {"seat": "int", "cards": "cards"},
    "move": "discard",
    "hidden": {"cards": "seat"},
  },
  "skat.hand_opened": {"version": 1, "fields": {"seat": "int", "cards": "cards"}},
  "skat.held": {"version": 1, "fields": {"seat": "int"}, "move": "hold"},
  "skat.passed": {"version": 1, "fields": {"seat": "int"}, "move": "pass"},
  "skat.picked_up": {"version": 1, "fields": {"seat": "int"}, "move": "pick_up"},
  "skat.played": {"version": 1, "fields": {"seat": "int", "card": "card"}, "move": "play"},
  "skat.settled": {
    "version": 1,
    "fields": {"ending": "passed_out|played_out|conceded|given_up|claimed", "declarer": "int?", "contract": "clubs|spades|hearts|diamonds|grand|null?", "bid": "int", "points": "int", "tricks": "int", "schneider": "bool", "schwarz": "bool", "matadors": "int", "steps": "game|hand|schneider|schneider_announced|schwarz|schwarz_announced|ouvert[]", "base": "int", "multiplier": "int", "overbid": "bool", "won": "bool", "value": "int", "clauses": "K8|K19|K24|K25|K26|K27|K28|K29|K30[]", "list_points": "int[]", "next_dealer": "int", "skat": "cards"},
  },
  "skat.skat_taken": {
    "version": 1,
    "fields": {"seat": "int", "cards": "cards"},
    "hidden": {"cards": "seat"},
  },
  "skat.trick_taken": {"version": 1, "fields": {"seat": "int"}},
  "svoi_kozyri.beaten": {
    "version": 1,
    "fields": {"seat": "int", "card": "card", "then": "card?"},
    "move": "beat",
  },
  "svoi_kozyri.dealer_named": {"version": 1, "fields": {"dealer": "int"}},
  "svoi_kozyri.dealt": {"version": 1, "fields": {"hands": "hands"}, "hidden": {"hands": "each"}},
  "svoi_kozyri.ended": {
    "version": 1,
    "fields": {"winner": "int?", "reason": "out|last_card|repetition|max_plies", "last_card": "card?", "next_dealer": "int"},
  },
  "svoi_kozyri.led": {"version": 1, "fields": {"seat": "int", "card": "card"}, "move": "lead"},
  "svoi_kozyri.taken": {"version": 1, "fields": {"seat": "int", "cards": "cards"}},
  "svoi_kozyri.trump_chosen": {
    "version": 1,
    "fields": {"seat": "int", "suit": "C|S|H|D"},
    "move": "choose_trump",
  },
  "svoi_kozyri.yielded": {"version": 1, "fields": {"seat": "int"}, "move": "take"},
  "table.act_signed": {"version": 1, "fields": {"seat": "int", "signature": "signature"}},
  "table.auditor_admitted": {
    "version": 1,
    "fields": {"auditor": "int", "name": "text", "token": "digest", "until": "int"},
  },
  "table.auditor_dismissed": {"version": 1, "fields": {"auditor": "int"}},
  "table.branched": {
    "version": 1,
    "fields": {"deal": "id", "at": "int", "cards": "true|resample", "from_seat": "int?"},
  },
  "table.clock_moved": {"version": 1, "fields": {"seconds": "int"}},
  "table.closed": {
    "version": 2,
    "fields": {"reason": "owner|idle"},
    "added": {"2": {"reason": "owner"}},
  },
  "table.deal_abandoned": {
    "version": 2,
    "fields": {"number": "int", "deal": "id", "seats": "int[]", "reason": "time|left|resigned|closed", "version": "int?", "head": "digest?"},
    "added": {"2": {"version": null, "head": null}},
  },
  "table.deal_opened": {"version": 1, "fields": {"number": "int", "deal": "id"}},
  "table.deal_recorded": {
    "version": 1,
    "fields": {"number": "int", "deal": "id", "version": "int", "head": "digest", "result": "object"},
  },
  "table.deal_voided": {
    "version": 2,
    "fields": {"number": "int", "deal": "id", "seats": "int[]", "version": "int?", "head": "digest?"},
    "added": {"2": {"version": null, "head": null}},
  },
  "table.dispute_answered": {
    "version": 1,
    "fields": {"deal": "id", "dispute": "int", "seat": "int", "text": "text"},
  },
  "table.dispute_appealed": {
    "version": 1,
    "fields": {"deal": "id", "dispute": "int", "seat": "int", "text": "text"},
  },
  "table.dispute_opened": {
    "version": 1,
    "fields": {"deal": "id", "dispute": "int", "seat": "int", "at": "int", "claim": "deal|legality|score|authorship|knowledge|delay", "text": "text"},
  },
  "table.dispute_ruled": {
    "version": 1,
    "fields": {"deal": "id", "dispute": "int", "ruling": "upheld|dismissed", "adjustment": "int[]", "text": "text", "auditor": "int"},
  },
  "table.dispute_withdrawn": {"version": 1, "fields": {"deal": "id", "dispute": "int", "seat": "int"}},
  "table.drawn": {
    "version": 1,
    "fields": {"tournament": "id", "round": "int", "number": "int"},
  },
  "table.invitation_withdrawn": {"version": 1, "fields": {"invitation": "int", "invited": "int"}},
  "table.invited": {
    "version": 1,
    "fields": {"invitation": "int", "seat": "int?", "name": "text?", "token": "digest", "until": "int", "ref": "text?", "metadata": "text[][]?"},
    "hidden": {"name": "owner", "ref": "owner", "metadata": "owner"},
  },
  "table.opened": {
    "version": 6,
    "fields": {"table": "id", "owner": "id", "name": "text", "game": "text", "rules": "text", "options": "object", "seats": "int", "visibility": "public|private", "spectators": "bool", "reveal_seconds": "int", "turn_limit": "int?", "time_bank": "int", "abandon": "bot|forfeit", "stand_in": "text", "test": "bool", "bot_delay_ms": "int", "views_after": "members|all", "pause_seconds": "int", "hints": "bool", "phrases": "off|between_deals|always", "watch_delay": "int", "fixed_auditors": "bool", "ref": "text?", "metadata": "text[][]?", "decks": "text[]?"},
    "hidden": {"ref": "owner", "metadata": "owner", "decks": "owner"},
    "hidesFrom": 5,
    "added": {"2": {"reveal_seconds": 60}, "3": {"turn_limit": null, "time_bank": 0, "abandon": "bot", "stand_in": "medium"}, "4": {"test": false}, "5": {"views_after": "members", "ref": null, "metadata": null}, "6": {"pause_seconds": 0, "bot_delay_ms": 0, "hints": false, "phrases": "off", "decks": null, "watch_delay": 0, "fixed_auditors": false}},
  },
  "table.person_erased": {"version": 1, "fields": {"seat": "int", "taken": "int"}},
  "table.reader_admitted": {
    "version": 1,
    "fields": {"reader": "int", "name": "text", "by": "int?", "deal": "id?", "token": "digest", "until": "int"},
  },
  "table.reader_dismissed": {"version": 1, "fields": {"reader": "int"}},
  "table.rematch_opened": {"version": 1, "fields": {"table": "id"}},
  "table.rematched": {
    "version": 2,
    "fields": {"of": "id", "moved": "int"},
    "added": {"2": {"moved": 1}},
  },
  "table.seat_committed": {
    "version": 1,
    "fields": {"seat": "int", "number": "int", "deal": "id", "commitment": "digest"},
  },
  "table.seat_left": {"version": 1, "fields": {"seat": "int"}},
  "table.seat_ready": {"version": 1, "fields": {"seat": "int", "number": "int"}},
  "table.seat_taken": {
    "version": 5,
    "fields": {"seat": "int", "name": "text?", "bot": "text?", "holder": "id?", "token": "digest?", "commits": "bool", "key": "key?", "kind": "person|bot", "ref": "text?", "metadata": "text[][]?"},
    "hidden": {"name": "all_erasable", "ref": "owner", "metadata": "owner"},
    "hidesFrom": 5,
    "added": {"2": {"commits": false}, "3": {"key": null}, "4": {"kind": null}, "5": {"ref": null, "metadata": null}},
  },
  "table.seat_token_issued": {"version": 1, "fields": {"seat": "int", "token": "digest"}},
  "table.series_ended": {
    "version": 2,
    "fields": {"winner": "int?", "ranks": "int[]", "points": "int[]", "titles": "text[]"},
    "added": {"2": {"ranks": null}},
  },
  "table.watcher_admitted": {
    "version": 1,
    "fields": {"watcher": "int", "name": "text", "by": "int?", "token": "digest", "until": "int"},
  },
  "table.watcher_dismissed": {"version": 1, "fields": {"watcher": "int"}},
  "tournament.closed": {"version": 1, "fields": {"reason": "over|director"}},
  "tournament.opened": {
    "version": 1,
    "fields": {"tournament": "id", "owner": "id", "name": "text", "game": "text", "rules": "text", "options": "object", "seats": "int", "table_terms": "object", "format": "fixed|lot|by_standings|round_robin|swiss|knock_out", "rounds": "int", "scoring": "points|matchpoints", "most": "int", "joining": "owner|anyone", "visibility": "public|private", "fill": "text?", "reveal_seconds": "int", "break_seconds": "int?", "round_seconds": "int?", "commitments": "digest[]", "seeds": "digest[]?", "test": "bool", "ref": "text?", "metadata": "text[][]?"},
    "hidden": {"seeds": "nobody", "ref": "owner", "metadata": "owner"},
  },
  "tournament.paused": {"version": 1, "fields": {"reason": "text"}},
  "tournament.person_erased": {"version": 1, "fields": {"player": "int", "taken": "int"}},
  "tournament.player_joined": {
    "version": 1,
    "fields": {"player": "int", "name": "text?", "bot": "text?", "partner": "int?", "team": "text?", "token": "digest?", "holder": "id?", "commitment": "digest?", "ref": "text?"},
    "hidden": {"name": "all_erasable", "ref": "owner"},
  },
  "tournament.player_withdrew": {"version": 1, "fields": {"player": "int"}},
  "tournament.result_recorded": {
    "version": 1,
    "fields": {"round": "int", "number": "int", "table": "id", "version": "int", "head": "digest", "points": "int[]", "ranks": "int[]", "won": "int[]", "lost": "int[]"},
  },
  "tournament.resumed": {"version": 1, "fields": {}},
  "tournament.round_called": {"version": 1, "fields": {"round": "int"}},
  "tournament.round_drawn": {
    "version": 1,
    "fields": {"round": "int", "seed": "digest", "tables": "int[][]", "byes": "int[]", "absent": "int[]"},
  },
  "tournament.score_corrected": {
    "version": 1,
    "fields": {"round": "int", "player": "int", "points": "int", "reason": "text"},
  },
  "tournament.seed_shown": {"version": 1, "fields": {"player": "int", "seed": "digest"}},
  "tournament.table_opened": {"version": 1, "fields": {"round": "int", "number": "int", "table": "id"}},
};

export const VERSIONS = {
  "deal.opened": {"4": {"deal.clock_set": 2}},
  "table.opened": {
    "4": {"table.seat_taken": 4, "table.deal_voided": 2, "table.deal_abandoned": 2, "table.series_ended": 2},
    "5": {"table.seat_taken": 5, "table.deal_voided": 2, "table.deal_abandoned": 2, "table.series_ended": 2},
    "6": {"table.seat_taken": 5, "table.closed": 2, "table.rematched": 2, "table.deal_voided": 2, "table.deal_abandoned": 2, "table.series_ended": 2},
  },
  "tournament.opened": {"1": {}},
};

export const ADDED = {
  "deal.act_signed": 4,
  "hint.given": 5,
  "table.act_signed": 4,
  "table.dispute_answered": 4,
  "table.dispute_withdrawn": 6,
  "table.dispute_appealed": 6,
  "table.seat_ready": 6,
  "table.drawn": 6,
  "table.clock_moved": 6,
  "table.reader_admitted": 5,
  "table.reader_dismissed": 5,
  "table.invited": 5,
  "table.invitation_withdrawn": 5,
};

export const FIRST_FIXED = 4;

export const IN_DEAL = [
  {"event": "deal.seed_revealed", "names": "seat:{seat}"},
  {"event": "deal.seat_returned", "names": "seat:{seat}"},
  {"event": "deal.resigned", "names": "seat:{seat}"},
  {
    "event": "deal.seat_taken_over",
    "names": "seat:{seat}",
    "where": {"reason": ["left"]},
  },
  {
    "event": "deal.abandoned",
    "names": "key:|system",
    "where": {"reason": ["closed"]},
  },
  {
    "event": "deal.abandoned",
    "names": "seat:{seats}",
    "where": {"reason": ["left", "resigned"]},
  },
];

export const AT_TABLE = [
  {"event": "table.seat_committed", "names": "seat:{seat}"},
  {"event": "table.dispute_opened", "names": "seat:{seat}"},
  {"event": "table.dispute_answered", "names": "seat:{seat}"},
  {"event": "table.dispute_withdrawn", "names": "seat:{seat}"},
  {"event": "table.dispute_appealed", "names": "seat:{seat}"},
  {"event": "table.dispute_ruled", "names": "auditor:{auditor}"},
  {"event": "table.auditor_admitted", "names": "key:"},
  {"event": "table.auditor_dismissed", "names": "key:"},
  {"event": "table.watcher_admitted", "names": "key:", "where": {"by": [null]}},
  {"event": "table.watcher_admitted", "names": "seat:{by}"},
  {"event": "table.reader_admitted", "names": "key:", "where": {"by": [null]}},
  {"event": "table.reader_admitted", "names": "seat:{by}"},
  {"event": "table.invited", "names": "key:"},
  {"event": "table.invitation_withdrawn", "names": "key:"},
  {"event": "table.seat_token_issued", "names": "key:"},
  {"event": "table.clock_moved", "names": "key:"},
  {"event": "table.drawn", "names": "system"},
  {"event": "table.closed", "names": "system", "where": {"reason": ["idle"]}},
  {"event": "table.deal_opened", "names": "system"},
  {"event": "table.deal_voided", "names": "system"},
  {"event": "table.deal_abandoned", "names": "system"},
  {"event": "table.deal_recorded", "names": "system"},
  {"event": "table.series_ended", "names": "system"},
];

export const FIRST = [
  "deal.seed_revealed",
  "deal.seat_returned",
  "deal.resigned",
  "deal.time_over",
  "deal.voided",
  "hint.given",
  "table.seat_left",
  "table.deal_opened",
  "table.deal_voided",
  "table.deal_abandoned",
  "table.deal_recorded",
  "table.rematch_opened",
  "table.dispute_opened",
  "table.dispute_answered",
  "table.dispute_ruled",
  "table.dispute_withdrawn",
  "table.dispute_appealed",
  "table.auditor_admitted",
  "table.auditor_dismissed",
  "table.watcher_admitted",
  "table.watcher_dismissed",
  "table.seat_token_issued",
  "table.clock_moved",
  "table.reader_admitted",
  "table.reader_dismissed",
  "table.invited",
];

export const LATER = [
  {"event": "deal.abandoned", "after": "deal.resigned", "same": true},
  {"event": "deal.abandoned", "after": "deal.time_over", "same": true},
  {"event": "deal.seat_taken_over", "after": "deal.time_over", "same": true},
  {"event": "deal.seat_taken_over", "after": "deal.opened", "same": false},
  {"event": "deal.seat_taken_over", "after": "deal.clock_set", "same": false},
  {
    "event": "deal.seat_taken_over",
    "after": "deal.seat_taken_over",
    "same": false,
  },
  {"event": "table.seat_committed", "after": "table.seat_taken", "same": true},
  {
    "event": "table.person_erased",
    "after": "table.person_erased",
    "same": false,
  },
  {"event": "table.seat_ready", "after": "table.deal_recorded", "same": false},
  {"event": "table.seat_ready", "after": "table.deal_voided", "same": false},
  {"event": "table.seat_ready", "after": "table.seat_ready", "same": false},
  {
    "event": "table.invitation_withdrawn",
    "after": "table.person_erased",
    "same": false,
  },
  {
    "event": "table.invitation_withdrawn",
    "after": "table.invitation_withdrawn",
    "same": false,
  },
  {"event": "table.closed", "after": "table.deal_abandoned", "same": false},
  {
    "event": "table.series_ended",
    "after": "table.deal_recorded",
    "same": false,
  },
  {"event": "table.series_ended", "after": "table.deal_voided", "same": false},
  {
    "event": "table.series_ended",
    "after": "table.deal_abandoned",
    "same": false,
  },
];

export const SUMMARY = {
  "shown": {
    "summary-order": ["form", "chain"],
    "summary-deck": ["commitments", "seeds", "pack", "root"],
    "summary-rules": ["moves", "consequences"],
    "summary-score": ["score"],
    "summary-bots": ["bots"],
    "summary-signed": ["signatures"],
    "summary-received": ["key", "receipts"],
    "summary-logged": ["key", "log"],
  },
  "rests": {
    "summary-rests-cards": ["commitments", ["finding-server-committed"]],
    "summary-rests-movers": ["signatures", []],
    "summary-rests-log": ["log", []],
  },
  "always": "summary-rests-times",
  "cannot": "summary-cannot",
};
