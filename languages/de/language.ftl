# What belongs to the language itself.

language = Deutsch
    .complete = yes

# The separators of lists: between two items, and before the last one.
join-list = { ", " }
    .last = { ", " }
join-and = { ", " }
    .last = { " und " }
join-every-and = { " und " }
    .last = { " und " }
join-or = { " oder " }
    .last = { " oder " }
join-words = { " " }
    .last = { " " }

# A card, in the words of Skat. German card names are compounds and do not change by case.
card = { card.name }
    .name = { $suit ->
        [clubs] Kreuz
        [diamonds] Karo
        [hearts] Herz
       *[spades] Pik
    }-{ $rank ->
        [six] Sechs
        [seven] Sieben
        [eight] Acht
        [nine] Neun
        [ten] Zehn
        [jack] Bube
        [queen] Dame
        [king] König
       *[ace] Ass
    }
    .genitive = { $rank ->
        [jack] { card-suit }-Buben
        [king] { card-suit }-Königs
        [ace] { card-suit }-Asses
       *[other] { card.name }
    }
    .long = { card.name }
    .index = { $rank ->
        [ten] 10
        [jack] B
        [queen] D
        [king] K
        [ace] A
        [six] 6
        [seven] 7
        [eight] 8
       *[nine] 9
    }{ $suit ->
        [clubs] ♣
        [diamonds] ♦
        [hearts] ♥
       *[spades] ♠
    }
card-suit = { $suit ->
        [clubs] Kreuz
        [diamonds] Karo
        [hearts] Herz
       *[spades] Pik
    }

item = { $item }

# A seat and a side where no names are known: the functions SEAT and SIDE.
a-seat = Platz { $seat }
a-side = Seite { $side }
at-seat = { SEAT($item) }
