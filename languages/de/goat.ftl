# Goat: names, and how a deal was counted.

# uncertain: the game is hardly known in German; it is named after its Russian name, which means goat
goat = Ziegenbock (Kosjol)

goat-title-goats = Ziegenböcke
goat-title-goats-with-eggs = Ziegenböcke mit Eiern

goat-move-lead = Ausspielen
goat-move-beat = Stechen
goat-move-discard = Abwerfen
# uncertain: the Russian word is kept
goat-move-pull = Molodka

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
goat-option-loss_target = Strafpunkte, mit denen die Serie verloren ist

goat-took = { CAPITAL(EACH($sides, of: "goat-side-took")) } [{ $clause }].
goat-side-took = Seite { $side } hat { $points ->
        [one] { $points } Auge
       *[other] { $points } Augen
    } in { $tricks ->
        [one] { $tricks } Stich
       *[other] { $tricks } Stichen
    }
goat-leads = Platz { $seat } hat den letzten Stich gemacht und spielt im nächsten Spiel aus [{ $clause }].
goat-deals = Platz { $seat } gibt [{ $clause }].
goat-loss-points = { $loss_points ->
        [one] { $loss_points } Strafpunkt
       *[other] { $loss_points } Strafpunkte
    }
goat-eggs = { $loss_points ->
        [0] 60:60 sind Eier: keine Strafpunkte [{ $clause }].
       *[other] 60:60 sind Eier: je { goat-loss-points } [{ $clause }].
    }
goat-won = Seite { $side } hat 61 oder mehr und gewinnt das Spiel [{ $clause }].
goat-lost-narrow = Seite { $side } hat 31 oder mehr, aber keine 61: { goat-loss-points } [{ $clause }].
goat-lost-wide = Seite { $side } hat weniger als 31, aber einen Stich: { goat-loss-points } [{ $clause }].
goat-lost-bare = Seite { $side } hat keinen Stich: { goat-loss-points } [{ $clause }].

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
