# What a lesson tells its learner, step by step. "The marked card" is the one to play.
# `.otherwise` answers another legal move, before it is made.

## Goat

lesson-goat-aim = Sie und die Person gegenüber spielen zusammen gegen die beiden anderen. Wer in seinen Stichen 61 der 120 Augen sammelt, gewinnt das Spiel.
lesson-goat-rank = Von unten nach oben: 6 7 8 9 Bube Dame König 10 Ass. Ein Ass zählt 11 Augen, eine Zehn 10, ein König 4, eine Dame 3, ein Bube 2, alles andere nichts.
lesson-goat-trump = Die Kreuz-Neun wurde aufgedeckt, also ist Kreuz Trumpf. Ein Trumpf sticht jede Karte der anderen Farben.
lesson-goat-lead = Sie spielen aus: eine Karte oder mehrere derselben Farbe. Beginnen Sie mit der markierten Dame und sehen Sie, ob sie hält.
    .otherwise = Das geht. Aber eine Zehn oder ein Trumpf ist zu schade für den ersten Stich: Spielen Sie die Dame aus.
lesson-goat-beat = Ein Trumpf hat Ihre Dame gestochen, und nun liegt ein Bube da. Reihum sticht man oder wirft ab, ganz nach Wunsch. Ihre Zehn steht über dem Buben: Stechen Sie.
    .otherwise = Sie dürfen abwerfen, aber dann gehört der Stich den anderen. Ihre Zehn sticht den Buben.
lesson-goat-discard = Ihr Partner hat gestochen, und nach Ihnen kommt niemand mehr: Der Stich gehört Ihnen. Legen Sie Ihre Zehn verdeckt dazu. Ihre 10 Augen zählen für Ihre Seite.
    .otherwise = Das geht. Aber dieser Stich ist sicher: Geben Sie ihm die Karte mit den meisten Augen.
lesson-goat-molodka = Sehen Sie: vier Herz und sonst nichts. Das ist eine Molodka! Sie dürfen alle vier sofort ausspielen, und was schon liegt, geht zurück. Wählen Sie alle vier und drücken Sie „Molodka“.
    .otherwise = Das geht. Aber vier Karten auf einmal sticht kaum jemand: Spielen Sie die Molodka.
lesson-goat-pair = Das konnte niemand. Nach jedem Stich ziehen alle auf vier Karten nach, zuerst, wer ihn gemacht hat. Spielen Sie nun beide Pik zusammen aus: Nur zwei Karten können sie stechen.
    .otherwise = Das geht. Aber zwei Karten zusammen sind schwerer zu stechen als eine.
lesson-goat-score = Sie haben 84 Augen. Die Verlierer bekommen 2 Strafpunkte; mit weniger als 31 wären es 4, ohne Stich 6. Wer 12 hat, verliert die Serie: Das sind die Ziegenböcke.
lesson-goat-end = Gut gespielt. Spielen Sie mehrere Karten einer Farbe aus, schmieren Sie in sichere Stiche Ihres Partners, und warten Sie auf eine Molodka.

## Durak

lesson-durak-aim = Werden Sie Ihre Karten los! Wer noch Karten hat, wenn der Stapel leer und die andere Hand leer ist, ist der Durak, der Dummkopf.
lesson-durak-trump = Die Karte unter dem Stapel zeigt die Trumpffarbe. Ein Trumpf schlägt jede Karte der anderen Farben.
lesson-durak-attack = Sie haben den niedrigsten Trumpf, also greifen Sie zuerst an. Fangen Sie niedrig an: mit der markierten Acht.
    .otherwise = Das geht. Aber behalten Sie starke Karten für die Abwehr, und greifen Sie mit niedrigen an.
lesson-durak-throw-in = Der Bot schlägt Ihre Acht nicht, er nimmt sie auf. Jetzt dürfen Sie Karten desselben Rangs nachwerfen: Geben Sie ihm auch Ihre andere Acht.
    .otherwise = Sie dürfen hier aufhören. Aber dann bleibt die zweite Acht bei Ihnen, und die will niemand haben.
lesson-durak-done = Sie haben keine Acht mehr. Sagen Sie „Fertig“.
lesson-durak-draw = Nun ziehen beide auf sechs Karten nach; wer sechs hat, zieht nichts. Der Bot hat aufgenommen, also greifen Sie wieder an.
    .otherwise = Das geht. Aber greifen Sie zuerst mit einer niedrigen Karte an.
lesson-durak-add = Geschlagen! Eine Sieben liegt auf dem Tisch, also dürfen Sie noch eine Sieben dazulegen.
    .otherwise = Sie dürfen hier aufhören. Aber jede niedrige Karte, die Ihre Hand verlässt, ist ein Gewinn.
