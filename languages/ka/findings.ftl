# What the verifiers and the judge of records find. A value such as { $seats } or { $why } may be a text
# of this catalogue.

## Several

finding-seats = { $number ->
        [one] ადგილი { $seats }
       *[other] ადგილები { $seats }
    }
finding-charged = ადგილი { $seat } ({ $times })
finding-also = { $first }; { $second }
finding-named = { $name }: { $why }
finding-misconduct = { $what }: ეს სიყალბის მტკიცებაა
finding-at = მოვლენა { $position }, { $field }: { $detail }
finding-in = { $field }: { $detail }

## The form of a record

finding-form-broken = ფორმა მცდარია
finding-malformed = { $where }: { $why }
finding-must-text = ტექსტი უნდა იყოს
finding-must-list = სია უნდა იყოს
finding-must-object = ობიექტი უნდა იყოს
finding-must-fields = ობიექტი უნდა იყოს ველებით { $fields }
finding-must-most-items = არა უმეტეს { $most } ელემენტისა უნდა იყოს
finding-must-word = უნდა იყოს { EACH($words, of: "item", join: "or") }
finding-must-match = უნდა შეესაბამებოდეს { $pattern }
finding-must-whole = მთელი რიცხვი უნდა იყოს 0-დან
finding-must-most = არა უმეტეს { $most } უნდა იყოს
finding-must-counted = 2^32-ზე ნაკლები უნდა იყოს
finding-must-uuid = UUID უნდა იყოს პატარა ასოებით
finding-must-hex = { $size } ბაიტი უნდა იყოს პატარა თექვსმეტობითი ციფრებით
finding-must-slots-in-order = თანმიმდევრობით უნდა იყოს, თითო ერთხელ
finding-must-positions-in-order = მოვლენების თანმიმდევრობით უნდა იყოს, თითო ერთხელ
finding-rewritten = ეს ფაილი სხვა პროგრამამ ხელახლა ჩაწერა: ჰარები ან გასაღებების რიგი სხვაა, შინაარსი კი იგივე
finding-not-canonical = ეს ამ JSON-ის კანონიკური ფორმა არ არის
finding-no-canonical-json = ეს არ არის JSON, რომელსაც კანონიკური ფორმა აქვს
finding-no-events = ჩანაწერში მოვლენებია
finding-secret-object = საიდუმლო არ არის ობიექტი ან სია ობიექტით
finding-not-known = { $what } აქ უცნობია
finding-not-known-here = აქ უცნობია: { $what }
finding-not-known-here-event = აქ უცნობია: { $what }, მოვლენა { $event }
finding-bundle-unformed = ერთ-ერთ ფაილს ჩანაწერის ფორმა არ აქვს
finding-events-of = { $events } მოვლენა, { $kind ->
        [deal] დარიგება
       *[table] მაგიდა
    } { $stream }, { $game }, ხედი: { $view }
finding-clock-back = მოვლენაზე { $event } საათი უკან მიდის { $us } მკწმ-ით
finding-value = მნიშვნელობა დაუშვებელია ან აკლია
finding-header = ფაილის თავში სხვა რამ წერია
finding-begins-with = ჩანაწერი იწყება { $event }-ით, მხოლოდ ერთხელ
finding-not-in-record = ჩანაწერში, რომელიც { $first }-ით იწყება, არ არის { $event }
finding-ends-with = სრული ჩანაწერი მთავრდება მოვლენით { $event }
finding-first-is-one = პირველი დარიგების ნომერია 1
finding-no-such-table = ასეთი მაგიდა არ არსებობს
finding-no-such-seat = ასეთი ადგილი არ არსებობს

## Hashes and openings

finding-hash = ჰეში მოვლენებიდან არ გამომდინარეობს
finding-head-end = ჩანაწერი თავისი ბოლო ჰეშით არ მთავრდება
finding-head = ბოლო ჰეში: { $head }
finding-openings = გახსნილია და ემთხვევა საიდუმლოები: { $opened } / { $sealed }
finding-no-commitment = აქ გასახსნელი ვალდებულება არ არის
finding-opening = გახსნა ვალდებულებას არ ემთხვევა
finding-secret-not-of-view = ამ ხედმა ეს საიდუმლო არ იცის
finding-secret-closed = ამ ხედმა ეს საიდუმლო იცის, მაგრამ გახსნილი არ არის
finding-not-each-seat = მნიშვნელობა ყველა ადგილისთვის არ არის
finding-secret-open = ეს საიდუმლოა და ღიად წერია
finding-nothing-hidden = აქ ფარული არაფერია, მაგრამ ვალდებულება წერია
finding-other-count = ნათქვამია, რომ ფარულია { $count } კარტი, მაგრამ რიცხვი სხვაა

## Commitments and seeds

