# Durak: names, and how a deal ended.

durak = Durak

durak-title-durak = Durak (Dummkopf)

durak-move-attack = angreifen
durak-move-beat = schlagen
durak-move-take = aufnehmen
durak-move-done = fertig
durak-pick-attack = Angriffskarte wählen

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
durak-for-lowest = { $of ->
        [trumps] niedrigster Trumpf
       *[pack] niedrigste Karte
    }: { SEAT($seat) }
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
durak-zone-away = abgelegt
durak-role-attacker = Angreifer
durak-role-defender = Verteidiger
durak-event-picked_up = Karten aufgenommen
durak-event-put_away = Karten abgelegt

# What a seat has just done, in a bubble beside it: three words at most, with the card, value or number after them.
durak-said-attack = greift an:
durak-said-beat = sticht
durak-said-take = nimmt auf
durak-said-done = ist fertig

durak-you-attacked = greifen an:
durak-you-beaten = stechen
durak-you-take_announced = nehmen auf
durak-you-done_said = sind fertig

# Why a card cannot be played, by the clause that refuses it.
why-D4 = Nur Werte nachlegen, die schon auf dem Tisch liegen.
why-D5 = Mehr Karten dürfen es nicht sein.
why-D6 = { $card } sticht { $beats } nicht: gleiche Farbe und höher, oder Trumpf.

# Why a move was allowed.
durak-trick-number = Runde { $trick }
durak-allowed-attack = { durak-trick-number }: Zum Angriff war jede Karte erlaubt [{ $clause }].
durak-allowed-add = { durak-trick-number }: { CARD($card) } durfte dazu, weil { CARD($match) } auf dem Tisch lag{ $allowed ->
        [only] ; keine andere Karte der Hand passte
        [unknown] { "" }
       *[some] ; die Hand konnte es mit { some-cards }
    } [{ $clause }].
durak-allowed-throw-in = { durak-trick-number }: { CARD($card) } durfte nach dem Aufnehmen nachgeworfen werden, weil { CARD($match) } auf dem Tisch lag{ $allowed ->
        [only] ; keine andere Karte der Hand passte
        [unknown] { "" }
       *[some] ; die Hand konnte es mit { some-cards }
    } [{ $clause }].
durak-allowed-beat = { durak-trick-number }: { CARD($card) } schlägt { CARD($attack) }, { $by ->
        [suit] als höhere Karte der Farbe
        [any_trump] weil an diesem Tisch jeder Trumpf jede Karte schlägt
       *[trump] als Trumpf
    }{ $allowed ->
        [only] ; keine andere Karte der Hand tut es
        [unknown] { "" }
       *[some] ; die Hand konnte es mit { some-cards }
    } [{ $clause }].
durak-allowed-take = { durak-trick-number }: Aufnehmen war erlaubt, weil { CARD($attack) } ungeschlagen lag{ $allowed ->
        [none] ; schlagen konnte die Hand nicht
        [unknown] { "" }
       *[some] ; geschlagen hätte die Hand mit { some-cards }
    } [{ $clause }].
durak-allowed-done = { durak-trick-number }: Jede Karte war geschlagen, also durfte der Angriff enden{ $allowed ->
        [none] ; keine Karte der Hand konnte dazu
        [unknown] { "" }
       *[some] , obwohl es mit { some-cards } weitergegangen wäre
    } [{ $clause }].
durak-allowed-done-after-take = { durak-trick-number }: Das Aufnehmen war angesagt, also durfte der Angriff enden{ $allowed ->
        [none] ; keine Karte der Hand konnte nachgeworfen werden
        [unknown] { "" }
       *[some] , obwohl es mit { some-cards } weitergegangen wäre
    } [{ $clause }].
