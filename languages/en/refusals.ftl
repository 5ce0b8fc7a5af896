# What was wrong with a request, this time: the detail of a problem.

# A text that comes from elsewhere and has no key of its own.
said = { $text }

## Who may do what

credential-missing = Send an API key or a seat token: Authorization: Bearer …
credential-unknown = Unknown or expired credential.
credential-expired = Expired credential.
key-revoked = This key has just been revoked.
scope-missing = This key has no scope { $scope }: it may not { $scope ->
        [read] read tables, deals and the log
        [tables] open and close tables and branches, admit watchers and readers, invite
        [play] take seats, get their tokens, and leave seats
        [disputes] read evidence and disputes, admit auditors
        [webhooks] add, change and delete webhooks
       *[keys] make, rotate and revoke keys that may do no more
    }.
scope-too-wide = A key cannot give a scope that it lacks: { $scope }.
secret-replaced-keys = This secret was replaced: manage keys with the new one.
secret-replaced-webhooks = This secret was replaced: add webhooks with the new one.
done-by-seat = That is done with the token of a seat.
done-by-key = That is done with an API key.
work-of-auditor = An auditor reads evidence and rules disputes.
work-of-watcher = A watcher sees a table and its deals, as the public does.
work-of-reader = A reader sees a table, and its deals that are over.
work-of-invitation = An invitation takes a seat, and shows the table until then.
auditor-follows-nothing = The token of an auditor cannot follow events.
auditor-rules = Only the token of an auditor of this table rules a dispute.
auditor-after-deal = An auditor may read a deal only when it is over.
reader-after-deal = A reader may read a deal only when it is over.
watcher-public-only = At this table a watcher has the public view only.
owner-only = Only the table's owner may do this.
owner-and-seats-only = Only the table's owner and seats may do this.
owner-and-players-only = Only the table's owner and players may do this.
owner-or-holder-only = Only the table's owner or the holder of the seat may do this.
notes-by-owner = Only the owner of the table may give it: nobody else would see it.
guest-by-admitter = Only the table's owner or the seat that admitted the { $scope } may do this.
parties-only = Only the table's owner, players and auditors may do this.
participants-only = Only the participants of a table may read its record.
only-a-seat = Only a seat can do this: use the token of that seat.
permissions-changed = Your permissions have changed; reconnect.
no-longer-possible = This can no longer be done: something has changed, or your part in it has ended.

## What does not exist, and what there is too much of

not-found = There is no such { $what }, or you may not see it.
nothing-here = There is nothing at this address.
nothing-here-but = There is nothing at this address; { $address } may be meant.
path-needs-id = There is nothing at this address: { $name } is an id, such as { $example }.
path-needs-number = There is nothing at this address: { $name } is a number.
no-such-method = This resource has no such method; it has { EACH($methods, of: "item", join: "and") }.
too-many-keys = An owner has at most { $limit } valid keys: revoke unused keys.
too-many-guests = A table has at most { $limit } { $scope ->
        [auditor] auditors
        [reader] readers
        [invitation] open invitations
       *[watcher] watchers
    } at a time.
too-many-disputes = A seat opens at most { $limit } disputes on a deal.
too-many-answers = A seat answers a dispute at most { $limit } times.
too-many-webhooks = An API key has at most { $limit } webhooks.
too-many-redeliveries = The limit of redeliveries of this delivery is reached.
too-many-open-tables = There are { $limit } open tables of this owner, and may be no more of what you open: close those that have not begun, or play others to their end.
too-many-analyses = There are { $limit } analyses of this owner in the queue: wait until one of them is done.
not-at-house-tables = This is not offered at tables of the house, which people open without a key.
no-house-tables = This service offers no games without a key.
own-page-only = Only the page of this service may ask for it.
too-many-house-tables = { $limit } of these tables are open, and may be no more: play one to its end, or come back later.
too-many-at-address = { $limit } games are open at your internet address, which all devices in one home or network share: play one to its end, or end it on its device. An idle game is closed after an hour.
house-queue-full = As many people wait as can: try again in a minute.
budget-reads = This owner, or this token, has read too often; wait, or follow a stream.
budget-writes = This owner, or this token, has asked for too many changes; wait, and go on.
budget-openings = This owner, or this token, has opened too many tables in a short time; wait.
budget-strangers = Too many requests without a credential came from this address; wait.
streams-full = The service has reached its limit of open streams.
streams-of-caller-full = This caller or owner has reached the limit of open streams.

