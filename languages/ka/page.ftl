# What the page says before a table, and what a person does at one.

## The lobby

lobby-tables = რა ხდება ახლა
lobby-own-tables = თამაშის გაგრძელება
lobby-ended-tables = დასრულებული თამაშები
archive-link = დასრულებული დარიგებების არქივი
lobby-most-open = უკვე { $most } ღია თამაში გაქვთ, მეტი არ შეიძლება: ერთი გააგრძელეთ ან ერთი დაასრულეთ.
lobby-end = თამაშის დასრულება
lobby-end-table = თამაშის დასრულება მაგიდასთან „{ $table }“
lobby-end-ask = ახლა თუ დაასრულებთ, წააგებთ.
lobby-end-ask-open = ჯერ არავინ მოსულა. მოსაწვევიც გაუქმდება.
lobby-no-tables = ახლა საჯარო მაგიდა არ არის.
lobby-no-key = API-ის გასაღებით მაგიდებს თქვენი პირობებით ხსნით, თამაში კი პროგრამებსაც შეუძლიათ.
lobby-tournaments = ტურნირები
lobby-to-host = მასპინძლობის გამართვა
lobby-game = თამაში
lobby-every-game = ყველა თამაში
lobby-only-free = მხოლოდ მაგიდები თავისუფალი ადგილით
lobby-free-seat = თავისუფალი ადგილი
lobby-bot = ბოტი ({ $level })
lobby-external-bot = { $name } (ბოტი)
lobby-is-played = თამაში მიმდინარეობს.
lobby-is-over = თამაში დასრულდა.
lobby-with-hints = მინიშნებებით
lobby-join-short = დაჯდომა
lobby-watch-short = ყურება
lobby-to-seat = ჩემს ადგილთან
lobby-disputes = დავები
lobby-join = მაგიდასთან „{ $table }“ დაჯდომა
lobby-watch = მაგიდის „{ $table }“ ყურება
queue-title = ვეძებთ მოთამაშეებს: { $game }
queue-ahead = { $ahead ->
        [0] თქვენ შემდეგი ხართ.
       *[other] თქვენ წინ { $ahead } ადამიანია.
    }
queue-missing = აკლია კიდევ { $missing } მოთამაშე.
queue-bots = ნახევარი წუთის შემდეგ თავისუფალი ადგილები ბოტებმა დაიკავონ
queue-bots-in = { $seconds ->
        [0] ბოტები ახლავე მოვლენ.
       *[other] ბოტები { $seconds } წამში მოვლენ.
    }
queue-leave = გაუქმება
lobby-entry-title = ბმულით შესვლა
lobby-entry-label = ჩასვით მოსაწვევი
lobby-entry-hint = ან სხვა ბმული: თქვენი ადგილისა ან ის, რაც მოთამაშემ გაგიზიარათ.
lobby-entry-go = გადასვლა
lobby-entry-no-link = ეს არც მაგიდის ბმულია და არც ტოკენი.
lobby-entry-ended = ამ ტოკენს ვადა გაუვიდა.
lobby-opening-open = მაგიდის გახსნა
lobby-opening-game = თამაში
lobby-opening-name = მაგიდის სახელი
lobby-opening-seats = ადგილები
lobby-opening-number = ადგილების რაოდენობა
lobby-opening-me = მე
lobby-opening-invite = მეგობრის მოწვევა
lobby-opening-free = ღიაა ყველასთვის
lobby-opening-visibility = ვინ ხედავს
lobby-opening-public = ყველა
lobby-opening-private = მხოლოდ მოთამაშეები და მე
lobby-opening-turn-limit = წამი სვლისთვის
lobby-opening-turn-limit-hint = ცარიელი: საათის გარეშე.
lobby-opening-pause = ყველაზე გრძელი პაუზა დარიგებებს შორის, წამებში
lobby-opening-pause-hint = პაუზა მთავრდება, როგორც კი ყველა მზად იქნება.
lobby-opening-hints = მინიშნებები
lobby-opening-hints-hint = მოთამაშეს შეუძლია იკითხოს, რას იზამდა ძლიერი ბოტი. ყველა ხედავს, რომ მინიშნება გაიცა.
lobby-opening-phrases = მოკლე ფრაზები
lobby-opening-phrases-usual = როგორც ამ თამაშშია მიღებული
lobby-opening-phrases-off = არასოდეს
lobby-opening-phrases-between = დარიგებებს შორის
lobby-opening-phrases-always = ნებისმიერ დროს
lobby-opening-watch-delay = მაყურებელი თამაშს ხედავს
lobby-opening-watch-delay-0 = მაშინვე
lobby-opening-watch-delay-30 = ნახევარი წუთით გვიან
lobby-opening-watch-delay-120 = ორი წუთით გვიან
lobby-opening-watch-delay-600 = ათი წუთით გვიან
lobby-opening-submit = გახსნა
lobby-opening-invitations = მაგიდა ღიაა. გაუგზავნეთ თითოეულს ბმული: ის ერთხელ მოქმედებს.
lobby-opening-invitation-for = მოსაწვევი მოთამაშისთვის { $number }
lobby-opening-to-table = მაგიდასთან
lobby-waits-for = აკლია { $seats } მოთამაშე.

