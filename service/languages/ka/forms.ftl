# What is wrong with the form of a request.

## The library of schemas

form-missing = სავალდებულო ველი აკლია.
form-null = ველი არ შეიძლება იყოს null.
form-invalid = არასწორი მნიშვნელობა.
form-near = უცნობი ველი. ხომ არ იგულისხმება { $near }?
form-fields = უცნობი ველი. არის: { $names }.
form-unknown = უცნობი ველი.
form-one-of = უნდა იყოს ერთ-ერთი: { $choices }.
form-length = სიგრძე უნდა იყოს { $min }-დან { $max }-მდე.
form-too-long = უფრო გრძელია, ვიდრე დასაშვებია ({ $max }).
form-too-short = უფრო მოკლეა, ვიდრე დასაშვებია ({ $min }).

## The schemas of the API

form-most-characters = შეიძლება ჰქონდეს არა უმეტეს { $most } ნიშანი.
form-most-items = შეიძლება ჰქონდეს არა უმეტეს { $most } ელემენტი.
form-most-names = შეიძლება ჰქონდეს არა უმეტეს { $most } სახელი.
form-most-bytes = სულ შეიძლება ჰქონდეს არა უმეტეს { $most } ბაიტი.
form-many-names = აქვს { $number } სახელი, უმეტესობა უცნობია.
form-empty = არ შეიძლება იყოს ცარიელი. თუ მნიშვნელობა არ არის, სახელიც გამოტოვეთ.
form-blank = არ შეიძლება იყოს ცარიელი.
form-several = აქვს რამდენიმე მნიშვნელობა; მიუთითეთ ერთხელ.
form-text = უნდა იყოს ტექსტი.
form-boolean = უნდა იყოს true ან false.
form-list = უნდა იყოს სია.
form-object = უნდა იყოს ობიექტი.
form-id = უნდა იყოს იდენტიფიკატორი, მაგალითად { $example }.
form-range = უნდა იყოს მთელი რიცხვი { $min }-დან { $max }-მდე.
form-hex = უნდა იყოს { $digits } თექვსმეტობითი ციფრი: 0-9 და a-f.
form-cursor = უნდა იყოს ამ სიის გვერდის `next`.
form-types = უნდა იყოს მოვლენების ტიპები, მაგალითად { $example }, მძიმით გამოყოფილი.
form-note-name = უნდა იყოს სახელი ასოებით, ციფრებით და ნიშნებით _ . : -
form-note = უნდა იყოს დასაბეჭდი ტექსტი.
form-view = უნდა იყოს seat:N, public ან full.
form-some-of = უნდა იყოს ამათგან ზოგიერთი, მძიმით გამოყოფილი: { $choices }.
form-time-plus = უნდა იყოს დრო RFC 3339-ის მიხედვით, მაგალითად { $example }. მისამართში + იწერება როგორც %2B.
form-time = უნდა იყოს დრო RFC 3339-ის მიხედვით, მაგალითად { $example }.
form-printable = უნდა იყოს დასაბეჭდი და არაცარიელი ტექსტი.
form-surrogate = Unicode-ის ტექსტი არ არის: აქვს ცალკე სუროგატი.
form-name-not-unicode = აქვს სახელი, რომელიც Unicode-ის ტექსტი არ არის.
form-person-or-bot = ან ადამიანი, ან ბოტი.
form-commits-needs-name = ადგილს, რომელიც ვალდებულებას იღებს, სახელი სჭირდება.
form-key-needs-name = ადგილს გასაღებით სახელი სჭირდება.
form-kind-needs-name = ადგილს მოთამაშის სახეობით სახელი სჭირდება.
form-notes-need-name = ადგილს, რომელსაც `ref` ან `metadata` აქვს, სახელი სჭირდება.
form-position = უნდა იყოს მოვლენის ადგილი.
form-idempotency-key = უნდა იყოს 1-დან 255-მდე ხილული ASCII ნიშანი.
form-hidden-character = არ უნდა ჰქონდეს U+{ $code }, რომელიც არ ჩანს.
form-no-letter = უნდა ჰქონდეს ასო, ციფრი ან ნიშანი.
form-url = უნდა იყოს https://, სახელი ინტერნეტში, პორტი 443 ან 8443 და გზა. საკუთარ მანქანაზე მიიღებს `fairdeal listen`; სხვა ქსელებს სერვისის ოპერატორი უშვებს FAIRDEAL_WEBHOOK_NETWORKS-ით.
form-url-host = უნდა ჰქონდეს ჰოსტი; IPv6 მისამართი ფრჩხილებში იწერება.
form-url-port = უნდა ჰქონდეს პორტი 1-დან 65535-მდე ან არც ერთი.

## Moves and options

form-no-move = სვლა არის ობიექტი, რომელსაც აქვს type.
form-near-option = { $name }: ასეთი პარამეტრი არ არის; ხომ არ იგულისხმება { $near }? არის { $options }.
form-no-such-option = { $name }: ასეთი პარამეტრი არ არის; არის { $options }.
form-option-number = { $name }: უნდა იყოს მთელი რიცხვი { $low }-დან { $high }-მდე.
form-option-multiple = { $name }: უნდა იყოს { $step }-ის ჯერადი, { $low }-დან { $high }-მდე.
form-option-one-of = { $name }: უნდა იყოს ერთ-ერთი: { $values }.
form-move-one-of = უნდა იყოს ერთ-ერთი: { $values }.
form-move-needs = სვლას { $move } სჭირდება { $field }.
form-move-no-field = სვლას { $move } ასეთი ველი არ აქვს; არის { $fields }.
form-cards = უნდა იყოს კარტების სია.
form-more-cards = უფრო მეტი კარტი აქვს, ვიდრე დასტას, რომელშიც { $most } არის.
form-card = უნდა იყოს კარტი: რანგი და ფერი, T არის ათიანი, მაგალითად { $example }.
form-no-card = { $text } კარტი არ არის: რანგი და ფერი, T არის ათიანი, მაგალითად { $example }.
form-other-pack = { $text } ამ დასტაში არ არის; მისი რანგებია { $ranks }.
form-true-or-false = უნდა იყოს true ან false.
form-whole-number = უნდა იყოს მთელი რიცხვი.
