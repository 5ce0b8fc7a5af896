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

## The parts of the page around it

people-title = Phrases
people-say = Say something
people-more = More phrases
people-says = { $name }: { $phrase }
people-when-between_deals = Between the deals you can say something here.
people-mutes = Mute players
people-mute = Mute { $name }
people-report = Report
people-report-phrase = Report “{ $phrase }” to the owner of the table
people-reported = Reported to the owner
people-reports-title = Reported phrases
people-reports-by = Reported by { $name }
