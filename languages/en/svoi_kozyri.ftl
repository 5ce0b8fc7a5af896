# Svoi Kozyri: names, and how a deal ended.

svoi_kozyri = Svoi Kozyri

svoi_kozyri-move-choose_trump = choose trumps
svoi_kozyri-move-lead = lead
svoi_kozyri-move-beat = beat
svoi_kozyri-move-take = take
svoi_kozyri-pick-lead = Pick a card to lead

svoi_kozyri-option-deal = The deal
    .random = random
    .mirrored = mirrored, without luck
svoi_kozyri-option-voluntary_take = Taking although one could beat
    .false = no
    .true = yes
svoi_kozyri-option-max_plies = Moves after which a deal is drawn
svoi_kozyri-option-wins = Play to (deals won)

svoi_kozyri-won = { CAPITAL(SEAT($seat)) } ran out of cards and won the deal [{ $clause }].
svoi_kozyri-drawn-last-card = One hand is empty, but { CARD($card) }, the only card in the other, beats the top card: the deal is drawn [{ $clause }].
svoi_kozyri-drawn-repetition = The same position came up for the third time: the deal is drawn [{ $clause }].
svoi_kozyri-drawn-max-plies = The limit of moves is reached, and nobody has won: the deal is drawn [{ $clause }].
svoi_kozyri-deals = { CAPITAL(SEAT($seat)) } will deal next [{ $clause }].

# The short title of each clause.
clause-S1 = Seats and pack
clause-S2 = Choice of trumps
clause-S3 = Deal
clause-S4 = Dealer and lead
clause-S5 = Beat or take
clause-S6 = What beats what
clause-S7 = Beat and play
clause-S8 = How much is taken
clause-S9 = Turn passes
clause-S10 = Winning the deal
clause-S11 = Draw by the last card
clause-S12 = Repetition
clause-S13 = Match

svoi_kozyri-field-suit = suit
svoi_kozyri-field-then = card on top
svoi_kozyri-event-dealer_named = Dealer named
svoi_kozyri-event-taken = Cards taken

# What a seat has just done, in a bubble beside it: three words at most, with the card, value or number after them.
svoi_kozyri-said-choose_trump = chooses trumps:
svoi_kozyri-said-lead = leads
svoi_kozyri-said-beat = beats, plays
svoi_kozyri-said-take = takes

# The same after “You”, in a log.
svoi_kozyri-you-trump_chosen = choose trumps:
svoi_kozyri-you-led = lead
svoi_kozyri-you-beaten = beat, play
svoi_kozyri-you-yielded = take

# What the next card of a move with several has to do.
svoi_kozyri-next-beat-card = First beat { $cards }
svoi_kozyri-next-beat-then = Now any other card on top

# Why a card cannot be played, by the clause that refuses it.
why-S5 = You can beat, so you must.
why-S6 = { $card } does not beat { $beats }.
why-S7 = First the card that beats, then another one on top.

# Why a move was allowed.
svoi_kozyri-trick-number = Round { $trick }
svoi_kozyri-allowed-choose = The non-dealer chooses first, and could choose any suit [{ $clause }].
svoi_kozyri-allowed-choose-other = The other player had chosen { suit-name }, so any other suit was allowed [{ $clause }].
svoi_kozyri-allowed-lead = { svoi_kozyri-trick-number }: the pile was empty, so any card could be led [{ $clause }].
svoi_kozyri-allowed-beat = { svoi_kozyri-trick-number }: the { CARD($card, case: "long") } beats the { CARD($top, case: "long") }, being { $by ->
        [suit] higher in the suit
       *[trump] the player's own trump
    }{ $allowed ->
        [only] ; no other card of the hand does
        [unknown] { "" }
       *[some] ; the hand could beat it with { some-cards }
    }; any other card could follow on top [{ $clause }].
svoi_kozyri-allowed-beat-alone = { svoi_kozyri-trick-number }: the { CARD($card, case: "long") } beats the { CARD($top, case: "long") }, being { $by ->
        [suit] higher in the suit
       *[trump] the player's own trump
    }; it was the last card, so nothing follows on top [{ $clause }].
svoi_kozyri-allowed-take = { svoi_kozyri-trick-number }: { $allowed ->
        [none] no card of the hand beats the { CARD($top, case: "long") }, so the only move was to take
        [unknown] taking instead of beating the { CARD($top, case: "long") } is always allowed
       *[some] { some-cards } would have beaten the { CARD($top, case: "long") }, but taking was allowed, too
    } [{ $clause }].
svoi_kozyri-allowed-must-take = { svoi_kozyri-trick-number }: no card of the hand beats the { CARD($top, case: "long") }, so the only move was to take [{ $clause }].
