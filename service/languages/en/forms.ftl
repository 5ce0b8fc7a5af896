# What is wrong with the form of a request, as a library or the rules say it in English. The texts
# here are compared with theirs, so they have variables and nothing else.

## The library of schemas

form-missing = Missing data for required field.
form-null = Field may not be null.
form-invalid = Invalid value.
form-near = Unknown field. Did you mean { $near }?
form-fields = Unknown field. There are: { $names }.
form-unknown = Unknown field.
form-one-of = Must be one of: { $choices }.
form-length = Length must be between { $min } and { $max }.
form-too-long = Longer than maximum length { $max }.
form-too-short = Shorter than minimum length { $min }.

## The schemas of the API

form-most-characters = Must have at most { $most } characters.
form-most-items = Must have at most { $most } items.
form-most-names = Must have at most { $most } names.
form-most-bytes = Must have at most { $most } bytes in all.
form-many-names = Has { $number } names, of which most are not known.
form-empty = Must not be empty. Without it, leave the name out too.
form-blank = Must not be empty.
form-several = Has several values: give it once.
form-text = Must be a text.
form-boolean = Must be true or false.
form-list = Must be a list.
form-object = Must be an object.
form-id = Must be an id, such as { $example }.
form-range = Must be a whole number from { $min } to { $max }.
form-hex = Must be { $digits } digits of hex: 0-9 and a-f.
form-cursor = Must be the `next` of a page of this list.
form-types = Must be types of events, such as { $example }, separated by commas.
form-note-name = Must be a name of letters, digits and the signs _ . : -
form-note = Must be printable text.
form-view = Must be seat:N, public or full.
form-some-of = Must be some of { $choices }, separated by commas.
form-time-plus = Must be a time of RFC 3339, such as { $example }. In an address, + is written %2B.
form-time = Must be a time of RFC 3339, such as { $example }.
form-printable = Must be printable text, and not blank.
form-surrogate = is not Unicode text: it has a lone surrogate
form-name-not-unicode = has a name that is not Unicode text
form-person-or-bot = Either a person or a bot.
form-commits-needs-name = A seat that commits needs a name.
form-key-needs-name = A seat with a key needs a name.
form-kind-needs-name = A seat with a kind needs a name.
form-notes-need-name = A seat with a ref or metadata needs a name.
form-position = Must be the position of an event.
form-idempotency-key = Must be 1 to 255 visible ASCII characters.
form-hidden-character = Must not have U+{ $code }, which is not seen.
form-no-letter = Must have a letter, a digit or a sign.
form-url = Must be https://, a name on the internet, port 443 or 8443, and a path. To receive on your own machine, run `fairdeal listen`; an operator can allow other networks by FAIRDEAL_WEBHOOK_NETWORKS.
form-url-host = Must have a host; an IPv6 address stands in brackets.
form-url-port = Must have a port from 1 to 65535, or none.

## Moves and options

form-no-move = a move is an object with a type
form-near-option = { $name }: no such option; did you mean { $near }? there are { $options }
form-no-such-option = { $name }: no such option; there are { $options }
form-option-number = { $name }: must be a whole number from { $low } to { $high }
form-option-multiple = { $name }: must be a multiple of { $step } from { $low } to { $high }
form-option-one-of = { $name }: must be one of { $values }
form-move-one-of = must be one of { $values }
form-move-needs = { $move } needs { $field }
form-move-no-field = { $move } has no such field; there are { $fields }
form-cards = must be a list of cards
form-more-cards = has more cards than the pack, which has { $most }
form-card = must be a card: rank and suit, T is the ten, such as { $example }
form-no-card = { $text } is no card: rank and suit, T is the ten, such as { $example }
form-other-pack = { $text } is not in this pack: its ranks are { $ranks }
form-true-or-false = must be true or false
form-whole-number = must be a whole number
