// English: the score sheet.

export default {
  title: "Score sheet",
  back: "To the table",
  points: "Points",
  voided: "Void",
  none: "No deal has been finished yet.",
  adjustments: "Adjusted by rulings",
  rank: "Rank",
  deal: "Deal",
  replay: "Replay",
  disputes: "Disputes",
  hints: "Hints",
  winner: "Winner",
  abandoned: "Abandoned",
  playing: "Being played",
};
