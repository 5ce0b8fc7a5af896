// Русский: счёт.

/** @type {typeof import("../en/series.js").default} */
export default {
  title: "Счёт",
  back: "К столу",
  points: "Очки",
  voided: "Недействительна",
  none: "Ни одна сдача ещё не закончена.",
  adjustments: "Исправлено решениями",
  rank: "Место",
  deal: "Сдача",
  replay: "Повтор",
  disputes: "Споры",
  hints: "Подсказки",
  winner: "Победитель",
  abandoned: "Прервана",
  playing: "Идёт",
};