lesson-durak-beaten = Alle Ihre Karten sind geschlagen. Sagen Sie „Fertig“: Die Karten kommen aus dem Spiel, und der Bot greift an.
    .otherwise = Sie dürfen sie dazulegen. Aber diese Karte behält man besser. Sagen Sie „Fertig“.
lesson-durak-beat = Jetzt wehren Sie ab. Schlagen Sie die Sieben mit einer höheren Karte derselben Farbe.
    .otherwise = Das geht. Aber hier genügt eine höhere Karte der Farbe: Sparen Sie den Trumpf, und nehmen Sie nie ohne Not auf.
lesson-durak-by-trump = Der Bot legt einen Buben dazu, und ein höheres Karo haben Sie nicht. Ihr kleinster Trumpf schlägt ihn, sogar eine Sechs.
    .otherwise = Wer aufnimmt, bekommt alles, was auf dem Tisch liegt, und wird gleich wieder angegriffen. Schlagen Sie.
lesson-durak-turn = Sie haben alles geschlagen, also greifen jetzt Sie an. Fangen Sie niedrig an.
    .otherwise = Das geht. Aber geben Sie zuerst die niedrigen Karten her.
lesson-durak-same-rank = Auch die schlagenden Karten zählen: Dort liegt eine Zehn, also legen Sie Ihre Zehn dazu.
    .otherwise = Sie dürfen hier aufhören. Aber jede Karte, die Sie dazulegen, kostet den Bot eine gute.
lesson-durak-take = Sie haben kein höheres Karo und keinen Trumpf. Nehmen Sie die Karte auf; der Bot greift wieder an.
lesson-durak-end = Gut gespielt. Greifen Sie niedrig an, legen Sie gleiche Ränge dazu, und sparen Sie die Trümpfe: Ist der Stapel leer, zieht niemand mehr, und sie entscheiden. Spielen Sie hier weiter, oder beginnen Sie ein eigenes Spiel.

## Svoi Kozyri

lesson-svoi_kozyri-aim = Zwei spielen, und beide haben ihre eigene Trumpffarbe. Wer zuerst alle Karten los ist, hat gewonnen.
lesson-svoi_kozyri-choose = Sie wählen Ihre Trumpffarbe zuerst, noch bevor Sie Karten sehen. Nehmen Sie Kreuz.
    .otherwise = Jede Farbe wäre recht. Diese Lektion ist für Kreuz gelegt.
lesson-svoi_kozyri-hands = Der Bot hat Pik gewählt, und alle Karten sind verteilt. Kreuz ist nur für Sie Trumpf, Pik nur für den Bot.
lesson-svoi_kozyri-lead = Der Tisch ist leer: Legen Sie irgendeine Karte. Nehmen Sie die Pik-Zehn. Nur ein höheres Pik schlägt sie, denn Ihr Kreuz ist für den Bot kein Trumpf.
    .otherwise = Das geht. Aber folgen Sie hier der Lektion: Legen Sie die markierte Karte.
lesson-svoi_kozyri-taken = Der Bot nimmt Ihre Karte. Schlagen muss niemand. Sie legen wieder aus, also gleich den Buben hinterher.
    .otherwise = Das geht. Aber folgen Sie hier der Lektion: Legen Sie die markierte Karte.
lesson-svoi_kozyri-low = Zwei Karten weniger. Werden Sie nun eine niedrige los.
    .otherwise = Das geht. Aber niedrige Karten wird man später schwer los: Legen Sie jetzt eine.
lesson-svoi_kozyri-beat = Der Bot hat Ihre Sechs geschlagen und eine Sieben in seinem Trumpf daraufgelegt. Schlagen Sie die oberste Karte, und legen Sie dann irgendeine andere darauf: zuerst die Acht, Ihren Trumpf, dann die Sechs.
    .otherwise = Das geht. Aber schlagen Sie mit einem kleinen Trumpf, und legen Sie eine Karte darauf, die Sie loswerden wollen.
lesson-svoi_kozyri-own = Die Dame ist von Ihrer eigenen Trumpffarbe, da hilft nur ein höheres Kreuz. Schlagen Sie mit dem König, und legen Sie das Pik-Ass darauf: Das Ass seiner Trümpfe schlägt der Bot mit nichts.
    .otherwise = Das geht. Aber mit dem Pik-Ass obenauf müsste der Bot den ganzen Haufen nehmen.