finding-by-hand-uncommitted = ვალდებულებები არ არის: დასტა ხელით დალაგდა
finding-seat-uncommitted = ამ ადგილს მარცვალი არ უკისრია
finding-seat-shown-before = ამ ადგილმა თავისი მარცვალი უკვე აჩვენა
finding-seed-after-shuffle = მარცვალი არევის შემდეგ არის ნაჩვენები
finding-seat-not-shown = ადგილმა, რომელმაც ივალდებულა, მარცვალი არ აჩვენა
finding-server-seed-early = სერვერის მარცვალი დასასრულამდე არის ნაჩვენები
finding-server-committed = სერვერის ვალდებულება მოვლენა 1-შია; არც ერთი ადგილი თავის მარცვალს არ უმატებს
finding-all-committed = მოვლენა 1-შია ვალდებულებები: სერვერი, { $seats }
finding-board-committed = მოვლენა 1-შია ვალდებულება საერთო დარიგების მარცვალზე, მოთამაშეების მარცვლების ჰეშით; ორივე ტურნირის ჩანაწერშია
finding-test-deal = სატესტო მაგიდის დარიგება, რომელიც არაფერს ამტკიცებს: { $said }
finding-not-for-each-seat = არც ცარიელია და არც თითოა ყველა ადგილისთვის
finding-bot-brings-none = ბოტს თავისი არაფერი მოაქვს
finding-seeds-uncommitted = ვალდებულება არ არის, მარცვლები კი არის
finding-by-hand-seed = დასტა ხელით დალაგდა, მარცვალი კი ნაჩვენებია
finding-by-hand-vouched = დასტა ხელით დალაგდა, ეს კი მას ადასტურებს
finding-none = არ არის
finding-committed-no-seed = ნაკისრი მარცვალი არ არის
finding-seat-seed = მარცვალი ადგილის ვალდებულებას არ ხსნის
finding-server-seed = მარცვალი სერვერის ვალდებულებას არ ხსნის
finding-other-seed-at-end = ბოლოს სხვა მარცვალია ნაჩვენები
finding-server-seed-hidden = სერვერის მარცვალი ჯერ არ არის ნაჩვენები
finding-server-opens = სერვერის მარცვალი მის ვალდებულებას ხსნის
finding-no-seat-shows = არც ერთი ადგილი თავისას არ აჩვენებს
finding-seat-opens = თავისას ხსნის აგრეთვე { $seats }
finding-seats-open = თავისას ხსნიან აგრეთვე: { $seats }
finding-kept-by-player = როგორც მოთამაშემ შეინახა: { $seats }
finding-seed-of-unknown = ვისია, მხოლოდ --seed აჩვენებს: { $seats }
finding-seat-adds-none = ეს ადგილი მარცვალს არ უმატებს
finding-seed-not-in-file = ეს ადგილი მარცვალს უმატებს, თქვენს ფაილში კი ამ დარიგებისთვის არ არის
finding-not-your-seed = ეს არ არის მარცვალი, რომელიც შეინახეთ
finding-not-your-commitment = ეს არ არის იმ მარცვლის ვალდებულება, რომელიც შეინახეთ

## The shuffle

finding-agreed = T შეთანხმებულს შეესაბამება
finding-agreed-and-follow = T შეთანხმებულს შეესაბამება, დასტა და კენჭისყრა კი მარცვლებიდან გამომდინარეობს
finding-not-agreed = T არ არის ის, რაც არევამდე შეთანხმდა
finding-pack-seed-hidden = მარცვალი, რომლიდანაც დასტა გამომდინარეობს, ჯერ არ არის ნაჩვენები
finding-pack-sealed = დასტა და კენჭისყრა ამ ხედში დაფარულია
finding-dealt-unchecked = აქ არ მოწმდება: დარიგებული კარტები
finding-pack = დასტა მარცვლებიდან არ გამომდინარეობს
finding-lots = კენჭისყრა მარცვლებიდან არ გამომდინარეობს
finding-not-of-pack = დასტა, რომელიც მარცვლებიდან გამომდინარეობს, ამას არ იძლევა
finding-salt-seed-hidden = მარცვალი, რომლიდანაც მარილები გამომდინარეობს, ჯერ არ არის ნაჩვენები
finding-root = ფესვი ამ დასტის არ არის
finding-root-is = დასტის ფესვი: { $root }
finding-by-hand = ხელით დალაგდა: არც ერთი მარცვლიდან არ გამომდინარეობს და არც ერთ სერიაში არ ითვლება
finding-no-deal = დარიგება არ ყოფილა: არევამდე დასრულდა
finding-not-shuffled = დასტა ჯერ არეული არ არის

## Keys, receipts and the log