## Taking a seat

seat-title = ადგილის დაკავება
seat-device = შეინახე ჩემი ადგილი ამ მოწყობილობაზე
seat-device-hint = სხვაგვარად დავიწყებული იქნება, როცა ეს ჩანართი დაიხურება.
seat-kept = თქვენი ადგილი ამ მოწყობილობაზე ინახება სერიის დასრულებიდან შვიდი დღის განმავლობაში.
seat-not-kept = თქვენი ადგილი დავიწყებული იქნება, როცა ეს ჩანართი დაიხურება.
seat-forget-device = ამ მოწყობილობის დავიწყება
seat-link = თქვენი პირადი ბმული
seat-link-hint = ის თქვენს ადგილს სხვა მოწყობილობაზეც აბრუნებს. ვისაც ის აქვს, თქვენ მაგივრად თამაშობს.
seat-sit = დაჯდომა
seat-sit-as = დაჯდომა სახელით { $name }
seat-which = ადგილი
seat-proof = პატიოსნების დამატებითი შემოწმება
seat-commits = არევაში ჩემი მარცვლების დამატება
seat-commits-hint = თუ სერვერი ან მარცვლების მქონე ერთი ადგილი მაინც პატიოსანია, კარტები შემთხვევითია და ვერავინ გაითვალისწინებდა. მარცვლები ამ ბრაუზერში ინახება: სერია აქ ითამაშეთ.
seat-sign-moves = ჩემი სვლების გასაღებით ხელმოწერა
seat-sign-moves-hint = გასაღები ამ ბრაუზერში იქმნება და ვერ ტოვებს მას. მაშინ სერვერი თქვენს სვლას ვერ გამოიგონებს: სერია აქ ითამაშეთ.
seat-insecure = მარცვლებს და გასაღებებს HTTPS სჭირდება: ეს გვერდი უბრალო HTTP-ით მოვიდა.

## The settings

settings-title = პარამეტრები
settings-about = ისინი ამ მოწყობილობის ამ ბრაუზერში მოქმედებს და სხვა ვერავინ გაიგებს.
settings-language = ენა
settings-language-of-browser = როგორც ბრაუზერში
settings-choices-deck-label = ფერები
settings-choices-deck-values-french = ფრანგული
settings-choices-deck-values-german = გერმანული
settings-choices-colours-label = კარტის ფერების შეფერილობა
settings-choices-colours-values-two = ორი
settings-choices-colours-values-four = ოთხი
settings-choices-colours-values-tournament = სატურნირო სკატი
settings-colours-french = გერმანულ ფერებს ყოველთვის საკუთარი ოთხი შეფერილობა აქვს. ეს არჩევანი ფრანგულ ფერებს ეხება.
settings-choices-theme-label = სიკაშკაშე
settings-choices-theme-values-system = როგორც მოწყობილობაზე
settings-choices-theme-values-light = ნათელი
settings-choices-theme-values-dark = მუქი
settings-choices-theme-values-contrast = მაღალი კონტრასტი
settings-choices-motion-label = მოძრაობა
settings-choices-motion-values-system = როგორც მოწყობილობაზე
settings-choices-motion-values-reduced = ნაკლები
settings-choices-motion-values-full = სრული
settings-sound = ხმები
settings-sound-hint = ჩუმი ხმა, როცა თქვენი სვლა დგება, როცა სხვები კარტს დებენ და როცა დარიგება მთავრდება.
settings-confirmation = კარტი ორი შეხებით ითამაშება
settings-confirmation-hint = პირველი შეხება ირჩევს, მეორე თამაშობს. სხვაგვარად ერთი შეხება თამაშობს, სადაც მხოლოდ ერთი სვლაა შესაძლებელი.
settings-forced = უალტერნატივო სვლა თავისით ითამაშოს
settings-forced-hint = თუ ყველა სხვა ბოტია, ერთადერთი შესაძლო სვლა მცირე ხანში თავისით კეთდება.
settings-digits = ღილაკები 1-დან 9-მდე კლავიშებით
settings-digits-hint = სანამ მაგიდა ფოკუსშია, ციფრი აჭერს ამ ნომრის ღილაკს.

