# What the verifiers and the judge of records find. A value such as { $seats } or { $why } may be a text
# of this catalogue.

## Several

finding-seats = { $number ->
        [one] Platz { $seats }
       *[other] Plätze { $seats }
    }
finding-charged = Platz { $seat } ({ $times })
finding-also = { $first }; { $second }
finding-named = { $name }: { $why }
finding-misconduct = { $what }: das beweist einen Betrug
finding-at = Ereignis { $position }, { $field }: { $detail }
finding-in = { $field }: { $detail }

## The form of a record

finding-form-broken = die Form stimmt nicht
finding-malformed = { $where }: { $why }
finding-must-text = muss ein Text sein
finding-must-list = muss eine Liste sein
finding-must-object = muss ein Objekt sein
finding-must-fields = muss ein Objekt mit { $fields } sein
finding-must-most-items = darf höchstens { $most } Einträge haben
finding-must-word = muss { EACH($words, of: "item", join: "or") } sein
finding-must-match = muss auf { $pattern } passen
finding-must-whole = muss eine ganze Zahl ab 0 sein
finding-must-most = darf höchstens { $most } sein
finding-must-counted = muss kleiner als 2^32 sein
finding-must-uuid = muss eine UUID in Kleinbuchstaben sein
finding-must-hex = muss { $size } Bytes in kleinen Hexziffern sein
finding-must-slots-in-order = muss nach den Stellen geordnet sein, jede einmal
finding-must-positions-in-order = muss nach den Nummern der Ereignisse geordnet sein, jede einmal
finding-rewritten = ein anderes Programm hat diese Datei neu geschrieben: Leerzeichen oder die Folge der Schlüssel sind anders, der Inhalt ist derselbe
finding-not-canonical = das ist nicht die kanonische Form dieses JSON
finding-no-canonical-json = das ist kein JSON mit einer kanonischen Form
finding-no-events = eine Aufzeichnung hat Ereignisse
finding-secret-object = ein Geheimnis ist kein Objekt und keine Liste mit einem
finding-not-known = { $what } ist hier nicht bekannt
finding-not-known-here = hier nicht bekannt: { $what }
finding-not-known-here-event = hier nicht bekannt: { $what }, Ereignis { $event }
finding-bundle-unformed = eine der Dateien hat nicht die Form einer Aufzeichnung
finding-events-of = { $events } Ereignisse { $kind ->
        [deal] des Spiels
       *[table] des Tischs
    } { $stream }, { $game }, Sicht: { $view }
finding-clock-back = die Uhr geht bei Ereignis { $event } um { $us } µs zurück
finding-value = der Wert ist nicht erlaubt, oder er fehlt
finding-header = der Kopf der Datei sagt etwas anderes
finding-begins-with = eine Aufzeichnung beginnt mit { $event }, und nur einmal
finding-not-in-record = eine Aufzeichnung, die mit { $first } beginnt, enthält kein { $event }
finding-ends-with = eine ganze Aufzeichnung endet mit { $event }
finding-first-is-one = das erste Spiel hat die Nummer 1
finding-no-such-table = einen solchen Tisch gibt es nicht
finding-no-such-seat = einen solchen Platz gibt es nicht

## Hashes and openings

finding-hash = der Hash folgt nicht aus den Ereignissen
finding-head-end = die Aufzeichnung endet nicht mit ihrem letzten Hash
finding-head = der letzte Hash ist { $head }
finding-openings = { $opened } von { $sealed } Geheimnissen sind geöffnet und passen
finding-no-commitment = hier gibt es keine Festlegung zu öffnen
finding-opening = die Öffnung passt nicht zur Festlegung
finding-secret-not-of-view = diese Sicht kennt dieses Geheimnis nicht
finding-secret-closed = diese Sicht kennt dieses Geheimnis, aber es ist nicht geöffnet
finding-not-each-seat = es gibt nicht für jeden Platz einen Wert
finding-secret-open = das ist ein Geheimnis und steht offen da
finding-nothing-hidden = hier ist nichts verdeckt, aber es steht eine Festlegung da
finding-other-count = angeblich sind { $count } Karten verdeckt, aber es ist eine andere Zahl

## Commitments and seeds

