# What was wrong with a request, this time: the detail of a problem.

# A text that comes from elsewhere and has no key of its own.
said = { $text }

## Who may do what

credential-missing = Отправьте ключ API или токен места: Authorization: Bearer …
credential-unknown = Токен или ключ неизвестен или истёк.
credential-expired = Токен истёк.
key-revoked = Этот ключ только что отозван.
scope-missing = У этого ключа нет права { $scope }: ему нельзя { $scope ->
        [read] читать столы, сдачи и журнал
        [tables] открывать и закрывать столы и ответвления, допускать зрителей и читателей, приглашать
        [play] занимать места, получать их токены и освобождать места
        [disputes] читать доказательства и споры, допускать аудиторов
        [webhooks] добавлять, менять и удалять вебхуки
       *[keys] создавать, менять и отзывать ключи, которым можно не больше
    }.
scope-too-wide = Ключ не может дать право, которого у него нет: { $scope }.
secret-replaced-keys = Этот секрет заменён: управляйте ключами с новым.
secret-replaced-webhooks = Этот секрет заменён: добавляйте вебхуки с новым.
done-by-seat = Это делают с токеном места.
done-by-key = Это делают с ключом API.
work-of-auditor = Аудитор читает доказательства и решает споры.
work-of-watcher = Зритель видит стол и его сдачи так, как их видят все.
work-of-reader = Читатель видит стол и его законченные сдачи.
work-of-invitation = Приглашение занимает место, а до того показывает стол.
auditor-follows-nothing = Токен аудитора не может следить за событиями.
auditor-rules = Спор решает только токен аудитора этого стола.
auditor-after-deal = Аудитор может читать сдачу только после её конца.
reader-after-deal = Читатель может читать сдачу только после её конца.
watcher-public-only = За этим столом у зрителя есть только общий вид.
owner-only = Это может только владелец стола.
owner-and-seats-only = Это могут только владелец стола и места.
owner-and-players-only = Это могут только владелец и игроки стола.
owner-or-holder-only = Это может только владелец стола или тот, кто занимает место.
notes-by-owner = Задать это может только владелец стола: больше никто этого не увидел бы.
guest-by-admitter = Это может только владелец стола или место, которое допустило { $scope ->
        [auditor] аудитора
        [reader] читателя
       *[watcher] зрителя
    }.
parties-only = Это могут только владелец, игроки и аудиторы стола.
participants-only = Запись стола могут читать только его участники.
only-a-seat = Это может только место: возьмите токен этого места.
permissions-changed = Ваши права изменились; подключитесь снова.
no-longer-possible = Это больше невозможно: что-то изменилось, или ваше участие кончилось.

## What does not exist, and what there is too much of

not-found = { $what ->
        [table] Такого стола нет, или вам нельзя его видеть.
        [deal] Такой сдачи нет, или вам нельзя её видеть.
        [event] Такого события нет, или вам нельзя его видеть.
        [seat] Такого места нет, или вам нельзя его видеть.
        [dispute] Такого спора нет, или вам нельзя его видеть.
        [phrase] Такой фразы нет, или вам нельзя её видеть.
       *[other] Здесь нет того, что вы ищете ({ $what }), или вам нельзя это видеть.
    }
nothing-here = По этому адресу ничего нет.
nothing-here-but = По этому адресу ничего нет; возможно, имеется в виду { $address }.
path-needs-id = По этому адресу ничего нет: { $name } — это идентификатор, например { $example }.
path-needs-number = По этому адресу ничего нет: { $name } — это число.
no-such-method = У этого ресурса нет такого метода; есть { EACH($methods, of: "item", join: "and") }.
too-many-keys = У владельца самое большее { $limit } действующих ключей: отзовите ненужные.
too-many-guests = У стола одновременно самое большее { $limit } { $scope ->
        [auditor] аудиторов
        [reader] читателей
        [invitation] открытых приглашений
       *[watcher] зрителей
    }.
