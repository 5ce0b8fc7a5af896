# What holds at every table: how a deal ended without a result, and what its shuffle proves.

general = წესები ყველა მაგიდისთვის

seats = { EACH($seats, of: "at-seat", join: "and") }

deal-on = დარიგება ჯერ გრძელდება
deal-voided = გაუქმებულია, ვალდებულება ან მარცვალი დროზე არ მოვიდა: { seats }. [{ $clause }]
deal-abandoned-time = შეწყვეტილია, დრო ამოიწურა: { seats }. [{ $clause }]
deal-abandoned-left = შეწყვეტილია, მაგიდა დატოვა: { seats }. [{ $clause }]
deal-abandoned-resigned = შეწყვეტილია, დანებდა: { seats }. [{ $clause }]
deal-abandoned-closed = შეწყვეტილია: მაგიდა დაიხურა. [{ $clause }]

# uncertain: მარცვალი (grain) for the seed of a shuffle
shuffle-server-alone = არც ერთი ადგილი არ ამატებს მარცვალს: დასტა მხოლოდ სერვერის მარცვლიდან გამომდინარეობს. სერვერმა ვალდებულება დარიგებამდე აიღო და მარცვალს ვეღარ შეცვლის. მაგრამ არ არის დამტკიცებული, რომ მან ბევრი მარცვლიდან არ აირჩია.
shuffle-of-board = დასტა საერთო დარიგებისაა, რომელსაც ტურის ყველა მაგიდა თამაშობს. ის გამომდინარეობს მარცვლიდან, რომელზეც ოპერატორმა ვალდებულება პირველი მოთამაშის ჩაწერამდე აიღო, და ამ ტურში მოთამაშეების მარცვლებიდან. მარცვალს აჩვენებენ, როცა დარიგებას ბოლო მაგიდა დაასრულებს.
deal-of-test = ეს დარიგება სატესტო მაგიდას ეკუთვნის. მისი საათი შეიძლება გადაყვანილი იყოს, და ის არაფერს ამტკიცებს.
shuffle-by-hand = დასტა ხელით არის დალაგებული, სხვა დარიგების განშტოებისთვის ან ტესტისთვის: მისი პატიოსნება დამტკიცებული არ არის.
shuffle-together = დასტა გამომდინარეობს სერვერისა და ამ მოთამაშეების მარცვლებიდან: { seats }. თუ მათგან ერთმა მაინც შემთხვევით აიღო მარცვალი და საიდუმლოდ შეინახა, სანამ ყველამ აიღო ვალდებულება, დასტა თანაბარია და ვერავინ ვერ განჭვრეტდა მას. გაუქმებული დარიგება ჩანაწერში რჩება.

# The short title of each clause.
clause-T1 = რიგის გარეშე
clause-T2 = ხელში არ არის
clause-T3 = დარიგება დასრულდა
clause-T4 = ამ ფაზაში არა
clause-T5 = სვლა არ არის
clause-F1 = ადგილების მარცვლები
clause-F2 = ვალდებულება მომდევნო დარიგებაზე
clause-F3 = გახსნა და მარცვლების ჩვენება
clause-F4 = გაუქმებული დარიგება
clause-F5 = გაუქმებული დარიგებები და სერიის წაგება
clause-F6 = ბოტის შემთხვევითობა
clause-F7 = ხელმოწერილი სვლები და ქმედებები
clause-L1 = სვლის დრო და დროის მარაგი
clause-L2 = დრო ამოიწურა
clause-L3 = ბოტი ცვლის მოთამაშეს
clause-L4 = წაგება წასვლით
clause-L5 = დანებება
clause-L6 = მაგიდა მფლობელმა დახურა
clause-H1 = მინიშნებები მოთამაშეებს
clause-H2 = მინიშნება მას, ვინც თვითონ თამაშობს
clause-H3 = მინიშნება თავის რიგში
clause-H4 = ერთი მინიშნება მომდევნო სვლამდე
clause-H5 = მინიშნება ხელახლა გამოითვლება

# კარტების ადგილები და რაც ჩაიწერება.
zone-hand = ხელში
zone-stock = დასტა
zone-trick = ხელი
zone-pile = გროვა
role-dealer = დამრიგებელი
role-leader = პირველი სვლა
field-card = კარტი
field-cards = კარტები
event-dealt = კარტები დარიგდა
event-drawn = კარტები აიღეს დასტიდან
event-trick_taken = ხელი აღებულია
event-ended = დარიგების დასასრული
event-scored = ქულები დათვლილია
deal-event-opened = დარიგება გაიხსნა
deal-event-clock_set = საათი დაყენდა
deal-event-seed_revealed = მარცვალი დაემატა
deal-event-shuffled = კარტები აირია
deal-event-time_over = დრო ამოიწურა
deal-event-seat_taken_over = თამაშს ბოტი აგრძელებს
deal-event-seat_returned = დაბრუნდა
deal-event-resigned = დანებდა
deal-event-voided = დარიგება გაუქმდა
deal-event-abandoned = დარიგება შეწყდა
deal-event-revealed = არევა გამოცხადდა
deal-event-move_signed = სვლა ხელმოწერილია
deal-event-act_signed = ქმედება ხელმოწერილია
hint-event-given = მინიშნება გაიცა

# Why a move was allowed: words of all games. `allowed` says how many cards of the hand were.
trick-number = ხელი { $trick }
suit-name = { $suit ->
        [C] ჯვარი
        [D] აგური
        [H] გული
        [S] ყვავი
       *[trump] კოზირი
    }
a-card = { CARD($item) }
some-cards = { EACH($cards, of: "a-card", join: "and") }
