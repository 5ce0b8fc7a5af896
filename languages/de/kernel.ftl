# What holds at every table: how a deal ended without a result, and what its shuffle proves.

general = Regeln für alle Tische

seats = { EACH($seats, of: "at-seat", join: "and") }

deal-on = das Spiel läuft noch
deal-voided = Annulliert, weil Festlegung oder Startwert nicht rechtzeitig kam: { seats }. [{ $clause }]
deal-abandoned-time = Abgebrochen, weil die Zeit abgelaufen war: { seats }. [{ $clause }]
deal-abandoned-left = Abgebrochen durch Weggehen: { seats }. [{ $clause }]
deal-abandoned-resigned = Abgebrochen durch Aufgabe: { seats }. [{ $clause }]
deal-abandoned-closed = Abgebrochen: der Tisch wurde geschlossen. [{ $clause }]

shuffle-server-alone = Kein Platz gibt einen Startwert dazu: die Kartenfolge ergibt sich allein aus dem Startwert des Servers. Der Server hat sich vor dem Geben darauf festgelegt und kann ihn nicht mehr ändern. Es ist aber nicht bewiesen, dass er nicht unter vielen Startwerten gewählt hat.
shuffle-of-board = Das Blatt ist das eines Boards, das alle Tische der Runde spielen. Es folgt aus dem Startwert, auf den der Betreiber sich festgelegt hat, bevor sich der erste Spieler anmeldete, und aus den Startwerten der Spieler in der Runde. Der Startwert wird gezeigt, wenn der letzte Tisch das Board beendet hat.
deal-of-test = Dieses Spiel gehört zu einem Testtisch. Dessen Uhr kann verstellt worden sein, und es beweist nichts.
shuffle-by-hand = Die Kartenfolge wurde von Hand gelegt, für eine Verzweigung eines anderen Spiels oder für einen Test: für ihre Fairness gibt es keinen Beweis.
shuffle-together = Die Kartenfolge ergibt sich aus den Startwerten des Servers und von { seats }. Wenn auch nur eine dieser Seiten ihren Startwert zufällig gezogen und geheim gehalten hat, bis sich alle festgelegt hatten, ist die Kartenfolge gleichverteilt und niemand konnte sie vorhersehen. Ein annulliertes Spiel bleibt verzeichnet.

# The short title of each clause.
clause-T1 = Nicht an der Reihe
clause-T2 = Nicht auf der Hand
clause-T3 = Spiel beendet
clause-T4 = Nicht in dieser Phase
clause-T5 = Kein Zug
clause-F1 = Startwerte der Plätze
clause-F2 = Festlegung für das nächste Spiel
clause-F3 = Eröffnen und Zeigen der Startwerte
clause-F4 = Annulliertes Spiel
clause-F5 = Annullierte Spiele und Verlust der Serie
clause-F6 = Der Zufall eines Bots
clause-F7 = Signierte Züge und Handlungen
clause-L1 = Zugzeit und Zeitkonto
clause-L2 = Zeit abgelaufen
clause-L3 = Ein Bot springt ein
clause-L4 = Verlust durch Weggehen
clause-L5 = Aufgeben
clause-L6 = Tisch vom Inhaber geschlossen
clause-H1 = Tipps für Spieler
clause-H2 = Tipps für den, der spielt
clause-H3 = Ein Tipp am eigenen Zug
clause-H4 = Ein Tipp bis zum nächsten Zug
clause-H5 = Ein Tipp wird nachgerechnet

# Die Orte der Karten, und was aufgezeichnet wird.
zone-hand = Blatt
zone-stock = Talon
zone-trick = Stich
zone-pile = Stapel
role-dealer = Geber
role-leader = Ausspiel
field-card = Karte
field-cards = Karten
event-dealt = Karten gegeben
event-drawn = Karten gezogen
event-trick_taken = Stich genommen
event-ended = Ende des Spiels
event-scored = Punkte gezählt
deal-event-opened = Spiel eröffnet
deal-event-clock_set = Uhr gestellt
deal-event-seed_revealed = Startwert beigetragen
deal-event-shuffled = Karten gemischt
deal-event-time_over = Zeit abgelaufen
deal-event-seat_taken_over = Ein Bot spielt weiter
deal-event-seat_returned = Zurückgekehrt
deal-event-resigned = Aufgegeben
deal-event-voided = Spiel ungültig
deal-event-abandoned = Spiel abgebrochen
deal-event-revealed = Mischung aufgedeckt
deal-event-move_signed = Zug signiert
deal-event-act_signed = Handlung signiert
hint-event-given = Tipp gegeben

# Why a move was allowed: words of all games. `allowed` says how many cards of the hand were.
trick-number = Stich { $trick }
suit-name = { $suit ->
        [C] Kreuz
        [D] Karo
        [H] Herz
        [S] Pik
       *[trump] Trumpf
    }
a-card = { CARD($item) }
some-cards = { EACH($cards, of: "a-card", join: "and") }
