# Goat: names, and how a deal was counted.

# uncertain: the game is hardly known in German; it is named after its Russian name, which means goat
goat = Ziegenbock (Kosjol)

goat-title-goats = Ziegenböcke
goat-title-goats-with-eggs = Ziegenböcke mit Eiern

goat-move-lead = ausspielen
goat-move-beat = stechen
goat-move-discard = abwerfen
# uncertain: the Russian word is kept
goat-move-pull = Molodka
goat-pick-lead = Eine Farbe ausspielen

goat-option-trump_card = Die Trumpfkarte
    .hidden = verborgen im Stapel
    .bottom = offen unter dem Stapel
goat-option-molodka = Molodka
    .before_own_play = bis man selbst gelegt hat
    .on_turn = nur wenn man an der Reihe ist
    .off = nie
goat-option-eggs = Eier
    .none = kosten nichts
    .double_next = das nächste Spiel zählt doppelt
    .two_each = kosten beide Seiten zwei
goat-option-loss_target = Gespielt wird bis (Strafpunkte)

goat-took = { CAPITAL(EACH($sides, of: "goat-side-took")) } [{ $clause }].
goat-side-took = { SIDE($side) }: { $points ->
        [one] { $points } Auge
       *[other] { $points } Augen
    } in { $tricks ->
        [one] { $tricks } Stich
       *[other] { $tricks } Stichen
    }
goat-leads = Letzter Stich, und Ausspiel im nächsten Spiel: { SEAT($seat) } [{ $clause }].
goat-deals = Geber: { SEAT($seat) } [{ $clause }].
goat-loss-points = { $loss_points ->
        [one] { $loss_points } Strafpunkt
       *[other] { $loss_points } Strafpunkte
    }
goat-eggs = { $loss_points ->
        [0] 60:60 sind Eier: keine Strafpunkte [{ $clause }].
       *[other] 60:60 sind Eier: je { goat-loss-points } [{ $clause }].
    }
goat-won = 61 Augen oder mehr gewinnen das Spiel: { SIDE($side) } [{ $clause }].
goat-lost-narrow = { CAPITAL(SIDE($side)) }: 31 Augen oder mehr, aber keine 61, also { goat-loss-points } [{ $clause }].
goat-lost-wide = { CAPITAL(SIDE($side)) }: weniger als 31 Augen, aber mindestens ein Stich, also { goat-loss-points } [{ $clause }].
goat-lost-bare = { CAPITAL(SIDE($side)) }: kein Stich, also { goat-loss-points } [{ $clause }].

# The short title of each clause.
clause-G1 = Plätze und Seiten
clause-G2 = Kartenspiel
clause-G3 = Rang und Augen
clause-G4 = Was was sticht
clause-G5 = Geben
clause-G6 = Trumpf
clause-G7 = Ausspieler und Geber
clause-G8 = Ausspielen
clause-G9 = Stechen oder abwerfen
clause-G10 = Stechen
clause-G11 = Abwerfen
clause-G12 = Wer den Stich macht
clause-G13 = Molodka
clause-G14 = Zwei Molodkas
clause-G15 = Nachziehen
clause-G16 = Ende des Spiels
clause-G17 = Strafpunkte
clause-G18 = Eier
clause-G19 = Verlust der Serie
clause-G20 = Augen werden nicht gezeigt

# What a seat has just done, in a bubble beside it: three words at most, with the card, value or number after them.
goat-said-lead = spielt
goat-said-beat = sticht!
goat-said-discard = wirft
goat-said-pull = Molodka!

goat-you-led = spielen
goat-you-beaten = stechen
goat-you-discarded = werfen
goat-you-pulled = spielen Molodka

# Why a card cannot be played, by the clause that refuses it.
why-G8 = Nur Karten einer Farbe ausspielen.
why-G9 = So viele Karten legen, wie ausgespielt wurden.
why-G10 = Diese Karten stechen { $beats } nicht.

# Why a move was allowed.
goat-allowed-lead = { trick-number }: Zum Ausspielen waren beliebige Karten einer Farbe erlaubt [{ $clause }].
goat-allowed-beat = { trick-number }: Am besten lag bisher { EACH($best, of: "a-card", join: "and") }; jede gelegte Karte ist höher in ihrer Farbe oder ein Trumpf gegen eine andere Farbe [{ $clause }].
goat-allowed-discard = { trick-number }: { $number ->
        [one] Eine beliebige Karte durfte
       *[other] Beliebige { $number } Karten durften
    } verdeckt gelegt werden, ohne zu bedienen{ $allowed ->
        [none] ; stechen konnte die Hand nicht
        [unknown] {" "}oder zu stechen
       *[some] ; stechen war möglich, ist aber keine Pflicht
    } [{ $clause }].
goat-allowed-pull = { trick-number }: Vier Karten einer Farbe, die ganze Hand, durften { $molodka ->
        [on_turn] als Molodka ausgespielt werden, wenn man an der Reihe ist
       *[before_own_play] außer der Reihe ausgespielt werden, bis man selbst gelegt hat
    } [{ $clause }].
goat-allowed-pull-closer = { trick-number }: Eine Molodka verdrängt ein anderes Ausspiel von vier Karten, wenn ihr Platz näher an dem Platz liegt, der das Ausspiel hatte [{ $clause }].
