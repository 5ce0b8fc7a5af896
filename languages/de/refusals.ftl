# What was wrong with a request, this time: the detail of a problem.

# A text that comes from elsewhere and has no key of its own.
said = { $text }

## Who may do what

credential-missing = Senden Sie einen API-Schlüssel oder das Token eines Platzes: Authorization: Bearer …
credential-unknown = Unbekannter oder abgelaufener Ausweis.
credential-expired = Abgelaufener Ausweis.
key-revoked = Dieser Schlüssel wurde gerade widerrufen.
scope-missing = Dieser Schlüssel hat die Berechtigung { $scope } nicht. Ihm fehlt: { $scope ->
        [read] Tische, Spiele und das Protokoll lesen
        [tables] Tische und Verzweigungen eröffnen und schließen, Zuschauer und Leser zulassen, einladen
        [play] Plätze nehmen, ihre Token bekommen und Plätze verlassen
        [disputes] Beweise und Streitfälle lesen, Prüfer zulassen
        [webhooks] Webhooks hinzufügen, ändern und löschen
       *[keys] Schlüssel erzeugen, erneuern und widerrufen, die nicht mehr dürfen
    }.
scope-too-wide = Ein Schlüssel kann keine Berechtigung geben, die er selbst nicht hat: { $scope }.
secret-replaced-keys = Dieses Geheimnis wurde ersetzt: verwalten Sie Schlüssel mit dem neuen.
secret-replaced-webhooks = Dieses Geheimnis wurde ersetzt: fügen Sie Webhooks mit dem neuen hinzu.
done-by-seat = Das tut man mit dem Token eines Platzes.
done-by-key = Das tut man mit einem API-Schlüssel.
work-of-auditor = Ein Prüfer liest Beweise und entscheidet Streitfälle.
work-of-watcher = Ein Zuschauer sieht einen Tisch und seine Spiele so wie die Öffentlichkeit.
work-of-reader = Ein Leser sieht einen Tisch und dessen beendete Spiele.
work-of-invitation = Eine Einladung nimmt einen Platz und zeigt bis dahin den Tisch.
auditor-follows-nothing = Das Token eines Prüfers kann keinen Ereignissen folgen.
auditor-rules = Nur das Token eines Prüfers dieses Tisches entscheidet einen Streitfall.
auditor-after-deal = Ein Prüfer darf ein Spiel erst lesen, wenn es beendet ist.
reader-after-deal = Ein Leser darf ein Spiel erst lesen, wenn es beendet ist.
watcher-public-only = An diesem Tisch hat ein Zuschauer nur die öffentliche Sicht.
owner-only = Das darf nur der Inhaber des Tisches.
owner-and-seats-only = Das dürfen nur der Inhaber des Tisches und die Plätze.
owner-and-players-only = Das dürfen nur der Inhaber und die Spieler des Tisches.
owner-or-holder-only = Das darf nur der Inhaber des Tisches oder wer auf dem Platz sitzt.
notes-by-owner = Das darf nur der Inhaber des Tisches angeben: sonst würde es niemand sehen.
guest-by-admitter = Das darf nur der Inhaber des Tisches oder der Platz, der den { $scope ->
        [auditor] Prüfer
        [reader] Leser
       *[watcher] Zuschauer
    } zugelassen hat.
parties-only = Das dürfen nur der Inhaber, die Spieler und die Prüfer des Tisches.
participants-only = Nur die Beteiligten eines Tisches dürfen seine Aufzeichnung lesen.
only-a-seat = Das kann nur ein Platz: nehmen Sie das Token dieses Platzes.
permissions-changed = Ihre Rechte haben sich geändert; verbinden Sie sich neu.
no-longer-possible = Das geht nicht mehr: etwas hat sich geändert, oder Ihr Anteil daran ist beendet.

## What does not exist, and what there is too much of

not-found = { $what ->
        [table] Diesen Tisch gibt es nicht, oder Sie dürfen ihn nicht sehen.
        [deal] Dieses Spiel gibt es nicht, oder Sie dürfen es nicht sehen.
        [event] Dieses Ereignis gibt es nicht, oder Sie dürfen es nicht sehen.
        [seat] Diesen Platz gibt es nicht, oder Sie dürfen ihn nicht sehen.
        [dispute] Diesen Streitfall gibt es nicht, oder Sie dürfen ihn nicht sehen.
        [phrase] Diesen Satz gibt es nicht, oder Sie dürfen ihn nicht sehen.
       *[other] Das Gesuchte gibt es nicht, oder Sie dürfen es nicht sehen.
    }