## Tables and seats

levels = Levels: { EACH($levels, of: "item") }.
level-not-available = Bots of level { $level } cannot play on this server.
no-judge = No bot on this server can judge the moves of this game.
games = Games: { EACH($games, of: "item") }.
seats-of-game = { game-title } is played on { EACH($seats, of: "item", join: "or") } seats.
game-title = { $game ->
        [durak] { durak }
        [goat] { goat }
        [skat] { skat }
        [svoi_kozyri] { svoi_kozyri }
       *[other] { $game }
    }
target-said-twice = options.{ $option } has said it: one of the two is enough.
table-closed = The table is closed.
seat-is-taken = This seat is taken.
no-seat = Every seat of this table is taken.
invited-to-seat = This invitation is for seat { $seat }.
invitation-used = This invitation is used: seat { $seat } was taken with it.
seat-reserved = This seat is reserved: take it with POST /v1/tables/{ $table }/rematch.
seat-yours-other-key = You already have this seat, with another key.
seat-yours-other-commits = You already have this seat, with another setting of `commits`.
seat-yours-commit = You already have this seat: commit with its new token.
seat-token-too-late = This token was issued after the seat of the rematch was taken. Ask the host for a token of that seat: POST /v1/tables/{ $table }/seats/{ $seat }/token.
name-of-a-bot = This is the name of a bot.
name-of-an-erased = Such a name stands for a player whose name is erased.
name-like-another = The name could be mistaken for { $other }, who is already there.
no-spectators = This table has no spectators.
views-for-members = At this table only its members see every view after a deal: it has no readers.
no-spectators-while-on = This table has no spectators while a deal is on.
no-rematch = Only a finished series has a rematch; a branch and a table of a tournament have none.
rematch-by-players = Only the players of the table and its owner may open a rematch.
rematch-other-seats = The rematch is opened already, with other seats: leave out `seats`.
rematch-closed = The rematch was closed, and a table has only one.
series-begun = The series has begun: leave the deal that is on.
series-over = The series is over.
table-of-older-release = The table was opened by an older release, which had no such field.
only-at-tests = Only a test table may have this: open the table with `test`, or with a test key.
test-key-tests-only = A test key opens tests, and acts at tests alone. Use another key.
deck-not-the-pack = A deck has every card of the pack exactly once. Missing: { $missing }; doubled: { $doubled }; not in the pack: { $unknown }.
no-seeds-with-decks = No seat adds a seed at a table with given decks: leave out `commits`.
clock-too-far = The clock of a table can be at most 366 days ahead: move it by at most { $seconds } seconds more.

## Deals and moves

deal-is-over = The deal is over.
deal-was-abandoned = The deal was abandoned.
deal-was-voided = The deal was voided.
deal-voided-too-late = The deal was voided; it was too late.
deal-over-at-event = The deal is over at that event.
voided-before-dealt = The deal was voided before a card was dealt.
abandoned-before-dealt = The deal was abandoned before a card was dealt.
cards-not-dealt = The cards are not dealt yet: seats have yet to show their seeds.
not-your-turn = It is not your turn.
rules-refuse = The rules refuse this { $move }; see clauses.
deal-changed = The deal is at version { $version }; read what you have missed and decide again.
time-was-over = Your time was over: the deal has ended.
bot-plays-time = A bot plays for you since your time was over. Come back with POST …/return to move again.
bot-plays-left = A bot plays for you since you left. Come back with POST …/return to move again.
come-back-first = A bot plays for you: come back with POST …/return first.
no-hints-here = Hints are not allowed at this table.
no-hint-resigned = You have resigned in this deal: there are no hints for you.
leave-after-move = You have come back since the last move: leave again after the next move.
return-after-bot-move = Your time was over: the bot moves in this turn. Come back after its move.
not-left = You have not left this deal.
all-cards-after-deal = This view has all the cards: it is available after the deal.
view-of-that-seat = While the deal is on, this view is for the holder of that seat alone.
view-full-refused = While the deal is on, the full view is refused.
no-other-cards = No other cards were found that fit the view of that seat.

