# What every page says, and the names of cards.

common-skip = Zum Inhalt
common-navigation = Seiten
common-menu = Menü
link-play = Spielen
link-host = Gastgeber
link-verify = Prüfen
link-settings = Einstellungen
link-rules = Regeln
link-contract = API
common-levels-easy = leicht
common-levels-casual = locker
common-levels-medium = mittel
common-levels-hard = schwer
common-levels-expert = Experte
common-close = Schließen
common-more-options = Weitere Einstellungen
common-reconnecting = Die Verbindung ist unterbrochen. Neuer Versuch…
common-unreachable = Der Dienst antwortet nicht. Nichts ging verloren: versuchen Sie es noch einmal.
common-retry = Erneut versuchen
common-archive = Die Aufzeichnung im Archiv
common-unknown-page = Diese Seite gibt es nicht
common-unknown-page-hint = Vielleicht ist die Adresse falsch geschrieben, oder es gibt die Seite nicht mehr.
common-sharing-copy = Link kopieren
common-sharing-copied = Kopiert
common-sharing-share = Teilen
common-sharing-qr = QR-Code: { $label }
common-cards-unknown = verdeckte Karte
common-cards-hidden = { $count ->
        [one] 1 verdeckte Karte
       *[other] { $count } verdeckte Karten
    }
common-cards-suits-french-c = Kreuz
common-cards-suits-french-d = Karo
common-cards-suits-french-h = Herz
common-cards-suits-french-s = Pik
common-cards-suits-german-c = Eichel
common-cards-suits-german-d = Schellen
common-cards-suits-german-h = Herz
common-cards-suits-german-s = Grün
common-cards-ranks-2 = Zwei
common-cards-ranks-3 = Drei
common-cards-ranks-4 = Vier
common-cards-ranks-5 = Fünf
common-cards-ranks-6 = Sechs
common-cards-ranks-7 = Sieben
common-cards-ranks-8 = Acht
common-cards-ranks-9 = Neun
common-cards-ranks-T = Zehn
common-cards-ranks-J = Bube
common-cards-ranks-Q = Dame
common-cards-ranks-K = König
common-cards-ranks-A = Ass
common-cards-ranks-german-J = Unter
common-cards-ranks-german-Q = Ober
common-cards-of-french-C = Kreuz
common-cards-of-french-D = Karo
common-cards-of-french-H = Herz
common-cards-of-french-S = Pik
common-cards-of-german-C = Eichel
common-cards-of-german-D = Schellen
common-cards-of-german-H = Herz
common-cards-of-german-S = Grün
common-cards-indices-J = B
common-cards-indices-Q = D
common-cards-indices-K = K
common-cards-indices-A = A
common-cards-indices-german-J = U
common-cards-indices-german-Q = O
common-cards-name = { $suit }-{ $rank }
common-past = { $unit ->
        [minute] { $count ->
            [one] vor 1 Minute
           *[other] vor { $count } Minuten
        }
        [hour] { $count ->
            [one] vor 1 Stunde
           *[other] vor { $count } Stunden
        }
       *[day] { $count ->
            [one] gestern
           *[other] vor { $count } Tagen
        }
    }
common-future = { $unit ->
        [minute] { $count ->
            [one] in 1 Minute
           *[other] in { $count } Minuten
        }
        [hour] { $count ->
            [one] in 1 Stunde
           *[other] in { $count } Stunden
        }
       *[day] { $count ->
            [one] morgen
           *[other] in { $count } Tagen
        }
    }
common-now = jetzt
