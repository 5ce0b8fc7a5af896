# What a lesson tells its learner, step by step. "The marked card" is the one to play.
# `.otherwise` answers another legal move, before it is made.

## Goat

lesson-goat-aim = You and the player opposite are partners against the other two. The side that takes 61 of the 120 points in its tricks wins the deal.
lesson-goat-rank = From low to high: 6 7 8 9 jack queen king 10 ace. An ace counts 11 points, a ten 10, a king 4, a queen 3, a jack 2, the others nothing.
lesson-goat-trump = The nine of clubs was turned up, so clubs are trumps. A trump beats every card of the other suits.
lesson-goat-lead = You lead: one card, or several of the same suit. Begin with the marked queen, and see whether it holds.
    .otherwise = You may. But a ten or a trump is too good for the first trick: lead the queen.
lesson-goat-beat = A trump took your queen. Now a jack lies there. In turn everyone beats or discards; nobody has to. Your ten ranks above the jack: beat it.
    .otherwise = You may discard, but then the trick is theirs. Your ten beats the jack.
lesson-goat-discard = Your partner has beaten, and you are the last to play: the trick is yours. Put your ten on it, face down. Its 10 points count for your side.
    .otherwise = You may. But this trick is safe: give it the card with the most points.
lesson-goat-molodka = Look: four hearts and nothing else. That is a molodka! You may lead all four right now, and what was laid goes back. Choose the four hearts, then pull.
    .otherwise = You may. But hardly anybody can beat four cards at once: pull them.
lesson-goat-pair = Nobody could. After each trick everyone draws up to four cards, the taker first. Now lead both spades together: only two cards can beat them.
    .otherwise = You may. But two cards together are harder to beat than one.
lesson-goat-score = You have 84 points. The losing side gets 2 loss points; with fewer than 31 it would be 4, without a trick 6. With 12 a side loses the series, and they are the goats.
lesson-goat-end = Well done. Lead several cards of a suit, give points to your partner's safe tricks, and wait for a molodka.

## Durak

lesson-durak-aim = Get rid of your cards! When the stock is used up and one of you has no cards left, the other one is the durak, the fool.
lesson-durak-trump = The card under the stock shows the trump suit. A trump beats every card of the other suits.
lesson-durak-attack = You have the lowest trump, so you attack first. Begin low: play the marked eight.
    .otherwise = You may. But keep strong cards for your defence, and attack with low ones.
lesson-durak-throw-in = The bot does not beat your eight and takes it. Now you may throw in cards of the same rank: give it your other eight as well.
    .otherwise = You may stop here. But then the second eight stays with you, and nobody wants it.
lesson-durak-done = You have no more eights. Say “Done”.
lesson-durak-draw = Now both draw up to six cards, and whoever has six draws none. The bot took, so you attack again.
    .otherwise = You may. But attack with a low card first, and keep the strong ones.
lesson-durak-add = Beaten! A seven lies on the table, so you may add another seven.
    .otherwise = You may stop here. But a low card that leaves your hand is a good deed.
lesson-durak-beaten = All your cards are beaten. Say “Done”: they go out of play, and the bot attacks.
    .otherwise = You may add it. But that card is worth keeping. Say “Done”.
lesson-durak-beat = Now you defend. Beat the seven with a higher card of the same suit.
    .otherwise = You may. But a higher card of the suit is enough here: save your trump, and never take without need.
lesson-durak-by-trump = The bot adds a jack, and you have no higher diamond. Your lowest trump beats it: even a six.
    .otherwise = Whoever takes picks up everything on the table and is attacked again. Beat it.
lesson-durak-turn = You have beaten everything, so now you attack. Begin low.
    .otherwise = You may. But give away your low cards first.
lesson-durak-same-rank = The cards that beat count too: a ten lies there, so add your ten.
    .otherwise = You may stop here. But the bot must answer every card you add, and its trumps melt away.
