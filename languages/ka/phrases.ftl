# What people at a table say to each other.

phrase-hello = გამარჯობა!
phrase-good_luck = წარმატებები!
phrase-well_played = კარგად ითამაშეთ!
phrase-good_game = კარგი თამაში იყო!
phrase-thank_you = გმადლობთ!
phrase-you_are_welcome = არაფრის!
phrase-sorry = ბოდიში!
phrase-one_moment = ერთი წუთით
phrase-hurry_please = თქვენი სვლაა, გთხოვთ!
phrase-my_mistake = ჩემი შეცდომაა
phrase-another_game = კიდევ ვითამაშოთ?
phrase-goodbye = ნახვამდის!
phrase-bravo = ბრავო!
phrase-laughter = ჰა-ჰა!
phrase-wow = ვაა!
phrase-oh_no = ოჰ, არა!
phrase-hmm = ჰმ…
phrase-phew = უჰ!

## The parts of the page around it

people-title = ფრაზები
people-say = თქვით რამე
people-more = სხვა ფრაზები
people-says = { $name }: { $phrase }
people-when-between_deals = დარიგებებს შორის აქ შეგიძლიათ რამე თქვათ.
people-mutes = მოთამაშეების დადუმება
people-mute = დადუმება: { $name }
people-report = გასაჩივრება
people-report-phrase = „{ $phrase }“ მაგიდის მფლობელთან გასაჩივრება
people-reported = მფლობელს ეცნობა
people-reports-title = გასაჩივრებული ფრაზები
people-reports-by = გაასაჩივრა: { $name }
