// English: the lobby.

export default {
  title: "Play",
  tables: "Tables",
  ownTables: "My tables",
  noTables: "No table is open. Open one yourself, or join by a link.",
  noKey: "To open tables yourself, this browser needs an API key.",
  toHost: "Set up hosting",
  game: "Game",
  everyGame: "Every game",
  onlyFree: "Only tables with a free seat",
  freeSeat: "free seat",
  /** @param {string} level */
  bot: (level) => `bot (${level})`,
  /** @param {string} name */
  externalBot: (name) => `${name} (bot)`,
  /** @param {number} seats */
  waitsFor: (seats) => (seats === 1 ? "Waits for one player." : `Waits for ${seats} players.`),
  isPlayed: "The game is on.",
  withHints: "with hints",
  joinShort: "Join",
  watchShort: "Watch",
  toSeat: "To my seat",
  disputes: "Disputes",
  /** @param {string} table */
  join: (table) => `Join “${table}”`,
  /** @param {string} table */
  watch: (table) => `Watch “${table}”`,
  playNow: {
    title: "Play now",
    about: "Against bots, at once. Each hand can be checked afterwards.",
    level: "Bots",
    you: "You",
  },
  entry: {
    title: "Join by a link",
    label: "Link or token",
    hint: "An invitation, your seat, or what a player has shared with you.",
    go: "Go there",
    noLink: "This is no link to a table, and no token.",
    ended: "This token has ended.",
  },
  opening: {
    open: "Open a table",
    game: "Game",
    name: "Name of the table",
    seats: "Seats",
    number: "Number of seats",
    me: "Me",
    invite: "A person whom I invite",
    free: "Anyone from the lobby",
    terms: "Further terms",
    visibility: "Who may see it",
    public: "Everyone",
    private: "Only the players and I",
    turnLimit: "Seconds for a turn",
    turnLimitHint: "Empty: no clock.",
    pause: "Longest pause between deals, in seconds",
    pauseHint: "The pause ends as soon as every person is ready.",
    hints: "Hints",
    hintsHint: "A player may ask what a strong bot would do. Everyone sees that a hint was given.",
    submit: "Open it",
    invitations: "The table is open. Send each person a link: it works once.",
    /** @param {number} seat */
    invitationFor: (seat) => `Invitation to seat ${seat}`,
    toTable: "To the table",
  },
};