finding-nothing-signed = აქ სერვისის გასაღებით არაფერია ხელმოწერილი
finding-trusted = გასაღები { $key } სანდოა: { $reason }
finding-you-gave-it = ის თქვენ მოგვეცით
finding-pinned = ის ადრე თვითონ { $source }-მა მოგვცა
finding-key-unproved = გასაღებს { $key } მხოლოდ ფაილი ასახელებს, ამიტომ მისი ჟურნალი და ქვითრები არაფერს ამტკიცებს
finding-give-key = მიუთითეთ სერვისის გასაღები
finding-other-pinned = { $source }-ის გასაღებია { $key }
finding-key-of-bundle = { $key }, რომელსაც მხოლოდ ფაილი ასახელებს
finding-other-key = ფაილი ასახელებს გასაღებს { $named }, თქვენი კი არის { $key }
finding-no-key = ფაილი გასაღებს არ ასახელებს
finding-no-receipt = ქვითარი არც თქვენ მოგიციათ და არც ფაილშია
finding-receipts = ქვითრები ამ ჩანაწერის მოვლენებზე: { $count }; ხელმომწერი გასაღები: { $key }
finding-receipt-key = ის ასახელებს გასაღებს { $named } და არა { $key }
finding-receipt-unsigned = ის ამ გასაღებით არ არის ხელმოწერილი
finding-receipt-deal = ის ამ ჩანაწერისაა: { $deal }
finding-record-events = ჩანაწერში { $events } მოვლენაა
finding-receipt-head = მიღებული იყო სხვა ჩანაწერი და არა ეს
finding-receipt-time = მოვლენაში სხვა დროა
finding-not-in-log = ფაილს ჟურნალში ადგილი არ აქვს
finding-not-in-log-yours = ფაილს ჟურნალში ადგილი არ აქვს; თუ თქვენი საკონტროლო წერტილი უფრო ძველია, ორივე თავიდან აიღეთ
finding-logged-first = ჟურნალში მხოლოდ პირველი მოვლენებია, { $version } / { $events }: { $said }
finding-logged = მოვლენა { $version } / { $events } არის სტრიქონი { $position } / { $size }; ხელმომწერი გასაღები: { $key }
finding-two-contents = ჟურნალს ორი სხვადასხვა შინაარსით მოეწერა ხელი: ეს სიყალბის მტკიცებაა
finding-checkpoint-size = თქვენს საკონტროლო წერტილში { $size } სტრიქონია
finding-ask-size = აიღეთ ფაილი size={ $size }-ით ან მტკიცება, რომ ერთი ჟურნალი მეორით იწყება
finding-not-grown = ეს არ ამტკიცებს, რომ { $size }-სტრიქონიანი ჟურნალი { $old }-სტრიქონიანით იწყება
finding-grown = { $size }-სტრიქონიანი ჟურნალი { $old }-სტრიქონიანით იწყება
finding-forked = { $key } გასაღებით ხელმოწერილია { $size }-სტრიქონიანი ჟურნალი, რომელიც ადრე ხელმოწერილი { $old } სტრიქონით არ იწყება
finding-fork-smaller = ჟურნალში { $size } სტრიქონია, იყო კი { $old }; სერვისს უფრო ახალი საკონტროლო წერტილი მოსთხოვეთ
finding-fork-unproved = არაფერი ამტკიცებს, რა არის { $size } სტრიქონიდან პირველი { $old }; სერვისს მტკიცება მოსთხოვეთ
finding-log-without = ეს ჩანაწერი ჟურნალში არ არის
finding-note-too-long = ჩანაწერში არა უმეტეს { $most } ნიშანია
finding-note-form = ჩანაწერი არის ტექსტი, ცარიელი სტრიქონი და ხელმოწერები
finding-note-most-signatures = არა უმეტეს { $most } ხელმოწერაა
finding-note-unsigned = { $name } გასაღებით ხელმოწერილი არ არის
finding-note-signature = { $name } გასაღების ხელმოწერა ამ ტექსტს არ ემთხვევა
finding-note-end = ჩანაწერი ხელმოწერებით მთავრდება
finding-note-base64 = ეს base64 არ არის
finding-note-checkpoint = საკონტროლო წერტილი არის წარმომავლობა, ზომა და ფესვი
finding-note-no-key = ეს Ed25519-ის შემმოწმებელი გასაღების ტექსტი არ არის
finding-note-key-id = ამ გასაღების აღნიშვნა მისი საკუთარი არ არის
finding-other-log = ის ჟურნალიდან არის: { $origin }

## Who acted

finding-commands = შემოწმდა { $count } მოქმედება, ყოველი იმისია, ვისაც ამის უფლება ჰქონდა
finding-bot-plays = მოთამაშის ({ $seats }) ნაცვლად ბოტი თამაშობს და ეს სვლა მას არ გაუკეთებია
finding-no-bot-plays = მოთამაშის ({ $seats }) ნაცვლად ბოტი არ თამაშობს
finding-no-bot-named = ეს ბოტს არ ასახელებს
finding-other-bot-plays = მოთამაშის ({ $seats }) ნაცვლად თამაშობს ბოტი { $level }
finding-follows-another = ეს თავისთავად გამომდინარეობს იმისგან, რაც სხვამ გააკეთა
finding-other-time = ეს სხვა დროს ჩაიწერა, ვიდრე ის, რასთან ერთადაც მოვიდა
finding-begins-command = ეს ცალკე მოქმედებას იწყებს
finding-for-others = ამის უფლება აქვს: { EACH($whom, of: "item", join: "or") }; ჩაწერილია: { $actor }
finding-not-for = ამას { $actor } ვერ გააკეთებს

## Signatures of players

