# What the verifiers and the judge of records find. A value such as { $seats } or { $why } may be a text
# of this catalogue.

## Several

finding-seats = { $number ->
        [one] seat { $seats }
       *[other] seats { $seats }
    }
finding-charged = seat { $seat } ({ $times })
finding-also = { $first }; { $second }
finding-named = { $name }: { $why }
finding-misconduct = { $what }: that is proof of misconduct
finding-at = event { $position }, { $field }: { $detail }
finding-in = { $field }: { $detail }

## The form of a record

finding-form-broken = the form does not hold
finding-malformed = { $where }: { $why }
finding-must-text = must be a text
finding-must-list = must be a list
finding-must-object = must be an object
finding-must-fields = must be an object with { $fields }
finding-must-most-items = must have at most { $most } items
finding-must-word = must be { EACH($words, of: "item", join: "or") }
finding-must-match = must match { $pattern }
finding-must-whole = must be a whole number from 0 up
finding-must-most = must be at most { $most }
finding-must-counted = must be less than 2^32
finding-must-uuid = must be a UUID in lower case
finding-must-hex = must be { $size } bytes in lower-case hex
finding-must-slots-in-order = must be in the order of their slots, each once
finding-must-positions-in-order = must be in the order of their positions, each once
finding-rewritten = another program has rewritten this file: it has other spaces or another order of keys, but the same content
finding-not-canonical = this is not the canonical form of its JSON
finding-no-canonical-json = this is no JSON that has a canonical form
finding-no-events = a record has events
finding-secret-object = no secret is an object, or a list with one
finding-not-known = { $what } is not known here
finding-not-known-here = not known here: { $what }
finding-not-known-here-event = not known here: { $what }, event { $event }
finding-bundle-unformed = a bundle that was given has not the form of one
finding-events-of = { $events } events of { $kind } { $stream }, { $game }, { $view }
finding-clock-back = the clock goes back by { $us } µs at event { $event }
finding-value = the value is not allowed, or it is missing
finding-header = the bundle says otherwise
finding-begins-with = a record begins with { $event }, and once
finding-not-in-record = a record that begins with { $first } does not hold { $event }
finding-ends-with = a full record ends with { $event }
finding-first-is-one = the first deal is number 1
finding-no-such-table = there is no such table
finding-no-such-seat = there is no such seat

## Hashes and openings

finding-hash = the hash does not follow from the events
finding-head-end = the record does not end at its head
finding-head = the head is { $head }
finding-openings = { $opened } of { $sealed } secrets are opened, and fit
finding-no-commitment = there is no commitment to open
finding-opening = the opening does not fit its commitment
finding-secret-not-of-view = the view does not have this secret
finding-secret-closed = the view has this secret, and it is not opened
finding-not-each-seat = there is not one for each seat
finding-secret-open = this is a secret, and stands open
finding-nothing-hidden = nothing is hidden here, and a commitment stands here
finding-other-count = { $count } cards are said to be hidden, and it is another number

## Commitments and seeds

finding-by-hand-uncommitted = there are no commitments: the deck is laid by hand
finding-seat-uncommitted = this seat has committed to no seed
finding-seat-shown-before = this seat has shown its seed before
finding-seed-after-shuffle = the seed is shown after the shuffle
finding-seat-not-shown = a seat that has committed has not shown its seed
finding-server-seed-early = the server's seed is shown before the end
finding-server-committed = the server's commitment stands in event 1; no seat committed to a seed of its own
finding-all-committed = the commitments of the server and of { $seats } stand in event 1
finding-board-committed = the commitment to the seed of the board stands in event 1, with the digest of the seeds of players; the record of the tournament has both
finding-test-deal = the deal of a test table, which proves nothing: { $said }
finding-not-for-each-seat = it is neither empty nor one for each seat
finding-bot-brings-none = a bot brings none of its own
finding-seeds-uncommitted = nothing is committed to, and there are seeds
finding-by-hand-seed = the deck is laid by hand, and a seed is shown
finding-by-hand-vouched = the deck is laid by hand, and this vouches for it
finding-none = there is none
finding-committed-no-seed = what was committed to is no seed
finding-seat-seed = the seed does not open the seat's commitment
finding-server-seed = the seed does not open the server's commitment
finding-other-seed-at-end = the seed is another one than that at the end
finding-server-seed-hidden = the server's seed is not shown yet
finding-server-opens = the server's opens its commitment
finding-no-seat-shows = no seat shows one
finding-seat-opens = { $seats } opens its own
finding-seats-open = { $seats } open theirs
finding-kept-by-player = as the player kept it: { $seats }
finding-seed-of-unknown = only --seed can show their owner: { $seats }
finding-seat-adds-none = this seat adds no seed
finding-seed-not-in-file = this seat adds a seed, and the file that you gave has none for this deal
finding-not-your-seed = it is not the seed that you kept
finding-not-your-commitment = it is not the commitment to the seed that you kept

