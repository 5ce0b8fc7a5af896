# What the verifiers and the judge of records find. A value such as { $seats } or { $why } may be a text
# of this catalogue.

## Several

finding-seats = { $number ->
        [one] место { $seats }
       *[other] места { $seats }
    }
finding-charged = место { $seat } ({ $times })
finding-also = { $first }; { $second }
finding-named = { $name }: { $why }
finding-misconduct = { $what }: это доказательство обмана
finding-at = событие { $position }, { $field }: { $detail }
finding-in = { $field }: { $detail }

## The form of a record

finding-form-broken = форма нарушена
finding-malformed = { $where }: { $why }
finding-must-text = должен быть текст
finding-must-list = должен быть список
finding-must-object = должен быть объект
finding-must-fields = должен быть объект с полями { $fields }
finding-must-most-items = элементов может быть не больше { $most }
finding-must-word = должно быть { EACH($words, of: "item", join: "or") }
finding-must-match = должно подходить к { $pattern }
finding-must-whole = должно быть целое число от 0
finding-must-most = должно быть не больше { $most }
finding-must-counted = должно быть меньше 2^32
finding-must-uuid = должен быть UUID строчными буквами
finding-must-hex = байтов в строчных шестнадцатеричных цифрах должно быть { $size }
finding-must-slots-in-order = должно идти по порядку мест, каждое один раз
finding-must-positions-in-order = должно идти по порядку событий, каждое один раз
finding-rewritten = другая программа переписала этот файл: пробелы или порядок ключей другие, содержание то же
finding-not-canonical = это не каноническая форма этого JSON
finding-no-canonical-json = это не JSON, у которого есть каноническая форма
finding-no-events = в записи есть события
finding-secret-object = тайна не бывает объектом или списком с объектом
finding-not-known = { $what } здесь неизвестно
finding-not-known-here = здесь неизвестно: { $what }
finding-not-known-here-event = здесь неизвестно: { $what }, событие { $event }
finding-bundle-unformed = один из файлов не имеет формы записи
finding-events-of = событий { $kind ->
        [deal] сдачи
       *[table] стола
    } { $stream }: { $events }, { $game }, вид: { $view }
finding-clock-back = в событии { $event } часы идут назад на { $us } мкс
finding-value = значение недопустимо или отсутствует
finding-header = заголовок файла говорит другое
finding-begins-with = запись начинается с { $event }, и только один раз
finding-not-in-record = в записи, которая начинается с { $first }, не бывает { $event }
finding-ends-with = полная запись кончается на { $event }
finding-first-is-one = у первой сдачи номер 1
finding-no-such-table = такого стола нет
finding-no-such-seat = такого места нет

## Hashes and openings

finding-hash = хеш не следует из событий
finding-head-end = запись кончается не своим последним хешем
finding-head = последний хеш: { $head }
finding-openings = раскрыто и подходит тайн: { $opened } из { $sealed }
finding-no-commitment = здесь нет обязательства, которое можно раскрыть
finding-opening = раскрытое значение не подходит к обязательству
finding-secret-not-of-view = этот вид не знает этой тайны
finding-secret-closed = этот вид знает эту тайну, но она не раскрыта
finding-not-each-seat = значение есть не для каждого места
finding-secret-open = это тайна, а она записана открыто
finding-nothing-hidden = здесь ничего не скрыто, а записано обязательство
finding-other-count = сказано, что скрыто карт: { $count }, но их другое число

## Commitments and seeds

