# What the page says before a table, and what a person does at one.

## The lobby

lobby-tables = What goes on now
lobby-own-tables = Go on where you were
lobby-ended-tables = Finished games
archive-link = Archive of finished deals
lobby-most-open = { $most } of your games are open, and there can be no more: go on with one, or end one.
lobby-end = End the game
lobby-end-table = End the game at “{ $table }”
lobby-end-ask = If you end it now, you lose it.
lobby-end-ask-open = Nobody has joined yet. The invitation ends, too.
lobby-no-tables = No public table is open now.
lobby-no-key = With an API key you open tables with terms of your own, and programs can play.
lobby-tournaments = Tournaments
lobby-to-host = Set up hosting
lobby-game = Game
lobby-every-game = Every game
lobby-only-free = Only tables with a free seat
lobby-free-seat = free seat
lobby-bot = bot ({ $level })
lobby-external-bot = { $name } (bot)
lobby-is-played = The game is on.
lobby-is-over = The game is over.
lobby-with-hints = with hints
lobby-join-short = Join
lobby-watch-short = Watch
lobby-to-seat = To my seat
lobby-disputes = Disputes
lobby-join = Join “{ $table }”
lobby-watch = Watch “{ $table }”
queue-title = Looking for players: { $game }
queue-ahead = { $ahead ->
        [0] You are next.
        [one] One person is before you.
       *[other] { $ahead } people are before you.
    }
queue-missing = { $missing ->
        [one] One more player is needed.
       *[other] { $missing } more players are needed.
    }
queue-bots = Bots may take the free seats after half a minute
queue-bots-in = { $seconds ->
        [0] Bots come now.
        [one] Bots come in { $seconds } second.
       *[other] Bots come in { $seconds } seconds.
    }
queue-leave = Cancel
lobby-entry-title = Join by a link
lobby-entry-label = Paste your invitation
lobby-entry-hint = Or another link: to your seat, or what a player has shared with you.
lobby-entry-go = Go there
lobby-entry-no-link = This is no link to a table, and no token.
lobby-entry-ended = This token has ended.
lobby-opening-open = Open a table
lobby-opening-game = Game
lobby-opening-name = Name of the table
lobby-opening-seats = Seats
lobby-opening-number = Number of seats
lobby-opening-me = Me
lobby-opening-invite = Invite a friend
lobby-opening-free = Open to anyone
lobby-opening-visibility = Who may see it
lobby-opening-public = Everyone
lobby-opening-private = Only the players and I
lobby-opening-turn-limit = Seconds for a turn
lobby-opening-turn-limit-hint = Empty: no clock.
lobby-opening-pause = Longest pause between deals, in seconds
lobby-opening-pause-hint = The pause ends as soon as every person is ready.
lobby-opening-hints = Hints
lobby-opening-hints-hint = A player may ask what a strong bot would do. Everyone sees that a hint was given.
lobby-opening-phrases = Quick phrases
lobby-opening-phrases-usual = The usual for this game
lobby-opening-phrases-off = Never
lobby-opening-phrases-between = Between deals
lobby-opening-phrases-always = At any time
lobby-opening-watch-delay = Watchers see the game
lobby-opening-watch-delay-0 = At once
lobby-opening-watch-delay-30 = Half a minute later
lobby-opening-watch-delay-120 = Two minutes later
lobby-opening-watch-delay-600 = Ten minutes later
lobby-opening-submit = Open it
lobby-opening-invitations = The table is open. Send each person a link: it works once.
lobby-opening-invitation-for = Invitation for player { $number }
lobby-opening-to-table = To the table
lobby-waits-for = { $seats ->
        [one] Waits for one player.
       *[other] Waits for { $seats } players.
    }

## Taking a seat

seat-title = Take a seat
seat-device = Keep my seat on this device
seat-device-hint = Otherwise it is forgotten when this tab is closed.
seat-kept = Your seat is kept on this device until its series has been over for seven days.
seat-not-kept = Your seat is forgotten when this tab is closed.
seat-forget-device = Forget this device
seat-link = Your personal link
seat-link-hint = It brings back your seat, also on another device. Whoever has it plays for you.
seat-sit = Sit down
seat-sit-as = Sit down as { $name }
seat-which = Seat
seat-proof = Extra fairness checks
seat-commits = Add seeds of my own to the shuffle
seat-commits-hint = If at least one of the server and the seats with seeds is honest, the cards are random and nobody could foresee them. The seeds are kept in this browser: play the series here.
seat-sign-moves = Sign my moves with a key
seat-sign-moves-hint = The key is made in this browser and cannot leave it. The server can then not invent a move of yours: play the series here.
seat-insecure = Seeds and keys need HTTPS: this page came by plain HTTP.

