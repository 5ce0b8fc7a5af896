# Skat: names, and how a deal was settled. Russian players of Skat keep many German words.

skat = Скат

# uncertain: there is no fixed Russian terminology of Skat; these are the words of Russian rule texts
skat-move-bid = назвать ставку
skat-move-hold = держать
skat-move-pass = пас
skat-move-pick_up = взять скат
skat-move-discard = снести
skat-move-declare = объявить игру
skat-move-play = положить карту
skat-move-concede = сдаться
skat-move-ask_to_concede = попросить согласия сдаться
skat-move-claim = потребовать остальные взятки
skat-move-accept = согласиться
skat-move-decline = отказать
skat-pick-discard = Снесите две карты

skat-option-all_pass = Если все спасовали
    .next_deal = следующая сдача
    .redeal = пересдача
skat-option-deals = Сдач в серии
skat-option-scoring = Подсчёт
    .seeger_fabian = Зегер-Фабиан
    .classic = классический
    .bierlachs = бирлакс
skat-option-limit = Очков в минусе, на которых кончается бирлакс
skat-option-claims = Требования
    .exact = по точному розыгрышу
    .order = по кодексу ската, с открытыми картами

skat-for-auction = торговля
skat-for-bid = ставка { $bid }
skat-for-bidder = ставит { SEAT($seat) }
skat-for-holder = держит { SEAT($seat) }
skat-for-with = с { $matadors }, { EACH($steps, of: "skat-step") } × { $base } = { $worth }
skat-for-without = без { $matadors }, { EACH($steps, of: "skat-step") } × { $base } = { $worth }
skat-for-null = стоит { $worth }
skat-passed-out = Все спасовали: играющего нет, ничего не записывается [{ $clause }].
skat-played = Играющий: { SEAT($seat) }. Игра: { skat-game } при ставке { $bid } [{ $clause }].
skat-played-announced = Играющий: { SEAT($seat) }. Игра: { skat-game } { EACH($announced, of: "skat-announcement") } при ставке { $bid } [{ $clause }].
skat-game = { $game ->
        [clubs] трефы
        [spades] пики
        [hearts] червы
        [diamonds] бубны
        [grand] гранд
        [null] нуль
        [null_hand] нуль с руки
        [null_ouvert] нуль увер
       *[null_hand_ouvert] нуль с руки, увер
    }
skat-announcement = { $item ->
        [hand] с руки
        [schneider_announced] с объявленным шнайдером
        [schwarz_announced] с объявленным шварцем
       *[ouvert] увер
    }
skat-tricks = { $tricks ->
        [one] { $tricks } взятку
        [few] { $tricks } взятки
       *[other] { $tricks } взяток
    }
    .locative = { $tricks ->
        [one] { $tricks } взятке
       *[other] { $tricks } взятках
    }
    .genitive = { $tricks ->
        [one] { $tricks } взятки
       *[other] { $tricks } взяток
    }
skat-points = { $points ->
        [one] { $points } очко
        [few] { $points } очка
       *[other] { $points } очков
    }
skat-taken = { skat-points } вместе со скатом в { skat-tricks.locative }
skat-played-out = Играющий взял { skat-taken } [{ $clause }].
skat-played-out-null = Играющий взял { skat-tricks } [{ $clause }].
skat-conceded = Играющий сдался, имея { skat-taken } [{ $clause }].
skat-conceded-null = Играющий сдался, имея { skat-tricks } [{ $clause }].
skat-given-up = Оба вистующих сдались, когда играющий имел { skat-taken } [{ $clause }].
skat-given-up-null = Оба вистующих сдались, когда играющий имел { skat-tricks } [{ $clause }].
skat-claimed = Играющий потребовал всё оставшееся, всего { skat-taken } [{ $clause }].
skat-claimed-null = Играющий обязался не взять ни одной из оставшихся взяток [{ $clause }].
skat-null-worth = { CAPITAL(skat-game) } стоит { $worth } [{ $clause }].
skat-worth-with = С { $matadors }, { EACH($steps, of: "skat-step") }: { $multiplier } × { $base } = { $worth } [{ $clause }].
skat-worth-without = Без { $matadors }, { EACH($steps, of: "skat-step") }: { $multiplier } × { $base } = { $worth } [{ $clause }].
skat-step = { $step ->
        [game] игра
        [hand] с руки
        [schneider] шнайдер
        [schneider_announced] шнайдер объявлен
        [schwarz] шварц
        [schwarz_announced] шварц объявлен
       *[ouvert] увер
    } { $total }