## The shuffle

finding-agreed = T is what was agreed
finding-agreed-and-follow = T is what was agreed, and pack and lots follow from the seeds
finding-not-agreed = T is not what was agreed before the shuffle
finding-pack-seed-hidden = the seed that the pack follows from is not shown yet
finding-pack-sealed = pack and lots are sealed in this view
finding-dealt-unchecked = not checked here: the cards that are dealt
finding-pack = the pack does not follow from the seeds
finding-lots = the lots do not follow from the seeds
finding-not-of-pack = it is not what the pack makes that follows from the seeds
finding-salt-seed-hidden = the seed that the salts follow from is not shown yet
finding-root = the deck root is not the root of the salted pack
finding-root-is = the deck root is { $root }
finding-by-hand = laid by hand: it follows from no seed, and counts in no series
finding-no-deal = there was no deal: it ended before the shuffle
finding-not-shuffled = the pack is not shuffled yet

## Keys, receipts and the log

finding-nothing-signed = no key of a service has signed anything here
finding-trusted = { $key } is trusted: { $reason }
finding-you-gave-it = you gave it
finding-pinned = it was pinned earlier, from { $source }
finding-key-unproved = only the bundle names the key { $key }, so its log and receipts prove nothing
finding-give-key = give the key of the service
finding-other-pinned = the key pinned from { $source } is { $key }
finding-key-of-bundle = { $key }, a key that only the bundle names
finding-other-key = the bundle names the key { $named }, and yours is { $key }
finding-no-key = the bundle names no key
finding-no-receipt = no receipt was given, and none is in the bundle
finding-receipts = { $count } are for events of this record, signed by { $key }
finding-receipt-key = it names the key { $named }, not { $key }
finding-receipt-unsigned = it is not signed by this key
finding-receipt-deal = it is for { $deal }
finding-record-events = the record has { $events } events
finding-receipt-head = another record was accepted than stands here
finding-receipt-time = the event says another time
finding-not-in-log = the bundle has no place in the log
finding-not-in-log-yours = the bundle has no place in the log; where yours is older than it, take both anew
finding-logged-first = only the first { $version } of { $events } are in the log: { $said }
finding-logged = event { $version } of { $events } is entry { $position } of { $size }, signed by { $key }
finding-two-contents = the log was signed with two contents: that is proof of misconduct
finding-checkpoint-size = yours is of { $size } entries
finding-ask-size = ask for the bundle with size={ $size }, or for the proof that one log begins with the other
finding-not-grown = it does not prove that the log of { $size } begins with the log of { $old }
finding-grown = the log of { $size } entries begins with the log of { $old }
finding-forked = { $key } has signed a log of { $size } entries that does not begin with the { $old } entries that it had signed before
finding-fork-smaller = the log has { $size } entries, and it had { $old }: { $old } were signed, so ask the service for a newer checkpoint
finding-fork-unproved = nothing proves what the first { $old } of the { $size } entries are, so ask the service for the proof
finding-log-without = the log does not hold this record
finding-note-too-long = a note has at most { $most } characters
finding-note-form = a note is text, an empty line and signatures
finding-note-most-signatures = a note has at most { $most } signatures
finding-note-unsigned = { $name } has not signed this note
finding-note-signature = the signature of { $name } does not fit this text
finding-note-end = a note ends with signatures
finding-note-base64 = this is not base64
finding-note-checkpoint = a checkpoint is an origin, a size and a root
finding-note-no-key = this is not the text of an Ed25519 verifier key
finding-note-key-id = the id of this verifier key is not its own
finding-other-log = it is of the log { $origin }