lesson-durak-take = You have no higher diamond and no trump. Take the card; the bot attacks again.
lesson-durak-end = Well done. Attack low, add cards of the same rank, and save your trumps: once the stock is empty, nobody draws, and they decide. Play on here, or begin a game of your own.

## Svoi Kozyri

lesson-svoi_kozyri-aim = Two players, and each has a trump suit of their own. Whoever gets rid of all cards first has won.
lesson-svoi_kozyri-choose = You choose your trump suit first, before you see a card. Take clubs.
    .otherwise = Any suit would do. This lesson is laid out for clubs.
lesson-svoi_kozyri-hands = The bot has chosen spades, and the whole pack is dealt. Clubs are trumps for you only, spades for the bot only.
lesson-svoi_kozyri-lead = The table is empty: lay any card. Take the ten of spades. Only a higher spade beats it, because your clubs are no trumps for the bot.
    .otherwise = You may. But follow the lesson here: lead the marked card.
lesson-svoi_kozyri-taken = The bot takes your card. Nobody has to beat. You lead again, so lay the jack as well.
    .otherwise = You may. But follow the lesson here: lead the marked card.
lesson-svoi_kozyri-low = Two cards fewer. Now get rid of a low card.
    .otherwise = You may. But low cards are hard to get rid of later: lead one now.
lesson-svoi_kozyri-beat = The bot has beaten your six and laid a seven of its own trumps on top. You beat the top card and then lay any other card. Choose the eight, your trump, and then the six.
    .otherwise = You may. But beat with a low trump, and lay a card on top that you want to lose.
lesson-svoi_kozyri-own = The queen is one of your own trumps, so only a higher club beats it. Beat with the king and lay the ace of spades on top: no card of the bot beats the ace of its own trumps.
    .otherwise = You may. But look: the ace of spades on top would make the bot take the whole pile.
lesson-svoi_kozyri-pile = The bot had to take. Usually that is three cards from the top, five if the top card is a trump of theirs, and the whole pile under the ace of their trumps.
lesson-svoi_kozyri-again = The pile is gone, so you lead again.
    .otherwise = You may. But follow the lesson here: lead the marked card.
lesson-svoi_kozyri-take = The queen of your own trumps again, and now you have no higher club. Take.
lesson-svoi_kozyri-ace = The bot leads. Beat its six with the ten, and lay the ace on top: only a trump beats that.
    .otherwise = You may. But an ace on top costs the bot a trump, or it takes.
lesson-svoi_kozyri-end = Well done. Beat low, lay your useless cards on top, and keep your trumps and aces for the moment when they hurt. Play on here, or begin a game of your own.

## Skat

lesson-skat-aim = Three players. In each deal one of them plays alone against the other two, and needs 61 of the 120 points.
lesson-skat-points = An ace counts 11 points, a ten 10, a king 4, a queen 3, a jack 2, all others nothing. The ten ranks right below the ace.
lesson-skat-hold = First the auction: who plays alone? Your neighbour says 18. You have three jacks and many hearts: hold the bid.
    .otherwise = If you pass, you are out, and another one plays alone. These cards are too good for that.
lesson-skat-hold-again = Now 20. A game of hearts with your two top jacks is worth 30, so you can hold 20 too.
    .otherwise = Your game is worth 30: you can hold every bid up to there.
lesson-skat-pick-up = Both others have passed. You play alone. Pick up the two cards of the skat.
    .otherwise = That would be a game without the skat, a game from the hand. Pick it up this time.
lesson-skat-discard = Lay two cards away. They count for you: so the lonely ten is safe. And without diamonds you can trump them.
    .otherwise = You may. But a ten without its ace is easily lost: lay it away with the other diamond.
lesson-skat-declare = Name your game: hearts. Now all hearts are trumps, and above them the four jacks: clubs, spades, hearts, diamonds.
    .otherwise = Look at your hand: you have most cards in hearts.
lesson-skat-trump = You lead. Draw the others' trumps with a high jack, or they will trump your aces later.
    .otherwise = You may. But as long as the others have trumps, they can take your aces with them.
