# Skat: names, and how a deal was settled, in the words of the Internationale Skatordnung.

skat = Skat

skat-move-bid = reizen
skat-move-hold = halten
skat-move-pass = passen
skat-move-pick_up = Skat aufnehmen
skat-move-discard = drücken
skat-move-declare = Spiel ansagen
skat-move-play = Karte spielen
skat-move-concede = Spiel aufgeben
skat-move-ask_to_concede = um Zustimmung zur Aufgabe bitten
skat-move-claim = Reststiche beanspruchen
skat-move-accept = annehmen
skat-move-decline = ablehnen
skat-pick-discard = Zwei Karten drücken

skat-option-all_pass = Wenn alle gepasst haben
    .next_deal = nächstes Spiel
    .redeal = neu geben
skat-option-deals = Spiele der Serie
skat-option-scoring = Wertung
    .seeger_fabian = Seeger-Fabian
    .classic = klassisch
    .bierlachs = Bierlachs
skat-option-limit = Minuspunkte, die einen Bierlachs beenden
skat-option-claims = Ansprüche
    .exact = nach genauem Spiel
    .order = nach der Skatordnung, mit offenen Karten

skat-for-auction = Reizen
skat-for-bid = gereizt bis { $bid }
skat-for-bidder = { SEAT($seat) } reizt
skat-for-holder = { SEAT($seat) } hält
skat-for-with = mit { $matadors }, { EACH($steps, of: "skat-step") } × { $base } = { $worth }
skat-for-without = ohne { $matadors }, { EACH($steps, of: "skat-step") } × { $base } = { $worth }
skat-for-null = zählt { $worth }
skat-passed-out = Alle haben gepasst: es gibt keinen Alleinspieler, das Spiel ist eingepasst und zählt nichts [{ $clause }].
skat-played = Alleinspieler: { SEAT($seat) } – { skat-game }, gereizt bis { $bid } [{ $clause }].
skat-played-announced = Alleinspieler: { SEAT($seat) } – { skat-game } { EACH($announced, of: "skat-announcement") }, gereizt bis { $bid } [{ $clause }].
skat-game = { $game ->
        [clubs] Kreuz
        [spades] Pik
        [hearts] Herz
        [diamonds] Karo
        [grand] Grand
        [null] Null
        [null_hand] Null Hand
        [null_ouvert] Null Ouvert
       *[null_hand_ouvert] Null Ouvert Hand
    }
skat-announcement = { $item ->
        [hand] Hand
        [schneider_announced] Schneider angesagt
        [schwarz_announced] Schwarz angesagt
       *[ouvert] Ouvert
    }
skat-tricks = { $tricks ->
        [one] { $tricks } Stich
       *[other] { $tricks } Stiche
    }
    .dative = { $tricks ->
        [one] { $tricks } Stich
       *[other] { $tricks } Stichen
    }
skat-points = { $points ->
        [one] { $points } Auge
       *[other] { $points } Augen
    }
skat-taken = { skat-points } einschließlich Skat in { skat-tricks.dative }
skat-played-out = Der Alleinspieler hat { skat-taken } [{ $clause }].
skat-played-out-null = Der Alleinspieler hat { skat-tricks } [{ $clause }].
skat-conceded = Der Alleinspieler hat das Spiel mit { skat-taken } aufgegeben [{ $clause }].
skat-conceded-null = Der Alleinspieler hat das Spiel mit { skat-tricks.dative } aufgegeben [{ $clause }].
skat-given-up = Beide Gegenspieler haben aufgegeben, als der Alleinspieler { skat-taken } hatte [{ $clause }].
skat-given-up-null = Beide Gegenspieler haben aufgegeben, als der Alleinspieler { skat-tricks } hatte [{ $clause }].
skat-claimed = Der Alleinspieler hat alle übrigen Stiche beansprucht, das macht { skat-taken } [{ $clause }].
skat-claimed-null = Der Alleinspieler hat beansprucht, keinen der übrigen Stiche zu machen [{ $clause }].
skat-null-worth = { skat-game } zählt { $worth } [{ $clause }].
skat-worth-with = Mit { $matadors }, { EACH($steps, of: "skat-step") }: { $multiplier } mal { $base } ist { $worth } [{ $clause }].
skat-worth-without = Ohne { $matadors }, { EACH($steps, of: "skat-step") }: { $multiplier } mal { $base } ist { $worth } [{ $clause }].
skat-step = { $step ->
        [game] Spiel
        [hand] Hand
        [schneider] Schneider
        [schneider_announced] Schneider angesagt
        [schwarz] Schwarz
        [schwarz_announced] Schwarz angesagt
       *[ouvert] Ouvert
    } { $total }