lesson-svoi_kozyri-pile = Der Bot musste nehmen. Sonst sind es drei Karten von oben, fünf, wenn obenauf ein eigener Trumpf liegt, und unter dem Ass der eigenen Trümpfe der ganze Haufen.
lesson-svoi_kozyri-again = Der Haufen ist weg, also legen Sie wieder aus.
    .otherwise = Das geht. Aber folgen Sie hier der Lektion: Legen Sie die markierte Karte.
lesson-svoi_kozyri-take = Wieder die Dame Ihrer Trümpfe, und ein höheres Kreuz haben Sie nicht mehr. Nehmen Sie.
lesson-svoi_kozyri-ace = Der Bot legt aus. Schlagen Sie seine Sechs mit der Zehn, und legen Sie das Ass darauf: Das schlägt nur ein Trumpf.
    .otherwise = Das geht. Aber ein Ass obenauf kostet den Bot einen Trumpf, oder er nimmt.
lesson-svoi_kozyri-end = Gut gespielt. Schlagen Sie knapp, legen Sie Unnützes obenauf, und heben Sie Trümpfe und Asse auf, bis sie wehtun. Spielen Sie hier weiter, oder beginnen Sie ein eigenes Spiel.

## Skat

lesson-skat-aim = Drei spielen. In jedem Spiel spielt eine Person allein gegen die beiden anderen und braucht 61 der 120 Augen.
lesson-skat-points = Ein Ass zählt 11 Augen, eine Zehn 10, ein König 4, eine Dame 3, ein Bube 2, alles andere nichts. Die Zehn kommt gleich nach dem Ass.
lesson-skat-hold = Zuerst das Reizen: Wer spielt allein? Mittelhand sagt 18. Sie haben drei Buben und viel Herz: Halten Sie.
    .otherwise = Wer passt, ist draußen, und jemand anderes spielt allein. Dafür ist dieses Blatt zu gut.
lesson-skat-hold-again = Jetzt 20. Herz mit den beiden höchsten Buben ist 30 wert, also halten Sie auch 20.
    .otherwise = Ihr Spiel ist 30 wert: Bis dahin können Sie jedes Gebot halten.
lesson-skat-pick-up = Beide anderen haben gepasst. Sie spielen allein. Nehmen Sie den Skat auf.
    .otherwise = Das wäre ein Handspiel, ohne den Skat. Nehmen Sie ihn diesmal auf.
lesson-skat-discard = Drücken Sie zwei Karten. Sie zählen für Sie: So ist die blanke Zehn sicher. Und ohne Karo können Sie Karo stechen.
    .otherwise = Das geht. Aber eine Zehn ohne ihr Ass geht leicht verloren: Drücken Sie sie mit dem anderen Karo.
lesson-skat-declare = Sagen Sie Ihr Spiel an: Herz. Trumpf sind nun alle Herz und über ihnen die vier Buben: Kreuz, Pik, Herz, Karo.
    .otherwise = Sehen Sie Ihr Blatt an: Die meisten Karten haben Sie in Herz.
lesson-skat-trump = Sie kommen heraus. Ziehen Sie den anderen mit einem hohen Buben die Trümpfe, sonst stechen sie später Ihre Asse.
    .otherwise = Das geht. Aber solange die anderen Trümpfe haben, können sie Ihre Asse stechen.
lesson-skat-follow = Die anderen mussten Trumpf bedienen. Noch einmal, mit Ihrem höchsten Buben.
    .otherwise = Das geht. Aber es sind noch Trümpfe draußen: Ziehen Sie sie.
lesson-skat-catch = Drei ihrer vier Trümpfe sind gefallen. Nur die Zehn fehlt noch, und Ihr Ass steht darüber.
    .otherwise = Das geht. Aber dann nimmt ihr letzter Trumpf, die Zehn, eine Ihrer guten Karten.
lesson-skat-ace = Die Zehn ist gefallen: 21 Augen! Nun hat sonst niemand Trumpf, also ist auch Ihr anderes Ass sicher.
    .otherwise = Das geht. Aber ein Ass, das niemand stechen kann, spielt man zuerst.
lesson-skat-king = Ihren König schlägt die Zehn seiner Farbe. Geben Sie diesen Stich jetzt ab, solange Sie mit Trümpfen wieder ans Spiel kommen.
    .otherwise = Das geht. Aber den Stich mit diesem König verlieren Sie früher oder später; jetzt bringen Trümpfe Sie zurück.
lesson-skat-ruff = Die anderen spielen das Karo-Ass, und Sie haben kein Karo. Stechen Sie mit dem König: 19 Augen.
    .otherwise = Das geht. Aber Augen in einem Stich, den Sie machen, gehören Ihnen: Stechen Sie mit dem König.
