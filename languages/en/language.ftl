# What belongs to the language itself.

language = English
    .complete = yes

# The separators of lists: between two items, and before the last one.
join-list = { ", " }
    .last = { ", " }
join-and = { ", " }
    .last = { " and " }
join-every-and = { " and " }
    .last = { " and " }
join-words = { " " }
    .last = { " " }

# A card. Each attribute is a case of the language, or the index for a small space.
# In English a card is named by its code, but in full where a move is explained.
card = { $code }
    .name = { $code }
    .long = { $rank } of { $suit }
    .index = { $rank ->
        [ten] 10
        [jack] J
        [queen] Q
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

join-or = { " or " }
    .last = { " or " }

item = { $item }

# A seat and a side where no names are known: the functions SEAT and SIDE.
a-seat = seat { $seat }
a-side = side { $side }
at-seat = { SEAT($item) }
