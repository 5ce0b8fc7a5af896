# Why a hint names a move: what is true of the move for its player to see.

hint-only-move = Es ist Ihr einziger Zug.
hint-looked-ahead = Der Bot hat bis zu { $positions } Stellungen durchgesehen und nichts Besseres gefunden.
hint-weighed = Der Bot hat Ihre Züge nach Faustregeln abgewogen: Dieser gefiel ihm am besten.

durak-hint-attacks-cheaply = Es ist Ihre billigste Karte. Die teuren bleiben für später.
durak-hint-has-another = Sie haben noch eine Karte dieses Rangs zum Nachlegen.
durak-hint-throws-in = Der Gegner nimmt ohnehin auf: Sie werden eine Karte los.
durak-hint-adds-cheaply = Es kostet Sie wenig, und der Gegner muss noch einmal antworten.
durak-hint-beats-cheaply = Es ist die billigste Ihrer Karten, die schlägt.
durak-hint-keeps-trumps = Dafür bräuchten Sie Trümpfe, und die behalten Sie.
durak-hint-keeps-cards = Der Bot würde Ihre Karten lieber behalten.

goat-hint-unbeatable = Keine Karte, die Sie noch nicht gesehen haben, sticht das.
goat-hint-leads-no-points = Sie riskieren damit keine Augen.
goat-hint-beats-cheaply = Schwächer geht es nicht, und es sticht.
goat-hint-gives-to-partner = Der Stich gehört bisher Ihrem Partner: Die Augen können bei Ihnen bleiben.
goat-hint-throws-away-least = So geben Sie die wenigsten Augen her.

svoi_kozyri-hint-no-card-seen = Sie haben noch keine Karte gesehen: Jede Farbe ist gleich gut.
svoi_kozyri-hint-makes-take = Ihr Gegner hat nichts, was sie schlägt, und muss nehmen.
svoi_kozyri-hint-leads-cheaply = Es ist Ihre schwächste Karte.
svoi_kozyri-hint-beats-cheaply = So schlagen Sie mit der billigsten Karte.
svoi_kozyri-hint-keeps-trumps = Nur Ihre Trümpfe würden schlagen, und die behalten Sie.

skat-hint-bids = Der Bot traut Ihren Karten ein Spiel zu diesem Wert zu.
skat-hint-passes = Der Bot sieht in Ihren Karten kein Spiel, das das Risiko lohnt.
skat-hint-wins-last = Sie spielen als Letzter, und dies ist die schwächste Karte, die den Stich macht.
skat-hint-draws-trumps = Damit ziehen Sie den Gegnern Trümpfe.
skat-hint-gives-to-partner = Der Stich gehört Ihrem Partner, und er bekommt die Augen.
skat-hint-throws-away-least = So geben Sie die wenigsten Augen her.