finding-by-hand-uncommitted = es gibt keine Festlegungen: die Karten wurden von Hand gelegt
finding-seat-uncommitted = dieser Platz hat sich auf keinen Startwert festgelegt
finding-seat-shown-before = dieser Platz hat seinen Startwert schon gezeigt
finding-seed-after-shuffle = der Startwert wird nach dem Mischen gezeigt
finding-seat-not-shown = ein Platz, der sich festgelegt hat, hat seinen Startwert nicht gezeigt
finding-server-seed-early = der Startwert des Servers wird vor dem Ende gezeigt
finding-server-committed = die Festlegung des Servers steht in Ereignis 1; kein Platz gibt einen Startwert dazu
finding-all-committed = in Ereignis 1 stehen die Festlegungen von: Server, { $seats }
finding-board-committed = in Ereignis 1 steht die Festlegung auf den Startwert des Boards, mit dem Hashwert der Startwerte von Spielern; beide hat die Aufzeichnung des Turniers
finding-test-deal = das Spiel eines Testtischs, das nichts beweist: { $said }
finding-not-for-each-seat = es ist weder leer noch eines für jeden Platz
finding-bot-brings-none = ein Bot bringt nichts Eigenes mit
finding-seeds-uncommitted = es gibt keine Festlegung, aber Startwerte
finding-by-hand-seed = die Karten wurden von Hand gelegt, aber ein Startwert wird gezeigt
finding-by-hand-vouched = die Karten wurden von Hand gelegt, aber das hier bürgt für sie
finding-none = es gibt keine
finding-committed-no-seed = die Festlegung gilt keinem Startwert
finding-seat-seed = der Startwert öffnet nicht die Festlegung des Platzes
finding-server-seed = der Startwert öffnet nicht die Festlegung des Servers
finding-other-seed-at-end = am Ende steht ein anderer Startwert
finding-server-seed-hidden = der Startwert des Servers ist noch nicht gezeigt
finding-server-opens = der Startwert des Servers öffnet seine Festlegung
finding-no-seat-shows = kein Platz zeigt einen
finding-seat-opens = ebenso der Startwert von { $seats }
finding-seats-open = ebenso die Startwerte von { $seats }
finding-kept-by-player = wie vom Spieler aufbewahrt: { $seats }
finding-seed-of-unknown = wem der Startwert gehört, zeigt nur --seed: { $seats }
finding-seat-adds-none = dieser Platz gibt keinen Startwert dazu
finding-seed-not-in-file = dieser Platz gibt einen Startwert dazu, aber Ihre Datei hat keinen für dieses Spiel
finding-not-your-seed = es ist nicht der Startwert, den Sie aufbewahrt haben
finding-not-your-commitment = es ist nicht die Festlegung auf den Startwert, den Sie aufbewahrt haben

## The shuffle

finding-agreed = T ist das Vereinbarte
finding-agreed-and-follow = T ist das Vereinbarte, und Kartenfolge und Lose folgen aus den Startwerten
finding-not-agreed = T ist nicht das, was vor dem Mischen vereinbart war
finding-pack-seed-hidden = der Startwert, aus dem die Kartenfolge folgt, ist noch nicht gezeigt
finding-pack-sealed = Kartenfolge und Lose sind in dieser Sicht verdeckt
finding-dealt-unchecked = hier nicht geprüft: die gegebenen Karten
finding-pack = die Kartenfolge folgt nicht aus den Startwerten
finding-lots = die Lose folgen nicht aus den Startwerten
finding-not-of-pack = das ergibt die Kartenfolge nicht, die aus den Startwerten folgt
finding-salt-seed-hidden = der Startwert, aus dem die Salze folgen, ist noch nicht gezeigt
finding-root = die Wurzel gehört nicht zu dieser Kartenfolge
finding-root-is = die Wurzel ist { $root }
finding-by-hand = von Hand gelegt: es folgt aus keinem Startwert und zählt in keiner Serie
finding-no-deal = es wurde nicht gegeben: das Spiel endete vor dem Mischen
finding-not-shuffled = die Karten sind noch nicht gemischt

## Keys, receipts and the log

