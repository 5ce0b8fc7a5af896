"""Names of people: they must be visible, and distinguishable from each other.

A name that looks like another one at the same table would let its player impersonate the other.
Names are compared by their appearance. Letters that look alike are one letter (Unicode TR39). So
are similar signs, upper and lower case, wide and narrow forms.

The letters that look alike are from `confusables.txt` of Unicode Technical Standard 39 (© Unicode,
Inc., under the Unicode License), in the version of the package confusable_homoglyphs 3.3.1. It
covers characters that look like ASCII, or like letters of the Latin, Greek and Cyrillic scripts.
Characters that NFKC or NFD replaces are left out. All dashes are one sign here, since people cannot
distinguish them in a name.
"""

from collections.abc import Iterable
from typing import Final
from unicodedata import category, normalize

from bots import LEVELS
from domain.games import GAMES
from domain.kernel.sentence import Sentence
from domain.table.players import bot_name

# ruff: noqa: RUF001


_ALIKE: Final = {
    "2": "ƧϨᒿꙄꛯꝚ",
    "3": "ƷȜЗӠⳌꝪꞫ\U000118ca\U00016f3b\U0001d206",
    "4": "Ꮞ\U000118af",
    "5": "Ƽ\U000118bb",
    "6": "бᏮⳒ\U000118d5",
    "7": "\U000104d2\U000118c6\U0001d212",
    "8": "Ȣȣ৪੪\U0001031a",
    "9": "৭੧୨൭ⳊꝮ\U000118ac\U000118cc\U000118d6",
    "A": "ΑАᎪᗅꓮ\U000102a0\U00016f40",
    "AA": "Ꜳ",
    "AE": "ÆӔ",
    "AO": "Ꜵ",
    "AR": "\U0001f707",
    "AU": "Ꜷ",
    "AV": "ꜸꜺ",
    "AY": "Ꜽ",
    "B": "ΒВᏴᗷꓐꞴ\U00010282\U000102a1\U00010301",
    "C": "СᏟⲤꓚ\U000102a2\U00010302\U00010415\U0001051c\U000118e9\U000118f2\U0001f74c",
    "D": "Ꭰᗞᗪꓓ",
    "E": "ΕЕᎬ⋿ⴹꓰ\U00010286\U000118a6\U000118ae",
    "F": "ϜᖴꓝꞘ\U00010287\U000102a5\U00010525\U000118a2\U000118c2\U0001d213",
    "G": "ԌᏀᏳꓖ",
    "H": "ΗНᎻᕼⲎꓧ\U000102cf",
    "J": "ͿЈᎫᒍꓙꞲ",
    "K": "ΚКᏦᛕⲔꓗ\U00010518",
    "L": "ᏞᒪⳐꓡ\U0001041b\U00010526\U000118a3\U000118b2\U00016f16\U0001d22a",
    "M": "ΜϺМᎷᗰᛖⲘꓟ\U000102b0\U00010311",
    "MB": "\U0001f76b",
    "N": "ΝⲚꓠ\U00010513",
    "O": (
        "0ΟОՕ০ଠ୦ዐⲞⵔ〇ꓳ\U00010292\U000102ab\U00010404\U000104c2\U00010516\U000114d0"
        "\U000118b5\U000118e0"
    ),
    "OE": "Œ",
    "OO": "ꚘꝎ",
    "P": "ΡРᏢᑭⲢꓑ\U00010295",
    "Q": "ⵕ",
    "QE": "\U0001f700",
    "R": "ƦᎡᏒᖇꓣ\U000104b4\U00016f35\U0001d216",
    "S": "ЅՏᏕᏚꓢ\U00010296\U00010420\U00016f3a",
    "T": "ΤТᎢ⊤⟙Ⲧꓔ\U00010297\U000102b1\U00010315\U000118bc\U00016f0a\U0001f768",
    "T3": "Ꜩ",
    "U": "Սሀᑌ∪⋃ꓴ\U000104ce\U000118b8\U00016f42",
    "V": "Ѵ۷Ꮩᐯⴸꓦꛟ\U0001051d\U000118a0\U00016f08\U0001d20d",
    "VB": "\U0001f76c",
    "W": "ԜᎳᏔꓪ\U000118e6\U000118ef",
    "X": "ΧХ᙭ᚷ╳ⲬⵝꓫꞳ\U00010290\U000102b4\U00010317\U00010322\U00010527\U000118ec",
    "Y": "ΥУҮᎩᎽⲨꓬ\U000102b2\U000118a4\U00016f43",
    "Z": "ΖᏃꓜ\U000102f5\U000118a9\U000118e5",
    "a": "ɑαа⍺",
    "aa": "ꜳ",
    "ae": "æӕ",
    "ao": "ꜵ",
    "au": "ꜷ",
    "av": "ꜹꜻ",
    "ay": "ꜽ",
    "b": "ƄЬᏏᑲᖯ",
    "bl": "Ы",
    "c": "сᴄⲥꮯ\U0001043d",
    "d": "ԁᏧᑯꓒ",
    "dz": "ʣ",
    "e": "еҽ℮ꬲ",
    "f": "քẝꞙꬵ",
    "g": "ƍɡցᶃ",
    "h": "һհᏂ",
    "i": "ıɩɪιіӏᎥ⍳ꙇꭵ\U000118c3",
    "j": "ϳј",
    "l": "1I|ƖǀΙІӀ۱ᛁ∣⏽Ⲓⵏꓲ\U0001028a\U00010309\U00010320\U00016f28",
    "lO": "Ю",
    "ll": "ǁ‖∥",
    "ls": "ʪ",
    "lt": "₶",
    "lz": "ʫ",
    "n": "ոռ",
    "o": "οσоօ۵०੦૦௦౦೦ഠ൦๐໐ဝ၀ჿᴏᴑⲟꬽ\U0001042c\U000104ea\U000118c8\U000118d7",
    "oe": "œ",
    "oo": "∞ꚙꝏ",
    "p": "ρр⍴ⲣ",
    "q": "ԛգզ",
    "r": "гᴦⲅꭇꭈꮁ",
    "rn": "m\U00011700\U000118e3",
    "s": "ƽѕꜱꮪ\U00010448\U000118c1",
    "sss": "\U0001f75c",
    "tf": "ꝷ",
    "ts": "ʦ",
    "u": "ʋυսᴜꞟꭎꭒ\U000104f6\U000118d8",
    "ue": "ᵫ",
    "uo": "ꭣ",
    "v": "νѵᴠ∨⋁ꮩ\U00011706\U000118c0",
    "w": "ɯѡԝաᴡꮃ\U0001170a\U0001170e\U0001170f",
    "x": "×хᕁᕽ᙮⤫⤬⨯",
    "y": "ɣʏγуүყᶌỿꭚ\U000118dc",
    "z": "ᴢꮓ\U000118c4",
    "Þ": "Ϸ\U000104c4",
    "ß": "βᏰꞵ",
    "þ": "ƿϸ",
    "ĸ": "κкᴋⲕꮶ",
    "ņ": "ɲ",
    "ƅ": "ьꮟ",
    "Ɔ": "ϽↃꓛ\U00010423",
    "Ǝ": "ⴺꓱ",
    "Ə": "Ә",
    "Ɛ": "ԐᏋ\U00010401\U00016f2d",
    "ƨ": "ϩᴤꙅ",
    "Ʃ": "Σⵉ",
    "ƫ": "Ꮏ",
    "Ʊ": "ᘮᘴ",
    "ǝ": "əә",
    "Ƕ": "Ԋ",
    "ȝ": "ʒӡჳⳍꝫ",
    "ȷ": "յ",
    "ɂ": "ꭾ",
    "Ʌ": "ΛЛᐱⴷꓥꛎ\U0001028d\U000104b0\U00016f3d",
    "ɋ": "ᶐ",
    "ɔ": "ͻᴐↄ\U0001044b",
    "ɜ": "зᴈ",
    "ɞ": "\U00010442",
    "ɢ": "ԍᏻꮐ",
    "ɰ": "պሣ",
    "ɷ": "\U0001043f",
    "ɸ": "φфⲫ",
    "ʀ": "ꭱꮢ",
    "ʃ": "ꭍ",
    "ʌ": "ᴧ\U000104d8",
    "ʍ": "мᴍꮇ",
    "ʘ": "ⵙꙨ\U000104c3",
    "ʙ": "вᏼ",
    "ʚ": "ꞝ\U0001042a",
    "ʜ": "нꮋ",
    "ʟ": "ⳑꮮ\U00010443",
    "ʡ": "ꛍ",
    "ͽ": "ꜿ",
    "Γ": "ГᎱᒥⲄ\U00016f07",
    "Δ": "ᐃⲆⵠ\U00010285\U000102a3\U00016f1a",
    "Π": "ПⲠꛛ",
    "Φ": "ФՓቀⲪ\U000102b3",
    "Ψ": "ѰᛘⲮ\U000102b5\U000104d1",
    "Ω": "ᘯᘵ\U000102b6",
    "λ": "Ⲗ\U000104db",
    "π": "пᴨ",
    "ς": "ϛ",
    "χ": "ⲭꭓꭕ",
    "ψ": "ѱ\U000104f9",
    "ω": "ⲱꙍꞷ",
    "ϗ": "ⳤ",
    "Ϙ": "\U000102ad\U00010312",
    "Ͽ": "Ꜿ",
    "Ћ": "\U000104cd",
    "И": "Ͷꚡ\U00010425",
    "Ш": "Ⲽ",
    "л": "ᴫ",
    "ш": "ⲽ",
    "я": "ᴙ",
    "љ": "ꭠ",
    "Ѡ": "Ꮗᗯ",
    "Ҷ": "Ӌ",
    "ҷ": "ӌ",
    "Ӄ": "\U000104bc",
    "ᴀ": "ꭺ",
    "ᴅ": "ꭰ",
    "ᴇ": "ꭼ",
    "ᴊ": "ꭻ",
    "ᴎ": "ͷи\U0001044d",
    "ᴘ": "ᴩꮲ",
    "ᴛ": "τтꭲ",
    "ṃ": "ꭑ",
    "ẟ": "δծᕷ",
    "Ɐ": "ᗄꓯ",
    "Ɒ": "\U0001041f",
    "Ⱶ": "ͰᎨᎰꚱ",
    "ⱶ": "ꮀ",
    "Ꙍ": "Ꞷ",
    "Ꙙ": "\U00016f1c",
    "ꙩ": "\U000104eb",
    "ꜧ": "ꞕ",
    "Ꝺ": "ꝺ",
    "Ꞓ": "ЄⲈ",
    "ꞓ": "ɛεєԑⲉꮛ\U00010429\U000118ce",
    "Ꞛ": "\U00010412",
    "ꞛ": "\U0001043a",
    "ꟻ": "ᖷ",
}
"""Confusable characters, by their prototype."""

