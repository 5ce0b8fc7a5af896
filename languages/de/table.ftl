# What a table says beside its cards, and before anything else is loaded.

table-loading = Der Tisch wird geladen…
table-seats = Plätze
table-names = { EACH($names, of: "item", join: "and") }
table-board = Auf dem Tisch
table-hand = Ihre Karten
table-you = Sie
table-watching = Sie schauen zu.
table-watching-late = Sie sehen, was vor { $seconds } Sekunden geschah.
table-seat = Platz
table-free-seat = freier Platz
table-erased-name = gelöschter Name
table-bot = Bot
table-partner = Partner
table-dealer-sign = G
table-bot-sign = Bot
table-panel = Verlauf und mehr
table-not-here = nicht da
table-stand-in = ein Bot spielt weiter
table-trumps = Trumpf
table-trumps-of-seat = Trumpf
table-cards = Karten auf dem Tisch
table-last-trick = Letzter Stich
table-tricks = { $count ->
        [one] { $count } Stich
       *[other] { $count } Stiche
    }
table-yes = ja
table-no = nein
table-to-move = am Zug
table-bank = Zeitkonto
table-deal = Spiel
table-more = Mehr
table-series-over = Die Serie ist zu Ende.
table-was-closed = Der Tisch wurde geschlossen.
