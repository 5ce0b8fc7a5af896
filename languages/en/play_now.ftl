# What `/` says before anything else is loaded: the games that begin at once.

lobby-title = Play
lobby-play-now-title = Play now
lobby-play-now-whom = With whom
lobby-play-now-whom-bots = Bots
lobby-play-now-whom-friend = A friend
lobby-play-now-whom-others = Anyone
lobby-play-now-about-bots = The game begins at once. Each hand can be checked afterwards.
lobby-play-now-about-friend = Choose a game: you get a link to send. Your friend needs no account.
lobby-play-now-about-others = Choose a game: you wait for others who want to play it too.
lobby-play-now-level = Bots
lobby-play-now-you = You
seat-name = Your name
seat-unnamed = Player { $number }
learn-short = Learn
learn-game = Learn { $game } in five minutes
