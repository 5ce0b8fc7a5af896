# What the page says before a table, and what a person does at one.

## The lobby

lobby-tables = Что сейчас идёт
lobby-own-tables = Продолжить игру
lobby-ended-tables = Законченные игры
archive-link = Архив оконченных сдач
lobby-most-open = У вас открыто игр: { $most }, больше нельзя. Продолжите одну или закончите одну.
lobby-end = Закончить игру
lobby-end-table = Закончить игру за столом «{ $table }»
lobby-end-ask = Если закончить сейчас, вы проиграете.
lobby-end-ask-open = Пока никто не пришёл. Приглашение тоже перестанет действовать.
lobby-no-tables = Сейчас нет открытых столов.
lobby-no-key = С ключом API можно открывать столы со своими условиями, и играть могут программы.
lobby-tournaments = Турниры
lobby-to-host = Стать хозяином столов
lobby-game = Игра
lobby-every-game = Любая игра
lobby-only-free = Только столы со свободным местом
lobby-free-seat = свободное место
lobby-bot = бот ({ $level })
lobby-external-bot = { $name } (бот)
lobby-is-played = Идёт игра.
lobby-is-over = Игра закончена.
lobby-with-hints = с подсказками
lobby-join-short = Сесть
lobby-watch-short = Смотреть
lobby-to-seat = К моему месту
lobby-disputes = Споры
lobby-join = Сесть за стол «{ $table }»
lobby-watch = Смотреть стол «{ $table }»
queue-title = Ищем игроков: { $game }
queue-ahead = { $ahead ->
        [0] Вы следующий в очереди.
        [one] Перед вами { $ahead } человек.
        [few] Перед вами { $ahead } человека.
       *[other] Перед вами { $ahead } человек.
    }
queue-missing = { $missing ->
        [one] Нужен ещё { $missing } игрок.
        [few] Нужны ещё { $missing } игрока.
       *[other] Нужно ещё { $missing } игроков.
    }
queue-bots = Через полминуты свободные места могут занять боты
queue-bots-in = { $seconds ->
        [0] Боты уже садятся.
        [one] Боты сядут через { $seconds } секунду.
        [few] Боты сядут через { $seconds } секунды.
       *[other] Боты сядут через { $seconds } секунд.
    }
queue-leave = Отмена
lobby-entry-title = Войти по ссылке
lobby-entry-label = Вставьте приглашение
lobby-entry-hint = Или другую ссылку: на ваше место или то, чем с вами поделился игрок.
lobby-entry-go = Перейти
lobby-entry-no-link = Это не ссылка на стол и не токен.
lobby-entry-ended = Срок этого токена истёк.
lobby-opening-open = Открыть стол
lobby-opening-game = Игра
lobby-opening-name = Название стола
lobby-opening-seats = Места
lobby-opening-number = Число мест
lobby-opening-me = Я
lobby-opening-invite = Пригласить друга
lobby-opening-free = Открыто для всех
lobby-opening-visibility = Кому виден стол
lobby-opening-public = Всем
lobby-opening-private = Только игрокам и мне
lobby-opening-turn-limit = Секунд на ход
lobby-opening-turn-limit-hint = Пусто: без часов.
lobby-opening-pause = Наибольшая пауза между сдачами, в секундах
lobby-opening-pause-hint = Пауза кончается, как только все готовы.
lobby-opening-hints = Подсказки
lobby-opening-hints-hint = Игрок может спросить, как сыграл бы сильный бот. Все видят, что подсказка дана.
lobby-opening-phrases = Короткие фразы
lobby-opening-phrases-usual = Как принято в этой игре
lobby-opening-phrases-off = Никогда
lobby-opening-phrases-between = Между сдачами
lobby-opening-phrases-always = В любое время
lobby-opening-watch-delay = Зрители видят игру
lobby-opening-watch-delay-0 = Сразу
lobby-opening-watch-delay-30 = На полминуты позже
lobby-opening-watch-delay-120 = На две минуты позже
lobby-opening-watch-delay-600 = На десять минут позже
lobby-opening-submit = Открыть
lobby-opening-invitations = Стол открыт. Отправьте каждому ссылку: она действует один раз.
lobby-opening-invitation-for = Приглашение для игрока { $number }
lobby-opening-to-table = К столу
lobby-waits-for = { $seats ->
        [one] Нужен ещё { $seats } игрок.
        [few] Нужны ещё { $seats } игрока.
       *[other] Нужно ещё { $seats } игроков.
    }

