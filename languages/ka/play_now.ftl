# What `/` says before anything else is loaded: the games that begin at once.

lobby-title = თამაში
lobby-play-now-title = ითამაშეთ ახლავე
lobby-play-now-whom = ვისთან ერთად
lobby-play-now-whom-bots = ბოტებთან
lobby-play-now-whom-friend = მეგობართან
lobby-play-now-whom-others = სხვებთან
lobby-play-now-about-bots = თამაში მაშინვე დაიწყება. ყოველი ხელი შემდეგ შეიძლება შემოწმდეს.
lobby-play-now-about-friend = აირჩიეთ თამაში: მიიღებთ ბმულს მეგობრისთვის. მას ანგარიში არ სჭირდება.
lobby-play-now-about-others = აირჩიეთ თამაში და დაელოდეთ სხვებს, ვისაც იგივე თამაში სურს.
lobby-play-now-level = ბოტები
lobby-play-now-you = თქვენ
seat-name = თქვენი სახელი
seat-unnamed = მოთამაშე { $number }
learn-short = სწავლა
learn-game = { $game }: ისწავლეთ ხუთ წუთში