finding-by-hand-uncommitted = обязательств нет: колода разложена вручную
finding-seat-uncommitted = это место не брало обязательства о зерне
finding-seat-shown-before = это место уже показало своё зерно
finding-seed-after-shuffle = зерно показано после тасовки
finding-seat-not-shown = место, взявшее обязательство, не показало своего зерна
finding-server-seed-early = зерно сервера показано до конца
finding-server-committed = обязательство сервера записано в событии 1; ни одно место не добавляет своего зерна
finding-all-committed = в событии 1 записаны обязательства: сервер, { $seats }
finding-board-committed = в событии 1 записано обязательство на зерно общей сдачи с хешем зёрен игроков; и то и другое есть в записи турнира
finding-test-deal = сдача тестового стола, которая ничего не доказывает: { $said }
finding-not-for-each-seat = здесь не пусто, но и не по одному на каждое место
finding-bot-brings-none = бот ничего своего не приносит
finding-seeds-uncommitted = обязательств нет, а зёрна есть
finding-by-hand-seed = колода разложена вручную, а зерно показано
finding-by-hand-vouched = колода разложена вручную, а это за неё ручается
finding-none = их нет
finding-committed-no-seed = обязательство взято не о зерне
finding-seat-seed = зерно не раскрывает обязательства места
finding-server-seed = зерно не раскрывает обязательства сервера
finding-other-seed-at-end = в конце показано другое зерно
finding-server-seed-hidden = зерно сервера ещё не показано
finding-server-opens = зерно сервера раскрывает его обязательство
finding-no-seat-shows = ни одно место своего не показывает
finding-seat-opens = своё раскрывает и { $seats }
finding-seats-open = свои раскрывают и { $seats }
finding-kept-by-player = как хранит игрок: { $seats }
finding-seed-of-unknown = чьё это зерно, покажет только --seed: { $seats }
finding-seat-adds-none = это место не добавляет зерна
finding-seed-not-in-file = это место добавляет зерно, а в вашем файле для этой сдачи его нет
finding-not-your-seed = это не то зерно, которое вы сохранили
finding-not-your-commitment = это обязательство не о том зерне, которое вы сохранили

## The shuffle

finding-agreed = T соответствует договорённости
finding-agreed-and-follow = T соответствует договорённости, колода и жребии следуют из зёрен
finding-not-agreed = T не соответствует тому, о чём договорились до тасовки
finding-pack-seed-hidden = зерно, из которого следует колода, ещё не показано
finding-pack-sealed = колода и жребии в этом виде скрыты
finding-dealt-unchecked = здесь не проверено: сданные карты
finding-pack = колода не следует из зёрен
finding-lots = жребии не следуют из зёрен
finding-not-of-pack = колода, которая следует из зёрен, этого не даёт
finding-salt-seed-hidden = зерно, из которого следуют соли, ещё не показано
finding-root = корень не от этой колоды
finding-root-is = корень колоды: { $root }
finding-by-hand = разложено вручную: не следует ни из какого зерна и не считается ни в одной серии
finding-no-deal = сдачи не было: она кончилась до тасовки
finding-not-shuffled = колода ещё не перетасована

## Keys, receipts and the log

