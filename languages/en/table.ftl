# What a table says beside its cards, and before anything else is loaded.

table-loading = The table is being loaded…
table-seats = Seats
table-names = { EACH($names, of: "item", join: "and") }
table-board = On the table
table-hand = Your cards
table-you = you
table-watching = You are watching.
table-watching-late = You see what happened { $seconds } seconds ago.
table-seat = seat
table-free-seat = free seat
table-erased-name = erased name
table-bot = Bot
table-partner = partner
table-dealer-sign = D
table-bot-sign = bot
table-panel = Play by play, and more
table-deal-of = deal { $number } of { $all }
table-not-here = not here
table-stand-in = a bot plays on
table-trumps = Trumps
table-cards = Cards on the table
table-last-trick = Last trick
table-tricks = { $count ->
        [one] { $count } trick
       *[other] { $count } tricks
    }
table-yes = yes
table-no = no
table-waiting-players = Waiting for players
table-waiting-seeds = Waiting for seeds: { $names }
table-waiting-ready = Next deal: waiting for { $names }
table-ready = Ready for the next deal?
table-waiting-next_deal = The next deal is being opened
table-waiting-deal = The deal is on
table-waiting-move = { $count ->
        [one] { $names } is thinking…
       *[other] { $names } are thinking…
    }
table-waiting-bots = { $count ->
        [one] { $names } is thinking…
       *[other] { $names } are thinking…
    }
table-waiting-nothing = This table is finished
table-to-move = to move
table-your-turn = Your turn
table-your-turn-to = Your turn: { EACH($types, of: "item", join: "or") }
table-early = Ready for your turn
table-time-left = Time left
table-bank = Bank
table-log = What has happened
table-deal = Deal
table-scores = Score sheet
table-more = More
table-series-over = The series is over.
table-was-closed = The table was closed.