## What a person does at a table

acts-why = რატომ?
acts-moves = თქვენი სვლა
table-number-of = { $number } / { $of }
table-deal-of = დარიგება { $number } / { $all }
table-waiting-players = ველოდებით კიდევ { $count } მოთამაშეს
table-waiting-seeds = ველოდებით მარცვლებს: { $names }
table-waiting-ready = შემდეგი დარიგება: ჯერ მზად არ არის – { $names }
table-ready = მზად ხართ შემდეგი დარიგებისთვის?
table-waiting-next_deal = იხსნება შემდეგი დარიგება
table-waiting-deal = დარიგება მიდის
table-waiting-move = { $count ->
        [one] { $names } ფიქრობს…
       *[other] { $names } ფიქრობენ…
    }
table-waiting-bots = { $count ->
        [one] { $names } ფიქრობს…
       *[other] { $names } ფიქრობენ…
    }
table-waiting-nothing = ამ მაგიდაზე თამაში დასრულებულია
table-your-turn = თქვენი სვლაა
table-turn-to = { $count ->
        [1] { "" }
       *[other] { $count } კარტი:{ " " }
    }{ EACH($types, of: "item", join: "or") }
table-move-on = { $move } ({ $cards })
table-lead = თქვენი ჩამოსვლაა: ნებისმიერი კარტი
table-follow = { $led ->
        [trump] დადეთ კოზირი
       *[other] დადეთ ეს ფერი: { $suit }
    }
table-follow-none = { $led ->
        [trump] კოზირი არ გაქვთ: ნებისმიერი კარტი
       *[other] ეს ფერი არ გაქვთ ({ $suit }): ნებისმიერი კარტი
    }
table-at-least = { $move }: { $least } ან მეტი
table-early = მზადაა თქვენი სვლისთვის
table-time-left = დარჩენილი დრო
table-log = რა მოხდა
table-log-before = პირველ სვლამდე
table-scores = ანგარიში
acts-sending = თქვენი სვლა იგზავნება…
acts-take = { $move }: { $count } კარტი
acts-fitting = { $count ->
        [0] ახლა ვერც ერთ კარტს ვერ ითამაშებთ.
       *[other] შეგიძლიათ ითამაშოთ { EACH($cards, of: "item", join: "or") }.
    }
acts-takes-trick = { $mine ->
        [yes] ხელს იღებთ თქვენ
       *[no] ხელს იღებს { $name }
    }
acts-takes-cards = { $mine ->
        [yes] კარტებს იღებთ თქვენ
       *[no] კარტებს იღებს { $name }
    }
