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
goat-option-loss_target = საჯარიმო ქულები, რომლებითაც სერია წაგებულია

goat-took = { EACH($sides, of: "goat-side-took") } [{ $clause }].
goat-side-took = მხარემ { $side } აიღო { $points } ქულა { $tricks } ხელში
goat-leads = ადგილმა { $seat } ბოლო ხელი წაიღო და მომდევნო დარიგებაში პირველი ჩამოდის [{ $clause }].
goat-deals = მას არიგებს ადგილი { $seat } [{ $clause }].
goat-eggs = { $loss_points ->
        [0] 60:60 კვერცხებია: საჯარიმო ქულების გარეშე [{ $clause }].
       *[other] 60:60 კვერცხებია: თითოეულს { $loss_points } საჯარიმო ქულა [{ $clause }].
    }
goat-won = მხარეს { $side } აქვს 61 ან მეტი და იგებს დარიგებას [{ $clause }].
goat-lost-narrow = მხარეს { $side } აქვს 31 ან მეტი, მაგრამ არა 61: { $loss_points } საჯარიმო ქულა [{ $clause }].
goat-lost-wide = მხარეს { $side } აქვს 31-ზე ნაკლები, მაგრამ ხელი წაღებული აქვს: { $loss_points } საჯარიმო ქულა [{ $clause }].
goat-lost-bare = მხარეს { $side } არც ერთი ხელი არ წაუღია: { $loss_points } საჯარიმო ქულა [{ $clause }].

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
