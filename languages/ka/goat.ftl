# Goat: names, and how a deal was counted.

# uncertain: the Georgian name of the yard game; თხა is the animal, the Russian კოზიოლი is heard as well
goat = თხა (კოზიოლი)

goat-title-goats = თხები
goat-title-goats-with-eggs = თხები კვერცხებით

goat-move-lead = ჩამოსვლა
goat-move-beat = მოჭრა
goat-move-discard = გადაგდება
# uncertain: the Russian word is kept
goat-move-pull = მოლოდკა
goat-pick-lead = ჩამოდით ერთი ფერის კარტებით

goat-option-trump_card = კოზირის კარტი
    .hidden = დამალულია დასტაში
    .bottom = ღიად დევს დასტის ქვეშ
goat-option-molodka = მოლოდკა
    .before_own_play = სანამ მოთამაშეს არ დაუდია
    .on_turn = მხოლოდ თავის რიგში
    .off = არ არის
goat-option-eggs = კვერცხები
    .none = არაფერი ღირს
    .double_next = მომდევნო დარიგება ორმაგდება
    .two_each = ორივე მხარეს ორ-ორი
goat-option-loss_target = ვთამაშობთ (საჯარიმო ქულამდე)

goat-took = { EACH($sides, of: "goat-side-took") } [{ $clause }].
goat-side-took = { SIDE($side) }: { $points } ქულა, { $tricks } ხელი
goat-leads = ბოლო ხელი და ჩამოსვლა მომდევნო დარიგებაში: { SEAT($seat) } [{ $clause }].
goat-deals = დამრიგებელი: { SEAT($seat) } [{ $clause }].
goat-eggs = { $loss_points ->
        [0] 60:60 კვერცხებია: საჯარიმო ქულების გარეშე [{ $clause }].
       *[other] 60:60 კვერცხებია: თითოეულს { $loss_points } საჯარიმო ქულა [{ $clause }].
    }
goat-won = 61 ან მეტი დარიგებას იგებს: { SIDE($side) } [{ $clause }].
goat-lost-narrow = { SIDE($side) }: 31 ან მეტი, მაგრამ არა 61, ამიტომ { $loss_points } საჯარიმო ქულა [{ $clause }].
goat-lost-wide = { SIDE($side) }: 31-ზე ნაკლები, მაგრამ ხელი წაღებულია, ამიტომ { $loss_points } საჯარიმო ქულა [{ $clause }].
goat-lost-bare = { SIDE($side) }: არც ერთი ხელი, ამიტომ { $loss_points } საჯარიმო ქულა [{ $clause }].

# The short title of each clause.
clause-G1 = ადგილები და მხარეები
clause-G2 = დასტა
clause-G3 = უფროსობა და ქულები
clause-G4 = რა რას ჭრის
clause-G5 = დარიგება
clause-G6 = კოზირი
clause-G7 = ვინ ჩამოდის და ვინ არიგებს
clause-G8 = ჩამოსვლა
clause-G9 = მოჭრა ან გადაგდება
clause-G10 = მოჭრა
clause-G11 = გადაგდება
clause-G12 = ვის მიაქვს ხელი
clause-G13 = მოლოდკა
clause-G14 = ორი მოლოდკა
clause-G15 = აღება დასტიდან
clause-G16 = დარიგების დასასრული
clause-G17 = საჯარიმო ქულები
clause-G18 = კვერცხები
clause-G19 = სერიის წაგება
clause-G20 = ქულები არ ჩანს

# What a seat has just done, in a bubble beside it: three words at most, with the card, value or number after them.
goat-said-lead = ჩამოდის:
goat-said-beat = ჭრის!
goat-said-discard = აგდებს
goat-said-pull = მოლოდკა!

goat-you-led = ჩამოდიხართ
goat-you-beaten = ჭრით
goat-you-discarded = აგდებთ
goat-you-pulled = ჩამოდიხართ მოლოდკით

# Why a card cannot be played, by the clause that refuses it.
why-G8 = ჩამოდით მხოლოდ ერთი ფერის კარტებით.
why-G9 = დადეთ იმდენი კარტი, რამდენითაც ჩამოვიდნენ.
why-G10 = ეს კარტები ვერ ჭრის { $beats }-ს.

# Why a move was allowed.
goat-allowed-lead = { trick-number }: ჩამოსვლა ერთი ფერის ნებისმიერი კარტებით შეიძლებოდა [{ $clause }].
goat-allowed-beat = { trick-number }: აქამდე საუკეთესო იყო { EACH($best, of: "a-card", join: "and") }; ყოველი დადებული კარტი თავის ფერში უფროსია ან კოზირია სხვა ფერის წინააღმდეგ [{ $clause }].
goat-allowed-discard = { trick-number }: დახურულად { $number ->
        [one] ნებისმიერი კარტის
       *[other] ნებისმიერი { $number } კარტის
    } დადება შეიძლებოდა, ფერის გაყოლა საჭირო არ არის{ $allowed ->
        [none] ; ხელში მოსაჭრელი არაფერი იყო
        [unknown] , არც მოჭრა
       *[some] ; მოჭრაც შეიძლებოდა, მაგრამ ეს ვალდებულება არ არის
    } [{ $clause }].
goat-allowed-pull = { trick-number }: ერთი ფერის ოთხი კარტით, მთელი ხელით, ჩამოსვლა შეიძლებოდა { $molodka ->
        [on_turn] მოლოდკად, თავის რიგში
       *[before_own_play] რიგის გარეშე, სანამ მოთამაშეს თავად არ დაუდია
    } [{ $clause }].
goat-allowed-pull-closer = { trick-number }: მოლოდკა ოთხი კარტით სხვა ჩამოსვლას ცვლის, თუ მისი ადგილი უფრო ახლოა იმასთან, ვისაც ჩამოსვლა ეკუთვნოდა [{ $clause }].
