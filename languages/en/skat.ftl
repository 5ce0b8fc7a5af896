# Skat: names, and how a deal was settled.

skat = Skat

skat-move-bid = bid
skat-move-hold = hold
skat-move-pass = pass
skat-move-pick_up = pick up the skat
skat-move-discard = discard
skat-move-declare = declare
skat-move-play = play
skat-move-concede = concede
skat-move-ask_to_concede = ask to concede
skat-move-claim = claim
skat-move-accept = accept
skat-move-decline = decline
skat-pick-discard = Discard two cards

skat-option-all_pass = When all have passed
    .next_deal = the next deal
    .redeal = deal again
skat-option-deals = Deals of the series
skat-option-scoring = Scoring
    .seeger_fabian = Seeger-Fabian
    .classic = classic
    .bierlachs = Bierlachs
skat-option-limit = Minus points that end a Bierlachs
skat-option-claims = Claims
    .exact = by exact play
    .order = by the Skat Order, with open cards

skat-for-auction = auction
skat-for-bid = bid { $bid }
skat-for-bidder = { SEAT($seat) } bids
skat-for-holder = { SEAT($seat) } holds
skat-for-with = with { $matadors }, { EACH($steps, of: "skat-step") } × { $base } = { $worth }
skat-for-without = without { $matadors }, { EACH($steps, of: "skat-step") } × { $base } = { $worth }
skat-for-null = worth { $worth }
skat-passed-out = All passed: there is no declarer, and nothing is counted [{ $clause }].
skat-played = { CAPITAL(SEAT($seat)) } played { skat-game } at a bid of { $bid } [{ $clause }].
skat-played-announced = { CAPITAL(SEAT($seat)) } played { skat-game } { EACH($announced, of: "skat-announcement") } at a bid of { $bid } [{ $clause }].
skat-game = { $game ->
        [clubs] clubs
        [spades] spades
        [hearts] hearts
        [diamonds] diamonds
        [grand] grand
        [null] null
        [null_hand] null hand
        [null_ouvert] null ouvert
       *[null_hand_ouvert] null hand, ouvert
    }
skat-announcement = { $item ->
        [hand] hand
        [schneider_announced] schneider announced
        [schwarz_announced] schwarz announced
       *[ouvert] ouvert
    }
skat-tricks = { $tricks ->
        [one] { $tricks } trick
       *[other] { $tricks } tricks
    }
skat-taken = { $points } points, the skat included, in { skat-tricks }
skat-played-out = The declarer took { skat-taken } [{ $clause }].
skat-played-out-null = The declarer took { skat-tricks } [{ $clause }].
skat-conceded = The declarer gave the game up with { skat-taken } [{ $clause }].
skat-conceded-null = The declarer gave the game up with { skat-tricks } [{ $clause }].
skat-given-up = Both defenders gave up when the declarer had { skat-taken } [{ $clause }].
skat-given-up-null = Both defenders gave up when the declarer had { skat-tricks } [{ $clause }].
skat-claimed = The declarer claimed all that was left, which makes { skat-taken } [{ $clause }].
skat-claimed-null = The declarer claimed to take none of the tricks that were left [{ $clause }].
skat-null-worth = { CAPITAL(skat-game) } is worth { $worth } [{ $clause }].
skat-worth-with = With { $matadors }, { EACH($steps, of: "skat-step") }: { $multiplier } times { $base } is { $worth } [{ $clause }].
skat-worth-without = Without { $matadors }, { EACH($steps, of: "skat-step") }: { $multiplier } times { $base } is { $worth } [{ $clause }].
skat-step = { $step ->
        [game] game
        [hand] hand
        [schneider] schneider
        [schneider_announced] schneider announced
        [schwarz] schwarz
        [schwarz_announced] schwarz announced
       *[ouvert] ouvert
    } { $total }
skat-counts = { CAPITAL(EACH($cards, of: "a-card", join: "every-and")) } in the skat { $number ->
        [one] counts
       *[other] count
    } with the declarer's hand [{ $clause }].
skat-granted = The bid needs more, which was in reach and counts as made [{ $clause }].
skat-overbid = The bid was { $bid }: overbid, and lost whatever the points. The next value to cover it is { $multiplier } times { $base }, { $worth } [{ $clause }].
skat-without-half = Without 61 points the game is lost [{ $clause }].
skat-null-trick = In a null game the declarer must take no trick at all [{ $clause }].
skat-missed-schneider = The announced schneider asks for 90 points; missed, it counts all the same [{ $clause }].
skat-missed-schwarz = The announced schwarz asks for all ten tricks; missed, it counts all the same [{ $clause }].
skat-stays = A game that is already won or lost stays so [{ $clause }].
skat-won = The game is won: { SIGNED($value) } [{ $clause }].
skat-lost = The game is lost and counts twice: { SIGNED($value) } [{ $clause }].
skat-listed = In the list: { EACH($seats, of: "skat-seat-listed") } [{ $clause }].
skat-seat-listed = { SEAT($seat) } { SIGNED($points) }
skat-deals = { CAPITAL(SEAT($seat)) } will deal next, and { SEAT($leader) } will lead [{ $clause }].