## The settings

settings-title = Settings
settings-about = They hold for this browser on this device, and nobody else learns them.
settings-language = Language
settings-language-of-browser = The browser's
settings-choices-deck-label = Suits
settings-choices-deck-values-french = French
settings-choices-deck-values-german = German
settings-choices-colours-label = Colours of the suits
settings-choices-colours-values-two = Two
settings-choices-colours-values-four = Four
settings-choices-colours-values-tournament = Tournament Skat
settings-colours-french = German suits always have four colours of their own. This choice is for French suits.
settings-choices-theme-label = Brightness
settings-choices-theme-values-system = As the device
settings-choices-theme-values-light = Light
settings-choices-theme-values-dark = Dark
settings-choices-theme-values-contrast = High contrast
settings-choices-motion-label = Motion
settings-choices-motion-values-system = As the device
settings-choices-motion-values-reduced = Reduced
settings-choices-motion-values-full = Full
settings-sound = Sounds
settings-sound-hint = A quiet tone when it is your turn, when others lay a card, and when a deal ends.
settings-confirmation = Two taps play a card
settings-confirmation-hint = The first tap chooses, the second one plays. Without it, one tap plays a card where only one move is possible.
settings-forced = Play a move without a choice
settings-forced-hint = Where all others are bots, the only legal move is played after a moment.
settings-digits = Keys 1 to 9 press the buttons
settings-digits-hint = While the table has the focus, a digit presses the button with that number.

## What a person does at a table

acts-why = Why?
acts-moves = Your move
table-number-of = { $number } of { $of }
table-deal-of = deal { $number } of { $all }
table-waiting-players = { $count ->
        [one] Waiting for 1 more player
       *[other] Waiting for { $count } more players
    }
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
table-your-turn = Your turn
table-turn-to = { CAPITAL(EACH($types, of: "item", join: "or")) }{ $count ->
        [1] { "" }
       *[other] { " " }{ $count } cards
    }
table-move-on = { CAPITAL($move) } { $cards }
table-lead = Your lead: any card
table-follow = { $led ->
        [trump] Trump was led: follow it
       *[other] Follow { $suit }
    }
table-follow-none = { $led ->
        [trump] Any card: you have no trumps
       *[other] Any card: you have no { $suit }
    }
table-at-least = { CAPITAL($move) }: { $least } or more
table-early = Ready for your turn
table-time-left = Time left
table-log = What has happened
table-log-before = Before the first move
table-scores = Score sheet
acts-sending = Your move is being sent…
acts-take = { CAPITAL($move) } { $count ->
        [one] { $count } card
       *[other] { $count } cards
    }
acts-fitting = { $count ->
        [0] No card of yours can be played now.
       *[other] You can play { EACH($cards, of: "item", join: "or") }.
    }
acts-takes-trick = { $mine ->
        [yes] You take the trick
       *[no] { $name } takes the trick
    }
acts-takes-cards = { $mine ->
        [yes] You take the cards
       *[no] { $name } takes the cards
    }
acts-out-of-play = Beaten and out of play
acts-early = This would end the deal early. Do you want it?
acts-confirm = Yes
acts-result = Result of the deal
acts-drawn = The deal is drawn
acts-replay-deal = Replay this deal
acts-verify-deal = Verify this deal
acts-deal-more = Replay, verify and more
acts-dispute-deal = Disputes of this deal
acts-beginning = The game begins as soon as every seat is taken. Leave this page open.
acts-invite = Invite people
acts-friend = Send this link to your friend
acts-ready = Next deal
acts-leave = Leave the deal
acts-leave-ask = If you leave, the table's terms decide: a bot plays on for you, or your side loses the series.
acts-come-back = Come back
acts-hint = Hint
acts-away = You have left. A bot plays for you until you come back.
acts-resign = Resign the series
acts-resign-ask = If you resign, and all persons of your side do, the series ends and your side has lost.
acts-leave-seat = Leave the seat
acts-rematch = Play again
acts-rematch-same = Play again in the same seats
acts-rematch-wanted = { $count ->
        [one] { $names } wants to play again.
       *[other] { $names } want to play again.
    }
