// Русский: лобби.

const PLURAL = new Intl.PluralRules("ru");

/** @type {typeof import("../en/lobby.js").default} */
export default {
  title: "Играть",
  tables: "Столы",
  ownTables: "Мои столы",
  noTables: "Открытых столов нет. Откройте свой или войдите по ссылке.",
  noKey: "Чтобы открывать столы в этом браузере, нужен ключ API.",
  toHost: "Стать хозяином столов",
  game: "Игра",
  everyGame: "Любая игра",
  onlyFree: "Только столы со свободным местом",
  freeSeat: "свободное место",
  bot: (level) => `бот (${level})`,
  externalBot: (name) => `${name} (бот)`,
  waitsFor(seats) {
    const form = PLURAL.select(seats);
    if (form === "one") return `Нужен ещё ${seats} игрок.`;
    return form === "few" ? `Нужны ещё ${seats} игрока.` : `Нужно ещё ${seats} игроков.`;
  },
  isPlayed: "Идёт игра.",
  withHints: "с подсказками",
  joinShort: "Сесть",
  watchShort: "Смотреть",
  toSeat: "К моему месту",
  disputes: "Споры",
  join: (table) => `Сесть за стол «${table}»`,
  watch: (table) => `Смотреть стол «${table}»`,
  playNow: {
    title: "Играть сейчас",
    about: "Против ботов, сразу. Каждую раздачу потом можно проверить.",
    level: "Боты",
    you: "Вы",
  },
  entry: {
    title: "Войти по ссылке",
    label: "Ссылка или токен",
    hint: "Приглашение, ваше место или то, чем с вами поделился игрок.",
    go: "Перейти",
    noLink: "Это не ссылка на стол и не токен.",
    ended: "Срок этого токена истёк.",
  },
  opening: {
    open: "Открыть стол",
    game: "Игра",
    name: "Название стола",
    seats: "Места",
    number: "Число мест",
    me: "Я",
    invite: "Человек, которого я приглашу",
    free: "Любой из лобби",
    terms: "Другие условия",
    visibility: "Кому виден стол",
    public: "Всем",
    private: "Только игрокам и мне",
    turnLimit: "Секунд на ход",
    turnLimitHint: "Пусто: без часов.",
    pause: "Наибольшая пауза между сдачами, в секундах",
    pauseHint: "Пауза кончается, как только все готовы.",
    hints: "Подсказки",
    hintsHint: "Игрок может спросить, как сыграл бы сильный бот. Все видят, что подсказка дана.",
    submit: "Открыть",
    invitations: "Стол открыт. Отправьте каждому ссылку: она действует один раз.",
    invitationFor: (seat) => `Приглашение на место ${seat}`,
    toTable: "К столу",
  },
};