finding-nothing-signed = hier hat kein Schlüssel eines Dienstes etwas unterschrieben
finding-trusted = dem Schlüssel { $key } wird vertraut: { $reason }
finding-you-gave-it = er ist von Ihnen
finding-pinned = er kam früher von { $source } selbst
finding-key-unproved = nur die Datei nennt den Schlüssel { $key }; ihr Log und ihre Quittungen beweisen darum nichts
finding-give-key = geben Sie den Schlüssel des Dienstes an
finding-other-pinned = der Schlüssel von { $source } ist { $key }
finding-key-of-bundle = { $key }, einem Schlüssel, den nur die Datei nennt
finding-other-key = die Datei nennt den Schlüssel { $named }, Ihrer ist { $key }
finding-no-key = die Datei nennt keinen Schlüssel
finding-no-receipt = es gibt keine Quittung, weder von Ihnen noch in der Datei
finding-receipts = Quittungen für Ereignisse dieser Aufzeichnung: { $count }, unterschrieben von { $key }
finding-receipt-key = sie nennt den Schlüssel { $named }, nicht { $key }
finding-receipt-unsigned = sie ist nicht mit diesem Schlüssel unterschrieben
finding-receipt-deal = sie ist für { $deal }
finding-record-events = die Aufzeichnung hat { $events } Ereignisse
finding-receipt-head = es wurde eine andere Aufzeichnung angenommen als die, die hier steht
finding-receipt-time = das Ereignis nennt eine andere Zeit
finding-not-in-log = die Datei nennt keine Stelle im Log
finding-not-in-log-yours = die Datei nennt keine Stelle im Log; ist Ihr Prüfpunkt älter, holen Sie beide neu
finding-logged-first = nur die ersten { $version } von { $events } Ereignissen stehen im Log: { $said }
finding-logged = Ereignis { $version } von { $events } ist Eintrag { $position } von { $size }, unterschrieben von { $key }
finding-two-contents = das Log wurde mit zwei Inhalten unterschrieben: das beweist einen Betrug
finding-checkpoint-size = Ihr Prüfpunkt hat { $size } Einträge
finding-ask-size = holen Sie die Datei mit size={ $size } oder den Beweis, dass ein Log mit dem anderen beginnt
finding-not-grown = das beweist nicht, dass das Log mit { $size } Einträgen mit dem mit { $old } beginnt
finding-grown = das Log mit { $size } Einträgen beginnt mit dem mit { $old }
finding-forked = { $key } hat ein Log mit { $size } Einträgen unterschrieben, das nicht mit den { $old } Einträgen beginnt, die vorher unterschrieben waren
finding-fork-smaller = das Log hat { $size } Einträge und hatte { $old }; verlangen Sie vom Dienst einen neueren Prüfpunkt
finding-fork-unproved = nichts beweist, was die ersten { $old } der { $size } Einträge sind; verlangen Sie vom Dienst den Beweis
finding-log-without = diese Aufzeichnung steht nicht im Log
finding-note-too-long = eine Notiz hat höchstens { $most } Zeichen
finding-note-form = eine Notiz ist Text, eine leere Zeile und Unterschriften
finding-note-most-signatures = eine Notiz hat höchstens { $most } Unterschriften
finding-note-unsigned = { $name } hat das nicht unterschrieben
finding-note-signature = die Unterschrift von { $name } passt nicht zu diesem Text
finding-note-end = eine Notiz endet mit Unterschriften
finding-note-base64 = das ist kein Base64
finding-note-checkpoint = ein Kontrollpunkt ist ein Ursprung, eine Größe und eine Wurzel
finding-note-no-key = das ist nicht der Text eines Ed25519-Prüfschlüssels
finding-note-key-id = die Kennung dieses Prüfschlüssels ist nicht seine eigene
finding-other-log = er gehört zum Protokoll { $origin }

## Who acted

finding-commands = geprüfte Handlungen: { $count }, alle von denen, die sie tun durften
finding-bot-plays = für { $seats } spielt ein Bot, und er hat diesen Zug nicht gemacht
finding-no-bot-plays = für { $seats } spielt kein Bot
finding-no-bot-named = das nennt keinen Bot
finding-other-bot-plays = für { $seats } spielt der Bot { $level }
finding-follows-another = es folgt von selbst aus dem, was ein anderer getan hat
finding-other-time = es wurde zu einer anderen Zeit aufgezeichnet als das, womit es kam
finding-begins-command = es beginnt eine eigene Handlung
finding-for-others = das darf nur { EACH($whom, of: "item", join: "or") }, und es stammt von { $actor }
finding-not-for = das darf { $actor } nicht

## Signatures of players