finding-nothing-signed = здесь ничего не подписано ключом сервиса
finding-trusted = ключу { $key } можно верить: { $reason }
finding-you-gave-it = его дали вы
finding-pinned = раньше его прислал сам { $source }
finding-key-unproved = ключ { $key } назван только в файле, поэтому его журнал и квитанции ничего не доказывают
finding-give-key = укажите ключ сервиса
finding-other-pinned = ключ { $source } — { $key }
finding-key-of-bundle = { $key }, который назван только в файле
finding-other-key = в файле назван ключ { $named }, а ваш – { $key }
finding-no-key = в файле ключ не назван
finding-no-receipt = квитанций нет ни у вас, ни в файле
finding-receipts = квитанций о событиях этой записи: { $count }; подписаны ключом { $key }
finding-receipt-key = в ней назван ключ { $named }, а не { $key }
finding-receipt-unsigned = она подписана не этим ключом
finding-receipt-deal = она о записи { $deal }
finding-record-events = в записи событий: { $events }
finding-receipt-head = принята была не та запись, что здесь
finding-receipt-time = в событии другое время
finding-not-in-log = в файле нет места в журнале
finding-not-in-log-yours = в файле нет места в журнале; если ваша контрольная точка старше, возьмите обе заново
finding-logged-first = в журнале только первые события, { $version } из { $events }: { $said }
finding-logged = событие { $version } из { $events } – строка { $position } из { $size }, подписано ключом { $key }
finding-two-contents = журнал подписан с двумя разными содержаниями: это доказательство обмана
finding-checkpoint-size = в вашей контрольной точке строк: { $size }
finding-ask-size = возьмите файл с size={ $size } или доказательство, что один журнал начинается с другого
finding-not-grown = это не доказывает, что журнал из { $size } строк начинается с журнала из { $old }
finding-grown = журнал из { $size } строк начинается с журнала из { $old }
finding-forked = ключом { $key } подписан журнал из { $size } строк, который не начинается с подписанных раньше строк, их { $old }
finding-fork-smaller = в журнале { $size } строк, а было { $old }; попросите у сервиса более новую контрольную точку
finding-fork-unproved = ничто не доказывает, каковы первые { $old } строк из { $size }; попросите у сервиса доказательство
finding-log-without = этой записи нет в журнале
finding-note-too-long = знаков в подписанном тексте не больше { $most }
finding-note-form = подписанный текст – это текст, пустая строка и подписи
finding-note-most-signatures = подписей не больше { $most }
finding-note-unsigned = ключ { $name } этого не подписывал
finding-note-signature = подпись ключа { $name } не подходит к этому тексту
finding-note-end = подписанный текст кончается подписями
finding-note-base64 = это не base64
finding-note-checkpoint = контрольная точка – это источник, размер и корень
finding-note-no-key = это не текст проверочного ключа Ed25519
finding-note-key-id = обозначение этого ключа не его собственное
finding-other-log = она из журнала { $origin }

## Who acted

finding-commands = проверено действий: { $count }, каждое сделал тот, кто мог
finding-bot-plays = за игрока ({ $seats }) играет бот, и этот ход сделал не он
finding-no-bot-plays = за игрока ({ $seats }) бот не играет
finding-no-bot-named = это не бот
finding-other-bot-plays = за игрока ({ $seats }) играет бот { $level }
finding-follows-another = это само следует из того, что сделал другой
finding-other-time = это записано не в то время, что событие, с которым оно пришло
finding-begins-command = это начинает отдельное действие
finding-for-others = это может сделать { EACH($whom, of: "item", join: "or") }, а сделано оно от имени { $actor }
finding-not-for = это не может сделать { $actor }

## Signatures of players

finding-unkeyed = ни у одного места нет ключа, и ничего не подписано
finding-older-than-acts = открыто до того, как действия стали подписывать (0.2)
finding-no-acts = ни одно место с ключом ничего не делало за столом
finding-other-command = она пришла не с тем действием, которое подписывает
finding-fit = подходят: { $fit } из { $count }
finding-others-not-in-view = остальных этот вид не знает
finding-moves-of = ходов: { $moves }, { $seats }
finding-moves-and-acts-of = ходов: { $moves }, действий: { $acts }, { $seats }
finding-signed-by-keys = { $what }; подписано ключами из события 1 ({ $keys })
finding-acts-unsigned = действия не подписаны: открыто в форме до 0.2
finding-key-of-unknown = чей это ключ, покажет только --seat-key: { $seats }
finding-acts-signed = подписано действий: { $acts }, { $seats }
finding-key-of-many = к этому ключу подходит больше подписей, чем ставит его владелец
finding-its-key-of-many = к его ключу подходит больше подписей, чем ставит владелец
finding-key-you-know = вы знаете ключ { $mine }, а здесь записан { $given }
finding-move-unsigned-by-seat = это не подпись места под этим ходом после этих событий
finding-act-unsigned-by-seat = это не подпись места под этим действием после этих событий
finding-key-for-each-seat = для каждого места стоит ключ или ничего
finding-move-unsigned = ход не подписан
finding-act-unsigned = действие не подписано
finding-signature-for-nothing = нет ни хода, ни действия, к которому она относится

