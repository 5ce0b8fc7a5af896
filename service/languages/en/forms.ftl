# What is wrong with the form of a request, as a library or the rules say it in English. The texts
# here are compared with theirs, so they have variables and nothing else.

## The library of schemas

form-missing = Missing data for required field.
form-null = Field may not be null.
form-invalid = Invalid value.
form-unknown = Unknown field.
form-input-type = Invalid input type.
form-no-string = Not a valid string.
form-no-integer = Not a valid integer.
form-no-boolean = Not a valid boolean.
form-no-uuid = Not a valid UUID.
form-no-list = Not a valid list.
form-no-mapping = Not a valid mapping type.
form-no-datetime = Not a valid datetime.
form-one-of = Must be one of: { $choices }.
form-range = Must be greater than or equal to { $min } and less than or equal to { $max }.
form-length = Length must be between { $min } and { $max }.
form-too-long = Longer than maximum length { $max }.
form-too-short = Shorter than minimum length { $min }.
form-pattern = String does not match expected pattern.

## The schemas of the API

form-most-characters = Must have at most { $most } characters.
form-most-items = Must have at most { $most } items.
form-most-names = Must have at most { $most } names.
form-most-bytes = Must have at most { $most } bytes in all.
form-many-names = Has { $number } names, of which most are not known.
form-view = Must be seat:N, public or full.
form-some-of = Must be some of { $choices }, separated by commas.
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
form-no-such-option = { $name }: no such option; there are { $options }
form-option-number = { $name }: must be a whole number from { $low } to { $high }
form-option-multiple = { $name }: must be a multiple of { $step } from { $low } to { $high }
form-option-one-of = { $name }: must be one of { $values }
form-move-one-of = must be one of { $values }
form-move-needs = { $move } needs { $field }
form-move-no-field = { $move } has no such field
form-cards = must be a list of cards
form-more-cards = has more cards than the pack, which has { $most }
form-card = must be a card code such as TH
form-true-or-false = must be true or false
form-whole-number = must be a whole number