## Taking a seat

seat-title = Занять место
seat-device = Хранить моё место на этом устройстве
seat-device-hint = Иначе оно забудется, когда вкладка закроется.
seat-kept = Ваше место хранится на этом устройстве ещё семь дней после конца серии.
seat-not-kept = Ваше место забудется, когда вкладка закроется.
seat-forget-device = Забыть это устройство
seat-link = Ваша личная ссылка
seat-link-hint = Она возвращает ваше место, в том числе на другом устройстве. У кого она есть, тот играет за вас.
seat-sit = Сесть
seat-sit-as = Сесть под именем { $name }
seat-which = Место
seat-proof = Дополнительные проверки честности
seat-commits = Добавить к тасовке свои зёрна
seat-commits-hint = Если честен сервер или хотя бы одно место с зёрнами, карты случайны, и никто не мог их предвидеть. Зёрна хранятся в этом браузере: играйте серию здесь.
seat-sign-moves = Подписывать мои ходы ключом
seat-sign-moves-hint = Ключ создаётся в этом браузере и не может его покинуть. Тогда сервер не может придумать ваш ход: играйте серию здесь.
seat-insecure = Зёрнам и ключам нужен HTTPS: эта страница пришла по простому HTTP.

## The settings

settings-title = Настройки
settings-about = Они действуют в этом браузере на этом устройстве, и больше никто их не узнаёт.
settings-language = Язык
settings-language-of-browser = Как в браузере
settings-choices-deck-label = Масти
settings-choices-deck-values-french = Французские
settings-choices-deck-values-german = Немецкие
settings-choices-colours-label = Цвета мастей
settings-choices-colours-values-two = Два
settings-choices-colours-values-four = Четыре
settings-choices-colours-values-tournament = Турнирный скат
settings-colours-french = У немецких мастей всегда свои четыре цвета. Этот выбор действует для французских мастей.
settings-choices-theme-label = Яркость
settings-choices-theme-values-system = Как на устройстве
settings-choices-theme-values-light = Светлая
settings-choices-theme-values-dark = Тёмная
settings-choices-theme-values-contrast = Высокий контраст
settings-choices-motion-label = Движение
settings-choices-motion-values-system = Как на устройстве
settings-choices-motion-values-reduced = Меньше
settings-choices-motion-values-full = Полное
settings-sound = Звуки
settings-sound-hint = Тихий сигнал, когда наступает ваш ход, когда другие кладут карту и когда сдача закончена.
settings-confirmation = Карта играется двумя касаниями
settings-confirmation-hint = Первое касание выбирает, второе играет. Без этого карта с единственным ходом играется одним касанием.
settings-forced = Играть ход без выбора самому
settings-forced-hint = Если все остальные — боты, единственный возможный ход делается сам через мгновение.
settings-digits = Клавиши 1–9 нажимают кнопки
settings-digits-hint = Пока фокус на столе, цифра нажимает кнопку с этим номером.

## What a person does at a table

acts-why = Почему?
acts-moves = Ваш ход
table-number-of = { $number } из { $of }
table-deal-of = сдача { $number } из { $all }
table-waiting-players = { $count ->
        [one] Ждём ещё { $count } игрока
       *[other] Ждём ещё { $count } игроков
    }
table-waiting-seeds = Ждём зёрна: { $names }
table-waiting-ready = Следующая сдача: ещё не готовы – { $names }
table-ready = Готовы к следующей сдаче?
table-waiting-next_deal = Открывается следующая сдача
table-waiting-deal = Идёт сдача
table-waiting-move = { $count ->
        [one] { $names } думает…
       *[other] { $names } думают…
    }
table-waiting-bots = { $count ->
        [one] { $names } думает…
       *[other] { $names } думают…
    }
