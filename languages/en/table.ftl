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
table-not-here = not here
table-stand-in = a bot plays on
table-trumps = Trumps
table-trumps-of-seat = trumps
table-cards = Cards on the table
table-last-trick = Last trick
table-tricks = { $count ->
        [one] { $count } trick
       *[other] { $count } tricks
    }
table-yes = yes
table-no = no
table-to-move = to move
table-bank = Bank
table-deal = Deal
table-more = More
table-series-over = The series is over.
table-was-closed = The table was closed.
