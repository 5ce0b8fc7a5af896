# What the page says before a table, and what a person does at one.

## The lobby

lobby-tables = Was gerade läuft
lobby-own-tables = Weiterspielen
lobby-ended-tables = Beendete Spiele
archive-link = Archiv beendeter Spiele
lobby-most-open = { $most } Ihrer Spiele sind offen, und mehr sind nicht möglich: Spielen Sie eines weiter, oder beenden Sie eines.
lobby-end = Spiel beenden
lobby-end-table = Spiel am Tisch „{ $table }“ beenden
lobby-end-ask = Wenn Sie es jetzt beenden, haben Sie verloren.
lobby-end-ask-open = Noch ist niemand gekommen. Auch die Einladung endet.
lobby-no-tables = Gerade ist kein öffentlicher Tisch offen.
lobby-no-key = Mit einem API-Schlüssel eröffnen Sie Tische mit eigenen Bedingungen, und Programme können spielen.
lobby-tournaments = Turniere
lobby-to-host = Als Gastgeber einrichten
lobby-game = Spiel
lobby-every-game = Alle Spiele
lobby-only-free = Nur Tische mit freiem Platz
lobby-free-seat = freier Platz
lobby-bot = Bot ({ $level })
lobby-external-bot = { $name } (Bot)
lobby-is-played = Es wird gespielt.
lobby-is-over = Das Spiel ist zu Ende.
lobby-with-hints = mit Tipps
lobby-join-short = Mitspielen
lobby-watch-short = Zusehen
lobby-to-seat = Zu meinem Platz
lobby-disputes = Streitfälle
lobby-join = Bei „{ $table }“ mitspielen
lobby-watch = Bei „{ $table }“ zusehen
queue-title = Mitspieler gesucht: { $game }
queue-ahead = { $ahead ->
        [0] Sie sind als Nächstes dran.
        [one] Eine Person ist vor Ihnen.
       *[other] { $ahead } Personen sind vor Ihnen.
    }
queue-missing = { $missing ->
        [one] Ein Mitspieler fehlt noch.
       *[other] { $missing } Mitspieler fehlen noch.
    }
queue-bots = Nach einer halben Minute dürfen Bots die freien Plätze nehmen
queue-bots-in = { $seconds ->
        [0] Bots kommen jetzt.
        [one] Bots kommen in { $seconds } Sekunde.
       *[other] Bots kommen in { $seconds } Sekunden.
    }
queue-leave = Abbrechen
lobby-entry-title = Über einen Link beitreten
lobby-entry-label = Einladung hier einfügen
lobby-entry-hint = Oder einen anderen Link: zu Ihrem Platz, oder was ein Spieler mit Ihnen geteilt hat.
lobby-entry-go = Öffnen
lobby-entry-no-link = Das ist weder ein Link zu einem Tisch noch ein Token.
lobby-entry-ended = Dieser Token gilt nicht mehr.
lobby-opening-open = Tisch eröffnen
lobby-opening-game = Spiel
lobby-opening-name = Name des Tisches
lobby-opening-seats = Plätze
lobby-opening-number = Zahl der Plätze
lobby-opening-me = Ich
lobby-opening-invite = Freund oder Freundin einladen
lobby-opening-free = Offen für alle
lobby-opening-visibility = Wer ihn sehen darf
lobby-opening-public = Alle
lobby-opening-private = Nur die Spieler und ich
lobby-opening-turn-limit = Sekunden für einen Zug
lobby-opening-turn-limit-hint = Leer: ohne Uhr.
lobby-opening-pause = Längste Pause zwischen zwei Spielen, in Sekunden
lobby-opening-pause-hint = Die Pause endet, sobald alle bereit sind.
lobby-opening-hints = Tipps
lobby-opening-hints-hint = Ein Spieler darf fragen, was ein starker Bot täte. Alle sehen, dass ein Tipp gegeben wurde.
lobby-opening-phrases = Kurze Zurufe
lobby-opening-phrases-usual = Wie in diesem Spiel üblich
lobby-opening-phrases-off = Nie
lobby-opening-phrases-between = Zwischen den Spielen
lobby-opening-phrases-always = Jederzeit
lobby-opening-watch-delay = Zuschauer sehen das Spiel
lobby-opening-watch-delay-0 = Sofort
lobby-opening-watch-delay-30 = Eine halbe Minute später
lobby-opening-watch-delay-120 = Zwei Minuten später
lobby-opening-watch-delay-600 = Zehn Minuten später
lobby-opening-submit = Eröffnen
lobby-opening-invitations = Der Tisch ist offen. Senden Sie jeder Person ihren Link: er gilt einmal.
lobby-opening-invitation-for = Einladung für Spieler { $number }
lobby-opening-to-table = Zum Tisch
lobby-waits-for = { $seats ->
        [one] Ein Spieler fehlt noch.
       *[other] { $seats } Spieler fehlen noch.
    }

