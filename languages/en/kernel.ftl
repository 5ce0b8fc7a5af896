# What holds at every table: how a deal ended without a result, and what its shuffle proves.

general = Rules of every table

seats = { EACH($seats, of: "at-seat", join: "and") }

deal-on = the deal is still on
deal-voided = Voided: no commitment, or no seed, came in time from { seats }. [{ $clause }]
deal-abandoned-time = Abandoned, out of time: { seats }. [{ $clause }]
deal-abandoned-left = Abandoned: { seats } left. [{ $clause }]
deal-abandoned-resigned = Abandoned: { seats } resigned. [{ $clause }]
deal-abandoned-closed = Abandoned: the table was closed. [{ $clause }]

shuffle-server-alone = No seat adds a seed: the pack follows from the server's seed alone. The server committed to it before the deal and can no longer change it. But there is no proof that it did not choose among many seeds.
shuffle-of-board = The pack is that of a board, which all tables of the round play. It follows from the seed that the operator committed to before the first player joined, and from the seeds of the players in the round. The seed is shown when the last table has ended the board.
deal-of-test = This deal belongs to a test table. Its clock can have been moved, and it proves nothing.
shuffle-by-hand = The deck was made by hand, for a branch of another deal or for a test: its fairness has no proof.
shuffle-together = The pack follows from the seeds of the server and of { seats }. If one of them drew its seed at random and kept it secret until all had committed, the pack is uniform and no party could foresee it. A voided deal is on record.

# The short title of each clause.
clause-T1 = Out of turn
clause-T2 = Not in hand
clause-T3 = Deal over
clause-T4 = Not in this phase
clause-T5 = Not a move
clause-F1 = Seeds of the seats
clause-F2 = Commitment to the next deal
clause-F3 = Opening and showing seeds
clause-F4 = A deal voided
clause-F5 = Voided deals and forfeit
clause-F6 = The chance of a bot
clause-F7 = Signed moves and acts
clause-L1 = Turn limit and time bank
clause-L2 = Time over
clause-L3 = A bot stands in
clause-L4 = Forfeit by leaving
clause-L5 = Resigning
clause-L6 = Table closed by its owner
clause-H1 = Hints for players
clause-H2 = Hints for those who play
clause-H3 = A hint in one's turn
clause-H4 = One hint until the next move
clause-H5 = A hint made again

# The places of cards, and what is recorded, as a player reads it.
zone-hand = hand
zone-stock = stock
zone-trick = trick
zone-pile = pile
role-dealer = dealer
role-leader = leader
field-card = card
field-cards = cards
event-dealt = Cards dealt
event-drawn = Cards drawn
event-trick_taken = Trick taken
event-ended = End of the deal
event-scored = Points counted
deal-event-opened = Deal opened
deal-event-clock_set = Clock set
deal-event-seed_revealed = Seed added
deal-event-shuffled = Cards shuffled
deal-event-time_over = Time over
deal-event-seat_taken_over = A bot plays on
deal-event-seat_returned = Returned
deal-event-resigned = Resigned
deal-event-voided = Deal voided
deal-event-abandoned = Deal abandoned
deal-event-revealed = Shuffle revealed
deal-event-move_signed = Move signed
deal-event-act_signed = Act signed
hint-event-given = Hint given

# Why a move was allowed: words of all games. `allowed` says how many cards of the hand were.
trick-number = Trick { $trick }
suit-name = { $suit ->
        [C] clubs
        [D] diamonds
        [H] hearts
        [S] spades
       *[trump] trumps
    }
a-card = the { CARD($item, case: "long") }
some-cards = { EACH($cards, of: "a-card", join: "and") }
