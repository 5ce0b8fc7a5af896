// Русский: настройки.

/** @type {typeof import("../en/settings.js").default} */
export default {
  title: "Настройки",
  about: "Они действуют в этом браузере на этом устройстве, и больше никто их не узнаёт.",
  language: "Язык",
  languageOfBrowser: "Как в браузере",
  choices: {
    deck: { label: "Масти", values: { french: "Французские", german: "Немецкие" } },
    colours: {
      label: "Цвета мастей",
      values: { two: "Два", four: "Четыре", tournament: "Турнирный скат" },
    },
    theme: {
      label: "Яркость",
      values: { system: "Как на устройстве", light: "Светлая", dark: "Тёмная", contrast: "Высокий контраст" },
    },
    motion: {
      label: "Движение",
      values: { system: "Как на устройстве", reduced: "Меньше", full: "Полное" },
    },
  },
  sound: "Звуки",
  soundHint: "Тихий сигнал, когда наступает ваш ход, когда другие кладут карту и когда сдача закончена.",
  confirmation: "Сначала выбрать карты, потом пойти кнопкой",
  confirmationHint: "Без этого одно касание карты делает ход там, где возможен только один.",
};