## Who acted

finding-commands = { $count } commands are by those whom they were for
finding-bot-plays = a bot plays for { $seats }, and did not make this move
finding-no-bot-plays = no bot plays for { $seats }
finding-no-bot-named = this names no bot
finding-other-bot-plays = the bot { $level } plays for { $seats }
finding-follows-another = it follows by itself from what another did
finding-other-time = it was recorded at another time than what it came with
finding-begins-command = it begins a command of its own
finding-for-others = this is for { EACH($whom, of: "item", join: "or") } to do, and it is by { $actor }
finding-not-for = it is not for { $actor } to do

## Signatures of players

finding-unkeyed = no seat has a key, and nothing is signed
finding-older-than-acts = it was opened before acts were signed (0.2)
finding-no-acts = no seat with a key has done anything at the table
finding-other-command = it came with another command than what it signs
finding-fit = { $fit } of { $count } fit
finding-others-not-in-view = the view has not the others
finding-moves-of = { $moves } moves of { $seats }
finding-moves-and-acts-of = { $moves } moves and { $acts } acts of { $seats }
finding-signed-by-keys = { $what } are signed by the keys in event 1 ({ $keys })
finding-acts-unsigned = acts are not: it was opened in the form used before 0.2
finding-key-of-unknown = only --seat-key can show their owner: { $seats }
finding-acts-signed = { $acts } acts of { $seats } are signed
finding-key-of-many = under this key more signatures fit than its owner makes
finding-its-key-of-many = under its key more signatures fit than its owner makes
finding-key-you-know = the key that you know is { $mine }, and here stands { $given }
finding-move-unsigned-by-seat = it is not signed by the seat's key, for this move after these events
finding-act-unsigned-by-seat = it is not signed by the seat's key, for this act after these events
finding-key-for-each-seat = there is a key, or none, for each seat
finding-move-unsigned = the move is not signed
finding-act-unsigned = the act is not signed
finding-signature-for-nothing = there is no move or act that it would be for

## Bots and hints

finding-no-bot-moved = no bot has moved
finding-no-hint = no hint was given
finding-actor-not-allowed = an actor is not allowed
finding-no-policy-named = this names no policy
finding-bot-moves = { $moves } moves of bots are what { $policies } makes of what their seats saw
finding-hints = { $hints } hints are what { $policies } makes of what their seats saw
finding-other-move = { $policy } makes another move: { $move }
finding-waits = { $policy } makes another move: it waits
finding-policy-is = the policy is { $policy }
finding-policy-unknown = { $policy } of { $game } is not known here
finding-seed-not-recorded = the seed of { $policy } was not in the record
finding-at-event = event { $event }: { $why }
finding-chance-not-recorded = the seed that its chances follow from is not in the record
finding-view-lacks-cards = the view has not all cards
finding-bots-by-hand = laid by hand: the chances of its bots are not in the record
finding-moves-unchecked = not checked here: the moves of { $policies }
finding-rules-unchecked = not checked here: it takes the rules of the game
finding-record-unchecked = not checked here: the record is not by the rules
finding-core-missing = this installation cannot run the core of the bots: add wasmtime
finding-core-cannot = not checked here: the core of the bots cannot run
finding-core-other = not checked here: the module is not the one that these bots search by

## The rules

