# Skat: names, and how a deal was settled.

# uncertain: Skat is hardly played in Georgia; the German terms are transcribed
skat = სკატი

skat-move-bid = ფსონის დასახელება
skat-move-hold = დაჭერა
skat-move-pass = პასი
skat-move-pick_up = სკატის აღება
skat-move-discard = კარტების ჩადება
skat-move-declare = თამაშის გამოცხადება
skat-move-play = კარტის დადება
skat-move-concede = დანებება
skat-move-ask_to_concede = დანებებაზე თანხმობის თხოვნა
skat-move-claim = დარჩენილი ხელების მოთხოვნა
skat-move-accept = დათანხმება
skat-move-decline = უარი
skat-pick-discard = ჩადეთ ორი კარტი სკატში

skat-option-all_pass = თუ ყველამ თქვა პასი
    .next_deal = მომდევნო დარიგება
    .redeal = თავიდან დარიგება
skat-option-deals = სერიის დარიგებები
skat-option-scoring = ანგარიში
    .seeger_fabian = ზეგერ-ფაბიანი
    .classic = კლასიკური
    .bierlachs = ბირლაქსი
skat-option-limit = მინუს ქულები, რომლებიც ბირლაქსს ამთავრებს
skat-option-claims = მოთხოვნები
    .exact = ზუსტი გათამაშებით
    .order = სკატის წესებით, ღია კარტებით

skat-for-auction = ვაჭრობა
skat-for-bid = ფსონი { $bid }
skat-for-bidder = ამბობს { SEAT($seat) }
skat-for-holder = ინარჩუნებს { SEAT($seat) }
skat-for-with = მატადორებით { $matadors }, { EACH($steps, of: "skat-step") } × { $base } = { $worth }
skat-for-without = მატადორების გარეშე { $matadors }, { EACH($steps, of: "skat-step") } × { $base } = { $worth }
skat-for-null = ღირს { $worth }
skat-passed-out = ყველამ თქვა პასი: მოთამაშე არ არის და არაფერი ითვლება [{ $clause }].
skat-played = გამთამაშებელი: { SEAT($seat) }. თამაში: { skat-game }, ფსონი { $bid } [{ $clause }].
skat-played-announced = გამთამაშებელი: { SEAT($seat) }. თამაში: { skat-game } { EACH($announced, of: "skat-announcement") }, ფსონი { $bid } [{ $clause }].
skat-game = { $game ->
        [clubs] ჯვარი
        [spades] ყვავი
        [hearts] გული
        [diamonds] აგური
        [grand] გრანდი
        [null] ნული
        [null_hand] ნული ხელიდან
        [null_ouvert] ნული უვერი
       *[null_hand_ouvert] ნული უვერი ხელიდან
    }
skat-announcement = { $item ->
        [hand] ხელიდან
        [schneider_announced] გამოცხადებული შნაიდერით
        [schwarz_announced] გამოცხადებული შვარცით
       *[ouvert] უვერი
    }
skat-taken = { $points } ქულა სკატიანად { $tricks } ხელში
skat-played-out = გამთამაშებელმა აიღო { skat-taken } [{ $clause }].
skat-played-out-null = გამთამაშებელმა წაიღო { $tricks } ხელი [{ $clause }].
skat-conceded = გამთამაშებელი დანებდა, როცა ჰქონდა { skat-taken } [{ $clause }].
skat-conceded-null = გამთამაშებელი დანებდა, როცა წაღებული ჰქონდა { $tricks } ხელი [{ $clause }].
skat-given-up = ორივე მოწინააღმდეგე დანებდა, როცა გამთამაშებელს ჰქონდა { skat-taken } [{ $clause }].
skat-given-up-null = ორივე მოწინააღმდეგე დანებდა, როცა გამთამაშებელს წაღებული ჰქონდა { $tricks } ხელი [{ $clause }].
skat-claimed = გამთამაშებელმა ყველაფერი დარჩენილი მოითხოვა, სულ { skat-taken } [{ $clause }].
skat-claimed-null = გამთამაშებელმა განაცხადა, რომ დარჩენილი ხელებიდან არც ერთს არ წაიღებს [{ $clause }].
skat-null-worth = { skat-game } ღირს { $worth } [{ $clause }].
skat-worth-with = მატადორებით { $matadors }, { EACH($steps, of: "skat-step") }: { $multiplier } × { $base } = { $worth } [{ $clause }].
skat-worth-without = მატადორების გარეშე { $matadors }, { EACH($steps, of: "skat-step") }: { $multiplier } × { $base } = { $worth } [{ $clause }].
skat-step = { $step ->
        [game] თამაში
        [hand] ხელიდან
        [schneider] შნაიდერი
        [schneider_announced] შნაიდერი გამოცხადებულია
        [schwarz] შვარცი
        [schwarz_announced] შვარცი გამოცხადებულია
       *[ouvert] უვერი
    } { $total }