finding-unkeyed = kein Platz hat einen Schlüssel, und nichts ist unterschrieben
finding-older-than-acts = eröffnet, bevor Handlungen unterschrieben wurden (0.2)
finding-no-acts = kein Platz mit Schlüssel hat am Tisch etwas getan
finding-other-command = sie kam mit einer anderen Handlung als der, die sie unterschreibt
finding-fit = { $fit } von { $count } passen
finding-others-not-in-view = die anderen kennt diese Sicht nicht
finding-moves-of = { $moves } Züge von { $seats }
finding-moves-and-acts-of = { $moves } Züge und { $acts } Handlungen von { $seats }
finding-signed-by-keys = { $what }: unterschrieben mit den Schlüsseln in Ereignis 1 ({ $keys })
finding-acts-unsigned = Handlungen nicht: eröffnet in der Form vor 0.2
finding-key-of-unknown = wem der Schlüssel gehört, zeigt nur --seat-key: { $seats }
finding-acts-signed = { $acts } Handlungen sind unterschrieben, von: { $seats }
finding-key-of-many = unter diesem Schlüssel passen mehr Unterschriften, als sein Inhaber macht
finding-its-key-of-many = unter seinem Schlüssel passen mehr Unterschriften, als sein Inhaber macht
finding-key-you-know = der Schlüssel, den Sie kennen, ist { $mine }, und hier steht { $given }
finding-move-unsigned-by-seat = es ist nicht die Unterschrift des Platzes unter diesen Zug nach diesen Ereignissen
finding-act-unsigned-by-seat = es ist nicht die Unterschrift des Platzes unter diese Handlung nach diesen Ereignissen
finding-key-for-each-seat = für jeden Platz steht ein Schlüssel oder keiner da
finding-move-unsigned = der Zug ist nicht unterschrieben
finding-act-unsigned = die Handlung ist nicht unterschrieben
finding-signature-for-nothing = es gibt keinen Zug und keine Handlung, die sie unterschreibt

## Bots and hints

finding-no-bot-moved = kein Bot hat gezogen
finding-no-hint = es wurde kein Tipp gegeben
finding-actor-not-allowed = eine Handlung stammt von jemandem, der sie nicht tun darf
finding-no-policy-named = das nennt keine Spielweise
finding-bot-moves = Züge von Bots: { $moves }; so spielt { $policies } nach dem, was ihre Plätze sahen
finding-hints = Tipps: { $hints }; so spielt { $policies } nach dem, was ihre Plätze sahen
finding-other-move = { $policy } zieht anders: { $move }
finding-waits = { $policy } macht einen anderen Zug: er wartet
finding-policy-is = die Spielweise ist { $policy }
finding-policy-unknown = { $policy } von { $game } ist hier nicht bekannt
finding-seed-not-recorded = der Startwert von { $policy } stand nicht in der Aufzeichnung
finding-at-event = Ereignis { $event }: { $why }
finding-chance-not-recorded = der Startwert, aus dem sein Zufall folgt, steht nicht in der Aufzeichnung
finding-view-lacks-cards = diese Sicht kennt nicht alle Karten
finding-bots-by-hand = von Hand gelegt: der Zufall der Bots steht nicht in der Aufzeichnung
finding-moves-unchecked = hier nicht geprüft: die Züge von { $policies }
finding-rules-unchecked = hier nicht geprüft: dazu braucht es die Regeln des Spiels
finding-record-unchecked = hier nicht geprüft: die Aufzeichnung folgt nicht den Regeln
finding-core-missing = diese Installation kann den Kern der Bots nicht ausführen: wasmtime fehlt
finding-core-cannot = hier nicht geprüft: das Rechenprogramm der Bots läuft nicht
finding-core-other = hier nicht geprüft: das ist nicht das Modul, mit dem diese Bots rechnen

## The rules