skat-counts = { EACH($cards, of: "a-card", join: "every-and") } im Skat { $number ->
        [one] zählt
       *[other] zählen
    } zur Hand des Alleinspielers [{ $clause }].
skat-granted = Das Reizgebot verlangt mehr; das war erreichbar und gilt als erreicht [{ $clause }].
skat-overbid = Gereizt war bis { $bid }: überreizt und verloren, gleich mit wie vielen Augen. Der nächste Wert, der das Reizgebot deckt, ist { $multiplier } mal { $base }, { $worth } [{ $clause }].
skat-without-half = Ohne 61 Augen ist das Spiel verloren [{ $clause }].
skat-null-trick = Beim Nullspiel darf der Alleinspieler keinen Stich machen [{ $clause }].
skat-missed-schneider = Der angesagte Schneider verlangt 90 Augen; verfehlt zählt er trotzdem [{ $clause }].
skat-missed-schwarz = Das angesagte Schwarz verlangt alle zehn Stiche; verfehlt zählt es trotzdem [{ $clause }].
skat-stays = Ein bereits gewonnenes oder verlorenes Spiel bleibt es [{ $clause }].
skat-won = Das Spiel ist gewonnen: { SIGNED($value) } [{ $clause }].
skat-lost = Das Spiel ist verloren und zählt doppelt: { SIGNED($value) } [{ $clause }].
skat-listed = In der Liste: { EACH($seats, of: "skat-seat-listed") } [{ $clause }].
skat-seat-listed = { SEAT($seat) } { SIGNED($points) }
skat-deals = Nächster Geber: { SEAT($seat) }; Vorhand: { SEAT($leader) } [{ $clause }].

# The short title of each clause.
clause-K1 = Karten und Augen
clause-K2 = Trümpfe und Rang
clause-K3 = Kartengeber und Plätze
clause-K4 = Geben
clause-K5 = Reizwerte
clause-K6 = Reizen
clause-K7 = Vorhand darf spielen
clause-K8 = Eingepasst
clause-K9 = Alleinspieler
clause-K10 = Skat oder Hand
clause-K11 = Spielarten
clause-K12 = Ansagen
clause-K13 = Zeitpunkt der Ansage
clause-K14 = Null und Reizgebot
clause-K15 = Ausspielen
clause-K16 = Bedienen
clause-K17 = Wer den Stich macht
clause-K18 = Zehn Stiche
clause-K19 = Augen des Alleinspielers
clause-K20 = Schneider und Schwarz
clause-K21 = Spitzen
clause-K22 = Gewinnstufen
clause-K23 = Grundwert und Spielwert
clause-K24 = Wann gewonnen ist
clause-K25 = Gewonnenes Spiel
clause-K26 = Verlorenes Spiel
clause-K27 = Überreizt
clause-K28 = Aufgabe des Alleinspielers
clause-K29 = Aufgabe der Gegenspieler
clause-K30 = Beanspruchen der Reststiche
clause-K31 = Zahl der Spiele
clause-K32 = Wertung der Liste
clause-K33 = Rangfolge

skat-zone-skat = Skat
skat-role-forehand = Vorhand
skat-role-middlehand = Mittelhand
skat-role-rearhand = Hinterhand
skat-role-sits_out = Pause
skat-role-declarer = Alleinspieler
skat-role-defender = Gegner
skat-field-value = Reizwert
skat-field-contract = Spiel
    .clubs = Kreuz
    .spades = Pik
    .hearts = Herz
    .diamonds = Karo
    .grand = Grand
    .null = Nullspiel
skat-field-hand = Handspiel
skat-field-schneider = Schneider angesagt
skat-field-schwarz = Schwarz angesagt
skat-field-ouvert = offen gespielt
skat-event-auction_won = Reizen entschieden
skat-event-skat_taken = Skat aufgenommen
skat-event-claim_judged = Anspruch entschieden
skat-event-hand_opened = Blatt offengelegt
skat-event-settled = Spiel abgerechnet