finding-not-by-rules = the record is not by the rules up to here
finding-legal = { $moves } were legal when they were made, by { $rules }
finding-own-legal = { $moves } of the reader's own were legal; the others need their players' cards
finding-follow = all follow from the moves
finding-not-played-out = the deal was not played out: nothing is scored
finding-ends-when-over = a full record ends when the deal is over
finding-as-recorded = { $event } is as recorded
finding-impossible = this cannot have happened here
finding-illegal = { $move } was not legal
finding-seed-commitment = the seed does not open the commitment
finding-board = tournament, round, number and seeds name no board
finding-board-alone = a board has no seeds of seats, no hints and no deck made by hand
finding-board-dealer = a board has another dealer, or a leader that was carried over
finding-commitment-for-each = there is a commitment, or none, for each seat
finding-no-table-of = there is no table of { $seats } seats
finding-no-seat-of-table = { $field } is no seat of the table
finding-bots-each-seat = bots names each seat of the table
finding-voided-by-others = voided by others than those who owed a seed
finding-seeds-owed = not all seeds were shown, and it goes on
finding-shuffle-unfounded = the shuffle does not follow from what was fixed before it
finding-should-follow = { $event } should have followed
finding-seed-shown-once = a seat shows its seed once
finding-cannot-hold = { $field } cannot hold this
finding-follows-by-itself = { $event } follows by itself, and is not what stands here
finding-does-not-follow = { $event } does not follow here
finding-seed-at-end = the seed is revealed at the end of a deal, and once
finding-voided-ends = a voided deal ends with deal.revealed
finding-abandoned-ends = an abandoned deal ends with deal.revealed
finding-deal-version = this deal cannot hold this version of the event
finding-seed-at-once = the server's seed must follow the end at once
finding-deal-begins = a deal begins with deal.opened
finding-cannot-have-happened = { $event } cannot have happened here
finding-hint-illegal = the hint is not a legal move
finding-dismissed-ruling = ruling by a dismissed auditor: was possible until 0.2
finding-table-version = this table cannot hold this version of the event
finding-follows-at-once = something must follow it at once
finding-table-begins = a record begins with table.opened
finding-no-turn = no turn was on
finding-other-deadline = the deadline was another one
finding-time-not-over = the time was not over yet
finding-move-late = the move came after a deadline that had passed
finding-event-late = this came after a deadline that had passed
finding-bot-did-not-wait = no player was there, and the bot that stood in did not wait
finding-turn-used-up = the player came back in a turn that they had used up

## Tables and series

finding-table-not-sound = the record of the table is not as it must be up to here
finding-may-go-on = a record that ends here may be the beginning of a longer one
finding-boards-to-reveal = this record reveals { $revealed } of { $boards } boards, and goes on until the last one is revealed
finding-in-order = seats and deals follow each other as they must
finding-results-not-followed = this does not follow from the results before it
finding-points-end-unchecked = not checked here: when the points end the series
finding-points-unchecked = not checked here: points and places take the rules of the game
finding-deals-all = all { $ended } deals that ended were given, and agree with the table
finding-deals-some = bundles of { $seen } of { $ended } deals were given, and agree with the table
finding-of-a-branch = { $said }; a branch of { $deal } from event { $event }, by hand
finding-of-a-test = { $said }; a test table, where decks may be laid by hand
finding-series-on-because = the series is on: { $why }
finding-leads-unchecked = not checked here: who deals and who leads
finding-over-uncounted = deal { $number }, { $deal }, is over, and the record of the table ends before it is counted
finding-deal-dropped = { $deal } was opened here as deal { $number }, and the table has it not
finding-ends-before-deal = the record of the table ends before deal { $number }, { $deal }
finding-other-result = the deal ended with another result
finding-not-abandoned-for = the deal was not abandoned for that
finding-which-record = the table does not say which record of { $deal } it means
finding-not-voided-by = the deal was not voided by these seats
finding-seed-time-left = the time to show a seed was not over
finding-other-record-counted = another record of the deal was counted
finding-older-than-table = the deal is in an older form than its table
finding-branch-has-seed = the deal of a branch follows from no seed
finding-by-hand-at-series = the deck is laid by hand, and the table is neither a branch nor a test
finding-other-terms = the deal was opened on other terms
finding-other-clock = the deal was played by another clock
finding-other-stand-in = another bot stood in than the table says
finding-bot-stands-in = at this table a bot stands in
finding-others-away = others are away than had left the deal before
finding-ready-had-not-left = the player who is called ready had not left the deal before
finding-left-open = { $said }: { $open }
finding-dispute-open = a dispute of deal { $number } is not ruled: the ledger may change
finding-test-table = a test table
finding-counted = { $deals } deals are counted and make { $points }
finding-ledger = by rulings up to event { $event } the ledger is { $points }
finding-voids = voids: { $voids }, charged to { EACH($seats, of: "finding-charged") }
finding-series-over = the series is over
finding-series-on = the series is on
finding-disputed-holds = the disputed deal { $number } holds
finding-disputed-fails = the disputed deal { $number } fails: { $why }
finding-disputed-open = the disputed deal { $number } is not proved: { $why }
finding-disputed-by-hand = the disputed deal { $number } was laid by hand: { $why }
finding-not-given = its bundle was not given

