# What `/` says before anything else is loaded: the games that begin at once.

lobby-title = Играть
lobby-play-now-title = Играть сейчас
lobby-play-now-whom = С кем
lobby-play-now-whom-bots = С ботами
lobby-play-now-whom-friend = С другом
lobby-play-now-whom-others = С другими
lobby-play-now-about-bots = Игра начнётся сразу. Каждую сдачу потом можно проверить.
lobby-play-now-about-friend = Выберите игру: вы получите ссылку для друга. Учётная запись ему не нужна.
lobby-play-now-about-others = Выберите игру и подождите тех, кто тоже хочет в неё сыграть.
lobby-play-now-level = Боты
lobby-play-now-you = Вы
seat-name = Ваше имя
seat-unnamed = Игрок { $number }
learn-short = Научиться
learn-game = { $game }: научиться за пять минут