finding-unkeyed = არც ერთ ადგილს არ აქვს გასაღები და არაფერია ხელმოწერილი
finding-older-than-acts = გაიხსნა მანამდე, სანამ მოქმედებებს ხელს მოაწერდნენ (0.2)
finding-no-acts = გასაღების მქონე არც ერთ ადგილს მაგიდაზე არაფერი გაუკეთებია
finding-other-command = ის სხვა მოქმედებასთან ერთად მოვიდა და არა იმასთან, რომელსაც ხელს აწერს
finding-fit = ემთხვევა: { $fit } / { $count }
finding-others-not-in-view = დანარჩენი ამ ხედში არ არის
finding-moves-of = { $moves } სვლა: { $seats }
finding-moves-and-acts-of = { $moves } სვლა და { $acts } მოქმედება: { $seats }
finding-signed-by-keys = { $what }; ხელმოწერილია მოვლენა 1-ის გასაღებებით ({ $keys })
finding-acts-unsigned = მოქმედებები არა: გაიხსნა 0.2-მდე მიღებული ფორმით
finding-key-of-unknown = ვისია, მხოლოდ --seat-key აჩვენებს: { $seats }
finding-acts-signed = ხელმოწერილია { $acts } მოქმედება: { $seats }
finding-key-of-many = ამ გასაღებს მეტი ხელმოწერა ერგება, ვიდრე მისი პატრონი აწერს
finding-its-key-of-many = მის გასაღებს მეტი ხელმოწერა ერგება, ვიდრე პატრონი აწერს
finding-key-you-know = თქვენ იცით გასაღები { $mine }, აქ კი წერია { $given }
finding-move-unsigned-by-seat = ეს არ არის ადგილის ხელმოწერა ამ სვლაზე ამ მოვლენების შემდეგ
finding-act-unsigned-by-seat = ეს არ არის ადგილის ხელმოწერა ამ მოქმედებაზე ამ მოვლენების შემდეგ
finding-key-for-each-seat = ყველა ადგილისთვის გასაღები წერია ან არაფერი
finding-move-unsigned = სვლა ხელმოწერილი არ არის
finding-act-unsigned = მოქმედება ხელმოწერილი არ არის
finding-signature-for-nothing = არ არის სვლა ან მოქმედება, რომელსაც ეკუთვნის

## Bots and hints

finding-no-bot-moved = არც ერთ ბოტს არ უვლია
finding-no-hint = მინიშნება არ გაცემულა
finding-actor-not-allowed = ერთ-ერთი ქმედება მისია, ვისაც ამის უფლება არ ჰქონდა
finding-no-policy-named = ეს სტრატეგიას არ ასახელებს
finding-bot-moves = ბოტების სვლა: { $moves }; ასე თამაშობს { $policies } იმის მიხედვით, რაც მათმა ადგილებმა ნახეს
finding-hints = მინიშნება: { $hints }; ასე თამაშობს { $policies } იმის მიხედვით, რაც მათმა ადგილებმა ნახეს
finding-other-move = { $policy } სხვაგვარად დადის: { $move }
finding-waits = { $policy } სხვაგვარად თამაშობს: იცდის
finding-policy-is = სტრატეგიაა { $policy }
finding-policy-unknown = { $policy } ({ $game }) აქ უცნობია
finding-seed-not-recorded = { $policy }-ის მარცვალი ჩანაწერში არ იყო
finding-at-event = მოვლენა { $event }: { $why }
finding-chance-not-recorded = მარცვალი, რომლიდანაც ბოტის შემთხვევითობა გამომდინარეობს, ჩანაწერში არ არის
finding-view-lacks-cards = ამ ხედში ყველა კარტი არ არის
finding-bots-by-hand = ხელით დალაგდა: ბოტების შემთხვევითობა ჩანაწერში არ არის
finding-moves-unchecked = აქ არ მოწმდება: { $policies }-ის სვლები
finding-rules-unchecked = აქ არ მოწმდება: საჭიროა თამაშის წესები
finding-record-unchecked = აქ არ მოწმდება: ჩანაწერი წესებს არ მისდევს
finding-core-missing = ამ ინსტალაციას ბოტების ბირთვის გაშვება არ შეუძლია: wasmtime აკლია
finding-core-cannot = აქ არ მოწმდება: ბოტების გამომთვლელი მოდული არ იშვება
finding-core-other = აქ არ მოწმდება: ეს ის მოდული არ არის, რომლითაც ეს ბოტები ითვლიან

## The rules