nothing-here = An dieser Adresse ist nichts.
nothing-here-but = An dieser Adresse ist nichts; vielleicht ist { $address } gemeint.
path-needs-id = An dieser Adresse ist nichts: { $name } ist eine ID wie { $example }.
path-needs-number = An dieser Adresse ist nichts: { $name } ist eine Zahl.
no-such-method = Diese Ressource hat keine solche Methode; sie hat { EACH($methods, of: "item", join: "and") }.
too-many-keys = Ein Inhaber hat höchstens { $limit } gültige Schlüssel: widerrufen Sie unbenutzte.
too-many-guests = Ein Tisch hat höchstens { $limit } { $scope ->
        [auditor] Prüfer
        [reader] Leser
        [invitation] offene Einladungen
       *[watcher] Zuschauer
    } zugleich.
too-many-disputes = Ein Platz eröffnet höchstens { $limit } Streitfälle zu einem Spiel.
too-many-answers = Ein Platz antwortet in einem Streitfall höchstens { $limit }-mal.
too-many-webhooks = Ein API-Schlüssel hat höchstens { $limit } Webhooks.
too-many-redeliveries = Die Grenze der Wiederholungen dieser Zustellung ist erreicht.
too-many-open-tables = Dieser Inhaber hat { $limit } offene Tische, und mehr dürfen Sie nicht eröffnen: schließen Sie nicht begonnene oder spielen Sie andere zu Ende.
too-many-analyses = Von diesem Inhaber warten { $limit } Analysen: warten Sie, bis eine davon fertig ist.
not-at-house-tables = Das gibt es nicht an Tischen des Hauses, die ohne Schlüssel eröffnet werden.
no-house-tables = Dieser Dienst bietet keine Spiele ohne Schlüssel an.
own-page-only = Das darf nur die Seite dieses Dienstes anfordern.
too-many-house-tables = { $limit } dieser Tische sind offen, und mehr dürfen es nicht sein: spielen Sie einen zu Ende, oder kommen Sie später wieder.
too-many-at-address = { $limit } Spiele sind an Ihrer Internetadresse offen, die alle in einem Haushalt oder Netz gemeinsam haben: Spielen Sie eines zu Ende, oder beenden Sie es auf seinem Gerät. Ein Spiel, das niemand spielt, wird nach einer Stunde geschlossen.
house-queue-full = Mehr Personen können zurzeit nicht warten: versuchen Sie es in einer Minute wieder.
budget-reads = Dieser Inhaber oder dieses Token hat zu oft gelesen; warten Sie, oder folgen Sie einem Strom.
budget-writes = Dieser Inhaber oder dieses Token hat zu viele Änderungen verlangt; warten Sie, dann geht es weiter.
budget-openings = Dieser Inhaber oder dieses Token hat in kurzer Zeit zu viele Tische eröffnet; warten Sie.
budget-strangers = Von dieser Adresse kamen zu viele Anfragen ohne Ausweis; warten Sie.
streams-full = Der Dienst hat seine Grenze offener Ströme erreicht.
streams-of-caller-full = Sie oder der Inhaber haben die Grenze offener Ströme erreicht.

## Tables and seats

levels = Stufen: { EACH($levels, of: "item") }.
level-not-available = Bots der Stufe { $level } können auf diesem Server nicht spielen.
no-judge = Kein Bot auf diesem Server kann die Züge dieses Spiels beurteilen.
games = Spiele: { EACH($games, of: "item") }.
seats-of-game = { game-title } wird auf { EACH($seats, of: "item", join: "or") } Plätzen gespielt.
game-title = { $game ->
        [durak] { durak }
        [goat] { goat }
        [skat] { skat }
        [svoi_kozyri] { svoi_kozyri }
       *[other] { $game }
    }