skat-counts = სკატში { EACH($cards, of: "a-card", join: "every-and") } გამთამაშებლის ხელთან ერთად ითვლება [{ $clause }].
skat-granted = ფსონს მეტი სჭირდება; ეს მისაღწევი იყო და შესრულებულად ითვლება [{ $clause }].
skat-overbid = ფსონი იყო { $bid }: გადაჭარბებულია და ნებისმიერი ქულით წაგებულია. უახლოესი ღირებულება, რომელიც მას ფარავს: { $multiplier } × { $base } = { $worth } [{ $clause }].
skat-without-half = 61 ქულის გარეშე თამაში წაგებულია [{ $clause }].
skat-null-trick = ნულში გამთამაშებელმა არც ერთი ხელი არ უნდა წაიღოს [{ $clause }].
skat-missed-schneider = გამოცხადებულ შნაიდერს 90 ქულა სჭირდება; ვერ შესრულდა, მაგრამ მაინც ითვლება [{ $clause }].
skat-missed-schwarz = გამოცხადებულ შვარცს ათივე ხელი სჭირდება; ვერ შესრულდა, მაგრამ მაინც ითვლება [{ $clause }].
skat-stays = უკვე მოგებული ან წაგებული თამაში ასეთად რჩება [{ $clause }].
skat-won = თამაში მოგებულია: { SIGNED($value) } [{ $clause }].
skat-lost = თამაში წაგებულია და ორმაგად ითვლება: { SIGNED($value) } [{ $clause }].
skat-listed = სიაში: { EACH($seats, of: "skat-seat-listed") } [{ $clause }].
skat-seat-listed = { SEAT($seat) } { SIGNED($points) }
skat-deals = შემდეგი დამრიგებელი: { SEAT($seat) }; პირველი ხელი: { SEAT($leader) } [{ $clause }].

# The short title of each clause.
clause-K1 = დასტა და ქულები
clause-K2 = კოზირები და უფროსობა
clause-K3 = დამრიგებელი და ადგილები
clause-K4 = დარიგება
clause-K5 = ფსონები
clause-K6 = ვაჭრობა
clause-K7 = პირველ ხელს თამაში შეუძლია
clause-K8 = ყველამ თქვა პასი
clause-K9 = გამთამაშებელი
clause-K10 = სკატი ან ხელიდან
clause-K11 = თამაშები
clause-K12 = გამოცხადებები
clause-K13 = როდის აცხადებენ
clause-K14 = ნული და ფსონი
clause-K15 = ჩამოსვლა
clause-K16 = ფერის გაყოლა
clause-K17 = ვის მიაქვს ხელი
clause-K18 = ათი ხელი
clause-K19 = გამთამაშებლის ქულები
clause-K20 = შნაიდერი და შვარცი
clause-K21 = მატადორები
clause-K22 = მამრავლი
clause-K23 = საფუძველი და ღირებულება
clause-K24 = მოგების პირობები
clause-K25 = მოგებული თამაში
clause-K26 = წაგებული თამაში
clause-K27 = გადაჭარბება
clause-K28 = გამთამაშებელი ნებდება
clause-K29 = მოწინააღმდეგეები ნებდებიან
clause-K30 = დანარჩენის მოთხოვნა
clause-K31 = დარიგებების რაოდენობა
clause-K32 = სიის ანგარიში
clause-K33 = ადგილები სიაში

skat-zone-skat = სკატი
skat-role-forehand = პირველი ხელი
skat-role-middlehand = მეორე ხელი
skat-role-rearhand = მესამე ხელი
skat-role-sits_out = შესვენება
skat-role-declarer = გამთამაშებელი
skat-role-defender = მოწინააღმდეგე
skat-field-value = ფსონი
skat-field-contract = თამაში
    .clubs = ჯვარი
    .spades = ყვავი
    .hearts = გული
    .diamonds = აგური
    .grand = გრანდი
    .null = ნული
skat-field-hand = სკატის გარეშე
skat-field-schneider = გამოცხადებულია შნაიდერი
skat-field-schwarz = გამოცხადებულია შვარცი
skat-field-ouvert = ღიად
skat-event-auction_won = ვაჭრობა მოგებულია
skat-event-skat_taken = სკატი აღებულია
skat-event-claim_judged = მოთხოვნა განხილულია
skat-event-hand_opened = კარტები გაიხსნა
skat-event-settled = ქულები დათვლილია

# What a seat has just done, in a bubble beside it: three words at most, with the card, value or number after them.
skat-said-bid = ამბობს
skat-said-hold = ინარჩუნებს
skat-said-pass = პასი
skat-said-pick_up = იღებს სკატს
skat-said-discard = აგდებს
skat-said-declare = თამაშობს
skat-said-play = ჩამოდის
skat-said-concede = ნებდება
skat-said-ask_to_concede = დავნებდეთ?
skat-said-claim = დანარჩენი ჩემია
skat-said-accept = თანახმაა
skat-said-decline = აგრძელებს

