# What holds at every table: how a deal ended without a result, and what its shuffle proves.

general = Правила для всех столов

seats = { EACH($seats, of: "at-seat", join: "and") }

deal-on = сдача ещё идёт
deal-voided = Аннулирована, обязательство или зерно не пришло вовремя: { seats }. [{ $clause }]
deal-abandoned-time = Прервана, время истекло: { seats }. [{ $clause }]
deal-abandoned-left = Прервана из-за ухода: { seats }. [{ $clause }]
deal-abandoned-resigned = Прервана, признано поражение: { seats }. [{ $clause }]
deal-abandoned-closed = Прервана: стол закрыт. [{ $clause }]

shuffle-server-alone = Ни одно место не добавляет зерна: колода следует только из зерна сервера. Сервер передал обязательство до сдачи и больше не может изменить зерно. Но нет доказательства, что он не выбирал из многих зёрен.
shuffle-of-board = Колода – от общей сдачи, которую играют все столы тура. Она следует из зерна, на которое оператор принял обязательство, прежде чем записался первый игрок, и из зёрен игроков в этом туре. Зерно показывают, когда сдачу окончил последний стол.
deal-of-test = Эта сдача принадлежит тестовому столу. Его часы могли переводить, и она ничего не доказывает.
shuffle-by-hand = Колода составлена вручную для ответвления другой сдачи или для теста: её честность ничем не доказана.
shuffle-together = Колода следует из зерна сервера и зёрен этих игроков: { seats }. Если хотя бы один из них взял зерно случайно и хранил его в тайне, пока все не передали обязательства, колода равномерна и никто не мог её предвидеть. Аннулированная сдача остаётся в записи.

# The short title of each clause.
clause-T1 = Не ваш ход
clause-T2 = Карты нет на руке
clause-T3 = Сдача окончена
clause-T4 = Не в этой фазе
clause-T5 = Не ход
clause-F1 = Зёрна мест
clause-F2 = Обязательство на следующую сдачу
clause-F3 = Открытие сдачи и показ зёрен
clause-F4 = Аннулированная сдача
clause-F5 = Аннулированные сдачи и проигрыш серии
clause-F6 = Случай для бота
clause-F7 = Подписанные ходы и действия
clause-L1 = Время на ход и запас времени
clause-L2 = Время истекло
clause-L3 = Бот замещает игрока
clause-L4 = Проигрыш из-за ухода
clause-L5 = Сдаться
clause-L6 = Стол закрыт владельцем
clause-H1 = Подсказки игрокам
clause-H2 = Подсказка тому, кто играет сам
clause-H3 = Подсказка в свою очередь
clause-H4 = Одна подсказка до следующего хода
clause-H5 = Подсказка вычисляется снова

# Места карт и то, что записывается.
zone-hand = на руках
zone-stock = колода
zone-trick = взятка
zone-pile = стопка
role-dealer = сдающий
role-leader = первый ход
field-card = карта
field-cards = карты
event-dealt = Карты сданы
event-drawn = Карты добраны
event-trick_taken = Взятка взята
event-ended = Конец сдачи
event-scored = Очки подсчитаны
deal-event-opened = Сдача открыта
deal-event-clock_set = Часы заведены
deal-event-seed_revealed = Зерно добавлено
deal-event-shuffled = Карты перетасованы
deal-event-time_over = Время вышло
deal-event-seat_taken_over = Дальше играет бот
deal-event-seat_returned = Возвращение
deal-event-resigned = Сдался
deal-event-voided = Сдача недействительна
deal-event-abandoned = Сдача прервана
deal-event-revealed = Тасовка раскрыта
deal-event-move_signed = Ход подписан
deal-event-act_signed = Действие подписано
hint-event-given = Дана подсказка

# Why a move was allowed: words of all games. `allowed` says how many cards of the hand were.
trick-number = Взятка { $trick }
suit-name = { $suit ->
        [C] трефы
        [D] бубны
        [H] червы
        [S] пики
       *[trump] козыри
    }
a-card = { CARD($item) }
some-cards = { EACH($cards, of: "a-card", join: "and") }