finding-not-by-rules = ჩანაწერი აქამდე წესებს არ მისდევს
finding-legal = დასაშვები იყო, როცა გაკეთდა: { $moves }, წესები { $rules }
finding-own-legal = მკითხველის საკუთარი სვლები დასაშვებია: { $moves }; სხვებისთვის მათი მოთამაშეების კარტებია საჭირო
finding-follow = ყველა სვლებიდან გამომდინარეობს
finding-not-played-out = დარიგება ბოლომდე არ გათამაშდა: არაფერი ითვლება
finding-ends-when-over = სრული ჩანაწერი მთავრდება, როცა დარიგება დასრულდა
finding-as-recorded = { $event } ისეა, როგორც ჩანაწერშია
finding-impossible = ეს აქ ვერ მოხდებოდა
finding-illegal = { $move } დაუშვებელი იყო
finding-seed-commitment = მარცვალი ვალდებულებას არ ხსნის
finding-board = ტურნირი, ტური, ნომერი და მარცვლები საერთო დარიგებას არ ასახელებს
finding-board-alone = საერთო დარიგებას არ აქვს ადგილების მარცვლები, მინიშნებები და ხელით დალაგებული დასტა
finding-board-dealer = საერთო დარიგებას სხვა დამრიგებელი აქვს, ან გადმოტანილი პირველი სვლა
finding-commitment-for-each = ყველა ადგილისთვის ვალდებულება წერია ან არაფერი
finding-no-table-of = მაგიდა ამდენი ადგილით არ არსებობს: { $seats }
finding-no-seat-of-table = { $field } ამ მაგიდის ადგილი არ არის
finding-bots-each-seat = bots მაგიდის ყველა ადგილს ასახელებს
finding-voided-by-others = გაუქმდა სხვების გამო და არა მათ გამო, ვისაც მარცვალი უნდა ეჩვენებინა
finding-seeds-owed = ყველა მარცვალი ნაჩვენები არ არის, თამაში კი გრძელდება
finding-shuffle-unfounded = არევა არ გამომდინარეობს იქიდან, რაც მანამდე დადგინდა
finding-should-follow = უნდა მოჰყოლოდა { $event }
finding-seed-shown-once = ადგილი თავის მარცვალს ერთხელ აჩვენებს
finding-cannot-hold = ველში { $field } ეს ვერ იქნება
finding-follows-by-itself = { $event } თავისით მოსდევს და აქ სხვა რამ წერია
finding-does-not-follow = { $event } აქ არ მოსდევს
finding-seed-at-end = მარცვალს დარიგების ბოლოს აჩვენებენ, ერთხელ
finding-voided-ends = გაუქმებული დარიგება მთავრდება deal.revealed-ით
finding-abandoned-ends = შეწყვეტილი დარიგება მთავრდება deal.revealed-ით
finding-deal-version = ამ დარიგებაში მოვლენის ეს ვერსია ვერ იქნება
finding-seed-at-once = სერვერის მარცვალი დასასრულს მაშინვე უნდა მოჰყვეს
finding-deal-begins = დარიგება იწყება deal.opened-ით
finding-cannot-have-happened = { $event } აქ ვერ მოხდებოდა
finding-hint-illegal = მინიშნება დაუშვებელი სვლაა
finding-dismissed-ruling = გათავისუფლებული აუდიტორის გადაწყვეტილება: შესაძლებელი იყო 0.2-მდე
finding-table-version = ამ მაგიდას მოვლენის ეს ვერსია ვერ ექნება
finding-follows-at-once = ამას მაშინვე რაღაც უნდა მოჰყვეს
finding-table-begins = ჩანაწერი იწყება table.opened-ით
finding-no-turn = სვლა არავისი იყო
finding-other-deadline = ვადა სხვა იყო
finding-time-not-over = დრო ჯერ არ იყო გასული
finding-move-late = სვლა გასული ვადის შემდეგ გაკეთდა
finding-event-late = ეს გასული ვადის შემდეგ მოხდა
finding-bot-did-not-wait = მოთამაშე არ იყო, შემცვლელმა ბოტმა კი არ მოიცადა
finding-turn-used-up = მოთამაშე დაბრუნდა სვლაში, რომლის დროც უკვე ამოწურა

## Tables and series

