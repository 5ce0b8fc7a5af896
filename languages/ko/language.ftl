# What belongs to the language itself. Only the rule texts of two games are told in Korean.

language = 한국어
    .complete = no