acts-out-of-play = მოჭრილია და თამაშიდან გადის
acts-early = ეს დარიგებას ვადამდე დაასრულებს. გსურთ?
acts-confirm = დიახ
acts-result = დარიგების შედეგი
acts-drawn = დარიგება არავის მოუგია
acts-replay-deal = ამ დარიგების გამეორება
acts-verify-deal = ამ დარიგების შემოწმება
acts-deal-more = გამეორება, შემოწმება და სხვა
acts-dispute-deal = ამ დარიგების დავები
acts-beginning = თამაში დაიწყება, როგორც კი ყველა ადგილი დაიკავება. ეს გვერდი ღია დატოვეთ.
acts-invite = ადამიანების მოწვევა
acts-friend = გაუგზავნეთ ეს ბმული მეგობარს
acts-ready = შემდეგი დარიგება
acts-leave = დარიგების დატოვება
acts-leave-ask = თუ წახვალთ, წყვეტს მაგიდის პირობები: თქვენ ნაცვლად ბოტი ითამაშებს, ან თქვენი მხარე სერიას წააგებს.
acts-come-back = დაბრუნება
acts-hint = მინიშნება
acts-away = თქვენ წახვედით. სანამ დაბრუნდებით, თქვენ ნაცვლად ბოტი თამაშობს.
acts-resign = სერიის დათმობა
acts-resign-ask = თუ თქვენ და თქვენი მხარის ყველა ადამიანი დანებდება, სერია დასრულდება და თქვენი მხარე წააგებს.
acts-leave-seat = ადგილის დატოვება
acts-rematch = კიდევ ერთხელ თამაში
acts-rematch-same = კიდევ ერთხელ იმავე ადგილებზე
acts-rematch-wanted = კიდევ ერთხელ თამაში სურს: { $names }.
acts-waiting-for = ველოდებით: { $names }.
acts-next-deal-in = შემდეგ დარიგებამდე
acts-token-ended = ბმული ან ტოკენი, რომლითაც მოხვედით, უკვე გამოყენებულია, ვადაგასულია ან არასდროს მოქმედებდა.
acts-after-end = თუ ადგილი უკვე დაიკავეთ, განაგრძეთ იმ ბრაუზერში, რომელშიც დაჯექით. სხვა შემთხვევაში ახალი ბმული ითხოვეთ.
acts-to-tournament = ტურნირში დაბრუნება
acts-to-lobby = ყველა მაგიდასთან
acts-not-visible = ეს მაგიდა დახურულია, ან ასეთი მისამართით მაგიდა არ არის.
acts-audits = თქვენ ამ მაგიდის აუდიტორი ხართ.
acts-audits-private = თქვენ ამ მაგიდის აუდიტორი ხართ. მაგიდა დახურულია: აუდიტორი კითხულობს დავებს და ხელახლა ნახულობს დასრულებულ დარიგებებს, მაგრამ მაგიდას ვერ ხედავს.
acts-disputes = ამ მაგიდის დავები
acts-disputes-waiting = დავები, რომლებიც გადაწყვეტილებას ელოდება: { $count }
acts-fairness = არევა და ხელმოწერები
acts-seeds-left-out = თქვენი მარცვალი ამ და შემდეგ დარიგებებში არ მონაწილეობს: ერთხელ დააგვიანდა. სხვებისა ითვლება.
acts-seeds-here = თქვენი მარცვლები, ვალდებულებები და დამტკიცებული გახსნები ამ ბრაუზერშია.
acts-seed-file = ფაილად შენახვა
acts-distrust = თქვენი მარცვალი არ გამოჩენილა: სერვისმა ამ დარიგების გახსნა ვერ დაამტკიცა.
acts-distrust-seed = ამ დარიგების თქვენი მარცვალი სხვა ბრაუზერშია. თუ იქ დროულად არ გამოჩნდა, დარიგება უქმდება, შემდეგები კი უმისოდ გაიმართება.
acts-distrust-missing = ეს დარიგება თქვენი მარცვლის გარეშე გაიხსნა, და მაგიდა არ ამბობს, რომ დააგვიანდა. მის არევას ნუ ენდობით.
acts-key-here = თქვენს სვლებს ამ ბრაუზერის გასაღები აწერს ხელს.
acts-key-missing = თქვენს ადგილს აქვს გასაღები, რომელიც ამ ბრაუზერში არ არის: აქ ვერაფერს გააკეთებთ.
acts-deal-won = { $count ->
        [one] დარიგება მოიგო: { $names }
       *[other] დარიგება მოიგეს: { $names }
    }
acts-card-points = მოსაგებად საჭიროა { $least } ქულა { $all }-დან
acts-outlook-deals = სერიაში დარჩა { $count } დარიგება.
acts-outlook-high = ვინც პირველი დააგროვებს { $target }-ს, სერიას მოიგებს.
acts-outlook-low = ვინც პირველი დააგროვებს { $target }-ს, სერიას წააგებს.
acts-deal-won-by-you = თქვენ მოიგეთ დარიგება
acts-deal-won-with-you = დარიგება მოიგეთ თქვენ და { $names }
acts-series-won = { $count ->
        [one] სერია მოიგო: { $names }
       *[other] სერია მოიგეს: { $names }
    }