## Taking a seat

seat-title = Platz nehmen
seat-device = Meinen Platz auf diesem Gerät behalten
seat-device-hint = Sonst ist er vergessen, wenn dieser Tab geschlossen wird.
seat-kept = Ihr Platz bleibt auf diesem Gerät, bis die Serie seit sieben Tagen zu Ende ist.
seat-not-kept = Ihr Platz ist vergessen, wenn dieser Tab geschlossen wird.
seat-forget-device = Dieses Gerät vergessen
seat-link = Ihr persönlicher Link
seat-link-hint = Er bringt Ihren Platz zurück, auch auf einem anderen Gerät. Wer ihn hat, spielt für Sie.
seat-sit = Platz nehmen
seat-sit-as = Als { $name } Platz nehmen
seat-which = Platz
seat-proof = Zusätzliche Prüfungen
seat-commits = Eigene Startwerte zum Mischen beitragen
seat-commits-hint = Ist der Server oder einer der Plätze mit Startwerten ehrlich, so sind die Karten zufällig, und niemand konnte sie voraussehen. Die Startwerte bleiben in diesem Browser: Spielen Sie die Serie hier.
seat-sign-moves = Meine Züge mit einem Schlüssel signieren
seat-sign-moves-hint = Der Schlüssel entsteht in diesem Browser und kann ihn nicht verlassen. Der Server kann dann keinen Zug von Ihnen erfinden: Spielen Sie die Serie hier.
seat-insecure = Startwerte und Schlüssel brauchen HTTPS: Diese Seite kam über einfaches HTTP.

## The settings

settings-title = Einstellungen
settings-about = Sie gelten für diesen Browser auf diesem Gerät, und niemand sonst erfährt sie.
settings-language = Sprache
settings-language-of-browser = Wie im Browser
settings-choices-deck-label = Blatt
settings-choices-deck-values-french = Französisch
settings-choices-deck-values-german = Deutsch
settings-choices-colours-label = Farben auf den Karten
settings-choices-colours-values-two = Zwei
settings-choices-colours-values-four = Vier
settings-choices-colours-values-tournament = Turnierblatt
settings-colours-french = Das deutsche Blatt hat immer vier eigene Farbtöne. Diese Wahl gilt für das französische Blatt.
settings-choices-theme-label = Helligkeit
settings-choices-theme-values-system = Wie das Gerät
settings-choices-theme-values-light = Hell
settings-choices-theme-values-dark = Dunkel
settings-choices-theme-values-contrast = Hoher Kontrast
settings-choices-motion-label = Bewegung
settings-choices-motion-values-system = Wie das Gerät
settings-choices-motion-values-reduced = Weniger
settings-choices-motion-values-full = Voll
settings-sound = Töne
settings-sound-hint = Ein leiser Ton, wenn Sie am Zug sind, wenn andere eine Karte legen und wenn ein Spiel endet.
settings-confirmation = Zweimal tippen spielt eine Karte
settings-confirmation-hint = Das erste Tippen wählt, das zweite spielt. Sonst spielt ein Tippen eine Karte, wo nur ein Zug möglich ist.
settings-forced = Züge ohne Wahl von selbst spielen
settings-forced-hint = Wo alle anderen Bots sind, wird der einzige mögliche Zug nach einem Augenblick gespielt.
settings-digits = Die Tasten 1 bis 9 drücken die Knöpfe
settings-digits-hint = Solange der Tisch den Fokus hat, drückt eine Ziffer den Knopf mit dieser Nummer.

## What a person does at a table

acts-why = Warum?
acts-moves = Ihr Zug
table-number-of = { $number } von { $of }
table-deal-of = Spiel { $number } von { $all }
table-waiting-players = { $count ->
        [one] Es fehlt noch 1 Mitspieler
       *[other] Es fehlen noch { $count } Mitspieler
    }
table-waiting-seeds = Warten auf Startwerte: { $names }
table-waiting-ready = Nächstes Spiel: wartet auf { $names }
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
table-your-turn = Sie sind am Zug
table-turn-to = { $count ->
        [1] { CAPITAL(EACH($types, of: "item", join: "or")) }
       *[other] { $count } Karten { EACH($types, of: "item", join: "or") }
    }
table-move-on = { CAPITAL($move) } ({ $cards })
table-lead = Sie spielen aus: jede Karte
table-follow = { $led ->
        [trump] Trumpf bedienen
       *[other] { $suit } bedienen
    }
