# What people at a table say to each other.

phrase-hello = Hallo!
phrase-good_luck = Viel Glück!
phrase-well_played = Gut gespielt!
phrase-good_game = Schönes Spiel!
phrase-thank_you = Danke!
phrase-you_are_welcome = Gern geschehen!
phrase-sorry = Tut mir leid!
phrase-one_moment = Einen Moment bitte
phrase-hurry_please = Bitte weiterspielen!
phrase-my_mistake = Mein Fehler
phrase-another_game = Noch eine Runde?
phrase-goodbye = Tschüss!
phrase-bravo = Bravo!
phrase-laughter = Haha!
phrase-wow = Donnerwetter!
phrase-oh_no = O nein!
phrase-hmm = Hm …
phrase-phew = Puh!

## The parts of the page around it

people-title = Zurufe
people-say = Etwas sagen
people-more = Weitere Zurufe
people-says = { $name }: { $phrase }
people-when-between_deals = Zwischen den Spielen können Sie hier etwas sagen.
people-mutes = Spieler stumm schalten
people-mute = { $name } stumm schalten
people-report = Melden
people-report-phrase = „{ $phrase }“ dem Inhaber des Tisches melden
people-reported = Dem Inhaber gemeldet
people-reports-title = Gemeldete Zurufe
people-reports-by = Gemeldet von { $name }
