# What every page says, and the names of cards.

common-skip = К содержанию
common-navigation = Страницы
common-menu = Меню
link-play = Играть
link-host = Хозяин
link-verify = Проверить
link-settings = Настройки
link-rules = Правила
link-contract = API
common-levels-easy = лёгкий
common-levels-casual = любительский
common-levels-medium = средний
common-levels-hard = сложный
common-levels-expert = эксперт
common-close = Закрыть
common-more-options = Другие настройки
common-reconnecting = Связь потеряна. Пробуем снова…
common-unreachable = Сервис не отвечает. Ничего не потеряно: попробуйте ещё раз.
common-retry = Попробовать ещё раз
common-archive = Запись в архиве
common-unknown-page = Такой страницы нет
common-unknown-page-hint = Возможно, в адресе опечатка или страницы больше нет.
common-sharing-copy = Скопировать ссылку
common-sharing-copied = Скопировано
common-sharing-share = Поделиться
common-sharing-qr = QR-код: { $label }
common-cards-unknown = закрытая карта
common-cards-hidden = { $count ->
        [one] { $count } закрытая карта
        [few] { $count } закрытые карты
       *[many] { $count } закрытых карт
    }
common-cards-suits-french-c = трефы
common-cards-suits-french-d = бубны
common-cards-suits-french-h = червы
common-cards-suits-french-s = пики
common-cards-suits-german-c = жёлуди
common-cards-suits-german-d = бубенцы
common-cards-suits-german-h = червы
common-cards-suits-german-s = листья
common-cards-ranks-2 = двойка
common-cards-ranks-3 = тройка
common-cards-ranks-4 = четвёрка
common-cards-ranks-5 = пятёрка
common-cards-ranks-6 = шестёрка
common-cards-ranks-7 = семёрка
common-cards-ranks-8 = восьмёрка
common-cards-ranks-9 = девятка
common-cards-ranks-T = десятка
common-cards-ranks-J = валет
common-cards-ranks-Q = дама
common-cards-ranks-K = король
common-cards-ranks-A = туз
common-cards-ranks-german-J = унтер
common-cards-ranks-german-Q = обер
common-cards-of-french-C = треф
common-cards-of-french-D = бубён
common-cards-of-french-H = червей
common-cards-of-french-S = пик
common-cards-of-german-C = желудей
common-cards-of-german-D = бубенцов
common-cards-of-german-H = червей
common-cards-of-german-S = листьев
common-cards-indices-J = В
common-cards-indices-Q = Д
common-cards-indices-K = К
common-cards-indices-A = Т
common-cards-indices-german-J = У
common-cards-indices-german-Q = О
common-cards-name = { $rank } { $suit }
common-past = { $unit ->
        [minute] { $count ->
            [one] { $count } минуту назад
            [few] { $count } минуты назад
           *[other] { $count } минут назад
        }
        [hour] { $count ->
            [one] { $count } час назад
            [few] { $count } часа назад
           *[other] { $count } часов назад
        }
       *[day] { $count ->
            [1] вчера
            [one] { $count } день назад
            [few] { $count } дня назад
           *[other] { $count } дней назад
        }
    }
common-future = { $unit ->
        [minute] { $count ->
            [one] через { $count } минуту
            [few] через { $count } минуты
           *[other] через { $count } минут
        }
        [hour] { $count ->
            [one] через { $count } час
            [few] через { $count } часа
           *[other] через { $count } часов
        }
       *[day] { $count ->
            [1] завтра
            [one] через { $count } день
            [few] через { $count } дня
           *[other] через { $count } дней
        }
    }
common-now = сейчас
