# Durak: names, and how a deal ended.

durak = Durak

durak-title-durak = durak

durak-move-attack = attack
durak-move-beat = beat
durak-move-take = take
durak-move-done = done
durak-pick-attack = Attack with a card

durak-option-both_out = Both hands empty at the end
    .first_empty = the first empty hand wins
    .draw = a draw
durak-option-any_trump_beats = Any trump beats any card
    .false = no
    .true = yes
durak-option-throw_in_after_take = More cards after a take
    .false = no
    .true = yes
durak-option-points_to_win = Play to (points)

durak-won = { CAPITAL(SEAT($seat)) } ran out of cards with the stock empty, and won the deal [{ $clause }].
durak-drawn = Both hands and the stock are empty: the deal is drawn [{ $clause }].
durak-for-lowest = { $of ->
        [trumps] lowest trump
       *[pack] lowest card
    }: { SEAT($seat) }
durak-attacks-first = { CAPITAL(SEAT($seat)) } will attack first in the next deal [{ $clause }].
durak-cards-name-attacker = The cards of the next deal name who attacks first [{ $clause }].
durak-deals = { CAPITAL(SEAT($seat)) } will deal it.

# The short title of each clause.
clause-D1 = Seats and pack
clause-D2 = Deal and trump
clause-D3 = First attacker
clause-D4 = Bout
clause-D5 = Limit of a bout
clause-D6 = Beating
clause-D7 = Taking
clause-D8 = Done
clause-D9 = Refill
clause-D10 = Winning the deal
clause-D11 = Match
clause-D12 = A bout that ends by itself
clause-D13 = Cards out of play

durak-zone-bout = bout
durak-zone-away = put away
durak-role-attacker = attacker
durak-role-defender = defender
durak-event-picked_up = Cards picked up
durak-event-put_away = Cards put away

# What a seat has just done, in a bubble beside it: three words at most, with the card, value or number after them.
durak-said-attack = attacks
durak-said-beat = beats
durak-said-take = takes
durak-said-done = says done

# The same after “You”, in a log.
durak-you-attacked = attack
durak-you-beaten = beat
durak-you-take_announced = take
durak-you-done_said = are done

# Why a card cannot be played, by the clause that refuses it.
why-D4 = Add only ranks that lie on the table already.
why-D5 = No more cards fit into this bout.
why-D6 = { $card } does not beat { $beats }: the same suit and higher, or a trump.

# Why a move was allowed.
durak-trick-number = Bout { $trick }
durak-allowed-attack = { durak-trick-number }: the attacker could begin with any card [{ $clause }].
durak-allowed-add = { durak-trick-number }: the { CARD($card, case: "long") } could be added, because the { CARD($match, case: "long") } lay on the table{ $allowed ->
        [only] ; no other card of the hand fitted
        [unknown] { "" }
       *[some] ; the hand could do so with { some-cards }
    } [{ $clause }].
durak-allowed-throw-in = { durak-trick-number }: the { CARD($card, case: "long") } could be thrown in after the take, because the { CARD($match, case: "long") } lay on the table{ $allowed ->
        [only] ; no other card of the hand fitted
        [unknown] { "" }
       *[some] ; the hand could do so with { some-cards }
    } [{ $clause }].
durak-allowed-beat = { durak-trick-number }: the { CARD($card, case: "long") } beats the { CARD($attack, case: "long") }, { $by ->
        [suit] being higher in the suit
        [any_trump] because any trump beats any card at this table
       *[trump] being a trump
    }{ $allowed ->
        [only] ; no other card of the hand does
        [unknown] { "" }
       *[some] ; the hand could beat it with { some-cards }
    } [{ $clause }].
durak-allowed-take = { durak-trick-number }: taking was allowed because the { CARD($attack, case: "long") } lay unbeaten{ $allowed ->
        [none] ; no card of the hand beats it
        [unknown] { "" }
       *[some] , although { some-cards } would have beaten it
    } [{ $clause }].
durak-allowed-done = { durak-trick-number }: every card was beaten, so the attacker could stop{ $allowed ->
        [none] ; no card of the hand could be added
        [unknown] { "" }
       *[some] , although { some-cards } could have been added
    } [{ $clause }].
durak-allowed-done-after-take = { durak-trick-number }: the take was announced, so the attacker could stop{ $allowed ->
        [none] ; no card of the hand could be thrown in
        [unknown] { "" }
       *[some] , although { some-cards } could have been thrown in
    } [{ $clause }].
