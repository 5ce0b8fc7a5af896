# Svoi Kozyri: names, and how a deal ended.

svoi_kozyri = Свои козыри

svoi_kozyri-move-choose_trump = выбрать козырь
svoi_kozyri-move-lead = зайти
svoi_kozyri-move-beat = побить
svoi_kozyri-move-take = взять
svoi_kozyri-pick-lead = Выберите карту

svoi_kozyri-option-deal = Сдача
    .random = случайная
    .mirrored = зеркальная, без везения
svoi_kozyri-option-voluntary_take = Можно взять, даже если есть чем побить
    .false = нет
    .true = да
svoi_kozyri-option-max_plies = После скольких ходов ничья
svoi_kozyri-option-wins = Играем до (выигранных сдач)

svoi_kozyri-won = Карт не осталось. Победа в сдаче: { SEAT($seat) } [{ $clause }].
svoi_kozyri-drawn-last-card = Одна рука пуста, но { CARD($card) }, единственная карта другой руки, бьёт верхнюю карту: ничья [{ $clause }].
svoi_kozyri-drawn-repetition = Одна и та же позиция возникла в третий раз: ничья [{ $clause }].
svoi_kozyri-drawn-max-plies = Достигнут предел ходов, и никто не выиграл: ничья [{ $clause }].
svoi_kozyri-deals = Следующий сдающий: { SEAT($seat) } [{ $clause }].

# The short title of each clause.
clause-S1 = Места и колода
clause-S2 = Выбор козырей
clause-S3 = Сдача
clause-S4 = Сдающий и заход
clause-S5 = Побить или взять
clause-S6 = Что бьёт что
clause-S7 = Побить и положить
clause-S8 = Сколько берут
clause-S9 = Переход хода
clause-S10 = Выигрыш сдачи
clause-S11 = Ничья по последней карте
clause-S12 = Повторение
clause-S13 = Матч

svoi_kozyri-field-suit = масть
svoi_kozyri-field-then = карта сверху
svoi_kozyri-event-dealer_named = Сдающий назван
svoi_kozyri-event-taken = Карты взяты

# What a seat has just done, in a bubble beside it: three words at most, with the card, value or number after them.
svoi_kozyri-said-choose_trump = козыри:
svoi_kozyri-said-lead = ходит
svoi_kozyri-said-beat = бьёт, ходит
svoi_kozyri-said-take = берёт

svoi_kozyri-you-trump_chosen = выбираете козыри:
svoi_kozyri-you-led = ходите
svoi_kozyri-you-beaten = бьёте, ходите
svoi_kozyri-you-yielded = берёте

# What the next card of a move with several has to do.
svoi_kozyri-next-beat-card = Сначала побейте { $cards }
svoi_kozyri-next-beat-then = Теперь любая другая сверху

# Why a card cannot be played, by the clause that refuses it.
why-S5 = Кто может бить, обязан бить.
why-S6 = { $card } не бьёт { $beats }.
why-S7 = Сначала карта, которая бьёт, потом другая сверху.

# Why a move was allowed.
svoi_kozyri-trick-number = Круг { $trick }
svoi_kozyri-allowed-choose = Первым выбирает не сдающий; выбрать можно было любую масть [{ $clause }].
svoi_kozyri-allowed-choose-other = Соперник уже выбрал { suit-name }, поэтому можно было выбрать любую другую масть [{ $clause }].
svoi_kozyri-allowed-lead = { svoi_kozyri-trick-number }: стопка пуста, поэтому зайти можно было с любой карты [{ $clause }].
svoi_kozyri-allowed-beat = { svoi_kozyri-trick-number }: сверху лежала карта { CARD($top) }; { CARD($card) } бьёт: { $by ->
        [suit] карта старше в той же масти
       *[trump] это свой козырь
    }{ $allowed ->
        [only] ; больше бить было нечем
        [unknown] { "" }
       *[some] ; в руке для этого: { some-cards }
    }; сверху можно было положить любую другую карту [{ $clause }].
svoi_kozyri-allowed-beat-alone = { svoi_kozyri-trick-number }: сверху лежала карта { CARD($top) }; { CARD($card) } бьёт: { $by ->
        [suit] карта старше в той же масти
       *[trump] это свой козырь
    }; это последняя карта, поэтому сверху ничего не кладут [{ $clause }].
svoi_kozyri-allowed-take = { svoi_kozyri-trick-number }: сверху лежала карта { CARD($top) }; { $allowed ->
        [none] бить было нечем, оставалось только взять
        [unknown] взять можно всегда, даже если есть чем бить
       *[some] можно было бить ({ some-cards }), но можно было и взять
    } [{ $clause }].
svoi_kozyri-allowed-must-take = { svoi_kozyri-trick-number }: сверху лежала карта { CARD($top) }; бить было нечем, оставалось только взять [{ $clause }].
