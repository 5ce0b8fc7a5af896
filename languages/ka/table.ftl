# What a table says beside its cards, and before anything else is loaded.

table-loading = მაგიდა იტვირთება…
table-seats = ადგილები
table-names = { EACH($names, of: "item", join: "and") }
table-board = მაგიდაზე
table-hand = თქვენი კარტები
table-you = თქვენ
table-watching = თქვენ უყურებთ.
table-watching-late = თქვენ ხედავთ იმას, რაც { $seconds } წამის წინ მოხდა.
table-seat = ადგილი
table-free-seat = თავისუფალი ადგილი
table-erased-name = სახელი წაშლილია
table-bot = ბოტი
table-partner = მეწყვილე
table-dealer-sign = დ
table-bot-sign = ბოტი
table-panel = თამაშის მსვლელობა და სხვა
table-deal-of = დარიგება { $number } / { $all }
table-not-here = აქ არ არის
table-stand-in = თამაშს ბოტი აგრძელებს
table-trumps = კოზირი
table-cards = კარტები მაგიდაზე
table-last-trick = ბოლო ხელი
table-tricks = { $count } ხელი
table-yes = დიახ
table-no = არა
table-waiting-players = ველოდებით მოთამაშეებს
table-waiting-seeds = ველოდებით მარცვლებს: { $names }
table-waiting-ready = შემდეგი დარიგება: ჯერ მზად არ არის – { $names }
table-ready = მზად ხართ შემდეგი დარიგებისთვის?
table-waiting-next_deal = იხსნება შემდეგი დარიგება
table-waiting-deal = დარიგება მიდის
table-waiting-move = { $count ->
        [one] { $names } ფიქრობს…
       *[other] { $names } ფიქრობენ…
    }
table-waiting-bots = { $count ->
        [one] { $names } ფიქრობს…
       *[other] { $names } ფიქრობენ…
    }
table-waiting-nothing = ამ მაგიდაზე თამაში დასრულებულია
table-to-move = სვლაზეა
table-your-turn = თქვენი სვლაა
table-your-turn-to = თქვენი სვლაა: { EACH($types, of: "item", join: "or") }
table-early = მზადაა თქვენი სვლისთვის
table-time-left = დარჩენილი დრო
table-bank = მარაგი
table-log = რა მოხდა
table-deal = დარიგება
table-scores = ანგარიში
table-more = მეტი
table-series-over = სერია დასრულდა.
table-was-closed = მაგიდა დაიხურა.
