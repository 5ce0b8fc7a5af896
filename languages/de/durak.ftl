# Durak: names, and how a deal ended.

durak = Durak

durak-title-durak = Durak (Dummkopf)

durak-move-attack = Angreifen
durak-move-beat = Schlagen
durak-move-take = Aufnehmen
durak-move-done = Fertig

durak-option-both_out = Beide Hände am Ende leer
    .first_empty = die zuerst leere Hand gewinnt
    .draw = unentschieden
durak-option-any_trump_beats = Jeder Trumpf schlägt jede Karte
    .false = nein
    .true = ja
durak-option-throw_in_after_take = Nachwerfen nach dem Aufnehmen
    .false = nein
    .true = ja
durak-option-points_to_win = Gespielt wird bis (Punkte)

durak-won = Keine Karten mehr, und der Talon ist leer. Gewonnen: { SEAT($seat) } [{ $clause }].
durak-drawn = Beide Hände und der Talon sind leer: das Spiel ist unentschieden [{ $clause }].
durak-attacks-first = Erster Angriff im nächsten Spiel: { SEAT($seat) } [{ $clause }].
durak-cards-name-attacker = Die Karten des nächsten Spiels bestimmen, wer zuerst angreift [{ $clause }].
durak-deals = Geber: { SEAT($seat) }.

# The short title of each clause.
clause-D1 = Plätze und Karten
clause-D2 = Geben und Trumpf
clause-D3 = Erster Angreifer
clause-D4 = Runde
clause-D5 = Grenze einer Runde
clause-D6 = Schlagen
clause-D7 = Aufnehmen
clause-D8 = Fertig
clause-D9 = Nachziehen
clause-D10 = Gewinn des Spiels
clause-D11 = Partie
clause-D12 = Runde, die von selbst endet
clause-D13 = Karten aus dem Spiel

durak-zone-bout = Kampf
durak-zone-away = Abgelegt
durak-role-attacker = greift an
durak-role-defender = verteidigt
durak-event-picked_up = Karten aufgenommen
durak-event-put_away = Karten abgelegt

# What a seat has just done, in a bubble beside it: three words at most, with the card, value or number after them.
durak-said-attack = greift an:
durak-said-beat = sticht
durak-said-take = nimmt auf
durak-said-done = fertig

# Why a card cannot be played, by the clause that refuses it.
why-D4 = Nur Werte nachlegen, die schon auf dem Tisch liegen.
why-D5 = Mehr Karten dürfen es nicht sein.
why-D6 = Sticht nicht: gleiche Farbe und höher, oder Trumpf.