too-many-disputes = Место начинает самое большее { $limit } споров о сдаче.
too-many-answers = Место отвечает на спор самое большее { $limit } раз.
too-many-webhooks = У ключа API самое большее { $limit } вебхуков.
too-many-redeliveries = Предел повторных доставок этого сообщения достигнут.
too-many-open-tables = У этого владельца { $limit } открытых столов, и больше вам открыть нельзя: закройте те, что не начались, или доиграйте другие.
too-many-analyses = В очереди { $limit } разборов этого владельца: подождите, пока один из них не будет готов.
not-at-house-tables = Этого нет за столами заведения, которые открывают без ключа.
no-house-tables = Эта служба не предлагает игр без ключа.
own-page-only = Об этом может просить только страница этой службы.
too-many-house-tables = Таких столов открыто { $limit }, и больше нельзя: доиграйте один или приходите позже.
house-queue-full = Больше людей в очередь пока не поместится: попробуйте через минуту.
budget-reads = Этот владелец или токен читал слишком часто; подождите или следите потоком.
budget-writes = Этот владелец или токен просил слишком много изменений; подождите и продолжайте.
budget-openings = Этот владелец или токен открыл слишком много столов за короткое время; подождите.
budget-strangers = С этого адреса пришло слишком много запросов без токена и ключа; подождите.
streams-full = Сервис достиг предела открытых потоков.
streams-of-caller-full = Вы или владелец достигли предела открытых потоков.

## Tables and seats

levels = Уровни: { EACH($levels, of: "item") }.
level-not-available = Боты уровня { $level } не могут играть на этом сервере.
no-judge = Ни один бот на этом сервере не может оценивать ходы этой игры.
games = Игры: { EACH($games, of: "item") }.
seats-of-game = { game-title }: за столом должно быть мест { EACH($seats, of: "item", join: "or") }.
game-title = { $game ->
        [durak] { durak }
        [goat] { goat }
        [skat] { skat }
        [svoi_kozyri] { svoi_kozyri }
       *[other] { $game }
    }
target-said-twice = options.{ $option } уже сказал это: достаточно одного из двух.
table-closed = Стол закрыт.
seat-is-taken = Это место занято.
no-seat = Все места этого стола заняты.
invited-to-seat = Это приглашение на место { $seat }.
invitation-used = Это приглашение использовано: с ним занято место { $seat }.
seat-reserved = Это место оставлено за игроком: займите его запросом POST /v1/tables/{ $table }/rematch.
seat-yours-other-key = Это место уже ваше, но с другим ключом.
seat-yours-other-commits = Это место уже ваше, но с другим `commits`.
seat-yours-commit = Это место уже ваше: передайте обязательство с его новым токеном.
name-of-a-bot = Это имя бота.
name-like-another = Имя можно спутать с именем { $other }, чей владелец сидит за этим столом.
no-spectators = У этого стола нет зрителей.
views-for-members = За этим столом все виды после сдачи видят только его участники: читателей у него нет.
no-spectators-while-on = У этого стола нет зрителей, пока сдача идёт.
no-rematch = Реванш бывает только у доигранной серии; у ответвления его нет.
rematch-by-players = Открыть реванш могут только игроки стола и его владелец.
rematch-other-seats = Реванш уже открыт, с другими местами: не указывайте `seats`.
rematch-closed = Реванш закрыт, а у стола он только один.
series-begun = Серия началась: уходите из сдачи, которая идёт.
series-over = Серия окончена.
table-of-older-release = Этот стол открыт прежней версией сервиса, в которой такого поля не было.
only-at-tests = Это бывает только у тестового стола: откройте стол с `test` или тестовым ключом.
test-key-tests-only = Тестовый ключ открывает тестовые столы и действует только за ними. Возьмите другой ключ.
deck-not-the-pack = В колоде каждая карта должна быть ровно один раз. Не хватает: { $missing }; повторяются: { $doubled }; лишние: { $unknown }.
no-seeds-with-decks = За столом с заданными колодами места не добавляют зёрен: не указывайте `commits`.
clock-too-far = Часы стола могут уйти вперёд не больше чем на 366 дней: переведите их ещё не больше чем на { $seconds } секунд.

## Deals and moves

deal-is-over = Сдача окончена.
deal-was-abandoned = Сдача прервана.
deal-was-voided = Сдача аннулирована.
deal-voided-too-late = Сдача аннулирована; было поздно.
deal-over-at-event = На этом событии сдача окончена.
voided-before-dealt = Сдача аннулирована прежде, чем сдали карты.
abandoned-before-dealt = Сдача прервана прежде, чем сдали карты.
cards-not-dealt = Карты ещё не сданы: не все места показали зёрна.
not-your-turn = Сейчас не ваш ход.
rules-refuse = Правила не допускают этого хода ({ $move }); см. clauses.
deal-changed = Сдача на версии { $version }; прочитайте пропущенное и решите снова.
time-was-over = Ваше время истекло: сдача кончилась.
bot-plays-time = За вас играет бот, потому что ваше время истекло. Чтобы ходить снова, вернитесь запросом POST …/return.
bot-plays-left = За вас играет бот, потому что вы ушли. Чтобы ходить снова, вернитесь запросом POST …/return.
come-back-first = За вас играет бот: сначала вернитесь запросом POST …/return.
no-hints-here = За этим столом подсказки не разрешены.
no-hint-resigned = Вы сдались в этой сдаче: подсказок для вас нет.
leave-after-move = Вы вернулись после последнего хода: уйти снова можно после следующего.
return-after-bot-move = Ваше время истекло: в этот раз ходит бот. Вернитесь после его хода.
not-left = Вы не уходили из этой сдачи.
all-cards-after-deal = В этом виде все карты: он доступен после сдачи.
view-of-that-seat = Пока сдача идёт, этот вид — только для того, кто занимает это место.
view-full-refused = Пока сдача идёт, полный вид не даётся.
no-other-cards = Не нашлось других карт, подходящих к виду этого места.

