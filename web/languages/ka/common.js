// ქართული: რაც ყველა გვერდს სჭირდება, და კარტების სახელები.

/** @import { Rank, Suit, Deck } from "../../cards.js" */

/** @type {Readonly<Record<Rank, string>>} */
const RANKS = {
  2: "ორიანი", 3: "სამიანი", 4: "ოთხიანი", 5: "ხუთიანი", 6: "ექვსიანი", 7: "შვიდიანი", 8: "რვიანი",
  9: "ცხრიანი", T: "ათიანი", J: "ვალეტი", Q: "დამა", K: "კაროლი", A: "ტუზი",
};
/** @type {Readonly<Record<Deck, Readonly<Record<Suit, string>>>>} */
const SUITS = {
  french: { C: "ჯვარი", D: "აგური", H: "გული", S: "ყვავი" },
  german: { C: "რკო", D: "ეჟვანი", H: "გული", S: "ფოთოლი" },
};
/** @type {Readonly<Record<Deck, Readonly<Record<Suit, string>>>>} */
const OF_SUITS = {
  french: { C: "ჯვრის", D: "აგურის", H: "გულის", S: "ყვავის" },
  german: { C: "რკოს", D: "ეჟვნის", H: "გულის", S: "ფოთლის" },
};
/** @type {Partial<Record<Rank, string>>} */
const GERMAN_RANKS = { J: "უნტერი", Q: "ობერი" };

/** @type {typeof import("../en/common.js").default} */
export default {
  skip: "შინაარსზე გადასვლა",
  navigation: "გვერდები",
  menu: "მენიუ",
  links: {
    play: "თამაში",
    host: "მასპინძელი",
    verify: "შემოწმება",
    settings: "პარამეტრები",
    rules: "წესები",
    contract: "API",
  },
  levels: { easy: "სუსტი", casual: "მოყვარული", medium: "საშუალო", hard: "ძლიერი", expert: "ექსპერტი" },
  close: "დახურვა",
  reconnecting: "კავშირი გაწყდა. ვცდით თავიდან…",
  unreachable: "სერვისი არ პასუხობს. არაფერი დაკარგულა: სცადეთ კიდევ ერთხელ.",
  retry: "ხელახლა ცდა",
  archive: "ჩანაწერი არქივში",
  unknownPage: "ასეთი გვერდი არ არსებობს",
  unknownPageHint: "შესაძლოა, მისამართში შეცდომაა ან გვერდი აღარ არის.",
  relative(count, unit) {
    if (unit === "second") return "ახლა";
    const stem = { minute: "წუთ", hour: "საათ", day: "დღ" }[unit];
    if (count < 0) return `${-count} ${stem}ის წინ`;
    return `${count} ${stem}${unit === "day" ? "ეში" : "ში"}`;
  },
  sharing: {
    copy: "ბმულის კოპირება",
    copied: "დაკოპირდა",
    qr: (label) => `QR-კოდი: ${label}`,
  },
  cards: {
    unknown: "დახურული კარტი",
    suits: SUITS,
    indices: {},
    germanIndices: { J: "U", Q: "O" },
    name(rank, suit, deck) {
      const special = deck === "german" ? GERMAN_RANKS[rank] : undefined;
      return `${OF_SUITS[deck][suit]} ${special ?? RANKS[rank]}`;
    },
  },
};