## Tournaments

finding-tournament-not-sound = the record of the tournament is not as it must be up to here
finding-draws = rounds drawn: { $rounds }, from the operator's seeds and those of { $seeds } of { $players } players; seeds left out, players withdrawn or scores corrected for a draw: { $left_out }
finding-draws-server = rounds drawn: { $rounds }, from the operator's seeds; none of { $players } players added one; seeds left out, players withdrawn or scores corrected for a draw: { $left_out }
finding-draws-fixed = rounds drawn: { $rounds }; the director named the seats
finding-standings = the standings: { EACH($standings, of: "finding-standing") }
finding-standing = { $rank }. player { $players } ({ $points })
finding-more-contestants = more contestants: { $more }
finding-no-contestants = there are no contestants yet
finding-test-tournament = { $said }; a tournament of tests, whose results prove nothing
finding-parts = the records of tables and deals: { $holds } hold, { $fails } fail, { $open } are open, { $hand } are laid by hand
finding-no-results = no table has a result yet
finding-tables-all = all { $ended } tables that have a result were given, and agree with the tournament
finding-tables-some = bundles of { $seen } of { $ended } tables that have a result were given, and agree with the tournament
finding-table-missing = table { $number } of round { $round } was not given
finding-table-open = table { $number } of round { $round }: { $why }
finding-ends-before-table = the record of the tournament ends before table { $number } of round { $round }, { $table }
finding-table-dropped = { $table } was drawn here as table { $number } of round { $round }, and the tournament has it not
finding-no-boards = the tournament has no boards
finding-boards = boards revealed: { $boards }; results compared: { $results }, decks compared: { $decks }
finding-boards-missing = what could not be compared, as tables or deals were not given: { $missing }
finding-board-result = table { $number } has another result by its own record
finding-board-early = table { $number } had not ended the board when it was revealed
finding-board-seed = table { $number } has not dealt the board of this seed
finding-board-deck = table { $number } has another deck than the tables before it
finding-other-draw = the table says that it was drawn for something else
finding-other-table-terms = the table was opened on other terms than those of the tournament
finding-other-player = when the table was opened, seat { $seat } was not taken by player { $player } of the draw
finding-other-table-record = another record of the table was counted
finding-table-shorter = its bundle has only { $events } events, and later ones were counted
finding-table-not-over = the table was not over when it was counted
finding-other-table-result = the table's own record makes another result

## Two records

