// Русский: то, что нужно каждой странице, и названия карт.

/** @import { Rank, Suit, Deck } from "../../cards.js" */

/** @type {Readonly<Record<Rank, string>>} */
const RANKS = {
  2: "двойка", 3: "тройка", 4: "четвёрка", 5: "пятёрка", 6: "шестёрка", 7: "семёрка", 8: "восьмёрка",
  9: "девятка", T: "десятка", J: "валет", Q: "дама", K: "король", A: "туз",
};
/** @type {Readonly<Record<Deck, Readonly<Record<Suit, string>>>>} Названия мастей. */
const SUITS = {
  french: { C: "трефы", D: "бубны", H: "червы", S: "пики" },
  german: { C: "жёлуди", D: "бубенцы", H: "червы", S: "листья" },
};
/** @type {Readonly<Record<Deck, Readonly<Record<Suit, string>>>>} Масти в родительном падеже. */
const OF_SUITS = {
  french: { C: "треф", D: "бубён", H: "червей", S: "пик" },
  german: { C: "желудей", D: "бубенцов", H: "червей", S: "листьев" },
};
/** @type {Partial<Record<Rank, string>>} */
const GERMAN_RANKS = { J: "унтер", Q: "обер" };

/** @type {typeof import("../en/common.js").default} */
export default {
  skip: "К содержанию",
  navigation: "Страницы",
  menu: "Меню",
  links: {
    play: "Играть",
    host: "Хозяин",
    verify: "Проверить",
    settings: "Настройки",
    rules: "Правила",
    contract: "API",
  },
  levels: { easy: "лёгкий", casual: "любительский", medium: "средний", hard: "сложный", expert: "эксперт" },
  close: "Закрыть",
  reconnecting: "Связь потеряна. Пробуем снова…",
  unreachable: "Сервис не отвечает. Ничего не потеряно: попробуйте ещё раз.",
  retry: "Попробовать ещё раз",
  archive: "Запись в архиве",
  unknownPage: "Такой страницы нет",
  unknownPageHint: "Возможно, в адресе опечатка или страницы больше нет.",
  relative: null,
  sharing: {
    copy: "Скопировать ссылку",
    copied: "Скопировано",
    qr: (label) => `QR-код: ${label}`,
  },
  cards: {
    unknown: "закрытая карта",
    suits: SUITS,
    indices: { J: "В", Q: "Д", K: "К", A: "Т" },
    germanIndices: { J: "У", Q: "О" },
    name(rank, suit, deck) {
      const special = deck === "german" ? GERMAN_RANKS[rank] : undefined;
      return `${special ?? RANKS[rank]} ${OF_SUITS[deck][suit]}`;
    },
  },
};
