# What is wrong with the form of a request.

## The library of schemas

form-missing = სავალდებულო ველი აკლია.
form-null = ველი არ შეიძლება იყოს null.
form-invalid = არასწორი მნიშვნელობა.
form-unknown = უცნობი ველი.
form-input-type = მონაცემთა არასწორი ტიპი.
form-no-string = სტრიქონი არ არის.
form-no-integer = მთელი რიცხვი არ არის.
form-no-boolean = ლოგიკური მნიშვნელობა არ არის.
form-no-uuid = UUID არ არის.
form-no-list = სია არ არის.
form-no-mapping = ობიექტი არ არის.
form-no-datetime = დრო არ არის.
form-one-of = უნდა იყოს ერთ-ერთი: { $choices }.
form-range = უნდა იყოს არანაკლებ { $min } და არაუმეტეს { $max }.
form-length = სიგრძე უნდა იყოს { $min }-დან { $max }-მდე.
form-too-long = უფრო გრძელია, ვიდრე დასაშვებია ({ $max }).
form-too-short = უფრო მოკლეა, ვიდრე დასაშვებია ({ $min }).
form-pattern = სტრიქონი ნიმუშს არ უდგება.

## The schemas of the API

form-most-characters = შეიძლება ჰქონდეს არა უმეტეს { $most } ნიშანი.
form-most-items = შეიძლება ჰქონდეს არა უმეტეს { $most } ელემენტი.
form-most-names = შეიძლება ჰქონდეს არა უმეტეს { $most } სახელი.
form-most-bytes = სულ შეიძლება ჰქონდეს არა უმეტეს { $most } ბაიტი.
form-many-names = აქვს { $number } სახელი, უმეტესობა უცნობია.
form-view = უნდა იყოს seat:N, public ან full.
form-some-of = უნდა იყოს ამათგან ზოგიერთი, მძიმით გამოყოფილი: { $choices }.
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
form-no-such-option = { $name }: ასეთი პარამეტრი არ არის; არის { $options }.
form-option-number = { $name }: უნდა იყოს მთელი რიცხვი { $low }-დან { $high }-მდე.
form-option-multiple = { $name }: უნდა იყოს { $step }-ის ჯერადი, { $low }-დან { $high }-მდე.
form-option-one-of = { $name }: უნდა იყოს ერთ-ერთი: { $values }.
form-move-one-of = უნდა იყოს ერთ-ერთი: { $values }.
form-move-needs = სვლას { $move } სჭირდება { $field }.
form-move-no-field = სვლას { $move } ასეთი ველი არ აქვს.
form-cards = უნდა იყოს კარტების სია.
form-more-cards = უფრო მეტი კარტი აქვს, ვიდრე დასტას, რომელშიც { $most } არის.
form-card = უნდა იყოს კარტის კოდი, მაგალითად TH.
form-true-or-false = უნდა იყოს true ან false.
form-whole-number = უნდა იყოს მთელი რიცხვი.
