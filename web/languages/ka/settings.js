// ქართული: პარამეტრები.

/** @type {typeof import("../en/settings.js").default} */
export default {
  title: "პარამეტრები",
  about: "ისინი ამ მოწყობილობის ამ ბრაუზერში მოქმედებს და სხვა ვერავინ გაიგებს.",
  language: "ენა",
  languageOfBrowser: "როგორც ბრაუზერში",
  choices: {
    deck: { label: "ფერები", values: { french: "ფრანგული", german: "გერმანული" } },
    colours: {
      label: "კარტის ფერების შეფერილობა",
      values: { two: "ორი", four: "ოთხი", tournament: "სატურნირო სკატი" },
    },
    theme: {
      label: "სიკაშკაშე",
      values: { system: "როგორც მოწყობილობაზე", light: "ნათელი", dark: "მუქი", contrast: "მაღალი კონტრასტი" },
    },
    motion: {
      label: "მოძრაობა",
      values: { system: "როგორც მოწყობილობაზე", reduced: "ნაკლები", full: "სრული" },
    },
  },
  sound: "ხმები",
  soundHint: "ჩუმი ხმა, როცა თქვენი სვლა დგება, როცა სხვები კარტს დებენ და როცა დარიგება მთავრდება.",
  confirmation: "ჯერ კარტების არჩევა, მერე ღილაკით სვლა",
  confirmationHint: "ამის გარეშე კარტზე ერთი შეხება აკეთებს სვლას, თუ მხოლოდ ერთია შესაძლებელი.",
};