## Seeds, keys and signatures

seat-commits-itself = A seat commits with its own token.
seat-without-commits = This seat was taken without `commits`, so it adds no seeds.
seat-committed-otherwise = This seat has committed to another seed for this deal.
not-next-deal = No seat may commit to this deal: it is not the next one, or it can be opened already. See next_deal.
phrase-too-soon = A seat says one phrase in { $pause } seconds: wait { $seconds ->
        [one] one second
       *[other] { $seconds } seconds
    }.
phrases-off = Nothing is said at this table.
phrases-between-deals = At this table people say something between the deals, and not while one is on.
phrases-of-people = Bots say nothing.
reports-limit = A seat reports at most { $limit } phrases.
ready-by-holder = Only the player of the seat, or the API key that took it, may say that they are ready.
no-pause = This table makes no pause between deals.
ready-too-early = It is too early: the pause before deal {$number} has not begun.
ready-too-late = It is too late: deal {$number} has begun.
seed-not-opening = The seed does not open the commitment of this seat for this deal.
not-a-public-key = This is not an Ed25519 public key of the prime-order group.
nothing-to-sign = There is nothing to be signed, or this seat has brought no key: send no signature.
seat-signs = This seat signs each { $what }, with the key that it has brought.
signature-unfit = This is not the signature of the seat's key over this { $what } in full and the record of the { $kind } up to event { $version }.

## Disputes, the log and webhooks

dispute-ruled = This dispute was ruled before.
dispute-withdrawn = This dispute was withdrawn.
withdraws-own-dispute = Only the seat that opened a dispute withdraws it.
appealed-once = This ruling was appealed before: there is one appeal.
appeals-ruling = There is no ruling to appeal yet.
appeal-one-auditor = No second auditor may rule at this table, so there is no appeal.
appeal-other-auditor = An appeal is ruled by another auditor than the first ruling.
auditors-are-fixed = At this table only auditors who were admitted before the first deal rule.
adjustment-sides = This table has { $sides } sides: send one number for each.
adjustment-dismissed = A dismissed claim adjusts nothing: send an empty adjustment.
record-altered = This record was altered.
record-missing = The signed log has this record, but the service no longer stores it: it was deleted.
log-not-signed-one = The log is not the one that was signed.
log-ended = The log { $ended } ended with { $size } entries here, and the log { $log } was begun after it. No proof leads from one to the other; see /v1/log/breaks.
position-lost = The log has no position { $position }: what came after position { $end } was lost, and the log was begun anew. Read your tables again, and go on after { $end }.
archived = This deal is in the archive of { $month }.
not-logged-yet = A log of this size does not contain the event yet.
webhook-stays-disabled = It stays disabled: the key that added it was revoked, so it cannot be enabled again.
webhook-is-disabled = The webhook is disabled: { $reason ->
        [by_owner] its owner has disabled it
        [gone] its receiver has answered 410 Gone
        [failing] nothing could be delivered for days
       *[key_revoked] the key that added it was revoked, so it cannot be enabled again
    }.

## Requests

key-reused = This idempotency key was used before for another request.
request-unfit = The request does not fit the contract; see errors.
malformed-json = The body is no JSON: { $why }.
body-missing = The body is missing. It is a JSON object with { EACH($fields, of: "item", join: "and") }.
body-not-json = The body must be JSON, sent as application/json.
body-encoded = The body must be sent uncompressed, without Content-Encoding: the service reads no compressed bodies.
body-too-slow = The body did not arrive within { $seconds } seconds.
body-cut-off = The body ended before it was complete.
body-too-long = The body is longer than this service reads.
address-too-long = An address has at most { $bytes } bytes.
too-many-waiting = { $most } requests for you wait already.
header-too-long = A header has { $bytes } bytes at the most.
headers-too-long = All headers have { $bytes } bytes at the most.
forms-available = Available forms: { EACH($forms, of: "item", join: "and") }.
transcript-forms = A transcript of this deal is available as { EACH($forms, of: "item") }.
no-streams = This server has pages, but no streams.
not-migrated = The database is not migrated to this program's schema.
stopping = This process has been told to stop.
database-unreachable = The service cannot reach its database. Nothing was lost; ask again.
service-failed = The service failed; your request is not the cause.

