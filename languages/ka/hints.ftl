# Why a hint names a move: what is true of the move for its player to see.

hint-only-move = სხვა სვლა არ გაქვთ.
hint-looked-ahead = ბოტმა { $positions }-მდე პოზიცია განიხილა და უკეთესი ვერ იპოვა.
hint-weighed = ბოტმა თქვენი სვლები მარტივი წესებით შეაფასა და ეს ამჯობინა.

durak-hint-attacks-cheaply = ეს თქვენი ყველაზე იაფი კარტია. ძვირიანები მერე გამოგადგებათ.
durak-hint-has-another = ამავე ღირებულების კიდევ ერთი კარტი გაქვთ ჩასამატებლად.
durak-hint-throws-in = მოწინააღმდეგე მაინც იღებს, თქვენ კი კარტს მოიშორებთ.
durak-hint-adds-cheaply = ეს იაფი დაგიჯდებათ, მოწინააღმდეგეს კი კიდევ მოუწევს მოჭრა.
durak-hint-beats-cheaply = ეს ყველაზე იაფი კარტია, რომლითაც მოჭრით.
durak-hint-keeps-trumps = ამას კოზირები დასჭირდებოდა, ისინი კი შეინახეთ.
durak-hint-keeps-cards = ბოტი ამჯობინებს, თქვენი კარტი შეინახოთ.

goat-hint-unbeatable = იმ კარტებში, რომლებიც ჯერ არ გინახავთ, უფროსი არ არის.
goat-hint-leads-no-points = ქულებს არ რისკავთ.
goat-hint-beats-cheaply = ეს ყველაზე სუსტია, რაც ჭრის.
goat-hint-gives-to-partner = ხელი ჯერ თქვენს პარტნიორს მიაქვს და ქულები შეიძლება თქვენთან დარჩეს.
goat-hint-throws-away-least = ასე ყველაზე ცოტა ქულას გასცემთ.

svoi_kozyri-hint-no-card-seen = კარტი ჯერ არ გინახავთ, ამიტომ ნებისმიერი ფერი გამოდგება.
svoi_kozyri-hint-makes-take = მოწინააღმდეგეს მოსაჭრელი არაფერი აქვს და უნდა აიღოს.
svoi_kozyri-hint-leads-cheaply = ეს თქვენი ყველაზე სუსტი კარტია.
svoi_kozyri-hint-beats-cheaply = ასე ყველაზე იაფი კარტით ჭრით.
svoi_kozyri-hint-keeps-trumps = მოჭრა მხოლოდ კოზირებით შეგიძლიათ, ისინი კი შეინახეთ.

skat-hint-bids = ბოტი ფიქრობს, რომ თქვენი კარტით ამ ფასად მოიგებთ.
skat-hint-passes = ბოტი თქვენს კარტში სარისკო თამაშს ვერ ხედავს.
skat-hint-wins-last = თქვენ ბოლოს თამაშობთ და ეს ყველაზე სუსტი კარტია, რომელსაც ხელი მიაქვს.
skat-hint-draws-trumps = ასე მოწინააღმდეგეებს კოზირებს გამოაწურავთ.
skat-hint-gives-to-partner = ხელი თქვენს პარტნიორს მიაქვს და ქულებიც მას რჩება.
skat-hint-throws-away-least = ასე ყველაზე ცოტა ქულას გასცემთ.