finding-not-by-rules = die Aufzeichnung folgt bis hierher nicht den Regeln
finding-legal = { $moves } waren erlaubt, als sie gemacht wurden, nach { $rules }
finding-own-legal = { $moves } eigene des Lesers waren erlaubt; für die anderen braucht es die Karten ihrer Spieler
finding-follow = alle folgen aus den Zügen
finding-not-played-out = das Spiel wurde nicht zu Ende gespielt: nichts wird gewertet
finding-ends-when-over = eine ganze Aufzeichnung endet, wenn das Spiel aus ist
finding-as-recorded = { $event } ist wie aufgezeichnet
finding-impossible = das kann hier nicht geschehen sein
finding-illegal = { $move } war nicht erlaubt
finding-seed-commitment = der Startwert öffnet die Festlegung nicht
finding-board = Turnier, Runde, Nummer und Startwerte nennen kein Board
finding-board-alone = ein Board hat keine Startwerte von Plätzen, keine Tipps und kein von Hand gelegtes Blatt
finding-board-dealer = ein Board hat einen anderen Geber, oder einen mitgenommenen Anspieler
finding-commitment-for-each = für jeden Platz steht eine Festlegung oder keine da
finding-no-table-of = einen Tisch mit { $seats } Plätzen gibt es nicht
finding-no-seat-of-table = { $field } ist kein Platz des Tisches
finding-bots-each-seat = bots nennt jeden Platz des Tisches
finding-voided-by-others = für ungültig erklärt von anderen als denen, die einen Startwert schuldeten
finding-seeds-owed = nicht alle Startwerte wurden gezeigt, und es geht weiter
finding-shuffle-unfounded = das Mischen folgt nicht aus dem, was vorher feststand
finding-should-follow = { $event } hätte folgen müssen
finding-seed-shown-once = ein Platz zeigt seinen Startwert einmal
finding-cannot-hold = { $field } kann das nicht enthalten
finding-follows-by-itself = { $event } folgt von selbst und ist nicht, was hier steht
finding-does-not-follow = { $event } folgt hier nicht
finding-seed-at-end = der Startwert wird am Ende eines Spiels gezeigt, und einmal
finding-voided-ends = ein ungültiges Spiel endet mit deal.revealed
finding-abandoned-ends = ein abgebrochenes Spiel endet mit deal.revealed
finding-deal-version = dieses Spiel kann diese Version des Ereignisses nicht enthalten
finding-seed-at-once = der Startwert des Servers muss dem Ende sofort folgen
finding-deal-begins = ein Spiel beginnt mit deal.opened
finding-cannot-have-happened = { $event } kann hier nicht geschehen sein
finding-hint-illegal = der Hinweis ist kein erlaubter Zug
finding-dismissed-ruling = Entscheidung eines entlassenen Prüfers: war bis 0.2 möglich
finding-table-version = dieser Tisch kann diese Version des Ereignisses nicht enthalten
finding-follows-at-once = etwas muss sofort darauf folgen
finding-table-begins = eine Aufzeichnung beginnt mit table.opened
finding-no-turn = niemand war am Zug
finding-other-deadline = die Frist war eine andere
finding-time-not-over = die Zeit war noch nicht um
finding-move-late = der Zug kam nach einer abgelaufenen Frist
finding-event-late = das kam nach einer abgelaufenen Frist
finding-bot-did-not-wait = kein Spieler war da, und der Bot, der für ihn spielte, hat nicht gewartet
finding-turn-used-up = der Spieler kam in einem Zug zurück, dessen Zeit er verbraucht hatte

## Tables and series