target-said-twice = options.{ $option } sagt es schon: eines von beiden genügt.
table-closed = Der Tisch ist geschlossen.
seat-is-taken = Dieser Platz ist besetzt.
no-seat = Alle Plätze dieses Tisches sind besetzt.
invited-to-seat = Diese Einladung gilt für Platz { $seat }.
invitation-used = Diese Einladung ist eingelöst: mit ihr wurde Platz { $seat } genommen.
seat-reserved = Dieser Platz ist reserviert: nehmen Sie ihn mit POST /v1/tables/{ $table }/rematch.
seat-yours-other-key = Sie haben diesen Platz schon, mit einem anderen Schlüssel.
seat-yours-other-commits = Sie haben diesen Platz schon, mit einer anderen Angabe zu `commits`.
seat-yours-commit = Sie haben diesen Platz schon: legen Sie sich mit seinem neuen Token fest.
seat-token-too-late = Dieses Token wurde ausgestellt, nachdem der Platz der Revanche besetzt war. Bitten Sie den Gastgeber um ein Token dieses Platzes: POST /v1/tables/{ $table }/seats/{ $seat }/token.
name-of-a-bot = Das ist der Name eines Bots.
name-of-an-erased = Ein solcher Name steht für einen Spieler, dessen Name gelöscht ist.
name-like-another = Der Name könnte mit { $other } verwechselt werden; dieser Spieler ist schon dabei.
no-spectators = Dieser Tisch hat keine Zuschauer.
views-for-members = An diesem Tisch sehen nach einem Spiel nur die Mitglieder alle Sichten: er hat keine Leser.
no-spectators-while-on = Dieser Tisch hat keine Zuschauer, solange ein Spiel läuft.
no-rematch = Nur eine beendete Serie hat eine Revanche; eine Verzweigung und ein Turniertisch haben keine.
rematch-by-players = Nur die Spieler des Tisches und sein Inhaber dürfen eine Revanche eröffnen.
rematch-other-seats = Die Revanche ist schon eröffnet, mit anderen Plätzen: Lassen Sie `seats` weg.
rematch-closed = Die Revanche wurde geschlossen, und ein Tisch hat nur eine.
series-begun = Die Serie hat begonnen: verlassen Sie das laufende Spiel.
series-over = Die Serie ist beendet.
table-of-older-release = Der Tisch wurde mit einer älteren Version eröffnet, die kein solches Feld hatte.
only-at-tests = Das gibt es nur an einem Testtisch: eröffnen Sie den Tisch mit `test` oder mit einem Testschlüssel.
test-key-tests-only = Ein Testschlüssel eröffnet Testtische und handelt nur an Testtischen. Nehmen Sie einen anderen Schlüssel.
deck-not-the-pack = In einer Kartenfolge ist jede Karte genau einmal. Es fehlen: { $missing }; doppelt: { $doubled }; nicht im Spiel: { $unknown }.
no-seeds-with-decks = An einem Tisch mit vorgegebenen Kartenfolgen gibt kein Platz einen Startwert dazu: lassen Sie `commits` weg.
clock-too-far = Die Uhr eines Tisches kann höchstens 366 Tage vorgehen: stellen Sie sie höchstens noch { $seconds } Sekunden vor.

## Deals and moves

deal-is-over = Das Spiel ist beendet.
deal-was-abandoned = Das Spiel wurde abgebrochen.
deal-was-voided = Das Spiel wurde annulliert.
deal-voided-too-late = Das Spiel wurde annulliert; es war zu spät.
deal-over-at-event = Bei diesem Ereignis ist das Spiel beendet.
voided-before-dealt = Das Spiel wurde annulliert, bevor eine Karte gegeben war.
abandoned-before-dealt = Das Spiel wurde abgebrochen, bevor eine Karte gegeben war.
cards-not-dealt = Die Karten sind noch nicht gegeben: es fehlen noch Startwerte von Plätzen.
not-your-turn = Sie sind nicht an der Reihe.
rules-refuse = Die Regeln lassen diesen Zug ({ $move }) nicht zu; siehe clauses.
deal-changed = Das Spiel ist bei Version { $version }; lesen Sie, was Sie verpasst haben, und entscheiden Sie neu.
time-was-over = Ihre Zeit war abgelaufen: das Spiel ist zu Ende.
bot-plays-time = Ein Bot spielt für Sie, seit Ihre Zeit abgelaufen ist. Kommen Sie mit POST …/return zurück, um wieder zu ziehen.
bot-plays-left = Ein Bot spielt für Sie, seit Sie gegangen sind. Kommen Sie mit POST …/return zurück, um wieder zu ziehen.
come-back-first = Ein Bot spielt für Sie: kommen Sie zuerst mit POST …/return zurück.
no-hints-here = An diesem Tisch sind Tipps nicht erlaubt.
no-hint-resigned = Sie haben in diesem Spiel aufgegeben: für Sie gibt es keine Tipps.
leave-after-move = Sie sind seit dem letzten Zug zurückgekommen: gehen können Sie wieder nach dem nächsten Zug.
return-after-bot-move = Ihre Zeit war abgelaufen: in diesem Zug zieht der Bot. Kommen Sie danach zurück.
not-left = Sie haben dieses Spiel nicht verlassen.
all-cards-after-deal = Diese Sicht hat alle Karten: es gibt sie nach dem Spiel.
view-of-that-seat = Solange das Spiel läuft, ist diese Sicht nur für den, der auf dem Platz sitzt.
view-full-refused = Solange das Spiel läuft, wird die volle Sicht verweigert.
no-other-cards = Es wurden keine anderen Karten gefunden, die zur Sicht dieses Platzes passen.