_SIGNS: Final = {
    "!": "ǃⵑ",
    "&": "ꝸ",
    "'": (
        "`´ʹʻʼʽʾˈˊˋ˴\u0374΄՚՝\u05d9\u05f3\u07f4\u07f5ᑊᛌ᾽᾿\u1fef\u1ffd῾‘’‛′‵ꞌ｀\U00016f51\U00016f52"
    ),
    "''": '"ʺ˝ˮ˶\u05f2\u05f4᳓“”‟″‶〃＂',
    "(": "❨❲〔﴾［",
    ")": "❩❳〕﴿］",
    "*": "\u066d⁎∗\U0001031f",
    "+": "᛭➕\U0001029b",
    ",": "¸\u060d\u066b‚ꓹ",
    "-": "˗\u06d4ᅳ‐‑‒–—―⁃−─━➖Ⲻ⸺⸻⼀ーㅡ㇐一ꟷ﹘",
    ".": "\u0660۰\u0701\u0702ꓸ꘎\U00010a50\U0001d16d",
    "/": "᜵⁁⁄∕╱⟋⧸Ⳇ⼃〳ノ㇓丿\U0001d23a",
    ":": "ː˸։\u05c3\u0703\u0704\u0903\u0a83᛬᠃᠉⁚∶ꓽ꞉︰",
    "<": "˂ᐸᚲ‹❮\U0001d236",
    "=": "᐀⹀゠꓿",
    ">": "˃ᐳ›❯\U00016f3f\U0001d237",
    "?": "ɁʔॽᎮꛫ",
    "\\": "∖⟍⧵⧹⼂㇔丶\U0001d20f\U0001d23b",
    "^": "˄ˆ",
    "_": "\u07fa",
    "{": "❴\U0001d114",
    "}": "❵",
    "~": "˜῀⁓∼",
    "·": "ᐧ᛫•‧∙⋅⸱・ꞏ･\U00010101",
}
"""Confusable signs. Spacing accents are among them, which NFKC would turn into accents."""

