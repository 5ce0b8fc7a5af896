# Svoi Kozyri: names, and how a deal ended.

# uncertain: a translation of the Russian name
svoi_kozyri = საკუთარი კოზირები

svoi_kozyri-move-choose_trump = კოზირის არჩევა
svoi_kozyri-move-lead = ჩამოსვლა
svoi_kozyri-move-beat = მოჭრა
svoi_kozyri-move-take = აღება
svoi_kozyri-pick-lead = ჩამოდით კარტით

svoi_kozyri-option-deal = დარიგება
    .random = შემთხვევითი
    .mirrored = სარკული, იღბლის გარეშე
svoi_kozyri-option-voluntary_take = აღება, როცა მოჭრაც შეიძლება
    .false = არა
    .true = კი
svoi_kozyri-option-max_plies = სვლები, რომელთა შემდეგ ფრეა
svoi_kozyri-option-wins = ვთამაშობთ (მოგებულ დარიგებამდე)

svoi_kozyri-won = კარტი აღარ დარჩა. დარიგება მოიგო: { SEAT($seat) } [{ $clause }].
svoi_kozyri-drawn-last-card = ერთი ხელი ცარიელია, მაგრამ { CARD($card) }, მეორის ერთადერთი კარტი, ზედა კარტს ჭრის: ფრეა [{ $clause }].
svoi_kozyri-drawn-repetition = ერთი და იგივე პოზიცია მესამედ გაჩნდა: ფრეა [{ $clause }].
svoi_kozyri-drawn-max-plies = დარიგების ბოლო დასაშვებმა სვლამ ვერაფერი მოიგო: ფრეა [{ $clause }].
svoi_kozyri-deals = შემდეგი დამრიგებელი: { SEAT($seat) } [{ $clause }].

# The short title of each clause.
clause-S1 = ადგილები და დასტა
clause-S2 = კოზირების არჩევა
clause-S3 = დარიგება
clause-S4 = დამრიგებელი და ჩამოსვლა
clause-S5 = მოჭრა ან აღება
clause-S6 = რა რას ჭრის
clause-S7 = მოჭრა და დადება
clause-S8 = რამდენს იღებენ
clause-S9 = რიგის გადასვლა
clause-S10 = დარიგების მოგება
clause-S11 = ფრე ბოლო კარტით
clause-S12 = გამეორება
clause-S13 = მატჩი

svoi_kozyri-field-suit = ფერი
svoi_kozyri-field-then = კარტი ზემოდან
svoi_kozyri-event-dealer_named = დამრიგებელი დასახელდა
svoi_kozyri-event-taken = კარტები აიღეს

# What a seat has just done, in a bubble beside it: three words at most, with the card, value or number after them.
svoi_kozyri-said-choose_trump = კოზირი:
svoi_kozyri-said-lead = ჩამოდის
svoi_kozyri-said-beat = ჭრის, ჩამოდის
svoi_kozyri-said-take = იღებს

svoi_kozyri-you-trump_chosen = ირჩევთ კოზირს:
svoi_kozyri-you-led = ჩამოდიხართ
svoi_kozyri-you-beaten = ჭრით, ჩამოდიხართ
svoi_kozyri-you-yielded = იღებთ

# What the next card of a move with several has to do.
svoi_kozyri-next-beat-card = ჯერ მოჭერით { $cards }
svoi_kozyri-next-beat-then = ახლა ნებისმიერი სხვა კარტი ზემოდან

# Why a card cannot be played, by the clause that refuses it.
why-S5 = თუ მოჭრა შეგიძლიათ, უნდა მოჭრათ.
why-S6 = { $card } ვერ ჭრის { $beats }-ს.
why-S7 = ჯერ კარტი, რომელიც ჭრის, მერე სხვა ზემოდან.

# Why a move was allowed.
# uncertain: there is no word of the game for the moves between two takes; წრე is a round
svoi_kozyri-trick-number = წრე { $trick }
svoi_kozyri-allowed-choose = პირველი ის ირჩევს, ვინც არ არიგებს; ნებისმიერი ფერი შეიძლებოდა [{ $clause }].
svoi_kozyri-allowed-choose-other = მოწინააღმდეგის არჩეული ფერია { suit-name }, ამიტომ ნებისმიერი სხვა ფერი შეიძლებოდა [{ $clause }].
svoi_kozyri-allowed-lead = { svoi_kozyri-trick-number }: მაგიდაზე კარტი არ იდო, ამიტომ ჩამოსვლა ნებისმიერით შეიძლებოდა [{ $clause }].
svoi_kozyri-allowed-beat = { svoi_kozyri-trick-number }: ზემოდან იდო { CARD($top) }; { CARD($card) } ჭრის: { $by ->
        [suit] იმავე ფერის უფროსი კარტია
       *[trump] საკუთარი კოზირია
    }{ $allowed ->
        [only] ; ხელში სხვა მოსაჭრელი არ იყო
        [unknown] { "" }
       *[some] ; ხელში მოსაჭრელი იყო { some-cards }
    }; ზემოდან ნებისმიერი სხვა კარტის დადება შეიძლებოდა [{ $clause }].
svoi_kozyri-allowed-beat-alone = { svoi_kozyri-trick-number }: ზემოდან იდო { CARD($top) }; { CARD($card) } ჭრის: { $by ->
        [suit] იმავე ფერის უფროსი კარტია
       *[trump] საკუთარი კოზირია
    }; ეს ბოლო კარტია, ამიტომ ზემოდან აღარაფერი იდება [{ $clause }].
svoi_kozyri-allowed-take = { svoi_kozyri-trick-number }: ზემოდან იდო { CARD($top) }; { $allowed ->
        [none] ხელში მოსაჭრელი არ იყო, დარჩა მხოლოდ აღება
        [unknown] აღება ყოველთვის შეიძლება, მოჭრის ნაცვლადაც
       *[some] მოჭრა შეიძლებოდა ({ some-cards }), მაგრამ აღებაც შეიძლებოდა
    } [{ $clause }].
svoi_kozyri-allowed-must-take = { svoi_kozyri-trick-number }: ზემოდან იდო { CARD($top) }; ხელში მოსაჭრელი არ იყო, დარჩა მხოლოდ აღება [{ $clause }].