skat-you-bid = ამბობთ
skat-you-held = ინარჩუნებთ
skat-you-passed = პასობთ
skat-you-picked_up = იღებთ სკატს
skat-you-discarded = აგდებთ
skat-you-declared = თამაშობთ
skat-you-played = ჩამოდიხართ
skat-you-conceded = ნებდებით
skat-you-concession_asked = ითხოვთ დანებებას
skat-you-claimed = იღებთ დანარჩენს
skat-you-accepted = თანახმა ხართ
skat-you-declined = აგრძელებთ

# Why a card cannot be played, by the clause that refuses it.
why-K10 = გადააგდეთ თქვენი ორი კარტი.
why-K16 = { $follow }, სანამ გაქვთ.

# Why a move was allowed.
skat-allowed-first-bid = ფსონი ჯერ არავის უთქვამს, ამიტომ ნებისმიერი ფსონი ან პასი შეიძლებოდა [{ $clause }].
skat-allowed-raise = ბოლო ფსონი: { $bid }; შეიძლებოდა მეტის დასახელება ან პასი [{ $clause }].
skat-allowed-highest = ბოლო ფსონი: { $bid }, უმაღლესი; შეიძლებოდა მხოლოდ პასი [{ $clause }].
skat-allowed-answer = დასახელდა ფსონი { $bid }; შეიძლებოდა მისი დაჭერა ან პასი [{ $clause }].
skat-allowed-alone = სხვებმა ფსონის გარეშე თქვეს პასი, ამიტომ პირველ ხელს 18-ზე თამაში ან პასი შეეძლო [{ $clause }].
skat-allowed-pick-up = გამთამაშებელს სკატის აღება ან ხელიდან თამაში შეეძლო [{ $clause }].
skat-allowed-lay-away = სკატი აღებულია, ამიტომ თორმეტი კარტიდან ნებისმიერი ორის ჩადება შეიძლებოდა [{ $clause }].
skat-allowed-declare = სკატი აღებულია, ამიტომ ნებისმიერი თამაში შეიძლებოდა დამატებითი გამოცხადების გარეშე; ნული მხოლოდ მაშინ, თუ ფარავს ფსონს { $bid } [{ $clause }].
skat-allowed-declare-hand = სკატი არ აუღიათ, ამიტომ ხელიდან ნებისმიერი თამაში შეიძლებოდა, დამატებითი გამოცხადებით ან მის გარეშე; ნული მხოლოდ მაშინ, თუ ფარავს ფსონს { $bid } [{ $clause }].
skat-allowed-lead = { trick-number }: ჩამოსვლა ნებისმიერი კარტით შეიძლებოდა [{ $clause }].
skat-allowed-follow = { trick-number }: ჩამოსული იყო { suit-name }, და იგივე უნდა დადებულიყო; { $allowed ->
        [any] ხელში სხვა არაფერი იყო
        [only] ხელში ასეთი მხოლოდ ერთი იყო: { some-cards }
        [unknown] ეს კარტი ასეთია
       *[some] ხელში იყო { some-cards }
    } [{ $clause }].
skat-allowed-void = { trick-number }: ჩამოსული იყო { suit-name }; ხელში ასეთი არ იყო, ამიტომ ნებისმიერი კარტის დადება შეიძლებოდა [{ $clause }].
skat-allowed-jack = { trick-number }: ჩამოსული იყო { suit-name }; { CARD($jack) } კოზირია, ამ ფერის სხვა კარტი კი ხელში არ იყო, ამიტომ ნებისმიერი კარტის დადება შეიძლებოდა [{ $clause }].
skat-allowed-concede = { trick-number }: როცა ხელში ცხრა ან მეტი კარტია, გამთამაშებელს თანხმობის გარეშე შეუძლია დანებება [{ $clause }].
skat-allowed-concede-defender = { trick-number }: მოწინააღმდეგეს ნებისმიერ დროს შეუძლია დანებება; ის ძალაშია, როცა ორივე დანებდება [{ $clause }].
skat-allowed-ask = { trick-number }: როცა ხელში ცხრაზე ნაკლები კარტია, გამთამაშებელს დასანებებლად ერთი მოწინააღმდეგის თანხმობა სჭირდება [{ $clause }].
skat-allowed-claim = { trick-number }: გამთამაშებელს დარჩენილი ხელების მოთხოვნა შეეძლო, დარიგებაში ერთხელ [{ $clause }].
skat-allowed-answer-claim = { trick-number }: გამთამაშებელმა დარჩენილი ხელები მოითხოვა; მოწინააღმდეგეს დათანხმება ან უარი შეეძლო [{ $clause }].
skat-allowed-answer-concession = { trick-number }: გამთამაშებელმა დანებებაზე თანხმობა ითხოვა; მოწინააღმდეგეს დათანხმება ან უარი შეეძლო [{ $clause }].
