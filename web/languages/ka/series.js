// ქართული: ანგარიში.

/** @type {typeof import("../en/series.js").default} */
export default {
  title: "ანგარიში",
  back: "მაგიდასთან",
  points: "ქულები",
  voided: "გაუქმებული",
  none: "ჯერ არც ერთი დარიგება არ დასრულებულა.",
  adjustments: "გადაწყვეტილებებით შესწორებული",
  rank: "ადგილი",
  deal: "დარიგება",
  replay: "გამეორება",
  disputes: "დავები",
  hints: "მინიშნებები",
  winner: "გამარჯვებული",
  abandoned: "შეწყვეტილი",
  playing: "მიმდინარეობს",
};
