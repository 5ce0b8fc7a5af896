# Турниры на странице.

evening-title = Турнир
evening-all = Турниры
evening-about = Вечер за многими столами: игроков рассаживают тур за туром, а таблица показывает, из чего сложились очки.
evening-needs-key = Чтобы открыть турнир, нужен ключ API:
evening-none = Турниров пока нет.
evening-nobody = Никто ещё не записался.
evening-open = Открыть турнир
evening-name = Название
evening-game = Игра
evening-format = Формат
evening-formats-fixed = Рассаживает организатор
evening-formats-lot = Места по жребию
evening-formats-by_standings = Места по таблице
evening-formats-round_robin = Круговой турнир
evening-formats-swiss = Швейцарская система
evening-formats-knock_out = На выбывание
evening-statuses-open = ждёт игроков
evening-statuses-drawing = жеребьёвка тура { $round } из { $rounds }
evening-statuses-playing = идёт тур { $round } из { $rounds }
evening-statuses-break = перерыв после тура { $round } из { $rounds }
evening-statuses-over = окончен
evening-statuses-closed = закрыт
evening-players = { $count ->
        [one] { $count } игрок
        [few] { $count } игрока
       *[other] { $count } игроков
    }
evening-rounds = Туры
evening-target = Очки, которыми кончается серия
evening-deals = Сдачи в серии
evening-target-hint = Пусто: обычная цель игры.
evening-turn-limit = Секунды на ход
evening-turn-limit-hint = Пусто: без часов. С часами за опоздавшего играет бот.
evening-joining = Кто записывается
evening-joining-anyone = Все, у кого есть ссылка
evening-joining-owner = Только те, кого записываю я
evening-visibility = Кто видит
evening-public = Все
evening-private = Игроки и я
evening-fill = Свободные места
evening-fill-none = Никто: игроки пропускают тур
evening-standings = Таблица
evening-rank = Место
evening-player = Игрок
evening-score = Очки
evening-opponents = Соперники
evening-deals-won = Сдачи
evening-withdrawn = (снялся)
evening-no-lines = Результатов пока нет.
evening-lines-table = Тур { $round }, стол { $table }
evening-lines-bye = Тур { $round }, пропуск
evening-lines-correction = Поправка в туре { $round }
evening-rounds-title = Туры
evening-round = Тур { $round }
evening-round-begins = Тур { $round }
evening-drawing = идёт жеребьёвка
evening-finished = окончено столов: { $finished } из { $tables }
evening-table = Стол { $number }
evening-house-bot = Бот сервиса
evening-byes = Пропускают тур: { $names }
evening-absent = К жеребьёвке не показано зерно: { $names }
evening-paused = Пауза: { $reason }
evening-ends = Тур кончается
evening-begins = Тур { $round } начинается:
evening-begins-late = Тур { $round } начнётся, когда будут два игрока или две пары.
evening-yours = Ваше место
evening-you-are = Вы играете как { $name }.
evening-to-table = К моему столу
evening-you-wait = Сейчас у вас нет места. Оно появится здесь, когда начнётся следующий тур.
evening-you-withdrew = Вы снялись с турнира.
evening-you-were-replaced = Вместо вас играет другой человек.
evening-withdraw = Сняться
evening-withdraw-sure = Сняться: следующие туры я не играю
evening-withdraw-player = Снять игрока { $name }
evening-withdraw-player-sure = Снять игрока { $name }: следующие туры он не играет
evening-your-name = Ваше имя
evening-pair = Название вашей пары
evening-pair-hint = Оба партнёра указывают одно и то же название, о котором договорились.
evening-add-seeds = Добавлять своё тайное число к каждой жеребьёвке
evening-add-seeds-hint = Тогда никто не сможет выбрать жеребьёвку, а при общих сдачах и карты. Держите эту страницу открытой, когда начинается тур: кто не покажет число вовремя, пропустит тур.
evening-keep-open = Держите эту страницу открытой, когда начинается тур: она показывает ваше тайное число.
evening-join = Записаться
evening-director = Вы ведёте этот турнир
evening-enter = Записать игрока
evening-enter-kind = Игрок
evening-person = Человек
evening-bot = Бот: { $level }
evening-player-name = Имя игрока
evening-partner = Партнёр
evening-partner-none = Пока никто
evening-entry-link = Ссылка для игрока { $name }
evening-earlier-links = Прежние ссылки
evening-substitute = Замена для игрока { $name }
evening-substitute-name = Имя нового игрока
evening-substitute-submit = Заменить
evening-substituted = Дальше играет { $name }
evening-call = Начать тур { $round }
evening-by-clock = Следующий тур начнётся сам. Вы можете начать его раньше или сделать паузу.
evening-pause = Пауза
evening-pause-reason = Пауза
evening-resume = Продолжить
evening-close = Закрыть турнир
evening-close-sure = Закрыть: столы, где играют, не считаются
evening-correct = Исправить очки
evening-correct-points = Очки (меньше нуля: вычет)
evening-correct-reason = Причина, которую видят все
evening-correct-submit = Исправить
evening-print = Печать
evening-rules = Правила турниров
evening-sheets = Листы для печати
evening-sheet = Лист
evening-sheet-save = Сохранить таблицу (CSV)
evening-evidence-save = Сохранить доказательства
evening-seating-cards = Карточки мест
evening-score-lists = Протоколы столов
evening-no-round = Ни один тур ещё не разыгран по местам.
evening-no-people = В этом туре сидят только боты.
evening-seat = Место { $seat }
evening-signatures = Подписи игроков
evening-board = Сдача { $board } тура { $round }
evening-results = Результаты сдачи
evening-compare = Сравнить
evening-compare-hint = Выберите два стола, чтобы увидеть, где они разошлись.
evening-compared-hint = В скобках: результат в сравнении со всеми столами.
evening-not-played = не сыграна
evening-analyse = Показать ошибки за всеми столами
evening-analysed = { $done } из { $all } столов
evening-analysis-needs = Разбор запрашивает организатор или игрок этого турнира. Пока никто этого не сделал.
evening-blunders = { $count ->
        [one] { $count } грубая ошибка
        [few] { $count } грубые ошибки
       *[other] { $count } грубых ошибок
    }
evening-inaccuracies = { $count ->
        [one] { $count } неточность
        [few] { $count } неточности
       *[other] { $count } неточностей
    }
evening-no-mistake = без ошибок
evening-parted = { $moves ->
        [1] Первый ход совпал.
        [one] Первые { $moves } ход совпали.
        [few] Первые { $moves } хода совпали.
       *[other] Первые { $moves } ходов совпали.
    }
evening-parted-at-once = Они разошлись на первом же ходу.
evening-parted-nowhere = Оба стола сделали одни и те же ходы.
evening-to-parting = К месту, где разошлись
evening-moves-of = { $moves } из { $all } ходов
evening-next-move = Дальше: { $move }
evening-played-out = Этот стол сыграл сдачу до конца.
evening-not-shown = Карты этих столов видят только хозяин и игроки турнира.
evening-boards-title = Общие сдачи
evening-board-link = Сдача { $board }
evening-boards-of-round = Сдач в туре
evening-no-one = Никто
evening-boards-hint = Одни и те же карты на всех столах тура; каждый результат сравнивается с остальными. Пусто: у каждого стола свои карты.
evening-starts = Начало тура { $round }
evening-starts-hint = По вашим часам. Пусто: вы начинаете тур сами.
