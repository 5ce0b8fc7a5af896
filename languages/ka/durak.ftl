# Durak: names, and how a deal ended.

# uncertain: სულელი (fool) is a translation; the Russian word დურაკი is the usual one
durak = დურაკა

durak-title-durak = დურაკი (სულელი)

durak-move-attack = ჩამოსვლა
durak-move-beat = მოჭრა
durak-move-take = აღება
# uncertain: ბიტა, from Russian бито, is what Georgian players say
durak-move-done = ბიტა
durak-pick-attack = ჩამოდით კარტით

durak-option-both_out = თუ ბოლოს ორივე ხელი ცარიელია
    .first_empty = იგებს ის, რომელიც პირველი დაიცალა
    .draw = ფრე
durak-option-any_trump_beats = ნებისმიერი კოზირი ჭრის ნებისმიერ კარტს
    .false = არა
    .true = კი
durak-option-throw_in_after_take = აღების შემდეგ კიდევ ჩამატება
    .false = არა
    .true = კი
durak-option-points_to_win = ვთამაშობთ (ქულამდე)

durak-won = კარტი აღარ დარჩა, დასტა ცარიელია. დარიგება მოიგო: { SEAT($seat) } [{ $clause }].
durak-drawn = ორივე ხელი და დასტა ცარიელია: ფრეა [{ $clause }].
durak-for-lowest = { $of ->
        [trumps] უმცროსი კოზირი
       *[pack] უმცროსი კარტი
    }: { SEAT($seat) }
durak-attacks-first = პირველი სვლა მომდევნო დარიგებაში: { SEAT($seat) } [{ $clause }].
durak-cards-name-attacker = ვინ ჩამოდის პირველი მომდევნო დარიგებაში, ამას კარტები წყვეტს [{ $clause }].
durak-deals = დამრიგებელი: { SEAT($seat) }.

# The short title of each clause.
clause-D1 = ადგილები და დასტა
clause-D2 = დარიგება და კოზირი
clause-D3 = პირველი ჩამოსვლა
clause-D4 = შეტევა
clause-D5 = შეტევის ზღვარი
clause-D6 = მოჭრა
clause-D7 = აღება
clause-D8 = ბიტა
clause-D9 = შევსება
clause-D10 = დარიგების მოგება
clause-D11 = მატჩი
clause-D12 = შეტევა, რომელიც თავისით მთავრდება
clause-D13 = თამაშიდან გასული კარტები

durak-zone-bout = მაგიდაზე
durak-zone-away = გადადებული
durak-role-attacker = შეტევა
durak-role-defender = დაცვა
durak-event-picked_up = კარტები აიღეს
durak-event-put_away = კარტები გადაიდო

# What a seat has just done, in a bubble beside it: three words at most, with the card, value or number after them.
durak-said-attack = ჩამოდის
durak-said-beat = ჭრის
durak-said-take = იღებს
durak-said-done = მორჩა

durak-you-attacked = ჩამოდიხართ
durak-you-beaten = ჭრით
durak-you-take_announced = იღებთ
durak-you-done_said = მორჩით

# Why a card cannot be played, by the clause that refuses it.
why-D4 = დაამატეთ მხოლოდ ის რანგი, რომელიც მაგიდაზე უკვე დევს.
why-D5 = მეტი კარტის დამატება აღარ შეიძლება.
why-D6 = { $card } ვერ ჭრის { $beats }-ს: საჭიროა იმავე ფერის უფროსი კარტი ან კოზირი.

# Why a move was allowed.
durak-trick-number = შეტევა { $trick }
durak-allowed-attack = { durak-trick-number }: დაწყება ნებისმიერი კარტით შეიძლებოდა [{ $clause }].
durak-allowed-add = { durak-trick-number }: მაგიდაზე იდო { CARD($match) }, ამიტომ { CARD($card) } შეიძლებოდა დამატებულიყო{ $allowed ->
        [only] ; ხელში სხვა შესაფერისი არ იყო
        [unknown] { "" }
       *[some] ; ხელში შესაფერისი იყო { some-cards }
    } [{ $clause }].
durak-allowed-throw-in = { durak-trick-number }: აღების შემდეგაც შეიძლებოდა ჩამატება: მაგიდაზე იდო { CARD($match) }, ამიტომ { CARD($card) } შესაფერისია{ $allowed ->
        [only] ; ხელში სხვა შესაფერისი არ იყო
        [unknown] { "" }
       *[some] ; ხელში შესაფერისი იყო { some-cards }
    } [{ $clause }].
durak-allowed-beat = { durak-trick-number }: იდო { CARD($attack) }; { CARD($card) } ჭრის: { $by ->
        [suit] იმავე ფერის უფროსი კარტია
        [any_trump] ამ მაგიდასთან ნებისმიერი კოზირი ნებისმიერ კარტს ჭრის
       *[trump] კოზირია
    }{ $allowed ->
        [only] ; ხელში სხვა მოსაჭრელი არ იყო
        [unknown] { "" }
       *[some] ; ხელში მოსაჭრელი იყო { some-cards }
    } [{ $clause }].
durak-allowed-take = { durak-trick-number }: აღება შეიძლება, სანამ მოუჭრელია { CARD($attack) }{ $allowed ->
        [none] ; ხელში მოსაჭრელი არ იყო
        [unknown] { "" }
       *[some] , თუმცა ხელში იყო { some-cards }
    } [{ $clause }].
durak-allowed-done = { durak-trick-number }: ყველა კარტი მოჭრილია, ამიტომ ბიტა შეიძლებოდა{ $allowed ->
        [none] ; დასამატებელი არაფერი იყო
        [unknown] { "" }
       *[some] , თუმცა ხელში იყო { some-cards }
    } [{ $clause }].
durak-allowed-done-after-take = { durak-trick-number }: აღება გამოცხადებულია, ამიტომ დასრულება შეიძლებოდა{ $allowed ->
        [none] ; ჩასამატებელი არაფერი იყო
        [unknown] { "" }
       *[some] , თუმცა ხელში იყო { some-cards }
    } [{ $clause }].
