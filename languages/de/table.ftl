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
table-deal-of = Spiel { $number } von { $all }
table-not-here = nicht da
table-stand-in = ein Bot spielt weiter
table-trumps = Trumpf
table-cards = Karten auf dem Tisch
table-last-trick = Letzter Stich
table-tricks = { $count ->
        [one] { $count } Stich
       *[other] { $count } Stiche
    }
table-yes = ja
table-no = nein
table-waiting-players = Warten auf Mitspieler
table-waiting-seeds = Warten auf Startwerte: { $names }
table-waiting-ready = Nächstes Spiel: es fehlt noch { $names }
table-ready = Bereit für das nächste Spiel?
table-waiting-next_deal = Das nächste Spiel wird eröffnet
table-waiting-deal = Das Spiel läuft
table-waiting-move = { $count ->
        [one] { $names } überlegt…
       *[other] { $names } überlegen…
    }
table-waiting-bots = { $count ->
        [one] { $names } überlegt…
       *[other] { $names } überlegen…
    }
table-waiting-nothing = An diesem Tisch ist zu Ende gespielt
table-to-move = am Zug
table-your-turn = Sie sind am Zug
table-your-turn-to = Sie sind am Zug: { EACH($types, of: "item", join: "or") }
table-early = Vorgemerkt für Ihren Zug
table-time-left = Restzeit
table-bank = Zeitkonto
table-log = Was geschehen ist
table-deal = Spiel
table-scores = Abrechnung
table-more = Mehr
table-series-over = Die Serie ist zu Ende.
table-was-closed = Der Tisch wurde geschlossen.
