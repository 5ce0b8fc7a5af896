# What belongs to the language itself.

language = Русский
    .complete = yes

# The separators of lists: between two items, and before the last one.
join-list = { ", " }
    .last = { ", " }
join-and = { ", " }
    .last = { " и " }
join-every-and = { " и " }
    .last = { " и " }
join-or = { " или " }
    .last = { " или " }
join-words = { " " }
    .last = { " " }

# A card: the rank is declined, the suit is a genitive plural. `index` is for a small space.
card-suit = { $suit ->
        [clubs] треф
        [diamonds] бубён
        [hearts] червей
       *[spades] пик
    }
card = { card.name }
    .name = { $rank ->
        [six] шестёрка
        [seven] семёрка
        [eight] восьмёрка
        [nine] девятка
        [ten] десятка
        [jack] валет
        [queen] дама
        [king] король
       *[ace] туз
    } { card-suit }
    .genitive = { $rank ->
        [six] шестёрки
        [seven] семёрки
        [eight] восьмёрки
        [nine] девятки
        [ten] десятки
        [jack] валета
        [queen] дамы
        [king] короля
       *[ace] туза
    } { card-suit }
    .long = { card.name }
    .index = { $rank ->
        [ten] 10
        [jack] В
        [queen] Д
        [king] К
        [ace] Т
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

item = { $item }

# A seat and a side where no names are known: the functions SEAT and SIDE.
a-seat = место { $seat }
a-side = сторона { $side }
at-seat = { SEAT($item) }