## Bots and hints

finding-no-bot-moved = боты не ходили
finding-no-hint = подсказок не давали
finding-actor-not-allowed = одно из действий совершил тот, кто не имел права
finding-no-policy-named = это не стратегия
finding-bot-moves = ходов ботов: { $moves }; так играет { $policies }, судя по тому, что видели их места
finding-hints = подсказок: { $hints }; так играет { $policies }, судя по тому, что видели их места
finding-other-move = { $policy } ходит иначе: { $move }
finding-waits = { $policy } ходит иначе: ждёт
finding-policy-is = стратегия — { $policy }
finding-policy-unknown = { $policy } ({ $game }) здесь неизвестно
finding-seed-not-recorded = зерна { $policy } нет в записи
finding-at-event = событие { $event }: { $why }
finding-chance-not-recorded = зерна, из которого следует случайность бота, нет в записи
finding-view-lacks-cards = этот вид знает не все карты
finding-bots-by-hand = разложено вручную: случайности ботов нет в записи
finding-moves-unchecked = здесь не проверены: ходы { $policies }
finding-rules-unchecked = здесь не проверено: нужны правила игры
finding-record-unchecked = здесь не проверено: запись не по правилам
finding-core-missing = эта установка не может выполнить ядро ботов: не хватает wasmtime
finding-core-cannot = здесь не проверено: вычислительный модуль ботов не запускается
finding-core-other = здесь не проверено: это не тот модуль, которым считают эти боты

## The rules

finding-not-by-rules = запись до этого места не по правилам
finding-legal = ходов, допустимых тогда, когда они сделаны: { $moves }, по { $rules }
finding-own-legal = собственных ходов читателя, все допустимы: { $moves }; для других нужны карты их игроков
finding-follow = все следуют из ходов
finding-not-played-out = сдача не доиграна: ничего не считается
finding-ends-when-over = полная запись кончается, когда сдача закончена
finding-as-recorded = { $event } – как в записи
finding-impossible = этого здесь не могло произойти
finding-illegal = { $move } – недопустимый ход
finding-seed-commitment = зерно не раскрывает обязательства
finding-board = турнир, тур, номер и зёрна не называют общей сдачи
finding-board-alone = у общей сдачи нет зёрен мест, подсказок и колоды, сложенной вручную
finding-board-dealer = у общей сдачи другой сдающий или перенесённый первый ход
finding-commitment-for-each = для каждого места стоит обязательство или ничего
finding-no-table-of = стола с таким числом мест нет: { $seats }
finding-no-seat-of-table = { $field } – не место этого стола
finding-bots-each-seat = bots называет каждое место стола
finding-voided-by-others = сдача недействительна не из-за тех, кто должен был показать зерно
finding-seeds-owed = показаны не все зёрна, а игра идёт дальше
finding-shuffle-unfounded = тасовка не следует из того, что было определено до неё
finding-should-follow = должно было следовать { $event }
finding-seed-shown-once = место показывает своё зерно один раз
finding-cannot-hold = в поле { $field } этого быть не может
finding-follows-by-itself = { $event } следует само собой, и здесь стоит другое
finding-does-not-follow = { $event } здесь не следует
finding-seed-at-end = зерно показывают в конце сдачи, и один раз
finding-voided-ends = недействительная сдача кончается на deal.revealed
finding-abandoned-ends = прерванная сдача кончается на deal.revealed
finding-deal-version = в этой сдаче не может быть такой версии события
finding-seed-at-once = зерно сервера должно следовать сразу за концом
finding-deal-begins = сдача начинается с deal.opened
finding-cannot-have-happened = { $event } здесь произойти не могло
finding-hint-illegal = подсказка – недопустимый ход
finding-dismissed-ruling = решение отозванного аудитора: было возможно до 0.2
finding-table-version = у этого стола не может быть такой версии события
finding-follows-at-once = сразу за этим должно что-то следовать
finding-table-begins = запись начинается с table.opened
finding-no-turn = ничьего хода не было
finding-other-deadline = срок был другой
finding-time-not-over = время ещё не вышло
finding-move-late = ход сделан после истёкшего срока
finding-event-late = это случилось после истёкшего срока
finding-bot-did-not-wait = игроков не было, а заменявший бот не подождал
finding-turn-used-up = игрок вернулся в ход, время которого он уже израсходовал