finding-table-not-sound = die Aufzeichnung des Tisches ist bis hierher nicht, wie sie sein muss
finding-may-go-on = was hier endet, kann der Anfang einer längeren Aufzeichnung sein
finding-boards-to-reveal = diese Aufzeichnung deckt { $revealed } von { $boards } Boards auf und geht weiter, bis das letzte aufgedeckt ist
finding-in-order = Plätze und Spiele folgen einander, wie sie müssen
finding-results-not-followed = das folgt nicht aus den Ergebnissen davor
finding-points-end-unchecked = hier nicht geprüft: wann die Punkte die Serie beenden
finding-points-unchecked = hier nicht geprüft: für Punkte und Ränge braucht es die Regeln des Spiels
finding-deals-all = alle { $ended } beendeten Spiele liegen vor und passen zum Tisch
finding-deals-some = { $seen } von { $ended } Spielen liegen vor und passen zum Tisch
finding-of-a-branch = { $said }; ein Zweig von { $deal } ab Ereignis { $event }, von Hand
finding-of-a-test = { $said }; ein Testtisch, an dem Karten von Hand gelegt sein dürfen
finding-series-on-because = die Serie läuft: { $why }
finding-leads-unchecked = hier nicht geprüft: wer gibt und wer ausspielt
finding-over-uncounted = Spiel { $number }, { $deal }, ist aus, und die Aufzeichnung des Tisches endet, ehe es gezählt wird
finding-deal-dropped = { $deal } wurde hier als Spiel { $number } eröffnet, und der Tisch hat es nicht
finding-ends-before-deal = die Aufzeichnung des Tisches endet vor Spiel { $number }, { $deal }
finding-other-result = das Spiel endete mit einem anderen Ergebnis
finding-not-abandoned-for = das Spiel wurde nicht deswegen abgebrochen
finding-which-record = der Tisch sagt nicht, welche Aufzeichnung von { $deal } er meint
finding-not-voided-by = das Spiel wurde nicht durch diese Plätze ungültig
finding-seed-time-left = die Zeit, einen Startwert zu zeigen, war nicht um
finding-other-record-counted = gezählt wurde eine andere Aufzeichnung des Spiels
finding-older-than-table = das Spiel hat eine ältere Form als sein Tisch
finding-branch-has-seed = das Spiel eines Zweigs folgt aus keinem Startwert
finding-by-hand-at-series = die Karten wurden von Hand gelegt, und der Tisch ist weder ein Zweig noch ein Test
finding-other-terms = das Spiel wurde zu anderen Bedingungen eröffnet
finding-other-clock = das Spiel wurde mit einer anderen Uhr gespielt
finding-other-stand-in = ein anderer Bot sprang ein, als der Tisch sagt
finding-bot-stands-in = an diesem Tisch springt ein Bot ein
finding-others-away = andere sind weg als die, die das Spiel davor verlassen hatten
finding-ready-had-not-left = der Spieler, der bereit genannt wird, hatte das Spiel davor nicht verlassen
finding-left-open = { $said }: { $open }
finding-dispute-open = ein Streitfall zu Spiel { $number } ist nicht entschieden: das Konto kann sich ändern
finding-test-table = ein Testtisch
finding-counted = { $deals } Spiele sind gezählt und ergeben { $points }
finding-ledger = nach Entscheidungen bis Ereignis { $event } steht das Konto bei { $points }
finding-voids = ungültige Spiele: { $voids }, wegen { EACH($seats, of: "finding-charged") }
finding-series-over = die Serie ist zu Ende
finding-series-on = die Serie läuft
finding-disputed-holds = das bestrittene Spiel { $number } ist in Ordnung
finding-disputed-fails = das bestrittene Spiel { $number } ist nicht in Ordnung: { $why }
finding-disputed-open = das bestrittene Spiel { $number } ist nicht bewiesen: { $why }
finding-disputed-by-hand = das bestrittene Spiel { $number } wurde von Hand gelegt: { $why }
finding-not-given = seine Datei wurde nicht angegeben

## Turniere

finding-tournament-not-sound = die Aufzeichnung des Turniers ist bis hierher nicht, wie sie sein muss
finding-draws = ausgeloste Runden: { $rounds }, aus den Zahlen des Betreibers und denen von { $seeds } der { $players } Spieler; vor einer Auslosung ausgelassene Zahlen, Abmeldungen und Korrekturen: { $left_out }
finding-draws-server = ausgeloste Runden: { $rounds }, aus den Zahlen des Betreibers; keiner der { $players } Spieler gab eine dazu; vor einer Auslosung ausgelassene Zahlen, Abmeldungen und Korrekturen: { $left_out }
finding-draws-fixed = ausgeloste Runden: { $rounds }; die Turnierleitung hat die Plätze bestimmt
finding-standings = der Stand: { EACH($standings, of: "finding-standing") }
finding-standing = { $rank }. Spieler { $players } ({ $points })
finding-more-contestants = weitere Teilnehmer: { $more }
finding-no-contestants = es gibt noch keine Teilnehmer
finding-test-tournament = { $said }; ein Turnier zum Test, dessen Ergebnisse nichts beweisen
finding-parts = Aufzeichnungen der Tische und Spiele: { $holds } halten, { $fails } sind falsch, { $open } offen, { $hand } von Hand gelegt
finding-no-results = noch hat kein Tisch ein Ergebnis
finding-tables-all = alle { $ended } Tische mit Ergebnis liegen vor und passen zum Turnier
finding-tables-some = { $seen } von { $ended } Tischen mit Ergebnis liegen vor und passen zum Turnier
finding-table-missing = Tisch { $number } der Runde { $round } liegt nicht vor
finding-table-open = Tisch { $number } der Runde { $round }: { $why }
finding-ends-before-table = die Aufzeichnung des Turniers endet vor Tisch { $number } der Runde { $round }, { $table }
finding-table-dropped = { $table } wurde hier als Tisch { $number } der Runde { $round } ausgelost, und das Turnier hat ihn nicht
finding-no-boards = das Turnier hat keine Boards
finding-boards = aufgedeckte Boards: { $boards }; verglichene Ergebnisse: { $results }, verglichene Kartenfolgen: { $decks }
finding-boards-missing = nicht vergleichbar, weil Tische oder Spiele nicht vorliegen: { $missing }
finding-board-result = Tisch { $number } hat nach der eigenen Aufzeichnung ein anderes Ergebnis
finding-board-early = Tisch { $number } hatte das Board nicht beendet, als es aufgedeckt wurde
finding-board-seed = Tisch { $number } hat nicht das Board dieser Zahl gegeben
finding-board-deck = Tisch { $number } hat eine andere Kartenfolge als die Tische davor
finding-other-draw = der Tisch sagt, dass er für etwas anderes ausgelost wurde
finding-other-table-terms = der Tisch wurde zu anderen Bedingungen eröffnet als denen des Turniers
finding-other-player = als der Tisch eröffnet wurde, nahm nicht der ausgeloste Spieler { $player } Platz { $seat } ein
finding-other-table-record = gezählt wurde eine andere Aufzeichnung des Tisches
finding-table-shorter = seine Aufzeichnung hat hier nur { $events } Ereignisse, und spätere wurden gezählt
finding-table-not-over = der Tisch war nicht zu Ende, als er gezählt wurde
finding-other-table-result = die eigene Aufzeichnung des Tisches ergibt etwas anderes