lesson-skat-follow = The others had to follow with trumps. Once more, with your highest jack.
    .otherwise = You may. But there are still trumps out: draw them.
lesson-skat-catch = You have seen three of their four trumps. Only the ten is missing, and your ace is above it.
    .otherwise = You may. But then their last trump, the ten, takes one of your good cards.
lesson-skat-ace = The ten has fallen: 21 points! Now nobody else has trumps, so your other ace is safe.
    .otherwise = You may. But an ace that nobody can trump is played first.
lesson-skat-king = Your king is beaten by the ten of its suit. Give that trick away now, while you have the trumps to come back.
    .otherwise = You may. But the trick with this king is lost sooner or later; trumps bring you back now.
lesson-skat-ruff = They lead the ace of diamonds, and you have none. Trump it with your king: 19 points.
    .otherwise = You may. But points in a trick that you take are yours: trump with the king.
lesson-skat-rest = Only you have trumps left. Play them: nobody can beat them.
    .otherwise = You may. But play your trumps first: they are sure tricks.
lesson-skat-last = The last trick is theirs: your seven beats nothing.
lesson-skat-value = 90 points, and they have only 30: that is schneider. Your two top jacks, plus 1 for the game and 1 for schneider, make 4. Hearts count 10: you win 40.
lesson-skat-end = Well done. Bid what your game is worth, lay lonely tens away, and draw the trumps first.

## The rules in one minute

minute-goat = Four players, two against two; your partner sits opposite. Everybody has four cards. The leader lays one or more cards of a suit, and each of the others lays as many: they beat, or they discard face down. The best cards take the trick, then all draw up to four again. A side that takes 61 of the 120 points wins the deal. The losers get 2, 4 or 6 loss points, and with 12 they have lost the series.
minute-durak = Two players with six cards each, and a trump suit. The attacker plays a card; the defender beats it with a higher card of the suit or a trump, or takes everything. The attacker may add cards of the ranks that lie on the table. After that both draw up to six. A good defence earns the next attack. Once the stock is empty, whoever has no cards left first wins.
minute-svoi_kozyri = Two players, and each has a trump suit of their own. All 36 cards are dealt. Somebody leads a card; the other beats it and lays a second card on top, which is to be beaten next. Whoever cannot or does not want to beat takes cards from the pile: three, five under an own trump, all under its ace. Whoever has no cards left first wins.
minute-skat = Three players with ten cards each. In an auction they settle who plays alone against the other two. The declarer takes the two cards of the skat, lays two away and names the trumps: a suit with the four jacks, the jacks alone, or none. Everybody follows suit. With 61 of the 120 points in tricks the declarer wins the value of the game, otherwise loses it twice.

## How to play, with pictures of cards

scene-durak-order = From low to high: the six is the lowest card, the ace the highest.
scene-durak-beat = A higher card of the same suit beats: the jack beats the eight.
scene-durak-trump = If hearts are trumps, even their six beats the ace of another suit.
scene-durak-add = An eight and a jack lie there, so the attacker may add another eight or jack.
scene-goat-order = From low to high. Mind the ten: only the ace is above it.
scene-goat-set = Two spades were led. The jack beats the seven, and the six of hearts, a trump, beats the nine.
scene-goat-molodka = Four cards of one suit are a molodka: they lead out of turn.
scene-svoi_kozyri-trumps = If hearts are your trumps, your six of hearts beats the ace of spades. For your opponent it is a plain six.
scene-svoi_kozyri-beat = Beat the card on top, and lay another one on it: here the jack beats the eight, and the seven is to be beaten next.
scene-svoi_kozyri-take = If you do not beat the ace, you take the three cards on top; five if a trump of yours lies there.
scene-skat-trumps = If hearts are trumps, these are all eleven, from high to low: the four jacks come first.
scene-skat-points = They count 11, 10, 4, 3 and 2 points; the seven, eight and nine count nothing.
scene-skat-trick = The king was led, so all follow suit if they can. The ace takes the trick, with 15 points.