finding-table-not-sound = აქამდე მაგიდის ჩანაწერი ისეთი არ არის, როგორიც უნდა იყოს
finding-may-go-on = რაც აქ მთავრდება, შეიძლება უფრო გრძელი ჩანაწერის დასაწყისი იყოს
finding-boards-to-reveal = ამ ჩანაწერში გახსნილი საერთო დარიგებები: { $revealed } / { $boards }; ის გრძელდება, სანამ ბოლო არ გაიხსნება
finding-in-order = ადგილები და დარიგებები ისე მოსდევს ერთმანეთს, როგორც უნდა
finding-results-not-followed = ეს წინა შედეგებიდან არ გამომდინარეობს
finding-points-end-unchecked = აქ არ მოწმდება: როდის ამთავრებს ქულები სერიას
finding-points-unchecked = აქ არ მოწმდება: ქულებსა და ადგილებს თამაშის წესები სჭირდება
finding-deals-all = დასრულებული დარიგებები სრულად არის ({ $ended }) და მაგიდას ეთანხმება
finding-deals-some = მოცემულია დარიგებები: { $seen } / { $ended }, მაგიდას ეთანხმება
finding-of-a-branch = { $said }; განშტოება { $deal }-იდან, მოვლენა { $event }-დან, ხელით
finding-of-a-test = { $said }; სატესტო მაგიდა, სადაც დასტა შეიძლება ხელით დალაგდეს
finding-series-on-because = სერია გრძელდება: { $why }
finding-leads-unchecked = აქ არ მოწმდება: ვინ არიგებს და ვინ იწყებს
finding-over-uncounted = დარიგება { $number }, { $deal }, დასრულდა, მაგიდის ჩანაწერი კი მის დათვლამდე მთავრდება
finding-deal-dropped = { $deal } აქ გაიხსნა როგორც დარიგება { $number }, მაგიდას კი ის არ აქვს
finding-ends-before-deal = მაგიდის ჩანაწერი მთავრდება დარიგებამდე { $number }, { $deal }
finding-other-result = დარიგება სხვა შედეგით დასრულდა
finding-not-abandoned-for = დარიგება ამის გამო არ შეწყვეტილა
finding-which-record = მაგიდა არ ამბობს, { $deal }-ის რომელ ჩანაწერს გულისხმობს
finding-not-voided-by = დარიგება ამ ადგილების გამო არ გაუქმებულა
finding-seed-time-left = მარცვლის ჩვენების დრო არ იყო გასული
finding-other-record-counted = დარიგების სხვა ჩანაწერი ჩაითვალა
finding-older-than-table = დარიგების ფორმა მის მაგიდაზე ძველია
finding-branch-has-seed = განშტოების დარიგება არც ერთი მარცვლიდან გამომდინარეობს
finding-by-hand-at-series = დასტა ხელით დალაგდა, მაგიდა კი არც განშტოებაა და არც სატესტო
finding-other-terms = დარიგება სხვა პირობებით გაიხსნა
finding-other-clock = დარიგება სხვა საათით ითამაშეს
finding-other-stand-in = შემცვლელი სხვა ბოტი იყო, ვიდრე მაგიდა ამბობს
finding-bot-stands-in = ამ მაგიდასთან ბოტი ცვლის
finding-others-away = სხვები არ არიან და არა ისინი, ვინც წინა დარიგებიდან წავიდა
finding-ready-had-not-left = მოთამაშე, რომელიც მზად არის დასახელებული, წინა დარიგებიდან არ წასულა
finding-left-open = { $said }: { $open }
finding-dispute-open = დავა დარიგებაზე { $number } გადაწყვეტილი არ არის: ანგარიში შეიძლება შეიცვალოს
finding-test-table = საცდელი მაგიდა
finding-counted = დათვლილია დარიგებები: { $deals }; გამოდის { $points }
finding-ledger = გადაწყვეტილებებით მოვლენა { $event }-მდე ანგარიშია { $points }
finding-voids = გაუქმებული დარიგებები: { $voids }, მიზეზი: { EACH($seats, of: "finding-charged") }
finding-series-over = სერია დასრულდა
finding-series-on = სერია მიდის
finding-disputed-holds = სადავო დარიგება { $number } სწორია
finding-disputed-fails = სადავო დარიგება { $number } მცდარია: { $why }
finding-disputed-open = სადავო დარიგება { $number } დამტკიცებული არ არის: { $why }
finding-disputed-by-hand = სადავო დარიგება { $number } ხელით დალაგდა: { $why }
finding-not-given = მისი ფაილი მოცემული არ არის

## ტურნირები

finding-tournament-not-sound = აქამდე ტურნირის ჩანაწერი ისეთი არ არის, როგორიც უნდა იყოს
finding-draws = გათამაშებული ტურები: { $rounds }; სერვისის რიცხვებით და მოთამაშეების რიცხვებით ({ $seeds } / { $players }); კენჭისყრის წინ გამოტოვებული რიცხვები, გასული მოთამაშეები და შესწორებული ქულები: { $left_out }
finding-draws-server = გათამაშებული ტურები: { $rounds }; მხოლოდ სერვისის რიცხვებით: მოთამაშეებიდან ({ $players }) არავის დაუმატებია; კენჭისყრის წინ გამოტოვებული რიცხვები, გასული მოთამაშეები და შესწორებული ქულები: { $left_out }
finding-draws-fixed = ტურები: { $rounds }; ადგილები ხელმძღვანელმა დაასახელა
finding-standings = ცხრილი: { EACH($standings, of: "finding-standing") }
finding-standing = { $rank }. მოთამაშე { $players } ({ $points })
finding-more-contestants = სხვა მონაწილეები: { $more }
finding-no-contestants = მონაწილეები ჯერ არ არიან
finding-test-tournament = { $said }; საცდელი ტურნირი, რომლის შედეგები არაფერს ამტკიცებს
finding-parts = მაგიდებისა და დარიგებების ჩანაწერები: სწორია { $holds }, მცდარია { $fails }, ღიაა { $open }, ხელით დალაგებულია { $hand }
finding-no-results = შედეგი ჯერ არც ერთ მაგიდას არ აქვს
finding-tables-all = შედეგიანი მაგიდები სრულად არის ({ $ended }) და ტურნირს ეთანხმება
finding-tables-some = მოცემულია შედეგიანი მაგიდები: { $seen } / { $ended }, ტურნირს ეთანხმება
finding-table-missing = არ არის მოცემული მაგიდა { $number }, ტური { $round }
finding-table-open = მაგიდა { $number }, ტური { $round }: { $why }
finding-ends-before-table = ტურნირის ჩანაწერი მთავრდება მანამდე, სანამ იქნება მაგიდა { $number }, ტური { $round }, { $table }
finding-table-dropped = { $table } აქ დაინიშნა როგორც მაგიდა { $number }, ტური { $round }, ტურნირს კი ის არ აქვს
finding-no-boards = ტურნირს საერთო დარიგებები არ აქვს
finding-boards = გახსნილი საერთო დარიგებები: { $boards }; შედარებული შედეგები: { $results }, დასტები: { $decks }
finding-boards-missing = ვერ შედარდა, რადგან მაგიდები ან დარიგებები მოცემული არ არის: { $missing }
finding-board-result = მაგიდას { $number } საკუთარი ჩანაწერით სხვა შედეგი აქვს
finding-board-early = მაგიდას { $number } ის ჯერ არ დაემთავრებინა, როცა გაიხსნა
finding-board-seed = მაგიდამ { $number } ამ რიცხვის დარიგება არ დაარიგა
finding-board-deck = მაგიდას { $number } სხვა დასტა აქვს, ვიდრე მანამდელებს
finding-other-draw = მაგიდა ამბობს, რომ სხვა რამისთვის დაინიშნა
finding-other-table-terms = მაგიდა ტურნირის პირობებით არ გახსნილა
finding-other-player = მაგიდის გახსნისას ადგილი { $seat } არ დაიკავა კენჭისყრის მოთამაშემ { $player }
finding-other-table-record = მაგიდის სხვა ჩანაწერი ჩაითვალა
finding-table-shorter = მის ჩანაწერში აქ მხოლოდ { $events } მოვლენაა, უფრო გვიანდელი კი ჩაითვალა
finding-table-not-over = როცა ჩაითვალა, მაგიდა დამთავრებული არ იყო
finding-other-table-result = მაგიდის საკუთარი ჩანაწერით შედეგი სხვაა