## Seeds, keys and signatures

seat-commits-itself = Ein Platz legt sich mit seinem eigenen Token fest.
seat-without-commits = Dieser Platz wurde ohne `commits` genommen und gibt keine Startwerte dazu.
seat-committed-otherwise = Dieser Platz hat sich für dieses Spiel auf einen anderen Startwert festgelegt.
not-next-deal = Auf dieses Spiel legt sich kein Platz fest: Es ist nicht das nächste oder kann schon beginnen. Siehe next_deal.
phrase-too-soon = Ein Platz sagt alle { $pause } Sekunden etwas: Warten Sie noch { $seconds ->
        [one] eine Sekunde
       *[other] { $seconds } Sekunden
    }.
phrases-off = An diesem Tisch wird nichts gesagt.
phrases-between-deals = An diesem Tisch wird zwischen den Spielen etwas gesagt, aber nicht während eines Spiels.
phrases-of-people = Bots sagen nichts.
reports-limit = Ein Platz meldet höchstens { $limit } Zurufe.
ready-by-holder = Nur wer auf dem Platz sitzt oder der API-Schlüssel, der ihn genommen hat, darf sagen, dass er bereit ist.
no-pause = An diesem Tisch gibt es zwischen den Spielen keine Pause.
ready-too-early = Es ist zu früh: Die Pause vor Spiel {$number} hat noch nicht begonnen.
ready-too-late = Es ist zu spät: Spiel {$number} hat begonnen.
seed-not-opening = Der Startwert öffnet nicht die Festlegung dieses Platzes für dieses Spiel.
not-a-public-key = Das ist kein öffentlicher Ed25519-Schlüssel der Gruppe mit Primzahlordnung.
nothing-to-sign = Es gibt nichts zu signieren, oder dieser Platz hat keinen Schlüssel mitgebracht: senden Sie keine Signatur.
seat-signs = Dieser Platz signiert { $what ->
        [move] jeden Zug
       *[act] jede Handlung
    } mit dem Schlüssel, den er mitgebracht hat.
signature-unfit = Das ist nicht die Signatur des Schlüssels dieses Platzes über { $what ->
        [move] diesen vollständigen Zug
       *[act] diese vollständige Handlung
    } und die Aufzeichnung { $kind ->
        [deal] des Spiels
       *[table] des Tisches
    } bis zu Ereignis { $version }.

## Disputes, the log and webhooks

dispute-ruled = Dieser Streitfall wurde schon entschieden.
dispute-withdrawn = Dieser Streitfall wurde zurückgezogen.
withdraws-own-dispute = Nur der Platz, der einen Streitfall eröffnet hat, zieht ihn zurück.
appealed-once = Gegen diese Entscheidung wurde schon Berufung eingelegt: es gibt nur eine.
appeals-ruling = Es gibt noch keine Entscheidung, gegen die Berufung möglich wäre.
appeal-one-auditor = An diesem Tisch darf kein zweiter Prüfer entscheiden, also gibt es keine Berufung.
appeal-other-auditor = Über eine Berufung entscheidet ein anderer Prüfer als zuvor.
auditors-are-fixed = An diesem Tisch entscheiden nur Prüfer, die vor dem ersten Spiel zugelassen wurden.
adjustment-sides = Dieser Tisch hat { $sides } Seiten: senden Sie eine Zahl für jede.
adjustment-dismissed = Ein abgewiesener Einspruch ändert nichts: senden Sie eine leere Anpassung.
record-altered = Diese Aufzeichnung wurde verändert.
record-missing = Das unterschriebene Log hat diese Aufzeichnung, aber sie ist nicht mehr gespeichert: Sie wurde gelöscht.
log-not-signed-one = Das Protokoll ist nicht das signierte.
log-ended = Das Protokoll { $ended } endete hier mit { $size } Einträgen, und danach wurde das Protokoll { $log } begonnen. Kein Beweis führt vom einen zum anderen; siehe /v1/log/breaks.
position-lost = Das Protokoll hat keine Position { $position }: was nach Position { $end } kam, ging verloren, und das Protokoll wurde neu begonnen. Lesen Sie Ihre Tische neu, und fahren Sie nach { $end } fort.
archived = Dieses Spiel ist im Archiv von { $month }.
not-logged-yet = Ein Protokoll dieser Größe enthält das Ereignis noch nicht.
webhook-stays-disabled = Er bleibt abgeschaltet: der Schlüssel, der ihn hinzugefügt hat, wurde widerrufen, darum kann er nicht eingeschaltet werden.
webhook-is-disabled = Der Webhook ist abgeschaltet: { $reason ->
        [by_owner] sein Inhaber hat ihn abgeschaltet
        [gone] sein Empfänger hat 410 Gone geantwortet
        [failing] tagelang konnte nichts zugestellt werden
       *[key_revoked] der Schlüssel, der ihn hinzugefügt hat, wurde widerrufen, darum kann er nicht eingeschaltet werden
    }.

