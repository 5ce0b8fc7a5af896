# What every page says, and the names of cards.

common-skip = Skip to the content
common-navigation = Pages
common-menu = Menu
link-play = Play
link-host = Host
link-verify = Verify
link-settings = Settings
link-rules = Rules
link-contract = API
common-levels-easy = easy
common-levels-casual = casual
common-levels-medium = medium
common-levels-hard = hard
common-levels-expert = expert
common-close = Close
common-more-options = More options
common-reconnecting = The connection is lost. Trying again…
common-unreachable = The service does not answer. Nothing has been lost: try again.
common-retry = Try again
common-archive = The record in the archive
common-unknown-page = There is no such page
common-unknown-page-hint = The address may be misspelt, or what was here is gone.
common-sharing-copy = Copy the link
common-sharing-copied = Copied
common-sharing-share = Share
common-sharing-qr = QR code: { $label }
common-cards-unknown = face-down card
common-cards-hidden = { $count ->
        [one] 1 card face down
       *[other] { $count } cards face down
    }
common-cards-suits-french-c = clubs
common-cards-suits-french-d = diamonds
common-cards-suits-french-h = hearts
common-cards-suits-french-s = spades
common-cards-suits-german-c = acorns
common-cards-suits-german-d = bells
common-cards-suits-german-h = hearts
common-cards-suits-german-s = leaves
common-cards-ranks-2 = two
common-cards-ranks-3 = three
common-cards-ranks-4 = four
common-cards-ranks-5 = five
common-cards-ranks-6 = six
common-cards-ranks-7 = seven
common-cards-ranks-8 = eight
common-cards-ranks-9 = nine
common-cards-ranks-T = ten
common-cards-ranks-J = jack
common-cards-ranks-Q = queen
common-cards-ranks-K = king
common-cards-ranks-A = ace
common-cards-ranks-german-J = under
common-cards-ranks-german-Q = over
common-cards-of-french-C = clubs
common-cards-of-french-D = diamonds
common-cards-of-french-H = hearts
common-cards-of-french-S = spades
common-cards-of-german-C = acorns
common-cards-of-german-D = bells
common-cards-of-german-H = hearts
common-cards-of-german-S = leaves
common-cards-indices-J = J
common-cards-indices-Q = Q
common-cards-indices-K = K
common-cards-indices-A = A
common-cards-indices-german-J = U
common-cards-indices-german-Q = O
common-cards-name = { $rank } of { $suit }
common-past = { $unit ->
        [minute] { $count ->
            [one] 1 minute ago
           *[other] { $count } minutes ago
        }
        [hour] { $count ->
            [one] 1 hour ago
           *[other] { $count } hours ago
        }
       *[day] { $count ->
            [one] yesterday
           *[other] { $count } days ago
        }
    }
common-future = { $unit ->
        [minute] { $count ->
            [one] in 1 minute
           *[other] in { $count } minutes
        }
        [hour] { $count ->
            [one] in 1 hour
           *[other] in { $count } hours
        }
       *[day] { $count ->
            [one] tomorrow
           *[other] in { $count } days
        }
    }
common-now = now
