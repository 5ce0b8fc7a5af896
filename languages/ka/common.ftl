# What every page says, and the names of cards.

common-skip = შინაარსზე გადასვლა
common-navigation = გვერდები
common-menu = მენიუ
link-play = თამაში
link-host = მასპინძელი
link-verify = შემოწმება
link-settings = პარამეტრები
link-rules = წესები
link-contract = API
common-levels-easy = სუსტი
common-levels-casual = მოყვარული
common-levels-medium = საშუალო
common-levels-hard = ძლიერი
common-levels-expert = ექსპერტი
common-close = დახურვა
common-more-options = სხვა პარამეტრები
common-reconnecting = კავშირი გაწყდა. ვცდით თავიდან…
common-unreachable = სერვისი არ პასუხობს. არაფერი დაკარგულა: სცადეთ კიდევ ერთხელ.
common-retry = ხელახლა ცდა
common-archive = ჩანაწერი არქივში
common-unknown-page = ასეთი გვერდი არ არსებობს
common-unknown-page-hint = შესაძლოა, მისამართში შეცდომაა ან გვერდი აღარ არის.
common-sharing-copy = ბმულის კოპირება
common-sharing-copied = დაკოპირდა
common-sharing-share = გაზიარება
common-sharing-qr = QR-კოდი: { $label }
common-cards-unknown = დახურული კარტი
common-cards-hidden = { $count } დახურული კარტი
common-cards-suits-french-c = ჯვარი
common-cards-suits-french-d = აგური
common-cards-suits-french-h = გული
common-cards-suits-french-s = ყვავი
common-cards-suits-german-c = რკო
common-cards-suits-german-d = ეჟვანი
common-cards-suits-german-h = გული
common-cards-suits-german-s = ფოთოლი
common-cards-ranks-2 = ორიანი
common-cards-ranks-3 = სამიანი
common-cards-ranks-4 = ოთხიანი
common-cards-ranks-5 = ხუთიანი
common-cards-ranks-6 = ექვსიანი
common-cards-ranks-7 = შვიდიანი
common-cards-ranks-8 = რვიანი
common-cards-ranks-9 = ცხრიანი
common-cards-ranks-T = ათიანი
common-cards-ranks-J = ვალეტი
common-cards-ranks-Q = დამა
common-cards-ranks-K = კაროლი
common-cards-ranks-A = ტუზი
common-cards-ranks-german-J = უნტერი
common-cards-ranks-german-Q = ობერი
common-cards-of-french-C = ჯვრის
common-cards-of-french-D = აგურის
common-cards-of-french-H = გულის
common-cards-of-french-S = ყვავის
common-cards-of-german-C = რკოს
common-cards-of-german-D = ეჟვნის
common-cards-of-german-H = გულის
common-cards-of-german-S = ფოთლის
common-cards-indices-J = J
common-cards-indices-Q = Q
common-cards-indices-K = K
common-cards-indices-A = A
common-cards-indices-german-J = U
common-cards-indices-german-Q = O
common-cards-name = { $suit } { $rank }
common-past = { $count } { $unit ->
        [minute] წუთის
        [hour] საათის
       *[day] დღის
    } წინ
common-future = { $count } { $unit ->
        [minute] წუთში
        [hour] საათში
       *[day] დღეში
    }
common-now = ახლა