skat-counts = { CAPITAL(EACH($cards, of: "a-card", join: "every-and")) } в скате { $number ->
        [one] считается вместе с рукой играющего
       *[other] считаются вместе с рукой играющего
    } [{ $clause }].
skat-granted = Ставка требует большего; это было достижимо и засчитано как выполненное [{ $clause }].
skat-overbid = Ставка была { $bid }: перебор, игра проиграна при любых очках. Ближайшая стоимость, которая её покрывает: { $multiplier } × { $base } = { $worth } [{ $clause }].
skat-without-half = Без 61 очка игра проиграна [{ $clause }].
skat-null-trick = В нуле играющий не должен взять ни одной взятки [{ $clause }].
skat-missed-schneider = Объявленный шнайдер требует 90 очков; он не выполнен, но всё равно засчитан [{ $clause }].
skat-missed-schwarz = Объявленный шварц требует всех десяти взяток; он не выполнен, но всё равно засчитан [{ $clause }].
skat-stays = Игра, которая уже выиграна или проиграна, такой и остаётся [{ $clause }].
skat-won = Игра выиграна: { SIGNED($value) } [{ $clause }].
skat-lost = Игра проиграна и считается вдвойне: { SIGNED($value) } [{ $clause }].
skat-listed = В список: { EACH($seats, of: "skat-seat-listed") } [{ $clause }].
skat-seat-listed = { SEAT($seat) } { SIGNED($points) }
skat-deals = Следующий сдающий: { SEAT($seat) }; первый ход: { SEAT($leader) } [{ $clause }].

# The short title of each clause.
clause-K1 = Колода и очки
clause-K2 = Козыри и старшинство
clause-K3 = Сдающий и места
clause-K4 = Сдача
clause-K5 = Ставки
clause-K6 = Торговля
clause-K7 = Первая рука может играть
clause-K8 = Все спасовали
clause-K9 = Играющий
clause-K10 = Скат или с руки
clause-K11 = Игры
clause-K12 = Объявления
clause-K13 = Когда объявляют
clause-K14 = Нуль и ставка
clause-K15 = Заход
clause-K16 = Ход в масть
clause-K17 = Кто берёт взятку
clause-K18 = Десять взяток
clause-K19 = Очки играющего
clause-K20 = Шнайдер и шварц
clause-K21 = Матадоры
clause-K22 = Множитель
clause-K23 = Основная стоимость и стоимость игры
clause-K24 = Условия выигрыша
clause-K25 = Игра выиграна
clause-K26 = Игра проиграна
clause-K27 = Перебор
clause-K28 = Играющий сдаётся
clause-K29 = Вистующие сдаются
clause-K30 = Требование остальных взяток
clause-K31 = Число сдач
clause-K32 = Подсчёт списка
clause-K33 = Места в списке

skat-zone-skat = скат
skat-role-forehand = первая рука
skat-role-middlehand = вторая рука
skat-role-rearhand = третья рука
skat-role-sits_out = пауза
skat-role-declarer = играющий
skat-role-defender = противник
skat-field-value = ставка
skat-field-contract = игра
    .clubs = трефы
    .spades = пики
    .hearts = червы
    .diamonds = бубны
    .grand = гранд
    .null = нуль
skat-field-hand = без ската
skat-field-schneider = объявлен шнайдер
skat-field-schwarz = объявлен шварц
skat-field-ouvert = открыто
skat-event-auction_won = Торги окончены
skat-event-skat_taken = Скат взят
skat-event-claim_judged = Требование рассмотрено
skat-event-hand_opened = Карты открыты
skat-event-settled = Очки подсчитаны