## Seeds, keys and signatures

seat-commits-itself = Место передаёт обязательство со своим токеном.
seat-without-commits = Это место занято без `commits`, поэтому зёрен не добавляет.
seat-committed-otherwise = Это место передало на эту сдачу обязательство с другим зерном.
not-next-deal = Это не следующая сдача стола; см. next_deal.
phrase-too-soon = Место говорит не чаще чем раз в { $pause } секунд: подождите ещё { $seconds } с.
phrases-off = За этим столом ничего не говорят.
phrases-between-deals = За этим столом говорят между сдачами, но не во время сдачи.
phrases-of-people = Боты ничего не говорят.
reports-limit = Место жалуется не больше чем на { $limit } фраз.
ready-by-holder = О готовности места может сказать только его игрок или ключ API, который это место занял.
no-pause = За этим столом между сдачами нет паузы.
ready-too-early = Слишком рано: пауза перед сдачей {$number} ещё не началась.
ready-too-late = Слишком поздно: сдача {$number} уже началась.
seed-not-opening = Зерно не открывает обязательства этого места на эту сдачу.
not-a-public-key = Это не открытый ключ Ed25519 группы простого порядка.
nothing-to-sign = Подписывать нечего, или это место не принесло ключа: не отправляйте подписи.
seat-signs = Это место подписывает { $what ->
        [move] каждый ход
       *[act] каждое действие
    } ключом, который оно принесло.
signature-unfit = Это не подпись ключа места под { $what ->
        [move] этим ходом
       *[act] этим действием
    } целиком и под записью { $kind ->
        [deal] сдачи
       *[table] стола
    } до события { $version }.

## Disputes, the log and webhooks

dispute-one-place = Отправьте либо `at` — место события, либо `move` — номер хода.
dispute-ruled = Этот спор уже решён.
adjustment-sides = Сторон у этого стола { $sides }: отправьте по одному числу на каждую.
adjustment-dismissed = Отклонённая претензия ничего не меняет: отправьте пустую поправку.
record-altered = Эта запись изменена.
log-not-signed-one = Журнал не тот, который подписан.
log-ended = Журнал { $ended } закончился здесь на { $size } записях, и после него начат журнал { $log }. Доказательства, ведущего из одного в другой, нет; см. /v1/log/breaks.
position-lost = В журнале нет позиции { $position }: то, что было после позиции { $end }, потеряно, и журнал начат заново. Прочитайте свои столы снова и продолжайте после { $end }.
archived = Эта сдача в архиве за { $month }.
not-logged-yet = В журнале такого размера этого события ещё нет.
webhook-stays-disabled = Он остаётся выключенным: ключ, который его добавил, отозван, поэтому включить его нельзя.
webhook-is-disabled = Вебхук выключен: { $reason ->
        [by_owner] его выключил владелец
        [gone] его получатель ответил 410 Gone
        [failing] несколько дней ничего не удавалось доставить
       *[key_revoked] ключ, который его добавил, отозван, поэтому включить его нельзя
    }.

## Requests

key-reused = Этот ключ идемпотентности уже использован для другого запроса.
request-unfit = Запрос не соответствует контракту; см. errors.
malformed-json = Тело — не JSON: { $why }.
body-missing = Тела нет. Это объект JSON с { EACH($fields, of: "item", join: "and") }.
body-not-json = Тело должно быть JSON и отправлено как application/json.
body-too-slow = Тело не пришло за { $seconds } с.
body-too-long = Тело длиннее, чем читает этот сервис.
address-too-long = В адресе самое большее { $bytes } байт.
too-many-waiting = Ваших запросов уже ждёт { $most }.
header-too-long = В заголовке самое большее { $bytes } байт.
headers-too-long = Во всех заголовках вместе самое большее { $bytes } байт.
forms-available = Доступные формы: { EACH($forms, of: "item", join: "and") }.
transcript-forms = Протокол этой сдачи доступен как { EACH($forms, of: "item") }.
no-streams = У этого сервера есть страницы, но нет потоков.
not-migrated = База данных не переведена на схему этой программы.
stopping = Этот процесс останавливается.
database-unreachable = Сервис не может связаться со своей базой данных. Ничего не потеряно; спросите снова.
service-failed = Сбой сервиса; ваш запрос тут ни при чём.

