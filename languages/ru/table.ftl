# What a table says beside its cards, and before anything else is loaded.

table-loading = Стол загружается…
table-seats = Места
table-names = { EACH($names, of: "item", join: "and") }
table-board = На столе
table-hand = Ваши карты
table-you = вы
table-watching = Вы наблюдаете.
table-watching-late = Вы видите игру с задержкой в { $seconds } с.
table-seat = место
table-free-seat = свободное место
table-erased-name = имя удалено
table-bot = Бот
table-partner = партнёр
table-dealer-sign = С
table-bot-sign = бот
table-panel = Ход игры и прочее
table-deal-of = сдача { $number } из { $all }
table-not-here = не здесь
table-stand-in = играет бот
table-trumps = Козыри
table-cards = Карты на столе
table-last-trick = Последняя взятка
table-tricks = { $count ->
        [one] { $count } взятка
        [few] { $count } взятки
       *[other] { $count } взяток
    }
table-yes = да
table-no = нет
table-waiting-players = Ждём игроков
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
table-to-move = ходит
table-your-turn = Ваш ход
table-your-turn-to = Ваш ход: { EACH($types, of: "item", join: "or") }
table-early = Готово к вашему ходу
table-time-left = Осталось времени
table-bank = Запас
table-log = Что произошло
table-deal = Сдача
table-scores = Счёт
table-more = Ещё
table-series-over = Серия закончена.
table-was-closed = Стол закрыт.