table-follow-none = { $led ->
        [trump] Kein Trumpf in der Hand: jede Karte
       *[other] Kein { $suit } in der Hand: jede Karte
    }
table-at-least = { CAPITAL($move) }: { $least } oder mehr
table-early = Vorgemerkt für Ihren Zug
table-time-left = Restzeit
table-log = Was geschehen ist
table-log-before = Vor dem ersten Zug
table-scores = Abrechnung
acts-sending = Ihr Zug wird gesendet…
acts-take = { CAPITAL($move) }: { $count ->
        [one] { $count } Karte
       *[other] { $count } Karten
    }
acts-fitting = { $count ->
        [0] Jetzt ist keine Ihrer Karten spielbar.
       *[other] Spielen können Sie { EACH($cards, of: "item", join: "or") }.
    }
acts-takes-trick = { $mine ->
        [yes] Sie nehmen den Stich
       *[no] { $name } nimmt den Stich
    }
acts-takes-cards = { $mine ->
        [yes] Sie nehmen die Karten
       *[no] { $name } nimmt die Karten
    }
acts-out-of-play = Geschlagen und aus dem Spiel
acts-early = Das würde das Spiel vorzeitig beenden. Möchten Sie das?
acts-confirm = Ja
acts-result = Ergebnis des Spiels
acts-drawn = Das Spiel ist unentschieden
acts-replay-deal = Dieses Spiel nachspielen
acts-verify-deal = Dieses Spiel prüfen
acts-deal-more = Nachspielen, prüfen und mehr
acts-dispute-deal = Streitfälle dieses Spiels
acts-beginning = Das Spiel beginnt, sobald alle Plätze besetzt sind. Lassen Sie diese Seite offen.
acts-invite = Personen einladen
acts-friend = Diesen Link verschicken
acts-ready = Nächstes Spiel
acts-leave = Das Spiel verlassen
acts-leave-ask = Wenn Sie gehen, gelten die Bedingungen des Tisches: Ein Bot spielt für Sie weiter, oder Ihre Seite verliert die Serie.
acts-come-back = Zurückkommen
acts-hint = Tipp
acts-away = Sie sind gegangen. Ein Bot spielt für Sie, bis Sie zurückkommen.
acts-resign = Die Serie aufgeben
acts-resign-ask = Wenn Sie und alle Personen Ihrer Seite aufgeben, endet die Serie, und Ihre Seite hat verloren.
acts-leave-seat = Den Platz verlassen
acts-rematch = Noch einmal spielen
acts-rematch-same = Noch einmal auf denselben Plätzen
acts-rematch-wanted = { $count ->
        [one] { $names } möchte noch einmal spielen.
       *[other] { $names } möchten noch einmal spielen.
    }
acts-waiting-for = Warten auf { $names }.
acts-next-deal-in = Nächstes Spiel in
acts-token-ended = Der Link oder Token, mit dem Sie gekommen sind, wurde schon benutzt, gilt nicht mehr oder galt nie.
acts-after-end = Wenn Sie schon Platz genommen haben, spielen Sie in dem Browser weiter, in dem Sie das getan haben. Bitten Sie sonst um einen neuen Link.
acts-to-tournament = Zurück zum Turnier
acts-to-lobby = Zu allen Tischen
acts-not-visible = Dieser Tisch ist privat, oder es gibt keinen mit dieser Adresse.
acts-audits = Sie sind Prüfer dieses Tisches.
acts-audits-private = Sie sind Prüfer dieses Tisches. Er ist privat: Ein Prüfer liest die Streitfälle und spielt beendete Spiele nach, sieht aber den Tisch nicht.
acts-disputes = Streitfälle dieses Tisches
acts-disputes-waiting = Streitfälle, die auf eine Entscheidung warten: { $count }
acts-fairness = Mischen und Signaturen
acts-seeds-left-out = Ihr Startwert bleibt bei diesem und den nächsten Spielen außen vor: Er kam einmal zu spät. Die der anderen zählen.
acts-seeds-here = Ihre Startwerte, Festlegungen und die bewiesenen Eröffnungen sind in diesem Browser.
acts-seed-file = Als Datei speichern
acts-distrust = Ihr Startwert wurde nicht gezeigt: Der Dienst hat die Eröffnung dieses Spiels nicht bewiesen.
acts-distrust-seed = Ihr Startwert für dieses Spiel ist in einem anderen Browser. Wird er dort nicht rechtzeitig gezeigt, gilt das Spiel nicht, und die nächsten kommen ohne ihn aus.
acts-distrust-missing = Dieses Spiel wurde ohne Ihren Startwert eröffnet, und der Tisch sagt nicht, dass er zu spät kam. Trauen Sie dem Mischen nicht.
acts-key-here = Ihre Züge werden mit einem Schlüssel in diesem Browser signiert.
acts-key-missing = Ihr Platz hat einen Schlüssel, der nicht in diesem Browser ist: Hier können Sie nichts tun.
acts-deal-won = { $count ->
        [one] { $names } gewinnt das Spiel
       *[other] { $names } gewinnen das Spiel
    }