## The form of a request

form-missing = Обязательное поле отсутствует.
form-null = Поле не может быть null.
form-near = Неизвестное поле. Имеется в виду { $near }?
form-fields = Неизвестное поле. Есть: { $names }.
form-unknown = Неизвестное поле.
form-one-of = Должно быть одно из: { $choices }.
form-length = Длина должна быть от { $min } до { $max }.
form-most-characters = Знаков может быть самое большее { $most }.
form-most-items = Элементов может быть самое большее { $most }.
form-most-names = Имён может быть самое большее { $most }.
form-most-bytes = Всего может быть самое большее { $most } байт.
form-many-names = Имён { $number }, и большинство неизвестны.
form-empty = Не может быть пустым. Если значения нет, уберите и имя.
form-blank = Не может быть пустым.
form-several = Имеет несколько значений; укажите одно.
form-text = Должно быть текстом.
form-boolean = Должно быть true или false.
form-list = Должно быть списком.
form-object = Должно быть объектом.
form-id = Должно быть идентификатором, например { $example }.
form-range = Должно быть целым числом от { $min } до { $max }.
form-hex = Должно состоять из шестнадцатеричных цифр ({ $digits }): 0-9 и a-f.
form-cursor = Должно быть значением `next` страницы этого списка.
form-place = Место — это `wait_` и 43 знака base64url.
form-types = Должны быть типы событий через запятую, например { $example }.
form-note-name = Должно быть именем из букв, цифр и знаков _ . : -
form-noted = Должно быть имя и его значение, например { $example }: до первого = не больше { $name } букв, цифр и знаков _ . : -, после него не больше { $value } печатных знаков.
form-note = Должно быть печатным текстом.
form-view = Должно быть seat:N, public или full.
form-some-of = Должны быть слова из { $choices } через запятую.
form-time-plus = Должно быть временем по RFC 3339, например { $example }. В адресе + пишется как %2B.
form-time = Должно быть время по RFC 3339, например { $example }.
form-printable = Должен быть печатный и непустой текст.
form-surrogate = Не текст Unicode: есть одиночный суррогат.
form-name-not-unicode = Есть имя, которое не текст Unicode.
form-person-or-bot = Либо человек, либо бот.
form-commits-needs-name = Месту с обязательствами нужно имя.
form-key-needs-name = Месту с ключом нужно имя.
form-kind-needs-name = Месту с видом игрока нужно имя.
form-notes-need-name = Месту с `ref` или `metadata` нужно имя.
form-position = Должно быть местом события.
form-idempotency-key = Должно быть от 1 до 255 видимых знаков ASCII.
form-hidden-character = Не должно быть знака U+{ $code }: его не видно.
form-no-letter = Нужна буква, цифра или знак.
form-url = Нужны https://, имя в интернете, порт 443 или 8443 и путь. На своей машине принимает `fairdeal listen`; другие сети владелец сервиса может разрешить через FAIRDEAL_WEBHOOK_NETWORKS.
form-url-host = Нужно имя узла; адрес IPv6 пишут в скобках.
form-url-port = Порт от 1 до 65535 или никакого.

## Moves and options
form-no-move = Ход — это объект с type.
form-near-option = { $name }: нет такого параметра; имеется в виду { $near }? Есть { $options }.
form-no-such-option = { $name }: нет такой настройки; есть { $options }.
form-option-number = { $name }: нужно целое число от { $low } до { $high }.
form-option-multiple = { $name }: нужно число, кратное { $step }, от { $low } до { $high }.
form-option-one-of = { $name }: нужно одно из { $values }.
form-move-one-of = Нужно одно из { $values }.
form-move-needs = Для { $move } нужно { $field }.
form-move-no-field = У хода { $move } нет такого поля; есть { $fields }.
form-cards = Нужен список карт.
form-more-cards = Карт больше, чем в колоде, где их { $most }.
form-card = Должно быть картой: достоинство и масть, T — десятка, например { $example }.
form-no-card = { $text } — не карта: достоинство и масть, T — десятка, например { $example }.
form-other-pack = { $text } нет в этой колоде; её достоинства: { $ranks }.
form-true-or-false = Нужно true или false.
form-whole-number = Нужно целое число.
