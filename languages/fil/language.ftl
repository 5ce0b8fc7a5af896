# What belongs to the language itself. Only the rule texts of two games are told in Filipino.

language = Filipino
    .complete = no
