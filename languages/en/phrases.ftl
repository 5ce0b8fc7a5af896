# What people at a table say to each other.

phrase-hello = Hello!
phrase-good_luck = Good luck!
phrase-well_played = Well played!
phrase-good_game = Good game!
phrase-thank_you = Thank you!
phrase-you_are_welcome = You’re welcome!
phrase-sorry = Sorry!
phrase-one_moment = One moment, please
phrase-hurry_please = Your turn, please!
phrase-my_mistake = My mistake
phrase-another_game = Another game?
phrase-goodbye = Goodbye!
phrase-bravo = Bravo!
phrase-laughter = Ha ha!
phrase-wow = Wow!
phrase-oh_no = Oh no!
phrase-hmm = Hmm…
phrase-phew = Phew!