## Tables and series

finding-table-not-sound = до этого места запись стола не такова, какой должна быть
finding-may-go-on = запись, которая здесь кончается, может быть началом более длинной
finding-boards-to-reveal = эта запись раскрывает общих сдач: { $revealed } из { $boards }; она продолжается, пока не раскрыта последняя
finding-in-order = места и сдачи следуют друг за другом как должны
finding-results-not-followed = это не следует из прежних результатов
finding-points-end-unchecked = здесь не проверено: когда очки кончают серию
finding-points-unchecked = здесь не проверено: для очков и мест нужны правила игры
finding-deals-all = даны все законченные сдачи ({ $ended }), они согласны со столом
finding-deals-some = дано сдач: { $seen } из { $ended }, они согласны со столом
finding-of-a-branch = { $said }; ветвь от { $deal } с события { $event }, вручную
finding-of-a-test = { $said }; тестовый стол, где колоды могут быть разложены вручную
finding-series-on-because = серия идёт: { $why }
finding-leads-unchecked = здесь не проверено: кто сдаёт и кто ходит первым
finding-over-uncounted = сдача { $number }, { $deal }, закончена, а запись стола кончается раньше, чем она посчитана
finding-deal-dropped = { $deal } открыта здесь как сдача { $number }, а у стола её нет
finding-ends-before-deal = запись стола кончается до сдачи { $number }, { $deal }
finding-other-result = сдача кончилась с другим результатом
finding-not-abandoned-for = сдача прервана не из-за этого
finding-which-record = стол не говорит, какую запись { $deal } он имеет в виду
finding-not-voided-by = сдача недействительна не из-за этих мест
finding-seed-time-left = время показать зерно ещё не вышло
finding-other-record-counted = засчитана другая запись сдачи
finding-older-than-table = форма сдачи старше, чем у её стола
finding-branch-has-seed = сдача ветви не следует ни из какого зерна
finding-by-hand-at-series = колода разложена вручную, а стол не ветвь и не тестовый
finding-other-terms = сдача открыта на других условиях
finding-other-clock = сдача сыграна с другими часами
finding-other-stand-in = заменял другой бот, чем говорит стол
finding-bot-stands-in = за этим столом заменяет бот
finding-others-away = отсутствуют не те, кто ушёл из предыдущей сдачи
finding-ready-had-not-left = игрок, который назван готовым, не уходил из предыдущей сдачи
finding-left-open = { $said }: { $open }
finding-dispute-open = спор о сдаче { $number } не решён: счёт может измениться
finding-test-table = испытательный стол
finding-counted = посчитано сдач: { $deals }; они дают { $points }
finding-ledger = по решениям до события { $event } счёт таков: { $points }
finding-voids = недействительных сдач: { $voids }, из-за: { EACH($seats, of: "finding-charged") }
finding-series-over = серия закончена
finding-series-on = серия идёт
finding-disputed-holds = оспоренная сдача { $number } верна
finding-disputed-fails = оспоренная сдача { $number } неверна: { $why }
finding-disputed-open = оспоренная сдача { $number } не доказана: { $why }
finding-disputed-by-hand = оспоренная сдача { $number } разложена вручную: { $why }
finding-not-given = её файл не дан

## Турниры

