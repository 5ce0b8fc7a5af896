// English: the settings.

export default {
  title: "Settings",
  about: "They hold for this browser on this device, and nobody else learns them.",
  language: "Language",
  languageOfBrowser: "The browser's",
  choices: {
    deck: { label: "Suits", values: { french: "French", german: "German" } },
    colours: {
      label: "Colours of the suits",
      values: { two: "Two", four: "Four", tournament: "Tournament Skat" },
    },
    theme: { label: "Brightness", values: { system: "As the device", light: "Light", dark: "Dark", contrast: "High contrast" } },
    motion: { label: "Motion", values: { system: "As the device", reduced: "Reduced", full: "Full" } },
  },
  sound: "Sounds",
  soundHint: "A quiet tone when it is your turn, when others lay a card, and when a deal ends.",
  confirmation: "Choose cards first, then play them by a button",
  confirmationHint: "Without it, one tap on a card plays it where only one move is possible.",
};