## Requests

key-reused = Dieser Idempotenzschlüssel wurde schon für eine andere Anfrage benutzt.
request-unfit = Die Anfrage entspricht nicht dem Vertrag; siehe errors.
malformed-json = Der Inhalt ist kein JSON: { $why }.
body-missing = Der Inhalt fehlt. Er ist ein JSON-Objekt mit { EACH($fields, of: "item", join: "and") }.
body-not-json = Der Inhalt muss JSON sein, gesendet als application/json.
body-encoded = Der Inhalt muss unkomprimiert gesendet werden, ohne Content-Encoding: Der Dienst liest keine komprimierten Inhalte.
body-too-slow = Der Inhalt kam nicht innerhalb von { $seconds } Sekunden an.
body-cut-off = Der Inhalt endete, bevor er vollständig war.
body-too-long = Der Inhalt ist länger, als dieser Dienst liest.
address-too-long = Eine Adresse hat höchstens { $bytes } Bytes.
too-many-waiting = Für Sie warten schon { $most } Anfragen.
header-too-long = Ein Header hat höchstens { $bytes } Bytes.
headers-too-long = Alle Header zusammen haben höchstens { $bytes } Bytes.
forms-available = Verfügbare Formen: { EACH($forms, of: "item", join: "and") }.
transcript-forms = Eine Niederschrift dieses Spiels gibt es als { EACH($forms, of: "item") }.
no-streams = Dieser Server hat Seiten, aber keine Ströme.
not-migrated = Die Datenbank ist nicht auf das Schema dieses Programms gebracht.
stopping = Dieser Prozess soll enden.
database-unreachable = Der Dienst erreicht seine Datenbank nicht. Nichts ging verloren; fragen Sie noch einmal.
service-failed = Der Dienst hat versagt; Ihre Anfrage ist nicht die Ursache.

## The form of a request