finding-tournament-not-sound = до этого места запись турнира не такова, какой должна быть
finding-draws = туров с жеребьёвкой: { $rounds }; из чисел службы и чисел игроков ({ $seeds } из { $players }); не показано чисел, снялось игроков и исправлено очков перед жеребьёвкой: { $left_out }
finding-draws-server = туров с жеребьёвкой: { $rounds }; только из чисел службы: ни один из игроков ({ $players }) не добавил своего; не показано чисел, снялось игроков и исправлено очков перед жеребьёвкой: { $left_out }
finding-draws-fixed = туров: { $rounds }; места назвал организатор
finding-standings = таблица: { EACH($standings, of: "finding-standing") }
finding-standing = { $rank }. игрок { $players } ({ $points })
finding-more-contestants = ещё участников: { $more }
finding-no-contestants = участников ещё нет
finding-test-tournament = { $said }; пробный турнир, его результаты ничего не доказывают
finding-parts = записи столов и сдач: верны { $holds }, ложны { $fails }, открыты { $open }, уложены рукой { $hand }
finding-no-results = ещё ни у одного стола нет результата
finding-tables-all = даны все столы с результатом ({ $ended }), они согласны с турниром
finding-tables-some = дано столов с результатом: { $seen } из { $ended }, они согласны с турниром
finding-table-missing = не дан стол { $number } тура { $round }
finding-table-open = стол { $number } тура { $round }: { $why }
finding-ends-before-table = запись турнира кончается раньше стола { $number } тура { $round }, { $table }
finding-table-dropped = { $table } назначен здесь столом { $number } тура { $round }, а у турнира его нет
finding-no-boards = в турнире нет общих сдач
finding-boards = раскрыто общих сдач: { $boards }; сравнено результатов: { $results }, колод: { $decks }
finding-boards-missing = не с чем сравнить, не даны столы или сдачи: { $missing }
finding-board-result = у стола { $number } по его записи другой результат
finding-board-early = стол { $number } ещё не закончил общую сдачу, когда её раскрыли
finding-board-seed = стол { $number } сдал не общую сдачу этого числа
finding-board-deck = у стола { $number } другая колода, чем у столов до него
finding-other-draw = стол говорит, что назначен для другого
finding-other-table-terms = стол открыт не на условиях турнира
finding-other-player = когда стол открывали, место { $seat } занял не игрок { $player } из жеребьёвки
finding-other-table-record = засчитана другая запись стола
finding-table-shorter = в его записи здесь только событий: { $events }, а засчитаны более поздние
finding-table-not-over = стол не был закончен, когда его засчитали
finding-other-table-result = по собственной записи стола результат другой

## Two records

finding-one-record = это одна запись, событий: { $events }
finding-longer = это одна запись; после события { $event } продолжает только { $name }
finding-differ = в { $one } записано { $mine }, в { $other } – { $yours }
finding-one-text = один текст
finding-another-text = другой
finding-nothing = ничего
finding-no-common-key = нет ключа, которым подписаны обе
finding-two-logs = ключом { $key } подписаны два журнала, строк: { $entries }
finding-both-signed = ключом { $key } подписаны обе записи
finding-not-both-logged = не у обеих есть место в журнале
finding-one-checkpoint = обе под одной контрольной точкой, строк: { $entries }
finding-growth-needed = только доказательство согласованности покажет, один ли это журнал (строк: { $one } и { $other })
finding-key-of-bundles = { $key }, который назван только в файлах,
finding-log-holds-both = в журнале есть обе: { $said }
finding-key-decides = { $said }. Решить может ключ сервиса, если он есть у вас из другого источника
finding-log-holds-one = в журнале есть { $name }; ничто не показывает, что в нём есть { $absent }; { $said }
finding-log-ends = то, что есть в журнале, кончается событием { $event }, до их расхождения
finding-ledger-part = в { $place } событий этой сдачи: { $events }; дайте оба файла, чтобы сравнить их
finding-ledger-other = в { $place } другая запись этой сдачи

## A saved replay

