# The pages for people: rules and problems. Text between backticks is code.

page-rules = The rules
page-rules-cards = A request names a card by rank and suit: `TC` is the ten of clubs. Ranks: `{ $ranks }`. Suits: `C` clubs, `S` spades, `H` hearts, `D` diamonds.
page-rules-about = Every clause has a number, by which refusals, legal moves and explanations name it, and an address: `/rules/goat#G10`.
page-problems = Problems
page-problems-about = Every refusal is a problem (RFC 9457); its `code` is for programs, its `type` leads here. A refused request has changed nothing.
page-problems-code = Code
page-problems-status = Status
page-problems-meaning = Meaning
page-problem-status = status
page-problem-cause = Cause
page-problem-cure = What to do
page-problem-example = Example
page-rules-minute = In one minute
page-rules-how = How to play
page-rules-learn = Learn it by playing, in five minutes
page-rules-all = All rules, clause by clause
embed-absent = There is no deal to show here
embed-absent-why = Only finished deals of public tables are shown within other sites.
embed-about = Every card and every move of a deal, to step through and to verify.
