# What people at a table say to each other.

phrase-hello = Привет!
phrase-good_luck = Удачи!
phrase-well_played = Хорошо сыграно!
phrase-good_game = Хорошая игра!
phrase-thank_you = Спасибо!
phrase-you_are_welcome = Пожалуйста!
phrase-sorry = Извините!
phrase-one_moment = Минутку, пожалуйста
phrase-hurry_please = Ходите, пожалуйста!
phrase-my_mistake = Моя ошибка
phrase-another_game = Ещё партию?
phrase-goodbye = До свидания!
phrase-bravo = Браво!
phrase-laughter = Ха-ха!
phrase-wow = Ого!
phrase-oh_no = О нет!
phrase-hmm = Хм…
phrase-phew = Уф!

## The parts of the page around it

people-title = Фразы
people-say = Сказать
people-more = Другие фразы
people-says = { $name }: { $phrase }
people-when-between_deals = Между сдачами здесь можно что-нибудь сказать.
people-mutes = Скрыть фразы игроков
people-mute = Не слышать: { $name }
people-report = Пожаловаться
people-report-phrase = Пожаловаться владельцу стола на «{ $phrase }»
people-reported = Владелец стола узнает об этом
people-reports-title = Жалобы на фразы
people-reports-by = Пожаловался игрок { $name }