## The form of a request

form-missing = Missing data for required field.
form-null = Field may not be null.
form-near = Unknown field. Did you mean { $near }?
form-fields = Unknown field. There are: { $names }.
form-unknown = Unknown field.
form-one-of = Must be one of: { $choices }.
form-length = Length must be between { $min } and { $max }.
form-most-characters = Must have at most { $most } characters.
form-most-items = Must have at most { $most } items.
form-most-names = Must have at most { $most } names.
form-most-bytes = Must have at most { $most } bytes in all.
form-many-names = Has { $number } names, of which most are not known.
form-empty = Must not be empty. Without it, leave the name out too.
form-blank = Must not be empty.
form-several = Has several values: give it once.
form-text = Must be a text.
form-boolean = Must be true or false.
form-list = Must be a list.
form-object = Must be an object.
form-id = Must be an id, such as { $example }.
form-range = Must be a whole number from { $min } to { $max }.
form-hex = Must be { $digits } digits of hex: 0-9 and a-f.
form-cursor = Must be the `next` of a page of this list.
form-place = The place is `wait_` and 43 characters of base64url.
form-types = Must be types of events, such as { $example }, separated by commas.
form-note-name = Must be a name of letters, digits and the signs _ . : -
form-noted = Must be a name and its value, such as { $example }: at most { $name } letters, digits and signs _ . : - before the first =, and at most { $value } printable characters after it.
form-note = Must be printable text.
form-view = Must be seat:N, public or full.
form-some-of = Must be some of { $choices }, separated by commas.
form-time-plus = Must be a time of RFC 3339, such as { $example }. In an address, + is written %2B.
form-time = Must be a time of RFC 3339, such as { $example }.
form-printable = Must be printable text, and not blank.
form-reserved = Must not be “??”: that stands for a card that is not known.
form-surrogate = is not Unicode text: it has a lone surrogate
form-name-not-unicode = has a name that is not Unicode text
form-person-or-bot = Either a person or a bot.
form-exactly-one = Send exactly one of: { $names }.
form-needs = Only together with `{ $name }`.
form-tables = Numbers of at most { $most } tables, separated by commas, such as 1,3.
form-commits-needs-name = A seat that commits needs a name.
form-key-needs-name = A seat with a key needs a name.
form-kind-needs-name = A seat with a kind needs a name.
form-notes-need-name = A seat with a ref or metadata needs a name.
form-position = Must be the position of an event.
form-idempotency-key = Must be 1 to 255 visible ASCII characters.
form-idempotency-key-short = Without a credential, must be at random and have at least { $least } characters: whoever knows it gets the same answer.
form-hidden-character = Must not have U+{ $code }, which is not seen.
form-no-letter = Must have a letter, a digit or a sign.
form-url = Must be https://, a name on the internet, port 443 or 8443, and a path. To receive on your own machine, run `fairdeal listen`; an operator can allow other networks by FAIRDEAL_WEBHOOK_NETWORKS.
form-url-host = Must have a host; an IPv6 address stands in brackets.
form-url-port = Must have a port from 1 to 65535, or none.

## Moves and options
form-no-move = a move is an object with a type
form-near-option = { $name }: no such option; did you mean { $near }? there are { $options }
form-no-such-option = { $name }: no such option; there are { $options }
form-option-number = { $name }: must be a whole number from { $low } to { $high }
form-option-multiple = { $name }: must be a multiple of { $step } from { $low } to { $high }
form-option-one-of = { $name }: must be one of { $values }
form-move-one-of = must be one of { $values }
form-move-needs = { $move } needs { $field }
form-move-no-field = { $move } has no such field; there are { $fields }
form-cards = must be a list of cards
form-more-cards = has more cards than the pack, which has { $most }
form-card = must be a card: rank and suit, T is the ten, such as { $example }
form-no-card = { $text } is no card: rank and suit, T is the ten, such as { $example }
form-other-pack = { $text } is not in this pack: its ranks are { $ranks }
form-true-or-false = must be true or false
form-whole-number = must be a whole number
oembed-url = has to be the address of a replay at this service
oembed-size = has to be a number of pixels
oembed-format = only JSON is offered