acts-card-points = { $least } von { $all } Augen gewinnen
acts-outlook-deals = { $count ->
        [one] Noch ein Spiel in dieser Serie.
       *[other] Noch { $count } Spiele in dieser Serie.
    }
acts-outlook-high = Wer zuerst { $target } hat, gewinnt die Serie.
acts-outlook-low = Wer zuerst { $target } hat, verliert die Serie.
acts-deal-won-by-you = Sie gewinnen das Spiel
acts-deal-won-with-you = Sie und { $names } gewinnen das Spiel
acts-series-won = { $count ->
        [one] { $names } gewinnt die Serie
       *[other] { $names } gewinnen die Serie
    }
acts-series-won-by-you = Sie gewinnen die Serie
acts-series-won-with-you = Sie und { $names } gewinnen die Serie

## The score sheet

series-title = Abrechnung
series-back = Zum Tisch
series-points = Punkte
series-ruling = Entscheidung zu Spiel { $deal }
series-voided = Ungültig
series-none = Noch kein Spiel ist beendet.
series-adjustments = Durch Entscheidungen berichtigt
series-rank = Rang
series-deal = Spiel
series-replay = Nachspielen
series-disputes = Streitfälle
series-hints = Tipps
series-winner = Sieger
series-abandoned = Abgebrochen
series-playing = Läuft

## The credential of a link

linked-titles-seat = Ein Platz im Link
linked-titles-invite = Eine Einladung
linked-titles-read = Spiele zum Lesen
linked-titles-view = Ein Tisch zum Zuschauen
linked-titles-key = Ein API-Schlüssel im Link
linked-titles-audit = Die Arbeit eines Prüfers
linked-titles-entry = Ein Platz in einem Turnier
linked-about-entry = Der Link enthält den Platz von „{ $name }“ im Turnier „{ $table }“. Wer ihn verwendet, spielt für „{ $name }“.
linked-use-entry = Als { $name } spielen
linked-about-seat = Der Link hat den Platz von „{ $name }“ am Tisch „{ $table }“. Wer sich setzt, spielt für „{ $name }“.
linked-about-invite = Der Link lädt Sie an den Tisch „{ $name }“ ein.
linked-there = Am Tisch: { $names }.
linked-about-read = Der Link ist für „{ $name }“. Er zeigt beendete Spiele des Tisches „{ $table }“.
linked-about-view = Der Link ist für „{ $name }“. Er zeigt den Tisch „{ $table }“.
linked-about-key = Der Link hat den API-Schlüssel „{ $name }“. Wenn Sie ihn verwenden, handelt dieser Browser als Gastgeber für dessen Besitzer: Tische, die Sie eröffnen, gehören ihm. Verwenden Sie ihn nur, wenn Sie ihn erwartet haben.
linked-use-seat = Als { $name } hinsetzen
linked-use-invite = Hineingehen
linked-use-read = Spiele lesen
linked-use-view = Am Tisch zuschauen
linked-use-key = Diesen Schlüssel verwenden
linked-use-audit = Als { $name } weitermachen
linked-other-key = Der Link hat einen API-Schlüssel, aber dieser Browser benutzt schon einen anderen. Der Schlüssel im Link wurde nicht übernommen. Um ihn zu benutzen, vergessen Sie den jetzigen Schlüssel auf der Seite des Gastgebers und öffnen Sie den Link noch einmal.
linked-decline = Ohne den Link weiter
linked-about-audit = Mit dem Link wird dieser Browser der des Prüfers „{ $name }“ des Tisches „{ $table }“. Ein Prüfer liest die Beweise und entscheidet Streitfälle.
linked-about-audit-private = Mit dem Link wird dieser Browser der des Prüfers „{ $name }“ eines privaten Tisches. Ein Prüfer liest die Beweise und entscheidet Streitfälle.

## Lektionen

learn-lesson = Lektion
learn-no = Nein, danke
learn-next = Weiter
learn-watch = Sehen Sie zu, was die anderen spielen.
learn-otherwise = Die Lektion fragt nach einem anderen Zug.
learn-back = Zurück zur Lektion
learn-insist = Trotzdem spielen
learn-left = Sie haben die Lektion verlassen und spielen frei weiter. Die Glühbirne oben gibt Tipps.
learn-play = Jetzt spielen
learn-again = Lektion von vorn
