# What belongs to the language itself.

language = ქართული
    .complete = yes

# The separators of lists: between two items, and before the last one.
join-list = { ", " }
    .last = { ", " }
join-and = { ", " }
    .last = { " და " }
join-every-and = { " და " }
    .last = { " და " }
join-or = { " ან " }
    .last = { " ან " }
join-words = { " " }
    .last = { " " }

# A card: the suit is in the genitive, the rank is declined. `ergative` and `genitive` are endings.
# uncertain: card names differ by table; ვალეტი, დამა, კაროლი and ტუზი are the usual Georgian words
card = { card.name }
    .name = { card-suit } { $rank ->
        [six] ექვსიანი
        [seven] შვიდიანი
        [eight] რვიანი
        [nine] ცხრიანი
        [ten] ათიანი
        [jack] ვალეტი
        [queen] დამა
        [king] კაროლი
       *[ace] ტუზი
    }
    .genitive = { card-suit } { $rank ->
        [six] ექვსიანის
        [seven] შვიდიანის
        [eight] რვიანის
        [nine] ცხრიანის
        [ten] ათიანის
        [jack] ვალეტის
        [queen] დამის
        [king] კაროლის
       *[ace] ტუზის
    }
    .long = { card.name }
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
card-suit = { $suit ->
        [clubs] ჯვრის
        [diamonds] აგურის
        [hearts] გულის
       *[spades] ყვავის
    }

item = { $item }

# A seat and a side where no names are known: the functions SEAT and SIDE.
a-seat = ადგილი { $seat }
a-side = მხარე { $side }
at-seat = { SEAT($item) }
