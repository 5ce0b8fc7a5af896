# What is wrong with the form of a request.

## The library of schemas

form-missing = Ein Pflichtfeld fehlt.
form-null = Das Feld darf nicht null sein.
form-invalid = Ungültiger Wert.
form-near = Unbekanntes Feld. Ist { $near } gemeint?
form-fields = Unbekanntes Feld. Es gibt: { $names }.
form-unknown = Unbekanntes Feld.
form-one-of = Muss eines von diesen sein: { $choices }.
form-length = Die Länge muss zwischen { $min } und { $max } liegen.
form-too-long = Länger als erlaubt ({ $max }).
form-too-short = Kürzer als erlaubt ({ $min }).

## The schemas of the API

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
form-types = Muss aus Arten von Ereignissen bestehen, wie { $example }, durch Kommas getrennt.
form-note-name = Muss ein Name aus Buchstaben, Ziffern und den Zeichen _ . : - sein.
form-note = Muss druckbarer Text sein.
form-view = Muss seat:N, public oder full sein.
form-some-of = Muss eine Auswahl aus { $choices } sein, durch Kommas getrennt.
form-time-plus = Muss eine Zeit nach RFC 3339 sein, wie { $example }. In einer Adresse schreibt man + als %2B.
form-time = Muss eine Zeit nach RFC 3339 sein, wie { $example }.
form-printable = Muss druckbarer Text sein und nicht leer.
form-surrogate = Ist kein Unicode-Text: es enthält ein einzelnes Surrogat.
form-name-not-unicode = Hat einen Namen, der kein Unicode-Text ist.
form-person-or-bot = Entweder eine Person oder ein Bot.
form-commits-needs-name = Ein Platz, der sich festlegt, braucht einen Namen.
form-key-needs-name = Ein Platz mit Schlüssel braucht einen Namen.
form-kind-needs-name = Ein Platz mit Spielerart braucht einen Namen.
form-notes-need-name = Ein Platz mit `ref` oder `metadata` braucht einen Namen.
form-position = Muss die Stelle eines Ereignisses sein.
form-idempotency-key = Muss 1 bis 255 sichtbare ASCII-Zeichen haben.
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