## Two records

finding-one-record = ეს ერთი ჩანაწერია, { $events } მოვლენა
finding-longer = ეს ერთი ჩანაწერია; მოვლენა { $event }-ის შემდეგ გრძელდება მხოლოდ { $name }
finding-differ = { $one }: { $mine }; { $other }: { $yours }
finding-one-text = ერთი ტექსტი
finding-another-text = სხვა
finding-nothing = არაფერი
finding-no-common-key = არ არის გასაღები, რომლითაც ორივეა ხელმოწერილი
finding-two-logs = { $key } გასაღებით ორი ჟურნალია ხელმოწერილი, { $entries } სტრიქონი
finding-both-signed = { $key } გასაღებით ორივე ჩანაწერია ხელმოწერილი
finding-not-both-logged = ჟურნალში ადგილი ორივეს არ აქვს
finding-one-checkpoint = ორივე ერთი საკონტროლო წერტილის ქვეშაა, { $entries } სტრიქონი
finding-growth-needed = ერთია თუ არა { $one }- და { $other }-სტრიქონიანი ჟურნალები, მხოლოდ თანმიმდევრულობის დამტკიცება აჩვენებს
finding-key-of-bundles = { $key }, რომელსაც მხოლოდ ფაილები ასახელებს,
finding-log-holds-both = ჟურნალში ორივეა: { $said }
finding-key-decides = { $said }. გადაწყვეტს სერვისის გასაღები, თუ სხვა წყაროდან გაქვთ
finding-log-holds-one = ჟურნალში არის { $name }; არაფერი აჩვენებს, რომ მასში არის { $absent }; { $said }
finding-log-ends = რაც ჟურნალშია, მთავრდება მოვლენით { $event }, მათ დაშორებამდე
finding-ledger-part = { $place }: ამ დარიგების { $events } მოვლენა; შესადარებლად ორივე ფაილი მიუთითეთ
finding-ledger-other = { $place }: ამ დარიგების სხვა ჩანაწერია

## A saved replay

finding-frames = ყოველი ხედის ყოველი მოვლენა ჩანაწერშია; მათ შორის პოზიციები აქ არ მოწმდება
finding-frame-missing = ერთ-ერთი ხედის მოვლენა { $event } ჩანაწერში არ არის

## Files that cannot be read

finding-no-evidence = ეს JSON მტკიცებულება არ არის: არც ჩანაწერი, არც ქვითარი, არც საკონტროლო წერტილი, არც გასაღები, არც მარცვლები
finding-no-json = ფაილი JSON არ არის
finding-no-format = ფაილი { $format } არ არის
finding-line = სტრიქონი { $line } არ არის ჩანაწერი ფორმატისთვის { $format }, ფაილში ორჯერ არის, ან უადგილოდ დგას
finding-too-long = ჩანაწერი { $most } ბაიტზე გრძელი არ არის
finding-no-seeds = ეს არც მარცვალია თექვსმეტობითად და არც ფაილი, რომელშიც კლიენტი მარცვლებს ინახავს
finding-held-key = მოცემული გასაღები Ed25519-ის შემმოწმებელი გასაღების ტექსტი არ არის
finding-one-key = ერთი გასაღები საკმარისია
finding-no-replay = ეს გამეორების ფაილი არ არის

## Summaries

