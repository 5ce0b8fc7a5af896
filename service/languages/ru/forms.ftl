# What is wrong with the form of a request.

## The library of schemas

form-missing = Обязательное поле отсутствует.
form-null = Поле не может быть null.
form-invalid = Неверное значение.
form-near = Неизвестное поле. Имеется в виду { $near }?
form-fields = Неизвестное поле. Есть: { $names }.
form-unknown = Неизвестное поле.
form-one-of = Должно быть одно из: { $choices }.
form-length = Длина должна быть от { $min } до { $max }.
form-too-long = Длиннее предела { $max }.
form-too-short = Короче наименьшей длины { $min }.

## The schemas of the API

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
form-types = Должны быть типы событий через запятую, например { $example }.
form-note-name = Должно быть именем из букв, цифр и знаков _ . : -
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