acts-series-won-by-you = თქვენ მოიგეთ სერია
acts-series-won-with-you = სერია მოიგეთ თქვენ და { $names }

## The score sheet

series-title = ანგარიში
series-back = მაგიდასთან
series-points = ქულები
series-ruling = გადაწყვეტილება, დარიგება { $deal }
series-voided = გაუქმებული
series-none = ჯერ არც ერთი დარიგება არ დასრულებულა.
series-adjustments = გადაწყვეტილებებით შესწორებული
series-rank = ადგილი
series-deal = დარიგება
series-replay = გამეორება
series-disputes = დავები
series-hints = მინიშნებები
series-winner = გამარჯვებული
series-abandoned = შეწყვეტილი
series-playing = მიმდინარეობს

## The credential of a link

linked-titles-seat = ბმულში ადგილია
linked-titles-invite = მოსაწვევი
linked-titles-read = წასაკითხი დარიგებები
linked-titles-view = საყურებელი მაგიდა
linked-titles-key = ბმულში API-ის გასაღებია
linked-titles-audit = აუდიტორის საქმე
linked-titles-entry = ადგილი ტურნირში
linked-about-entry = ბმულში არის „{ $name }“-ის ადგილი ტურნირში „{ $table }“. ვინც მას იყენებს, „{ $name }“-ის ნაცვლად თამაშობს.
linked-use-entry = თამაში სახელით { $name }
linked-about-seat = ბმულს აქვს მოთამაშის „{ $name }“ ადგილი მაგიდასთან „{ $table }“. ვინც დაჯდება, მოთამაშის „{ $name }“ ნაცვლად თამაშობს.
linked-about-invite = ბმული გეპატიჟებათ მაგიდასთან „{ $name }“.
linked-there = მაგიდასთან: { $names }.
linked-about-read = ბმული გაკეთდა ამისთვის: „{ $name }“. ის აჩვენებს მაგიდის „{ $table }“ დამთავრებულ დარიგებებს.
linked-about-view = ბმული გაკეთდა ამისთვის: „{ $name }“. ის აჩვენებს მაგიდას „{ $table }“.
linked-about-key = ბმულს აქვს API-ის გასაღები „{ $name }“. თუ მას გამოიყენებთ, ამ ბრაუზერში მასპინძლად მის მფლობელს წარმოადგენთ: თქვენ მიერ გახსნილი მაგიდები მისი იქნება. გამოიყენეთ მხოლოდ მაშინ, თუ მას ელოდით.
linked-use-seat = დაჯდომა როგორც { $name }
linked-use-invite = შესვლა
linked-use-read = დარიგებების წაკითხვა
linked-use-view = მაგიდის ყურება
linked-use-key = ამ გასაღების გამოყენება
linked-use-audit = გაგრძელება როგორც { $name }
linked-other-key = ბმულს აქვს API-ის გასაღები, მაგრამ ეს ბრაუზერი უკვე სხვას იყენებს. ბმულის გასაღები არ იქნა მიღებული. მის გამოსაყენებლად დაივიწყეთ ახლანდელი გასაღები მასპინძლის გვერდზე და ბმული თავიდან გახსენით.
linked-decline = ბმულის გარეშე გაგრძელება
linked-about-audit = ამ ბმულით ეს ბრაუზერი აუდიტორისა „{ $name }“ გახდება მაგიდაზე „{ $table }“. აუდიტორი მტკიცებულებებს კითხულობს და დავებს წყვეტს.
linked-about-audit-private = ამ ბმულით ეს ბრაუზერი აუდიტორისა „{ $name }“ გახდება დახურულ მაგიდაზე. აუდიტორი მტკიცებულებებს კითხულობს და დავებს წყვეტს.

## გაკვეთილები

learn-lesson = გაკვეთილი
learn-no = არა, გმადლობთ
learn-next = შემდეგი
learn-watch = უყურეთ, რას თამაშობენ სხვები.
learn-otherwise = გაკვეთილი აქ სხვა სვლას ითხოვს.
learn-back = გაკვეთილზე დაბრუნება
learn-insist = მაინც ასე ვითამაშებ
learn-left = გაკვეთილიდან გადაუხვიეთ და უკვე თქვენით თამაშობთ. ზემოთ ნათურა რჩევას მოგცემთ.
learn-play = თამაში
learn-again = გაკვეთილი თავიდან
