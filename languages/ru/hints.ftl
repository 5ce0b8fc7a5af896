# Why a hint names a move: what is true of the move for its player to see.

hint-only-move = Другого хода у вас нет.
hint-looked-ahead = Бот просмотрел до { $positions } позиций и не нашёл ничего лучше.
hint-weighed = Бот прикинул ваши ходы на глаз и выбрал этот.

durak-hint-attacks-cheaply = Это ваша самая дешёвая карта. Дорогие ещё пригодятся.
durak-hint-has-another = У вас есть ещё карта того же достоинства, чтобы подкинуть.
durak-hint-throws-in = Соперник всё равно берёт, а вы избавитесь от карты.
durak-hint-adds-cheaply = Это обойдётся дёшево, а сопернику придётся отбиваться ещё раз.
durak-hint-beats-cheaply = Это самая дешёвая из ваших карт, которая бьёт.
durak-hint-keeps-trumps = Для этого нужны козыри, а их лучше приберечь.
durak-hint-keeps-cards = Бот предпочёл бы придержать ваши карты.

goat-hint-unbeatable = Среди карт, которых вы ещё не видели, нет ничего старше.
goat-hint-leads-no-points = Вы не рискуете очками.
goat-hint-beats-cheaply = Это самое слабое из того, что бьёт.
goat-hint-gives-to-partner = Взятка пока у вашего партнёра, и очки могут остаться у вас.
goat-hint-throws-away-least = Так вы отдаёте меньше всего очков.

svoi_kozyri-hint-no-card-seen = Карт вы ещё не видели, так что подойдёт любая масть.
svoi_kozyri-hint-makes-take = Сопернику нечем её бить: придётся взять.
svoi_kozyri-hint-leads-cheaply = Это ваша самая слабая карта.
svoi_kozyri-hint-beats-cheaply = Так вы бьёте самой дешёвой картой.
svoi_kozyri-hint-keeps-trumps = Бить можно только козырями, а их лучше приберечь.

skat-hint-bids = Бот считает, что с вашими картами на эту ставку можно выиграть.
skat-hint-passes = Бот не видит у вас игры, ради которой стоит рисковать.
skat-hint-wins-last = Вы ходите последним, и это самая слабая карта, которая берёт взятку.
skat-hint-draws-trumps = Так вы выбиваете у соперников козыри.
skat-hint-gives-to-partner = Взятка у вашего партнёра: очки пойдут ему.
skat-hint-throws-away-least = Так вы отдаёте меньше всего очков.
