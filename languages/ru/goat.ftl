# Goat: names, and how a deal was counted.

goat = Козёл

goat-title-goats = козлы
goat-title-goats-with-eggs = козлы с яйцами

goat-move-lead = зайти
goat-move-beat = побить
goat-move-discard = сбросить
# uncertain: players say «вытащить молодку» or «пойти молодкой»; usage differs by yard
goat-move-pull = молодка
goat-pick-lead = Зайдите картами одной масти

goat-option-trump_card = Козырная карта
    .hidden = внутри колоды
    .bottom = открыто под колодой
goat-option-molodka = Молодка
    .before_own_play = пока игрок не положил карты
    .on_turn = только в свой ход
    .off = не играется
goat-option-eggs = Яйца
    .none = ничего не стоят
    .double_next = следующая сдача вдвойне
    .two_each = по два очка обеим сторонам
goat-option-loss_target = Играем до (штрафных очков)

goat-took = { CAPITAL(EACH($sides, of: "goat-side-took")) } [{ $clause }].
goat-side-took = { SIDE($side) }: { $points ->
        [one] { $points } очко
        [few] { $points } очка
       *[other] { $points } очков
    } в { $tricks ->
        [one] { $tricks } взятке
       *[other] { $tricks } взятках
    }
goat-leads = Последняя взятка и заход в следующей сдаче: { SEAT($seat) } [{ $clause }].
goat-deals = Сдающий: { SEAT($seat) } [{ $clause }].
goat-loss-points = { $loss_points ->
        [one] { $loss_points } штрафное очко
        [few] { $loss_points } штрафных очка
       *[other] { $loss_points } штрафных очков
    }
goat-eggs = { $loss_points ->
        [0] 60:60 — яйца: без штрафных очков [{ $clause }].
       *[other] 60:60 — яйца: по { goat-loss-points } каждой стороне [{ $clause }].
    }
goat-won = 61 очко или больше выигрывает сдачу: { SIDE($side) } [{ $clause }].
goat-lost-narrow = { CAPITAL(SIDE($side)) }: 31 очко или больше, но не 61, поэтому { goat-loss-points } [{ $clause }].
goat-lost-wide = { CAPITAL(SIDE($side)) }: меньше 31 очка, но хотя бы одна взятка есть, поэтому { goat-loss-points } [{ $clause }].
goat-lost-bare = { CAPITAL(SIDE($side)) }: ни одной взятки, поэтому { goat-loss-points } [{ $clause }].

# The short title of each clause.
clause-G1 = Места и стороны
clause-G2 = Колода
clause-G3 = Старшинство и очки
clause-G4 = Что бьёт что
clause-G5 = Сдача
clause-G6 = Козырь
clause-G7 = Первый заход и сдающий
clause-G8 = Заход
clause-G9 = Побить или сбросить
clause-G10 = Как бьют
clause-G11 = Сброс
clause-G12 = Кто берёт взятку
clause-G13 = Молодка
clause-G14 = Две молодки
clause-G15 = Добор
clause-G16 = Конец сдачи
clause-G17 = Штрафные очки
clause-G18 = Яйца
clause-G19 = Проигрыш серии
clause-G20 = Очки не показываются

# What a seat has just done, in a bubble beside it: three words at most, with the card, value or number after them.
goat-said-lead = заходит:
goat-said-beat = бьёт!
goat-said-discard = сносит
goat-said-pull = молодка!

goat-you-led = заходите
goat-you-beaten = бьёте
goat-you-discarded = сносите
goat-you-pulled = заходите молодкой

# Why a card cannot be played, by the clause that refuses it.
why-G8 = Заходите картами только одной масти.
why-G9 = Положите столько карт, сколько в заходе.
why-G10 = Эти карты не бьют { $beats }.

# Why a move was allowed.
goat-allowed-lead = { trick-number }: зайти можно было любыми картами одной масти [{ $clause }].
goat-allowed-beat = { trick-number }: лучшее до этого — { EACH($best, of: "a-card", join: "and") }; каждая положенная карта старше в своей масти или козырь против другой масти [{ $clause }].
goat-allowed-discard = { trick-number }: рубашкой вверх можно было положить { $number ->
        [one] любую карту
        [few] любые { $number } карты
       *[other] любые { $number } карт
    }, масть держать не нужно{ $allowed ->
        [none] ; бить было нечем
        [unknown] {" "}и бить тоже
       *[some] ; побить было чем, но это не обязанность
    } [{ $clause }].
goat-allowed-pull = { trick-number }: четырьмя картами одной масти, всей рукой, можно было зайти { $molodka ->
        [on_turn] молодкой в свой ход
       *[before_own_play] вне очереди, пока игрок сам не положил карты
    } [{ $clause }].
goat-allowed-pull-closer = { trick-number }: молодка вытесняет другой заход четырьмя картами, если её место ближе к тому, у кого был заход [{ $clause }].
