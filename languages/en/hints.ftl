# Why a hint names a move: what is true of the move for its player to see.

hint-only-move = It is your only move.
hint-looked-ahead = The bot looked at up to { $positions } positions and found nothing better.
hint-weighed = The bot weighed your moves by rules of thumb and liked this one best.

durak-hint-attacks-cheaply = It is your cheapest card. The dear ones stay for later.
durak-hint-has-another = You hold another card of this rank to throw in.
durak-hint-throws-in = The defender takes anyway, so you get rid of a card.
durak-hint-adds-cheaply = It costs you little, and the defender must answer once more.
durak-hint-beats-cheaply = It is the cheapest of your cards that beats.
durak-hint-keeps-trumps = Only trumps would do, and you keep them.
durak-hint-keeps-cards = The bot would rather keep your cards.

goat-hint-unbeatable = Nothing that you have not seen yet beats it.
goat-hint-leads-no-points = It risks no points.
goat-hint-beats-cheaply = It is the weakest that beats.
goat-hint-gives-to-partner = Your partner holds the trick, so the points may stay with you.
goat-hint-throws-away-least = It gives away the fewest points.

svoi_kozyri-hint-no-card-seen = You have seen no card yet, so any suit will do.
svoi_kozyri-hint-makes-take = Your opponent has nothing that beats it, and must take.
svoi_kozyri-hint-leads-cheaply = It is your weakest card.
svoi_kozyri-hint-beats-cheaply = So the cheapest of your cards beats.
svoi_kozyri-hint-keeps-trumps = Only your trumps would beat, and you keep them.

skat-hint-bids = The bot expects to win a game at this value with your cards.
skat-hint-passes = The bot sees no game in your cards that is worth the risk.
skat-hint-wins-last = You play last, and this is the weakest card that takes the trick.
skat-hint-draws-trumps = It draws trumps from the defenders.
skat-hint-gives-to-partner = Your partner holds the trick, and gets the points.
skat-hint-throws-away-least = It gives away the fewest points.