finding-one-record = they are of one record, of { $events } events
finding-longer = they are of one record; after event { $event } { $name } alone goes on
finding-differ = { $one } has { $mine }, { $other } has { $yours }
finding-one-text = one text
finding-another-text = another
finding-nothing = nothing
finding-no-common-key = no key has signed both
finding-two-logs = { $key } has signed two logs of { $entries } entries
finding-both-signed = { $key } has signed both records
finding-not-both-logged = not both have a place in the log
finding-one-checkpoint = both are under one checkpoint, of { $entries } entries
finding-growth-needed = only a proof of consistency can show whether the logs of { $one } and { $other } are one
finding-key-of-bundles = { $key }, a key that only the bundles name,
finding-log-holds-both = the log holds both: { $said }
finding-key-decides = { $said }. The key of the service, if you have it from elsewhere, can decide
finding-log-holds-one = the log holds { $name }; nothing was given that it holds { $absent }; { $said }
finding-log-ends = what is in the log ends with event { $event }, before they part
finding-ledger-part = { $place } has { $events } events of this deal: give both bundles to compare them
finding-ledger-other = { $place } has another record of this deal

## A saved replay

finding-frames = every event of every view is in the record; the positions between them are not checked here
finding-frame-missing = event { $event } of a view is not in the record

## Files that cannot be read

finding-no-evidence = this JSON is no evidence: a record, a receipt, a checkpoint, a proof, a key or seeds
finding-no-json = the file is no JSON
finding-no-format = the file is no { $format }
finding-line = line { $line } is no record of a { $format }, is in the file twice, or has no place there
finding-too-long = no bundle is longer than { $most } bytes
finding-no-seeds = this is no seed in hex, and no file in which a client keeps seeds
finding-held-key = the key that was given is not the text of an Ed25519 verifier key
finding-one-key = one key is enough
finding-no-replay = this is no file of a replay

## Summaries

summary-fails = This record is false: checks that fail: { $count }.
summary-hand = Nothing fails, but the deck was laid by hand: the record counts nowhere.
summary-open = Nothing fails, but the record is not proved: checks that are open: { $count }.
summary-holds = Every check holds: this record is proved as far as a record can be.
summary-shown = It shows:
summary-rests = On the word of the service:
summary-order = The events stand in this order. Since they were recorded, nothing was changed or left out.
summary-deck = The deck follows from seeds, which are secret numbers. They were fixed before the cards could be known.
summary-rules = The rules allowed every move, and all that is recorded after a move follows from it.
summary-score = The points follow from the play.
summary-bots = The bots moved as their programs do with what they had seen.
summary-draws = The seats of every round follow from the seeds and the results before it, or were named by the director.
summary-results = Each result is the one in the record of its table, and the standings follow from the results.
summary-signed = Players with keys have signed their own moves.
summary-received = The service has signed that it accepted these events.
summary-logged = The record is in the signed log of the service whose key you trust.
summary-rests-rules = The rules allowed every move, and the points follow from the play. This was not checked here.
summary-rests-cards = Nobody chose the cards. No player added a secret number, so the service could have tried several decks.
summary-rests-draws = Nobody could foresee the draws. No player added a secret number, so whoever knew the service's could.
summary-rests-left-out = Nobody chose among several draws, and their boards. Between call and draw, seeds were left out, players withdrew or scores were corrected ({ $count }), so whoever did that and knew the service's seeds could.
summary-rests-boards = Nobody chose or knew the cards of some boards ({ $count }). No player added a secret number, so the service could have tried several decks, and whoever knew its numbers knew the cards.
summary-rests-movers = Each player made the moves of their seat. A seat without a key signs nothing.
summary-rests-log = There is no other record of this deal.
summary-rests-times = The events happened at the times that are recorded.
summary-cannot = No record shows what players said or saw elsewhere.

rivals-same = Both files show the same record: { $why }.
rivals-genuine = Of the two, { $name } is the genuine record: the signed log of the service whose key you trust has it, and does not have { $absent }.
rivals-both = The signed log has both records. They cannot both be true, so the holder of its key has signed something false.
rivals-open = Nothing that was given can show which of the two is genuine.
rivals-part = They are the same up to event { $before }. Event { $event } differs in { $field }: { $what }.
rivals-known = How that is known: { $why }.
rivals-cannot = The genuine record is the one that was signed in time. What it proves is said with each record.