finding-frames = каждое событие каждого вида есть в записи; положения между ними здесь не проверяются
finding-frame-missing = события { $event } одного из видов нет в записи

## Files that cannot be read

finding-no-evidence = этот JSON не доказательство: не запись, не квитанция, не контрольная точка, не ключ и не зёрна
finding-no-json = файл не JSON
finding-no-format = файл не { $format }
finding-line = строка { $line } не запись для { $format }, повторяется в файле или стоит не на месте
finding-too-long = запись не бывает длиннее { $most } байт
finding-no-seeds = это не зерно в шестнадцатеричном виде и не файл, в котором клиент хранит зёрна
finding-held-key = данный ключ – не текст проверочного ключа Ed25519
finding-one-key = достаточно одного ключа
finding-no-replay = это не файл повтора

## Summaries

summary-fails = Эта запись неверна, проверок с ошибкой: { $count }.
summary-hand = Ошибок нет, но колода сложена вручную: запись нигде не засчитывается.
summary-open = Ошибок нет, но запись не доказана, открытых проверок: { $count }.
summary-holds = Все проверки пройдены: запись доказана настолько, насколько это возможно.
summary-shown = Она показывает:
summary-rests = Со слов службы:
summary-order = События идут в этом порядке. С тех пор как они записаны, ничего не изменено и не пропущено.
summary-deck = Колода следует из зёрен — тайных чисел. Они были закреплены прежде, чем можно было узнать карты.
summary-rules = Правила допускали каждый ход, и всё записанное после хода следует из него.
summary-score = Очки следуют из игры.
summary-bots = Боты ходили так, как делают их программы по тому, что они видели.
summary-draws = Места каждого тура следуют из чисел и результатов до него, или их назвал организатор.
summary-results = Каждый результат таков, как в записи его стола, и таблица следует из результатов.
summary-signed = Игроки с ключами сами подписали свои ходы.
summary-received = Служба подписала, что приняла эти события.
summary-logged = Запись находится в подписанном журнале службы, ключу которой вы доверяете.
summary-rests-rules = Правила разрешали каждый ход, и очки следуют из игры. Здесь это не проверялось.
summary-rests-cards = Карты никто не выбирал. Ни один игрок не добавил тайного числа, поэтому служба могла перебрать несколько колод.
summary-rests-draws = Жеребьёвку никто не мог предвидеть. Ни один игрок не добавил тайного числа, поэтому мог тот, кто знал числа службы.
summary-rests-left-out = Никто не выбирал из нескольких жеребьёвок и их общих сдач. Между объявлением и жеребьёвкой числа были не показаны, игроки снялись или очки исправлены ({ $count }), поэтому мог тот, кто это сделал и знал числа службы.
summary-rests-boards = Карты некоторых общих сдач ({ $count }) никто не выбирал и не знал. Ни один игрок не добавил тайного числа, поэтому служба могла перебрать несколько колод, а кто знал её числа, знал и карты.
summary-rests-movers = Каждый игрок сам делал ходы своего места. Место без ключа ничего не подписывает.
summary-rests-log = Другой записи этой сдачи нет.
summary-rests-times = События произошли в записанное время.
summary-cannot = Запись не показывает, что игроки говорили или видели в другом месте.

rivals-same = Оба файла показывают одну и ту же запись: { $why }.
rivals-genuine = Из двух подлинная запись — { $name }: она есть в подписанном журнале сервиса, ключу которого вы доверяете, а { $absent } в нём нет.
rivals-both = В подписанном журнале есть обе записи. Обе верными быть не могут: владелец ключа подписал неправду.
rivals-open = Ничто из данного не показывает, какая из двух подлинная.
rivals-part = До события { $before } они одинаковы. Событие { $event } различается в { $field }: { $what }.
rivals-known = Откуда это известно: { $why }.
rivals-cannot = Подлинная запись — та, что подписана вовремя. Что она доказывает, сказано при каждой записи.
