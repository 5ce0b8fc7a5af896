# Durak: names, and how a deal ended.

durak = Дурак

durak-title-durak = дурак

durak-move-attack = ходить
durak-move-beat = отбиться
durak-move-take = беру
durak-move-done = бито
durak-pick-attack = Выберите карту

durak-option-both_out = Если в конце пусты обе руки
    .first_empty = выиграла та, что опустела первой
    .draw = ничья
durak-option-any_trump_beats = Любой козырь бьёт любую карту
    .false = нет
    .true = да
durak-option-throw_in_after_take = Подкидывать вдогонку
    .false = нет
    .true = да
durak-option-points_to_win = Играем до (очков)

durak-won = Карт не осталось, колода пуста. Победа в сдаче: { SEAT($seat) } [{ $clause }].
durak-drawn = Обе руки и колода пусты: ничья [{ $clause }].
durak-for-lowest = { $of ->
        [trumps] младший козырь
       *[pack] младшая карта
    }: { SEAT($seat) }
durak-attacks-first = Первый ход в следующей сдаче: { SEAT($seat) } [{ $clause }].
durak-cards-name-attacker = Кто в следующей сдаче ходит первым, решат карты [{ $clause }].
durak-deals = Сдающий: { SEAT($seat) }.

# The short title of each clause.
clause-D1 = Места и колода
clause-D2 = Сдача и козырь
clause-D3 = Первый ход
# uncertain: «кон» is used for one attack and for the whole deal
clause-D4 = Кон
clause-D5 = Предел кона
clause-D6 = Как бьют
clause-D7 = Взять карты
clause-D8 = Бито
clause-D9 = Добор
clause-D10 = Выигрыш сдачи
clause-D11 = Матч
clause-D12 = Кон, который кончается сам
clause-D13 = Карты в отбое

durak-zone-bout = на столе
durak-zone-away = отбой
durak-role-attacker = атака
durak-role-defender = защита
durak-event-picked_up = Карты взяты
durak-event-put_away = Карты ушли в отбой

# What a seat has just done, in a bubble beside it: three words at most, with the card, value or number after them.
durak-said-attack = ходит
durak-said-beat = бьёт
durak-said-take = берёт
durak-said-done = бито

durak-you-attacked = ходите
durak-you-beaten = бьёте
durak-you-take_announced = берёте
durak-you-done_said = говорите «бито»

# Why a card cannot be played, by the clause that refuses it.
why-D4 = Подкидывать можно только достоинства, которые уже есть на столе.
why-D5 = Больше карт подкинуть нельзя.
why-D6 = { $card } не бьёт { $beats }: нужна та же масть старше или козырь.

# Why a move was allowed.
durak-trick-number = Кон { $trick }
durak-allowed-attack = { durak-trick-number }: начать можно было с любой карты [{ $clause }].
durak-allowed-add = { durak-trick-number }: на столе лежит { CARD($match) }, поэтому { CARD($card) } подходит{ $allowed ->
        [only] ; других подходящих карт в руке не было
        [unknown] { "" }
       *[some] ; в руке для этого: { some-cards }
    } [{ $clause }].
durak-allowed-throw-in = { durak-trick-number }: после «беру» ещё можно было подкинуть: на столе лежит { CARD($match) }, поэтому { CARD($card) } подходит{ $allowed ->
        [only] ; других подходящих карт в руке не было
        [unknown] { "" }
       *[some] ; в руке для этого: { some-cards }
    } [{ $clause }].
durak-allowed-beat = { durak-trick-number }: лежала карта { CARD($attack) }; { CARD($card) } бьёт: { $by ->
        [suit] карта старше в той же масти
        [any_trump] за этим столом любой козырь бьёт любую карту
       *[trump] это козырь
    }{ $allowed ->
        [only] ; больше бить было нечем
        [unknown] { "" }
       *[some] ; в руке для этого: { some-cards }
    } [{ $clause }].
durak-allowed-take = { durak-trick-number }: взять можно, пока не побита карта { CARD($attack) }{ $allowed ->
        [none] ; бить было нечем
        [unknown] { "" }
       *[some] ; в руке было чем бить: { some-cards }
    } [{ $clause }].
durak-allowed-done = { durak-trick-number }: все карты побиты, поэтому можно было сказать «бито»{ $allowed ->
        [none] ; подкинуть было нечего
        [unknown] { "" }
       *[some] ; подкинуть ещё можно было: { some-cards }
    } [{ $clause }].
durak-allowed-done-after-take = { durak-trick-number }: сказано «беру», поэтому можно было больше не подкидывать{ $allowed ->
        [none] ; подкинуть было нечего
        [unknown] { "" }
       *[some] ; подкинуть ещё можно было: { some-cards }
    } [{ $clause }].