# What a seat has just done, in a bubble beside it: three words at most, with the card, value or number after them.
skat-said-bid = ставит
skat-said-hold = держит
skat-said-pass = пас
skat-said-pick_up = берёт прикуп
skat-said-discard = сносит
skat-said-declare = играет
skat-said-play = кладёт
skat-said-concede = сдаётся
skat-said-ask_to_concede = сдаёмся?
skat-said-claim = забирает остаток
skat-said-accept = согласен
skat-said-decline = играем дальше

skat-you-bid = ставите
skat-you-held = держите
skat-you-passed = пасуете
skat-you-picked_up = берёте прикуп
skat-you-discarded = сносите
skat-you-declared = играете
skat-you-played = кладёте
skat-you-conceded = сдаётесь
skat-you-concession_asked = предлагаете сдаться
skat-you-claimed = забираете остаток
skat-you-accepted = соглашаетесь
skat-you-declined = играете дальше

# Why a card cannot be played, by the clause that refuses it.
why-K10 = Снесите две свои карты.
why-K16 = { $follow }, пока она есть.

# Why a move was allowed.
skat-allowed-first-bid = Ставок ещё не было, поэтому можно было назвать любую или спасовать [{ $clause }].
skat-allowed-raise = Последняя ставка: { $bid }; можно было назвать больше или спасовать [{ $clause }].
skat-allowed-highest = Последняя ставка: { $bid }, выше ставок нет; можно было только спасовать [{ $clause }].
skat-allowed-answer = Названа ставка { $bid }; её можно было держать или спасовать [{ $clause }].
skat-allowed-alone = Остальные спасовали без ставок, поэтому первая рука могла играть на 18 или спасовать [{ $clause }].
skat-allowed-pick-up = Играющий мог взять скат или оставить его и играть с руки [{ $clause }].
skat-allowed-lay-away = Скат взят, поэтому можно было снести любые две карты из двенадцати [{ $clause }].
skat-allowed-declare = Скат взят, поэтому можно было объявить любую игру без дополнительных объявлений; нуль — только если он покрывает ставку { $bid } [{ $clause }].
skat-allowed-declare-hand = Скат не взят, поэтому можно было объявить любую игру с руки, с дополнительными объявлениями или без них; нуль — только если он покрывает ставку { $bid } [{ $clause }].
skat-allowed-lead = { trick-number }: зайти можно было с любой карты [{ $clause }].
skat-allowed-follow = { trick-number }: заход — { suit-name }, и нужно было положить то же; { $allowed ->
        [any] другого в руке не было
        [only] в руке подходила только одна карта: { some-cards }
        [unknown] эта карта подходит
       *[some] в руке для этого: { some-cards }
    } [{ $clause }].
skat-allowed-void = { trick-number }: заход — { suit-name }; их в руке не было, поэтому можно было положить любую карту [{ $clause }].
skat-allowed-jack = { trick-number }: заход — { suit-name }; { CARD($jack) } — козырь, а других карт этой масти в руке не было, поэтому можно было положить любую карту [{ $clause }].
skat-allowed-concede = { trick-number }: пока в руке девять карт или больше, играющий может сдаться без согласия [{ $clause }].
skat-allowed-concede-defender = { trick-number }: вистующий может сдаться в любой момент; это действует, когда сдались оба [{ $clause }].
skat-allowed-ask = { trick-number }: если в руке меньше девяти карт, играющему нужно согласие одного из вистующих [{ $clause }].
skat-allowed-claim = { trick-number }: играющий может потребовать остальные взятки, один раз за сдачу [{ $clause }].
skat-allowed-answer-claim = { trick-number }: играющий потребовал остальные взятки; вистующий мог согласиться или отказать [{ $clause }].
skat-allowed-answer-concession = { trick-number }: играющий попросил согласия сдаться; вистующий мог согласиться или отказать [{ $clause }].