table-waiting-nothing = За этим столом игра окончена
table-your-turn = Ваш ход
table-turn-to = { CAPITAL(EACH($types, of: "item", join: "or")) }{ $count ->
        [1] { "" }
        [few] { " " }{ $count } карты
       *[many] { " " }{ $count } карт
    }
table-move-on = { CAPITAL($move) } ({ $cards })
table-lead = Ваш заход: любая карта
table-follow = { $led ->
        [trump] Кладите козырь: зашли с него
       *[other] В масть: { $suit }
    }
table-follow-none = { $led ->
        [trump] Козырей нет: любая карта
       *[other] Этой масти нет ({ $suit }): любая карта
    }
table-at-least = { CAPITAL($move) }: { $least } или больше
table-early = Готово к вашему ходу
table-time-left = Осталось времени
table-log = Что произошло
table-log-before = До первого хода
table-scores = Счёт
acts-sending = Ваш ход отправляется…
acts-take = { CAPITAL($move) }: { $count ->
        [one] { $count } карта
        [few] { $count } карты
       *[many] { $count } карт
    }
acts-fitting = { $count ->
        [0] Сейчас нельзя сыграть ни одной вашей картой.
       *[other] Можно сыграть { EACH($cards, of: "item", join: "or") }.
    }
acts-takes-trick = { $mine ->
        [yes] Вы берёте взятку
       *[no] Взятку берёт { $name }
    }
acts-takes-cards = { $mine ->
        [yes] Вы берёте карты
       *[no] Карты берёт { $name }
    }
acts-out-of-play = Отбито: карты в отбой
acts-early = Это закончит сдачу раньше времени. Вы этого хотите?
acts-confirm = Да
acts-result = Итог сдачи
acts-drawn = Сдача вничью
acts-replay-deal = Повтор этой сдачи
acts-verify-deal = Проверить эту сдачу
acts-deal-more = Повтор, проверка и другое
acts-dispute-deal = Споры об этой сдаче
acts-beginning = Игра начнётся, как только будут заняты все места. Оставьте эту страницу открытой.
acts-invite = Пригласить людей
acts-friend = Отправьте эту ссылку другу
acts-ready = Следующая сдача
acts-leave = Уйти из сдачи
acts-leave-ask = Если вы уйдёте, решают условия стола: за вас доиграет бот, или ваша сторона проиграет серию.
acts-come-back = Вернуться
acts-hint = Подсказка
acts-away = Вы ушли. Пока вы не вернётесь, за вас играет бот.
acts-resign = Сдать серию
acts-resign-ask = Если сдадитесь вы и все люди вашей стороны, серия закончится, и ваша сторона проиграет.
acts-leave-seat = Встать с места
acts-rematch = Сыграть ещё раз
acts-rematch-same = Ещё раз на тех же местах
acts-rematch-wanted = Хотят сыграть ещё раз: { $names }.
acts-waiting-for = Ждём игроков: { $names }.
acts-next-deal-in = Следующая сдача через
acts-token-ended = Ссылка или токен, с которыми вы пришли, уже использованы, больше не действуют или никогда не действовали.
acts-after-end = Если вы уже заняли место, продолжайте в том браузере, в котором вы сели. Иначе попросите новую ссылку.
acts-to-tournament = Обратно к турниру
acts-to-lobby = Ко всем столам
acts-not-visible = Этот стол закрыт для посторонних, или стола с таким адресом нет.
acts-audits = Вы аудитор этого стола.
acts-audits-private = Вы аудитор этого стола. Он закрыт для посторонних: аудитор читает споры и повторы законченных сдач, но не видит стол.
acts-disputes = Споры этого стола
acts-disputes-waiting = Споры, которые ждут решения: { $count }
acts-fairness = Тасовка и подписи
acts-seeds-left-out = Ваше зерно не входит в эту и следующие сдачи: однажды оно опоздало. Зёрна других учитываются.
acts-seeds-here = Ваши зёрна, обязательства и доказанные открытия хранятся в этом браузере.
acts-seed-file = Сохранить их в файл
acts-distrust = Ваше зерно не показано: сервис не доказал открытие этой сдачи.
acts-distrust-seed = Ваше зерно для этой сдачи — в другом браузере. Если его не покажут там вовремя, сдача не считается, а следующие пройдут без него.
acts-distrust-missing = Эта сдача открыта без вашего зерна, и стол не говорит, что оно опоздало. Не доверяйте её тасовке.
acts-key-here = Ваши ходы подписывает ключ в этом браузере.
acts-key-missing = У вашего места есть ключ, которого нет в этом браузере: здесь вы ничего не можете сделать.
acts-deal-won = { $count ->
        [one] Сдачу выигрывает { $names }
       *[other] Сдачу выигрывают { $names }
    }