## Two records

finding-one-record = sie sind eine Aufzeichnung, mit { $events } Ereignissen
finding-longer = sie sind eine Aufzeichnung; nach Ereignis { $event } geht nur { $name } weiter
finding-differ = { $one } hat { $mine }, { $other } hat { $yours }
finding-one-text = den einen Text
finding-another-text = einen anderen
finding-nothing = nichts
finding-no-common-key = kein Schlüssel hat beide unterschrieben
finding-two-logs = { $key } hat zwei Logs mit { $entries } Einträgen unterschrieben
finding-both-signed = { $key } hat beide Aufzeichnungen unterschrieben
finding-not-both-logged = nicht beide haben eine Stelle im Log
finding-one-checkpoint = beide stehen unter einem Prüfpunkt mit { $entries } Einträgen
finding-growth-needed = nur ein Konsistenzbeweis kann zeigen, ob die Logs mit { $one } und { $other } Einträgen eines sind
finding-key-of-bundles = { $key }, ein Schlüssel, den nur die Dateien nennen,
finding-log-holds-both = das Protokoll enthält beide: { $said }
finding-key-decides = { $said }. Der Schlüssel des Dienstes kann entscheiden, wenn Sie ihn anderswoher haben
finding-log-holds-one = das Protokoll enthält { $name }; nichts wurde angegeben, wonach es { $absent } enthält; { $said }
finding-log-ends = was im Protokoll steht, endet mit Ereignis { $event }, ehe sie auseinandergehen
finding-ledger-part = { $place } hat { $events } Ereignisse dieses Spiels: geben Sie beide Dateien an, um sie zu vergleichen
finding-ledger-other = { $place } hat eine andere Aufzeichnung dieses Spiels

## A saved replay

finding-frames = jedes Ereignis jeder Sicht steht in der Aufzeichnung; die Stellungen dazwischen werden hier nicht geprüft
finding-frame-missing = Ereignis { $event } einer Sicht steht nicht in der Aufzeichnung

## Files that cannot be read

finding-no-evidence = dieses JSON ist kein Beleg: keine Aufzeichnung, keine Quittung, kein Prüfpunkt, kein Beweis, kein Schlüssel und keine Startwerte
finding-no-json = die Datei ist kein JSON
finding-no-format = die Datei ist kein { $format }
finding-line = Zeile { $line } ist keine Aufzeichnung für { $format }, steht zweimal in der Datei oder gehört nicht dorthin
finding-too-long = keine Aufzeichnung ist länger als { $most } Bytes
finding-no-seeds = das ist kein Startwert in Hex und keine Datei, in der ein Client Startwerte aufbewahrt
finding-held-key = der angegebene Schlüssel ist nicht der Text eines Ed25519-Prüfschlüssels
finding-one-key = ein Schlüssel genügt
finding-no-replay = das ist keine Datei eines Nachspielens

## Summaries

