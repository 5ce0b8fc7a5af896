# Goat: names, and how a deal was counted.

goat = Goat

goat-title-goats = goats
goat-title-goats-with-eggs = goats with eggs

goat-move-lead = lead
goat-move-beat = beat
goat-move-discard = discard
goat-move-pull = pull
goat-pick-lead = Lead from one suit

goat-option-trump_card = The trump card
    .hidden = hidden in the stock
    .bottom = face up under the stock
goat-option-molodka = Molodka
    .before_own_play = until the player has laid
    .on_turn = in turn only
    .off = never
goat-option-eggs = Eggs
    .none = cost nothing
    .double_next = double the next deal
    .two_each = cost both sides two
goat-option-loss_target = Play to (loss points)

goat-took = { CAPITAL(EACH($sides, of: "goat-side-took")) } [{ $clause }].
goat-side-took = { SIDE($side) }: { $points } points in { $tricks ->
        [one] { $tricks } trick
       *[other] { $tricks } tricks
    }
goat-leads = { CAPITAL(SEAT($seat)) } took the last trick and will lead the next deal [{ $clause }].
goat-deals = { CAPITAL(SEAT($seat)) } will deal it [{ $clause }].
goat-eggs = { $loss_points ->
        [0] 60:60 is eggs: no loss points [{ $clause }].
       *[other] 60:60 is eggs: { $loss_points } loss points each [{ $clause }].
    }
goat-won = 61 or more wins the deal: { SIDE($side) } [{ $clause }].
goat-lost-narrow = { CAPITAL(SIDE($side)) }: 31 or more, but not 61, so { $loss_points } loss points [{ $clause }].
goat-lost-wide = { CAPITAL(SIDE($side)) }: fewer than 31 points, but at least one trick, so { $loss_points } loss points [{ $clause }].
goat-lost-bare = { CAPITAL(SIDE($side)) }: no trick, so { $loss_points } loss points [{ $clause }].

# The short title of each clause.
clause-G1 = Seats and sides
clause-G2 = Pack
clause-G3 = Rank and points
clause-G4 = What beats what
clause-G5 = Deal
clause-G6 = Trump
clause-G7 = Leader and dealer
clause-G8 = Lead
clause-G9 = Beat or discard
clause-G10 = Beating
clause-G11 = Discarding
clause-G12 = Taking the trick
clause-G13 = Molodka
clause-G14 = Two molodkas
clause-G15 = Drawing
clause-G16 = End of the deal
clause-G17 = Loss points
clause-G18 = Eggs
clause-G19 = Losing the series
clause-G20 = Points not shown

# What a seat has just done, in a bubble beside it: three words at most, with the card, value or number after them.
goat-said-lead = leads
goat-said-beat = beats!
goat-said-discard = discards
goat-said-pull = molodka!

# The same after “You”, in a log.
goat-you-led = lead
goat-you-beaten = beat
goat-you-discarded = discard
goat-you-pulled = lead a molodka

# Why a card cannot be played, by the clause that refuses it.
why-G8 = Lead cards of one suit only.
why-G9 = Lay as many cards as were led.
why-G10 = These cards do not beat { $beats }.

# Why a move was allowed.
goat-allowed-lead = { trick-number }: the leader could lay any cards of one suit [{ $clause }].
goat-allowed-beat = { trick-number }: the best so far was { EACH($best, of: "a-card", join: "and") }; each card laid is higher in its suit, or a trump against another suit [{ $clause }].
goat-allowed-discard = { trick-number }: { $number ->
        [one] any card
       *[other] any { $number } cards
    } could be laid face down, without following suit{ $allowed ->
        [none] ; nothing in the hand beat { EACH($best, of: "a-card", join: "and") }
        [unknown] {" "}or beating
       *[some] ; beating { EACH($best, of: "a-card", join: "and") } was possible, but is no duty
    } [{ $clause }].
goat-allowed-pull = { trick-number }: four cards of one suit, the whole hand, could be led { $molodka ->
        [on_turn] as a molodka in turn
       *[before_own_play] out of turn, until their player had laid
    } [{ $clause }].
goat-allowed-pull-closer = { trick-number }: a molodka displaces another lead of four cards when its seat is closer to the one that had the lead [{ $clause }].