summary-fails = ეს ჩანაწერი მცდარია, ჩავარდნილი შემოწმებები: { $count }.
summary-hand = შეცდომა არ არის, მაგრამ კარტი ხელით დალაგდა: ჩანაწერი არსად ითვლება.
summary-open = შეცდომა არ არის, მაგრამ ჩანაწერი დამტკიცებული არ არის, ღია შემოწმებები: { $count }.
summary-holds = ყველა შემოწმება სრულდება: ჩანაწერი იმდენად დამტკიცებულია, რამდენადაც შესაძლებელია.
summary-shown = ის აჩვენებს:
summary-rests = სერვისის სიტყვით:
summary-order = მოვლენები ამ თანმიმდევრობითაა. მას შემდეგ, რაც ჩაიწერა, არაფერი შეცვლილა ან გამოტოვებულა.
summary-deck = დასტა მარცვლებიდან გამომდინარეობს — საიდუმლო რიცხვებიდან. ისინი მანამდე დაფიქსირდა, სანამ კარტის გაგება შეიძლებოდა.
summary-rules = წესები ყოველ სვლას უშვებდა, და სვლის შემდეგ ჩაწერილი ყველაფერი მისგან გამომდინარეობს.
summary-score = ქულები თამაშიდან გამომდინარეობს.
summary-bots = ბოტები ისე დადიოდნენ, როგორც მათი პროგრამები იმის მიხედვით, რაც ნახეს.
summary-draws = ყოველი ტურის ადგილები მანამდელი რიცხვებიდან და შედეგებიდან გამომდინარეობს, ან ხელმძღვანელმა დაასახელა.
summary-results = ყოველი შედეგი ისეთია, როგორიც მისი მაგიდის ჩანაწერშია, და ცხრილი შედეგებიდან გამომდინარეობს.
summary-signed = გასაღებიანმა მოთამაშეებმა თავიანთი სვლები თავად მოაწერეს ხელი.
summary-received = სერვისმა ხელი მოაწერა, რომ ეს მოვლენები მიიღო.
summary-logged = ჩანაწერი იმ სერვისის ხელმოწერილ ჟურნალშია, რომლის გასაღებსაც ენდობით.
summary-rests-rules = წესები ყოველ სვლას უშვებდა და ქულები თამაშიდან გამომდინარეობს. აქ ეს არ შემოწმებულა.
summary-rests-cards = კარტი არავის აურჩევია. არც ერთ მოთამაშეს საიდუმლო რიცხვი არ დაუმატებია, ამიტომ სერვისს რამდენიმე დასტის ცდა შეეძლო.
summary-rests-draws = კენჭისყრის წინასწარ ცოდნა არავის შეეძლო. საიდუმლო რიცხვი არც ერთ მოთამაშეს დაუმატებია, ამიტომ შეეძლო მას, ვინც სერვისისა იცოდა.
summary-rests-left-out = რამდენიმე კენჭისყრიდან და მათი საერთო დარიგებებიდან არავის აურჩევია. გამოცხადებასა და კენჭისყრას შორის რიცხვები გამოტოვეს, მოთამაშეები გავიდნენ ან ქულები შეასწორეს ({ $count }), ამიტომ შეეძლო მას, ვინც ეს გააკეთა და სერვისის რიცხვები იცოდა.
summary-rests-boards = ზოგი საერთო დარიგების ({ $count }) კარტი არავის აურჩევია და არავინ იცოდა. არც ერთ მოთამაშეს საიდუმლო რიცხვი არ დაუმატებია, ამიტომ სერვისს რამდენიმე დასტის ცდა შეეძლო, და ვინც მისი რიცხვები იცოდა, კარტიც იცოდა.
summary-rests-movers = ყოველმა მოთამაშემ თავისი ადგილის სვლები თავად გააკეთა. უგასაღებო ადგილი არაფერს აწერს ხელს.
summary-rests-log = ამ დარიგების სხვა ჩანაწერი არ არსებობს.
summary-rests-times = მოვლენები ჩაწერილ დროს მოხდა.
summary-cannot = ჩანაწერი არ აჩვენებს, რას ამბობდნენ ან ხედავდნენ მოთამაშეები სხვაგან.

rivals-same = ორივე ფაილი ერთსა და იმავე ჩანაწერს აჩვენებს: { $why }.
rivals-genuine = ორიდან ნამდვილი ჩანაწერია { $name }: ის იმ სერვისის ხელმოწერილ ჟურნალშია, რომლის გასაღებსაც ენდობით, ხოლო { $absent } იქ არ არის.
rivals-both = ხელმოწერილ ჟურნალში ორივე ჩანაწერია. ორივე სწორი ვერ იქნება: გასაღების მფლობელმა ტყუილს მოაწერა ხელი.
rivals-open = მოცემულიდან ვერაფერი აჩვენებს, ორიდან რომელია ნამდვილი.
rivals-part = მოვლენამდე { $before } ისინი ერთნაირია. მოვლენა { $event } განსხვავდება, ადგილი { $field }: { $what }.
rivals-known = საიდანაა ცნობილი: { $why }.
rivals-cannot = ნამდვილია ის ჩანაწერი, რომელიც დროულად მოეწერა ხელი. რას ამტკიცებს, ყოველ ჩანაწერთან წერია.