summary-fails = Diese Aufzeichnung ist falsch: Prüfungen, die scheitern: { $count }.
summary-hand = Nichts scheitert, aber die Karten wurden von Hand gelegt: die Aufzeichnung zählt nirgends.
summary-open = Nichts scheitert, aber die Aufzeichnung ist nicht bewiesen: offene Prüfungen: { $count }.
summary-holds = Jede Prüfung stimmt: diese Aufzeichnung ist so weit bewiesen, wie es eine Aufzeichnung sein kann.
summary-shown = Sie zeigt:
summary-rests = Auf das Wort des Dienstes:
summary-order = Die Ereignisse stehen in dieser Reihenfolge. Seit sie aufgezeichnet sind, wurde nichts geändert oder weggelassen.
summary-deck = Die Kartenfolge ergibt sich aus Startwerten, das sind geheime Zahlen. Sie standen fest, bevor die Karten bekannt sein konnten.
summary-rules = Die Regeln erlaubten jeden Zug, und alles, was nach einem Zug aufgezeichnet ist, folgt aus ihm.
summary-score = Die Punkte folgen aus dem Spiel.
summary-bots = Die Bots zogen so, wie ihre Programme es mit dem tun, was sie gesehen hatten.
summary-draws = Die Plätze jeder Runde folgen aus den Zahlen und Ergebnissen davor, oder die Turnierleitung hat sie bestimmt.
summary-results = Jedes Ergebnis steht so in der Aufzeichnung seines Tisches, und der Stand folgt aus den Ergebnissen.
summary-signed = Spieler mit Schlüsseln haben ihre Züge selbst unterschrieben.
summary-received = Der Dienst hat unterschrieben, dass er diese Ereignisse angenommen hat.
summary-logged = Die Aufzeichnung steht im unterschriebenen Log des Dienstes, dessen Schlüssel Sie vertrauen.
summary-rests-rules = Die Regeln erlaubten jeden Zug, und die Punkte folgen aus dem Spiel. Das wurde hier nicht geprüft.
summary-rests-cards = Niemand hat die Karten gewählt. Kein Spieler gab eine geheime Zahl dazu, also könnte der Dienst mehrere Kartenfolgen probiert haben.
summary-rests-draws = Niemand konnte die Auslosung vorhersehen. Kein Spieler gab eine geheime Zahl dazu, also konnte es, wer die des Dienstes kannte.
summary-rests-left-out = Niemand hat unter mehreren Auslosungen und ihren Boards gewählt. Zwischen Ausruf und Auslosung wurden Zahlen ausgelassen, Spieler abgemeldet oder Wertungen korrigiert ({ $count }), also konnte es, wer das tat und die Zahlen des Dienstes kannte.
summary-rests-boards = Niemand hat die Karten mancher Boards ({ $count }) gewählt oder gekannt. Kein Spieler gab eine geheime Zahl dazu, also könnte der Dienst mehrere Kartenfolgen probiert haben, und wer seine Zahlen kannte, kannte die Karten.
summary-rests-movers = Jeder Spieler machte die Züge seines Platzes selbst. Ein Platz ohne Schlüssel unterschreibt nichts.
summary-rests-log = Es gibt keine andere Aufzeichnung dieses Spiels.
summary-rests-times = Die Ereignisse geschahen zu den aufgezeichneten Zeiten.
summary-cannot = Keine Aufzeichnung zeigt, was Spieler anderswo sagten oder sahen.

rivals-same = Beide Dateien zeigen dieselbe Aufzeichnung: { $why }.
rivals-genuine = Von den beiden ist { $name } die echte Aufzeichnung: das unterschriebene Log des Dienstes, dessen Schlüssel Sie vertrauen, enthält sie, und { $absent } nicht.
rivals-both = Das unterschriebene Log enthält beide Aufzeichnungen. Sie können nicht beide wahr sein, also hat der Inhaber des Schlüssels Falsches unterschrieben.
rivals-open = Nichts von dem, was gegeben wurde, zeigt, welche der beiden echt ist.
rivals-part = Bis Ereignis { $before } sind sie gleich. Ereignis { $event } unterscheidet sich in { $field }: { $what }.
rivals-known = Woher man das weiß: { $why }.
rivals-cannot = Echt ist die Aufzeichnung, die rechtzeitig unterschrieben wurde. Was sie beweist, steht bei jeder Aufzeichnung.
