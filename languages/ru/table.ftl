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
table-not-here = не здесь
table-stand-in = играет бот
table-trumps = Козыри
table-trumps-of-seat = козыри
table-cards = Карты на столе
table-last-trick = Последняя взятка
table-tricks = { $count ->
        [one] { $count } взятка
        [few] { $count } взятки
       *[other] { $count } взяток
    }
table-yes = да
table-no = нет
table-to-move = ходит
table-bank = Запас
table-deal = Сдача
table-more = Ещё
table-series-over = Серия закончена.
table-was-closed = Стол закрыт.
