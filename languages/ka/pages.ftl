# The pages for people: rules and problems. Text between backticks is code.

page-rules = წესები
page-rules-cards = მოთხოვნაში კარტი არის რანგი და ფერი: `TC` არის ჯვრის ათიანი. რანგები: `{ $ranks }`. ფერები: `C` ჯვარი, `S` ყვავი, `H` გული, `D` აგური.
page-rules-about = ყოველ მუხლს აქვს ნომერი, რომლითაც მას უარი, დასაშვები სვლები და განმარტებები ასახელებს, და მისამართი: `/rules/goat#G10`.
page-problems = პრობლემები
page-problems-about = ყოველი უარი პრობლემაა (RFC 9457); მისი `code` პროგრამებისთვისაა, მისი `type` აქ მოდის. უარყოფილმა მოთხოვნამ არაფერი შეცვალა.
page-problems-code = კოდი
page-problems-status = სტატუსი
page-problems-meaning = მნიშვნელობა
page-problem-status = სტატუსი
page-problem-cause = მიზეზი
page-problem-cure = რა უნდა გააკეთოთ
page-problem-example = მაგალითი
page-rules-minute = ერთ წუთში
page-rules-how = როგორ ითამაშოთ
page-rules-learn = ისწავლეთ თამაშით, ხუთ წუთში
page-rules-all = ყველა წესი, მუხლ-მუხლ
embed-absent = აქ საჩვენებელი დარიგება არ არის
embed-absent-why = სხვა საიტებზე ჩანს მხოლოდ საჯარო მაგიდების დასრულებული დარიგებები.
embed-about = დარიგების ყველა კარტი და სვლა: ნაბიჯ-ნაბიჯ სანახავად და შესამოწმებლად.
