// English: the host's page.

export default {
  title: "Host",
  once: "It is shown only now. Keep it.",
  key: {
    about:
      "With an API key you open tables, invite people, and read what belongs to you. The key stays in this browser.",
    label: "API key",
    device: "Keep the key on this device",
    deviceHint: "Otherwise it is forgotten when this tab is closed. Do not keep it on a device of others.",
    use: "Use this key",
    noKey: "This is no API key: a key begins with key_.",
    ended: "The service does not know this key, or it has ended.",
    /** @param {string} name */
    used: (name) => `This browser uses the key “${name}”.`,
    keptForDevice: "It is kept on this device.",
    keptForTab: "It is forgotten when this tab is closed.",
    forget: "Forget the key",
  },
  tables: {
    title: "My tables",
    none: "You have no tables.",
    statuses: { open: "Waits for players", playing: "The game is on", over: "Over", closed: "Closed" },
    /** @param {string} table */
    guests: (table) => `Guests of “${table}”`,
    /** @param {string} table */
    close: (table) => `Close “${table}”`,
  },
  guests: {
    titles: { invitations: "Invitations", readers: "Readers", watchers: "Watchers", auditors: "Auditors" },
    about: {
      invitations: "An invitation takes one free seat, once.",
      readers: "A reader sees finished deals in full.",
      watchers: "A watcher sees the table as the public does, also a private one.",
      auditors: "An auditor reads the evidence and rules disputes.",
    },
    names: {
      invitations: "Label of the invitation",
      readers: "Name of the reader",
      watchers: "Name of the watcher",
      auditors: "Name of the auditor",
    },
    add: {
      invitations: "Invite",
      readers: "Admit the reader",
      watchers: "Admit the watcher",
      auditors: "Admit the auditor",
    },
    erased: "erased",
    until: "ends",
    ended: "ended",
    /** @param {string} name */
    end: (name) => `End the token of “${name}”`,
  },
  keys: {
    title: "Keys",
    secret: "The secret of the key:",
    own: "This browser's key.",
    /** @param {string} name */
    rotate: (name) => `New secret for “${name}”`,
    /** @param {string} name */
    revoke: (name) => `Revoke “${name}”`,
    make: "Make a key",
    name: "Name of the key",
    scopes: "What it may do",
    scope: {
      read: "Read tables, deals and the log",
      tables: "Open and close tables, invite, admit guests",
      play: "Take seats",
      disputes: "Read evidence and disputes, admit auditors",
      webhooks: "Manage webhooks",
      keys: "Make, rotate and revoke keys",
    },
  },
  webhooks: {
    title: "Webhooks",
    about: "A webhook sends the news of your tables to a server of yours.",
    secret: "The secret of the webhook:",
    url: "Address (https)",
    add: "Add the webhook",
    enabled: "It gets news.",
    disabled: "It gets no news.",
    enable: "Enable",
    disable: "Disable",
    test: "Send a test",
    deliveries: "Show deliveries",
    refresh: "Read them again",
    noDeliveries: "Nothing has been sent yet.",
    again: "Deliver it again",
    remove: "Delete the webhook",
    statuses: { waiting: "waiting", delivered: "delivered", dead: "given up" },
  },
};