lesson-skat-rest = Nur Sie haben noch Trümpfe. Spielen Sie sie: Niemand kann sie schlagen.
    .otherwise = Das geht. Aber spielen Sie zuerst die Trümpfe: Das sind sichere Stiche.
lesson-skat-last = Der letzte Stich gehört den anderen: Ihre Sieben schlägt nichts.
lesson-skat-value = 90 Augen, und die anderen haben nur 30: Das ist Schneider. Mit zwei, Spiel drei, Schneider vier, mal 10 für Herz: Sie gewinnen 40.
lesson-skat-end = Gut gespielt. Reizen Sie bis zum Wert Ihres Spiels, drücken Sie blanke Zehnen, und ziehen Sie zuerst die Trümpfe.

## The rules in one minute

minute-goat = Zwei spielen gegen zwei, der Partner sitzt gegenüber. Alle haben vier Karten. Wer ausspielt, legt eine oder mehrere Karten einer Farbe, und die anderen legen ebenso viele: Sie stechen, oder sie werfen verdeckt ab. Die besten Karten machen den Stich, dann ziehen alle wieder auf vier nach. Mit 61 der 120 Augen ist das Spiel gewonnen. Die Verlierer bekommen 2, 4 oder 6 Strafpunkte, und mit 12 ist die Serie verloren.
minute-durak = Zwei spielen mit je sechs Karten und einer Trumpffarbe. Der Angreifer legt eine Karte; der Verteidiger schlägt sie mit einer höheren Karte der Farbe oder einem Trumpf, oder er nimmt alles auf. Der Angreifer darf Karten der Ränge dazulegen, die auf dem Tisch liegen. Danach ziehen beide auf sechs nach. Wer alles abwehrt, greift als Nächster an. Ist der Stapel leer, gewinnt, wer zuerst keine Karten mehr hat.
minute-svoi_kozyri = Zwei spielen, und beide haben ihre eigene Trumpffarbe. Alle 36 Karten werden verteilt. Eine Karte wird ausgelegt; die andere Person schlägt sie und legt eine zweite darauf, die nun zu schlagen ist. Wer nicht schlagen kann oder will, nimmt vom Haufen: drei Karten, unter einem eigenen Trumpf fünf, unter dessen Ass alle. Wer zuerst keine Karten mehr hat, gewinnt.
minute-skat = Drei spielen mit je zehn Karten. Beim Reizen klärt sich, wer allein gegen die beiden anderen spielt. Der Alleinspieler nimmt den Skat auf, drückt zwei Karten und sagt an, was Trumpf ist: eine Farbe mit den vier Buben, nur die Buben oder nichts. Farbe muss bedient werden. Mit 61 der 120 Augen gewinnt der Alleinspieler den Wert des Spiels, sonst verliert er ihn doppelt.

## How to play, with pictures of cards

scene-durak-order = Von unten nach oben: Die Sechs ist die niedrigste Karte, das Ass die höchste.
scene-durak-beat = Eine höhere Karte derselben Farbe schlägt: der Bube die Acht.
scene-durak-trump = Ist Herz Trumpf, schlägt schon die Sechs das Ass einer anderen Farbe.
scene-durak-add = Acht und Bube liegen da: Der Angreifer darf noch eine Acht oder einen Buben dazulegen.
scene-goat-order = Von unten nach oben. Achten Sie auf die Zehn: Nur das Ass steht über ihr.
scene-goat-set = Zwei Pik wurden ausgespielt. Der Bube sticht die Sieben, und die Herz-Sechs, ein Trumpf, sticht die Neun.
scene-goat-molodka = Vier Karten einer Farbe sind eine Molodka: Sie darf außer der Reihe ausgespielt werden.
scene-svoi_kozyri-trumps = Ist Herz Ihr Trumpf, schlägt Ihre Herz-Sechs das Pik-Ass. Für Ihren Gegner ist sie eine einfache Sechs.
scene-svoi_kozyri-beat = Schlagen Sie die oberste Karte und legen Sie eine weitere darauf: Hier schlägt der Bube die Acht, und als Nächstes ist die Sieben zu schlagen.
scene-svoi_kozyri-take = Wenn Sie das Ass nicht schlagen, nehmen Sie die obersten drei Karten; fünf, wenn dort einer Ihrer Trümpfe liegt.
scene-skat-trumps = Ist Herz Trumpf, sind dies alle elf, von oben nach unten: Die vier Buben stehen voran.
scene-skat-points = Sie zählen 11, 10, 4, 3 und 2 Augen; Sieben, Acht und Neun zählen nichts.
scene-skat-trick = Der König wurde ausgespielt: Alle bedienen, wenn sie können. Das Ass macht den Stich mit 15 Augen.
