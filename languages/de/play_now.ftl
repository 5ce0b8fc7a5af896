# What `/` says before anything else is loaded: the games that begin at once.

lobby-title = Spielen
lobby-play-now-title = Sofort spielen
lobby-play-now-whom = Mit wem
lobby-play-now-whom-bots = Gegen Bots
lobby-play-now-whom-friend = Mit Freunden
lobby-play-now-whom-others = Mit anderen
lobby-play-now-about-bots = Das Spiel beginnt sofort. Jedes Blatt lässt sich danach prüfen.
lobby-play-now-about-friend = Wählen Sie ein Spiel: Sie bekommen einen Link zum Verschicken. Wer ihn öffnet, braucht kein Konto.
lobby-play-now-about-others = Wählen Sie ein Spiel und warten Sie auf andere, die es auch spielen wollen.
lobby-play-now-level = Bots
lobby-play-now-you = Sie
seat-name = Ihr Name
seat-unnamed = Spieler { $number }
learn-short = Lernen
learn-game = { $game } in fünf Minuten lernen