# What a seat has just done, in a bubble beside it: three words at most, with the card, value or number after them.
skat-said-bid = sagt
skat-said-hold = hält
skat-said-pass = passt
skat-said-pick_up = nimmt den Skat
skat-said-discard = drückt
skat-said-declare = spielt
skat-said-play = spielt
skat-said-concede = gibt auf
skat-said-ask_to_concede = aufgeben?
skat-said-claim = nimmt den Rest
skat-said-accept = einverstanden
skat-said-decline = spielt weiter

skat-you-bid = sagen
skat-you-held = halten
skat-you-passed = passen
skat-you-picked_up = nehmen den Skat
skat-you-discarded = drücken
skat-you-declared = spielen
skat-you-played = spielen
skat-you-conceded = geben auf
skat-you-concession_asked = möchten aufgeben
skat-you-claimed = nehmen den Rest
skat-you-accepted = stimmen zu
skat-you-declined = spielen weiter

# Why a card cannot be played, by the clause that refuses it.
why-K10 = Zwei der eigenen Karten drücken.
why-K16 = { $follow }, solange es geht.

# Why a move was allowed.
skat-allowed-first-bid = Noch war nichts gereizt, also war jeder Reizwert oder Passen erlaubt [{ $clause }].
skat-allowed-raise = Gereizt war bis { $bid }, also war ein höherer Wert oder Passen erlaubt [{ $clause }].
skat-allowed-highest = Gereizt war bis { $bid }, den höchsten Wert, also war nur Passen erlaubt [{ $clause }].
skat-allowed-answer = { $bid } war gesagt, also durfte gehalten oder gepasst werden [{ $clause }].
skat-allowed-alone = Die anderen hatten ohne Gebot gepasst, also durfte Vorhand für 18 spielen oder passen [{ $clause }].
skat-allowed-pick-up = Der Alleinspieler durfte den Skat aufnehmen oder Hand spielen [{ $clause }].
skat-allowed-lay-away = Der Skat war aufgenommen, also durften zwei beliebige der zwölf Karten gedrückt werden [{ $clause }].
skat-allowed-declare = Der Skat war aufgenommen, also war jedes Spiel ohne Ansagen erlaubt; Null nur, wenn es das Gebot von { $bid } deckt [{ $clause }].
skat-allowed-declare-hand = Der Skat lag noch, also war jedes Handspiel erlaubt, mit oder ohne Ansagen; Null nur, wenn es das Gebot von { $bid } deckt [{ $clause }].
skat-allowed-lead = { trick-number }: Zum Ausspielen war jede Karte erlaubt [{ $clause }].
skat-allowed-follow = { trick-number }: { suit-name } war ausgespielt und musste bedient werden; { $allowed ->
        [any] die Hand hatte nichts anderes
        [only] die Hand hatte davon nur { some-cards }
        [unknown] diese Karte bedient
       *[some] die Hand hatte davon { some-cards }
    } [{ $clause }].
skat-allowed-void = { trick-number }: { suit-name } war ausgespielt; davon war keine Karte in der Hand, also war jede Karte erlaubt [{ $clause }].
skat-allowed-jack = { trick-number }: { suit-name } war ausgespielt; { CARD($jack) } ist ein Trumpf, und sonst war davon keine Karte in der Hand, also war jede Karte erlaubt [{ $clause }].
skat-allowed-concede = { trick-number }: Mit neun oder mehr Karten in der Hand durfte der Alleinspieler allein aufgeben [{ $clause }].
skat-allowed-concede-defender = { trick-number }: Ein Gegenspieler darf jederzeit aufgeben; es gilt, sobald beide es tun [{ $clause }].
skat-allowed-ask = { trick-number }: Mit weniger als neun Karten in der Hand brauchte der Alleinspieler zum Aufgeben die Zustimmung eines Gegenspielers [{ $clause }].
skat-allowed-claim = { trick-number }: Der Alleinspieler durfte die Reststiche beanspruchen, einmal im Spiel [{ $clause }].
skat-allowed-answer-claim = { trick-number }: Der Alleinspieler hatte die Reststiche beansprucht, also durfte ein Gegenspieler annehmen oder ablehnen [{ $clause }].
skat-allowed-answer-concession = { trick-number }: Der Alleinspieler hatte gebeten, aufgeben zu dürfen, also durfte ein Gegenspieler annehmen oder ablehnen [{ $clause }].
