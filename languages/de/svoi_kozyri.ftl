# Svoi Kozyri: names, and how a deal ended.

# uncertain: the game is known in German by its Russian name, if at all
svoi_kozyri = Eigene Trümpfe (Swoi Kosyri)

svoi_kozyri-move-choose_trump = Trumpf wählen
svoi_kozyri-move-lead = ausspielen
svoi_kozyri-move-beat = schlagen
svoi_kozyri-move-take = aufnehmen
svoi_kozyri-pick-lead = Karte ausspielen

svoi_kozyri-option-deal = Geben
    .random = zufällig
    .mirrored = gespiegelt, ohne Glück
svoi_kozyri-option-voluntary_take = Aufnehmen, obwohl man schlagen könnte
    .false = nein
    .true = ja
svoi_kozyri-option-max_plies = Züge, nach denen das Spiel unentschieden ist
svoi_kozyri-option-wins = Gespielt wird bis (gewonnene Spiele)

svoi_kozyri-won = Keine Karten mehr. Gewonnen: { SEAT($seat) } [{ $clause }].
svoi_kozyri-drawn-last-card = Eine Hand ist leer, aber { CARD($card) }, die einzige Karte der anderen, schlägt die oberste Karte: das Spiel ist unentschieden [{ $clause }].
svoi_kozyri-drawn-repetition = Dieselbe Stellung ist zum dritten Mal entstanden: das Spiel ist unentschieden [{ $clause }].
svoi_kozyri-drawn-max-plies = Die Grenze der Züge ist erreicht, und niemand hat gewonnen: das Spiel ist unentschieden [{ $clause }].
svoi_kozyri-deals = Nächster Geber: { SEAT($seat) } [{ $clause }].

# The short title of each clause.
clause-S1 = Plätze und Karten
clause-S2 = Wahl der Trümpfe
clause-S3 = Geben
clause-S4 = Geber und Ausspiel
clause-S5 = Schlagen oder aufnehmen
clause-S6 = Was was schlägt
clause-S7 = Schlagen und legen
clause-S8 = Wie viel man aufnimmt
clause-S9 = Zugwechsel
clause-S10 = Gewinn des Spiels
clause-S11 = Unentschieden durch die letzte Karte
clause-S12 = Wiederholung
clause-S13 = Partie

svoi_kozyri-field-suit = Farbe
svoi_kozyri-field-then = Karte darauf
svoi_kozyri-event-dealer_named = Geber bestimmt
svoi_kozyri-event-taken = Karten aufgenommen

# What a seat has just done, in a bubble beside it: three words at most, with the card, value or number after them.
svoi_kozyri-said-choose_trump = Trumpf:
svoi_kozyri-said-lead = spielt
svoi_kozyri-said-beat = sticht, spielt
svoi_kozyri-said-take = nimmt

svoi_kozyri-you-trump_chosen = wählen Trumpf:
svoi_kozyri-you-led = spielen
svoi_kozyri-you-beaten = stechen, spielen
svoi_kozyri-you-yielded = nehmen

# What the next card of a move with several has to do.
svoi_kozyri-next-beat-card = Erst { $cards } stechen
svoi_kozyri-next-beat-then = Jetzt eine beliebige andere darauf

# Why a card cannot be played, by the clause that refuses it.
why-S5 = Wer stechen kann, muss stechen.
why-S6 = { $card } sticht { $beats } nicht.
why-S7 = Erst die Karte, die sticht, dann eine andere darauf.

# Why a move was allowed.
svoi_kozyri-trick-number = Runde { $trick }
svoi_kozyri-allowed-choose = Wer nicht gibt, wählt zuerst und durfte jede Farbe wählen [{ $clause }].
svoi_kozyri-allowed-choose-other = { suit-name } war schon gewählt, also war jede andere Farbe erlaubt [{ $clause }].
svoi_kozyri-allowed-lead = { svoi_kozyri-trick-number }: Der Stapel war leer, also war jede Karte erlaubt [{ $clause }].
svoi_kozyri-allowed-beat = { svoi_kozyri-trick-number }: { CARD($card) } schlägt { CARD($top) }, als { $by ->
        [suit] höhere Karte der Farbe
       *[trump] eigener Trumpf
    }{ $allowed ->
        [only] ; keine andere Karte der Hand tut es
        [unknown] { "" }
       *[some] ; die Hand konnte es mit { some-cards }
    }; darauf durfte jede andere Karte folgen [{ $clause }].
svoi_kozyri-allowed-beat-alone = { svoi_kozyri-trick-number }: { CARD($card) } schlägt { CARD($top) }, als { $by ->
        [suit] höhere Karte der Farbe
       *[trump] eigener Trumpf
    }; es war die letzte Karte, darum folgt keine darauf [{ $clause }].
svoi_kozyri-allowed-take = { svoi_kozyri-trick-number }: { $allowed ->
        [none] keine Karte der Hand schlägt { CARD($top) }, also blieb nur das Aufnehmen
        [unknown] Aufnehmen, statt { CARD($top) } zu schlagen, ist immer erlaubt
       *[some] { CARD($top) } ließ sich schlagen mit { some-cards }, aber auch Aufnehmen war erlaubt
    } [{ $clause }].
svoi_kozyri-allowed-must-take = { svoi_kozyri-trick-number }: keine Karte der Hand schlägt { CARD($top) }, also blieb nur das Aufnehmen [{ $clause }].