acts-card-points = Для победы нужно { $least } очков из { $all }
acts-outlook-deals = { $count ->
        [one] В серии осталась { $count } сдача.
        [few] В серии осталось { $count } сдачи.
       *[many] В серии осталось { $count } сдач.
    }
acts-outlook-high = Кто первым наберёт { $target }, выиграет серию.
acts-outlook-low = Кто первым наберёт { $target }, проиграет серию.
acts-deal-won-by-you = Вы выиграли сдачу
acts-deal-won-with-you = Вы и { $names } выиграли сдачу
acts-series-won = { $count ->
        [one] Серию выигрывает { $names }
       *[other] Серию выигрывают { $names }
    }
acts-series-won-by-you = Вы выиграли серию
acts-series-won-with-you = Вы и { $names } выиграли серию

## The score sheet

series-title = Счёт
series-back = К столу
series-points = Очки
series-ruling = Решение по сдаче { $deal }
series-voided = Недействительна
series-none = Ни одна сдача ещё не закончена.
series-adjustments = Исправлено решениями
series-rank = Место
series-deal = Сдача
series-replay = Повтор
series-disputes = Споры
series-hints = Подсказки
series-winner = Победитель
series-abandoned = Прервана
series-playing = Идёт

## The credential of a link

linked-titles-seat = Место в ссылке
linked-titles-invite = Приглашение
linked-titles-read = Сдачи для чтения
linked-titles-view = Стол для просмотра
linked-titles-key = Ключ API в ссылке
linked-titles-audit = Работа аудитора
linked-titles-entry = Место в турнире
linked-about-entry = В ссылке место игрока «{ $name }» в турнире «{ $table }». Кто её использует, играет за «{ $name }».
linked-use-entry = Играть как { $name }
linked-about-seat = В ссылке есть место игрока «{ $name }» за столом «{ $table }». Кто сядет, играет за игрока «{ $name }».
linked-about-invite = Ссылка приглашает вас за стол «{ $name }».
linked-there = За столом: { $names }.
linked-about-read = Ссылка сделана для: «{ $name }». Она показывает законченные сдачи стола «{ $table }».
linked-about-view = Ссылка сделана для: «{ $name }». Она показывает стол «{ $table }».
linked-about-key = В ссылке есть ключ API «{ $name }». Если взять его, всё, что вы делаете в этом браузере как ведущий, делается от имени его владельца: открытые вами столы принадлежат ему. Берите его, только если вы его ждали.
linked-use-seat = Сесть как { $name }
linked-use-invite = Войти
linked-use-read = Читать сдачи
linked-use-view = Смотреть за столом
linked-use-key = Взять этот ключ
linked-use-audit = Продолжить как { $name }
linked-other-key = В ссылке есть ключ API, но этот браузер уже использует другой. Ключ из ссылки не принят. Чтобы использовать его, забудьте нынешний ключ на странице ведущего и откройте ссылку ещё раз.
linked-decline = Продолжить без ссылки
linked-about-audit = По ссылке этот браузер станет браузером аудитора «{ $name }» стола «{ $table }». Аудитор читает доказательства и решает споры.
linked-about-audit-private = По ссылке этот браузер станет браузером аудитора «{ $name }» закрытого стола. Аудитор читает доказательства и решает споры.

## Уроки

learn-lesson = Урок
learn-no = Нет, спасибо
learn-next = Дальше
learn-watch = Смотрите, как играют остальные.
learn-otherwise = По уроку здесь другой ход.
learn-back = Вернуться к уроку
learn-insist = Всё равно сыграть
learn-left = Вы отошли от урока и играете сами. Лампочка наверху даёт подсказки.
learn-play = Играть
learn-again = Урок с начала