# The short title of each clause.
clause-K1 = Pack and points
clause-K2 = Trumps and rank
clause-K3 = Dealer and places
clause-K4 = Deal
clause-K5 = Bidding values
clause-K6 = Bidding
clause-K7 = Forehand may play
clause-K8 = All passed
clause-K9 = Declarer
clause-K10 = Skat or hand
clause-K11 = Contracts
clause-K12 = Announcements
clause-K13 = Time of announcing
clause-K14 = Null and the bid
clause-K15 = Leading
clause-K16 = Following suit
clause-K17 = Taking the trick
clause-K18 = Ten tricks
clause-K19 = Points of the declarer
clause-K20 = Schneider and schwarz
clause-K21 = Matadors
clause-K22 = Multiplier
clause-K23 = Base and value
clause-K24 = Conditions of winning
clause-K25 = Game won
clause-K26 = Game lost
clause-K27 = Overbid
clause-K28 = Declarer concedes
clause-K29 = Defenders concede
clause-K30 = Claiming the rest
clause-K31 = Number of deals
clause-K32 = Scoring of the list
clause-K33 = Ranking

skat-zone-skat = skat
skat-role-forehand = forehand
skat-role-middlehand = middlehand
skat-role-rearhand = rearhand
skat-role-sits_out = sitting out
skat-role-declarer = declarer
skat-role-defender = defender
skat-field-value = bid
skat-field-contract = game
    .clubs = clubs
    .spades = spades
    .hearts = hearts
    .diamonds = diamonds
    .grand = grand
    .null = null
skat-field-hand = hand
skat-field-schneider = schneider announced
skat-field-schwarz = schwarz announced
skat-field-ouvert = ouvert
skat-event-auction_won = Auction decided
skat-event-skat_taken = Skat taken
skat-event-claim_judged = Claim judged
skat-event-hand_opened = Hand laid open
skat-event-settled = Points counted

# What a seat has just done, in a bubble beside it: three words at most, with the card, value or number after them.
skat-said-bid = bids
skat-said-hold = holds
skat-said-pass = passes
skat-said-pick_up = takes the skat
skat-said-discard = discards
skat-said-declare = plays
skat-said-play = plays
skat-said-concede = gives up
skat-said-ask_to_concede = give up?
skat-said-claim = claims the rest
skat-said-accept = agrees
skat-said-decline = plays on

# The same after “You”, in a log.
skat-you-bid = bid
skat-you-held = hold
skat-you-passed = pass
skat-you-picked_up = take the skat
skat-you-discarded = discard
skat-you-declared = play
skat-you-played = play
skat-you-conceded = give up
skat-you-concession_asked = ask to give up
skat-you-claimed = claim the rest
skat-you-accepted = agree
skat-you-declined = play on

# Why a card cannot be played, by the clause that refuses it.
why-K10 = Lay two of your cards away.
why-K16 = { $follow } as long as you can.

# Why a move was allowed.
skat-allowed-first-bid = Nothing had been bid, so any value or a pass was allowed [{ $clause }].
skat-allowed-raise = The bid stood at { $bid }, so a higher value or a pass was allowed [{ $clause }].
skat-allowed-highest = The bid stood at { $bid }, the highest value, so only a pass was allowed [{ $clause }].
skat-allowed-answer = { $bid } had been named, so it could be held or passed [{ $clause }].
skat-allowed-alone = The others had passed without a bid, so forehand could play at 18 or pass [{ $clause }].
skat-allowed-pick-up = The declarer could pick up the skat, or leave it and play hand [{ $clause }].
skat-allowed-lay-away = The skat was picked up, so any two of the twelve cards could be laid away [{ $clause }].
skat-allowed-declare = The skat was picked up, so any game without announcements was allowed; null only if it covered the bid of { $bid } [{ $clause }].
skat-allowed-declare-hand = The skat was left, so any hand game was allowed, with or without announcements; null only if it covered the bid of { $bid } [{ $clause }].
skat-allowed-lead = { trick-number }: the leader could play any card [{ $clause }].
skat-allowed-follow = { trick-number }: { suit-name } were led and had to be followed; { $allowed ->
        [any] the hand had nothing else
        [only] { some-cards } was the only one in the hand
        [unknown] this card does so
       *[some] the hand had { some-cards }
    } [{ $clause }].
skat-allowed-void = { trick-number }: { suit-name } were led, and none were in the hand, so any card was allowed [{ $clause }].
skat-allowed-jack = { trick-number }: { suit-name } were led; the { CARD($jack, case: "long") } is a trump, and no other { suit-name } were in the hand, so any card was allowed [{ $clause }].
skat-allowed-concede = { trick-number }: with nine or more cards in hand, the declarer could concede alone [{ $clause }].
skat-allowed-concede-defender = { trick-number }: a defender may concede at any time; it counts once both have [{ $clause }].
skat-allowed-ask = { trick-number }: with fewer than nine cards in hand, the declarer needed a defender's consent to concede [{ $clause }].
skat-allowed-claim = { trick-number }: the declarer could claim the rest, once in a deal [{ $clause }].
skat-allowed-answer-claim = { trick-number }: the declarer had claimed the rest, so a defender could accept or decline [{ $clause }].
skat-allowed-answer-concession = { trick-number }: the declarer had asked to concede, so a defender could accept or decline [{ $clause }].