SIGNS: Final = {ord(each): prototype for prototype, alike in _SIGNS.items() for each in alike}
"""The prototype of each sign, for `str.translate`: to be replaced before NFKC."""

PROTOTYPES: Final = {each: prototype for prototype, alike in _ALIKE.items() for each in alike}
"""The prototype of each confusable letter or digit."""


NAMES_OF_BOTS: Final = tuple(
    bot_name(level, number)
    for level in LEVELS
    for number in range(1, max(max(game.seats) for game in GAMES.values()) + 1)
)
"""Every name that a bot can have: no person has such a name."""
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""Categories of invisible, private or unassigned characters. The unassigned ones (Cn) are unknown
to the Unicode version of this Python; the newest emoji may be among them.
"""
_IGNORABLE: Final = (
    *((0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x3164, 0x3164)),
    *((0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0xE0000, 0xE0FFF)),
)
"""Characters of other categories that are not shown (`Default_Ignorable_Code_Point`)."""
_BLANK: Final = frozenset({0x2800, 0xFFFC, 0xFFFD, 0x16FE4, 0x1D159})
"""Signs that show nothing, or are placeholders: the Braille pattern without dots, replacements, the
filler of Khitan, the empty note.
"""
_SEEN: Final = frozenset("LNPS")
"""The first letters of the categories of base characters; marks need a base."""


def unseen(name: str) -> Sentence | None:
    """The reason why a name is not fully visible; None: it is."""
    for character in name:
        if _is_hidden(character):
            return Sentence("form-hidden-character", {"code": f"{ord(character):04X}"})
    if not any(category(character)[0] in _SEEN for character in name):
        return Sentence("form-no-letter")
    return None


def _is_hidden(character: str) -> bool:
    code = ord(character)
    ignorable = any(low <= code <= high for low, high in _IGNORABLE)
    return ignorable or code in _BLANK or category(character) in _HIDDEN


def like_another(name: str, others: Iterable[str]) -> str | None:
    """The first of some names that a name could be mistaken for; None: none of them."""
    looks = _looks(name)
    return next((other for other in others if looks & _looks(other)), None)


def _looks(name: str) -> frozenset[str]:
    """The appearance of a name: as it is written, and in lower case.

    Both are needed: a capital I looks like a small l, and is the same letter as a small i.
    """
    plain = normalize("NFKC", name.translate(SIGNS))
    return frozenset(_skeleton(each) for each in (plain, plain.casefold()))


def _skeleton(text: str) -> str:
    """The text with each character replaced by its prototype."""
    letters = normalize("NFD", text.translate(SIGNS))
    prototypes = "".join(PROTOTYPES.get(each, each) for each in letters)
    return "".join(normalize("NFD", prototypes).casefold().split())