acts-waiting-for = Waiting for { $names }.
acts-next-deal-in = Next deal in
acts-token-ended = The link or token with which you came has been used, has ended, or was never valid.
acts-after-end = If you have taken your seat already, go on in the browser in which you sat down. Otherwise ask for a new link.
acts-to-tournament = Back to the tournament
acts-to-lobby = To all tables
acts-not-visible = This table is private, or there is none with this address.
acts-audits = You are an auditor of this table.
acts-audits-private = You are an auditor of this table. It is private: an auditor reads its disputes and replays its finished deals, but does not see the table.
acts-disputes = Disputes of this table
acts-disputes-waiting = Disputes that wait for a ruling: { $count }
acts-fairness = Shuffle and signatures
acts-seeds-left-out = Your seed is left out of this deal and the next: it came too late once. The others' seeds count.
acts-seeds-here = Your seeds, commitments and the proved openings are in this browser.
acts-seed-file = Save them as a file
acts-distrust = Your seed was not shown: the service has not proved the opening of this deal.
acts-distrust-seed = Your seed for this deal is in another browser. If it is not shown there in time, the deal is voided, and later ones do without it.
acts-distrust-missing = This deal was opened without your seed, and the table does not say that it was late. Do not trust its shuffle.
acts-key-here = Your moves are signed by a key in this browser.
acts-key-missing = Your seat has a key that is not in this browser: you can do nothing here.
acts-deal-won = { $count ->
        [one] { $names } wins the deal
       *[other] { $names } win the deal
    }
acts-card-points = { $least } of { $all } points win
acts-outlook-deals = { $count ->
        [one] One more deal in this series.
       *[other] { $count } more deals in this series.
    }
acts-outlook-high = First to { $target } wins the series.
acts-outlook-low = First to { $target } loses the series.
acts-deal-won-by-you = You win the deal
acts-deal-won-with-you = You and { $names } win the deal
acts-series-won = { $count ->
        [one] { $names } wins the series
       *[other] { $names } win the series
    }
acts-series-won-by-you = You win the series
acts-series-won-with-you = You and { $names } win the series

## The score sheet

series-title = Score sheet
series-back = To the table
series-points = Points
series-ruling = Ruling on deal { $deal }
series-voided = Void
series-none = No deal has been finished yet.
series-adjustments = Adjusted by rulings
series-rank = Rank
series-deal = Deal
series-replay = Replay
series-disputes = Disputes
series-hints = Hints
series-winner = Winner
series-abandoned = Abandoned
series-playing = Being played

## The credential of a link

linked-titles-seat = A seat in the link
linked-titles-invite = An invitation
linked-titles-read = Deals to read
linked-titles-view = A table to watch
linked-titles-key = An API key in the link
linked-titles-audit = The work of an auditor
linked-titles-entry = A place in a tournament
linked-about-entry = The link has the place of “{ $name }” in the tournament “{ $table }”. Whoever uses it plays for “{ $name }”.
linked-use-entry = Play as { $name }
linked-about-seat = The link has the seat of “{ $name }” at the table “{ $table }”. Whoever sits down plays for “{ $name }”.
linked-about-invite = The link invites you to the table “{ $name }”.
linked-there = At the table: { $names }.
linked-about-read = The link was made for “{ $name }”. It shows finished deals of the table “{ $table }”.
linked-about-view = The link was made for “{ $name }”. It shows the table “{ $table }”.
linked-about-key = The link has the API key “{ $name }”. If you use it, all that you do in this browser as a host is done for its owner: tables that you open are theirs. Use it only if you expected it.
linked-use-seat = Sit down as { $name }
linked-use-invite = Come in
linked-use-read = Read them
linked-use-view = Watch the table
linked-use-key = Use this key
linked-use-audit = Go on as { $name }
linked-other-key = The link has an API key, but this browser already uses another one. The key in the link was not taken. To use it, forget the present key on the host's page and open the link again.
linked-decline = Go on without the link
linked-about-audit = The link makes this browser the one of the auditor “{ $name }” of the table “{ $table }”. An auditor reads the evidence and rules disputes.
linked-about-audit-private = The link makes this browser the one of the auditor “{ $name }” of a private table. An auditor reads the evidence and rules disputes.

## Lessons

learn-lesson = Lesson
learn-no = No, thanks
learn-next = Next
learn-watch = Watch what the others play.
learn-otherwise = The lesson asks for another move.
learn-back = Back to the lesson
learn-insist = Play it anyway
learn-left = You have left the lesson and play on freely. The bulb above gives hints.
learn-play = Play now
learn-again = Lesson from the start