form-missing = Ein Pflichtfeld fehlt.
form-null = Das Feld darf nicht null sein.
form-near = Unbekanntes Feld. Ist { $near } gemeint?
form-fields = Unbekanntes Feld. Es gibt: { $names }.
form-unknown = Unbekanntes Feld.
form-one-of = Muss eines von diesen sein: { $choices }.
form-length = Die Länge muss zwischen { $min } und { $max } liegen.
form-most-characters = Darf höchstens { $most } Zeichen haben.
form-most-items = Darf höchstens { $most } Einträge haben.
form-most-names = Darf höchstens { $most } Namen haben.
form-most-bytes = Darf insgesamt höchstens { $most } Bytes haben.
form-many-names = Hat { $number } Namen, von denen die meisten unbekannt sind.
form-empty = Darf nicht leer sein. Wird es nicht gebraucht, entfällt auch der Name.
form-blank = Darf nicht leer sein.
form-several = Hat mehrere Werte; bitte nur einmal angeben.
form-text = Muss ein Text sein.
form-boolean = Muss true oder false sein.
form-list = Muss eine Liste sein.
form-object = Muss ein Objekt sein.
form-id = Muss eine ID sein, wie { $example }.
form-range = Muss eine ganze Zahl von { $min } bis { $max } sein.
form-hex = Muss aus { $digits } Hex-Ziffern bestehen: 0-9 und a-f.
form-cursor = Muss der Wert `next` einer Seite dieser Liste sein.
form-place = Der Platz ist `wait_` mit 43 Zeichen von base64url.
form-types = Muss aus Arten von Ereignissen bestehen, wie { $example }, durch Kommas getrennt.
form-note-name = Muss ein Name aus Buchstaben, Ziffern und den Zeichen _ . : - sein.
form-noted = Muss ein Name mit seinem Wert sein, wie { $example }: vor dem ersten = höchstens { $name } Buchstaben, Ziffern und Zeichen _ . : -, danach höchstens { $value } druckbare Zeichen.
form-note = Muss druckbarer Text sein.
form-view = Muss seat:N, public oder full sein.
form-some-of = Muss eine Auswahl aus { $choices } sein, durch Kommas getrennt.
form-time-plus = Muss eine Zeit nach RFC 3339 sein, wie { $example }. In einer Adresse schreibt man + als %2B.
form-time = Muss eine Zeit nach RFC 3339 sein, wie { $example }.
form-printable = Muss druckbarer Text sein und nicht leer.
form-reserved = Darf nicht „??“ sein: Das steht für eine unbekannte Karte.
form-surrogate = Ist kein Unicode-Text: es enthält ein einzelnes Surrogat.
form-name-not-unicode = Hat einen Namen, der kein Unicode-Text ist.
form-person-or-bot = Entweder eine Person oder ein Bot.
form-exactly-one = Genau eins von diesen angeben: { $names }.
form-needs = Nur zusammen mit `{ $name }`.
form-tables = Nummern von höchstens { $most } Tischen, durch Kommas getrennt, etwa 1,3.
form-commits-needs-name = Ein Platz, der sich festlegt, braucht einen Namen.
form-key-needs-name = Ein Platz mit Schlüssel braucht einen Namen.
form-kind-needs-name = Ein Platz mit Spielerart braucht einen Namen.
form-notes-need-name = Ein Platz mit `ref` oder `metadata` braucht einen Namen.
form-position = Muss die Stelle eines Ereignisses sein.
form-idempotency-key = Muss 1 bis 255 sichtbare ASCII-Zeichen haben.
form-idempotency-key-short = Ohne API-Schlüssel oder Token muss er zufällig sein und mindestens { $least } Zeichen haben: wer ihn kennt, bekommt dieselbe Antwort.
form-hidden-character = Darf U+{ $code } nicht enthalten, das man nicht sieht.
form-no-letter = Muss einen Buchstaben, eine Ziffer oder ein Zeichen haben.
form-url = Muss https://, ein Name im Internet, Port 443 oder 8443 und ein Pfad sein. Auf dem eigenen Rechner empfängt `fairdeal listen`; andere Netze kann der Betreiber mit FAIRDEAL_WEBHOOK_NETWORKS erlauben.
form-url-host = Muss einen Host haben; eine IPv6-Adresse steht in Klammern.
form-url-port = Muss einen Port von 1 bis 65535 haben oder keinen.

## Moves and options
form-no-move = Ein Zug ist ein Objekt mit type.
form-near-option = { $name }: keine solche Option; ist { $near } gemeint? Es gibt { $options }.
form-no-such-option = { $name }: diese Option gibt es nicht; es gibt { $options }.
form-option-number = { $name }: muss eine ganze Zahl von { $low } bis { $high } sein.
form-option-multiple = { $name }: muss ein Vielfaches von { $step } sein, von { $low } bis { $high }.
form-option-one-of = { $name }: muss eines sein von { $values }.
form-move-one-of = Muss eines sein von { $values }.
form-move-needs = Zu { $move } gehört { $field }.
form-move-no-field = { $move } hat kein solches Feld; es gibt { $fields }.
form-cards = Muss eine Liste von Karten sein.
form-more-cards = Hat mehr Karten als das Kartenspiel, das { $most } hat.
form-card = Muss eine Karte sein: Rang und Farbe, T ist die Zehn, wie { $example }.
form-no-card = { $text } ist keine Karte: Rang und Farbe, T ist die Zehn, wie { $example }.
form-other-pack = { $text } ist nicht in diesem Blatt; seine Ränge sind { $ranks }.
form-true-or-false = Muss true oder false sein.
form-whole-number = Muss eine ganze Zahl sein.
oembed-url = muss die Adresse eines nachgespielten Spiels bei diesem Dienst sein
oembed-size = muss eine Zahl von Pixeln sein
oembed-format = nur JSON wird angeboten
