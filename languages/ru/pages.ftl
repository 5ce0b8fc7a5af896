# The pages for people: rules and problems. Text between backticks is code.

page-rules = Правила
page-rules-cards = В запросе карта — это достоинство и масть: `TC` — десятка треф. Достоинства: `{ $ranks }`. Масти: `C` трефы, `S` пики, `H` червы, `D` бубны.
page-rules-about = У каждого пункта есть номер, которым его называют отказы, допустимые ходы и объяснения, и адрес: `/rules/goat#G10`.
page-problems = Ошибки
page-problems-about = Каждый отказ — это problem (RFC 9457); его `code` — для программ, его `type` ведёт сюда. Отклонённый запрос ничего не изменил.
page-problems-code = Код
page-problems-status = Статус
page-problems-meaning = Значение
page-problem-status = статус
page-problem-cause = Причина
page-problem-cure = Что делать
page-problem-example = Пример
page-rules-minute = За одну минуту
page-rules-how = Как играть
page-rules-learn = Научиться за игрой, за пять минут
page-rules-all = Все правила по пунктам
embed-absent = Здесь нечего показать
embed-absent-why = На других сайтах видны только оконченные сдачи открытых столов.
embed-about = Каждая карта и каждый ход сдачи: можно пройти по шагам и проверить.
