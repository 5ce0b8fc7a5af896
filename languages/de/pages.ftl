# The pages for people: rules and problems. Text between backticks is code.

page-rules = Die Regeln
page-rules-cards = Eine Anfrage nennt eine Karte mit Rang und Farbe: `TC` ist die Kreuz-Zehn. Ränge: `{ $ranks }`. Farben: `C` Kreuz, `S` Pik, `H` Herz, `D` Karo.
page-rules-about = Jede Regel hat eine Nummer, mit der Ablehnungen, erlaubte Züge und Erklärungen sie nennen, und eine Adresse: `/rules/goat#G10`.
page-problems = Probleme
page-problems-about = Jede Ablehnung ist ein Problem (RFC 9457); sein `code` ist für Programme, sein `type` führt hierher. Eine abgelehnte Anfrage hat nichts geändert.
page-problems-code = Kennung
page-problems-status = HTTP-Status
page-problems-meaning = Bedeutung
page-problem-status = HTTP-Status
page-problem-cause = Ursache
page-problem-cure = Was zu tun ist
page-problem-example = Beispiel
page-rules-minute = In einer Minute
page-rules-how = So wird gespielt
page-rules-learn = Spielend lernen, in fünf Minuten
page-rules-all = Alle Regeln, Punkt für Punkt
embed-absent = Hier gibt es kein Spiel zu zeigen
embed-absent-why = Andere Seiten zeigen nur beendete Spiele öffentlicher Tische.
embed-about = Jede Karte und jeder Zug eines Spiels, zum Nachspielen und Prüfen.
