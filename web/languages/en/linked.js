// English: the question about the credential of a link.

/** @import { Kind } from "../../credentials.js" */

/** @type {Readonly<Record<Kind, string>>} */
const titles = {
  seat: "A seat in the link",
  invite: "An invitation",
  read: "Deals to read",
  view: "A table to watch",
  key: "An API key in the link",
  audit: "The work of an auditor",
};

/** The holder of the credential. A table is null where the credential does not show it.
 * @type {Readonly<Record<Kind, (name: string, table: string | null) => string>>}
 */
const about = {
  seat: (name, table) => `The link has the seat of “${name}” at the table “${table}”. Whoever sits down plays for “${name}”.`,
  invite: (name) => `The link invites you to the table “${name}”.`,
  read: (name, table) => `The link was made for “${name}”. It shows finished deals of the table “${table}”.`,
  view: (name, table) => `The link was made for “${name}”. It shows the table “${table}”.`,
  key: (name) => `The link has the API key “${name}”. If you use it, all that you do in this browser as a host is done for its owner: tables that you open are theirs. Use it only if you expected it.`,
  audit: (name, table) => `The link makes this browser the one of the auditor “${name}” of ${table === null ? "a private table" : `the table “${table}”`}. An auditor reads the evidence and rules disputes.`,
};

/** @type {Readonly<Record<Kind, (name: string) => string>>} */
const use = {
  seat: (name) => `Sit down as ${name}`,
  invite: () => "Come in",
  read: () => "Read them",
  view: () => "Watch the table",
  key: () => "Use this key",
  audit: (name) => `Go on as ${name}`,
};

export default {
  titles,
  about,
  use,
  otherKey: "The link has an API key, but this browser already uses another one. The key in the link was not taken. To use it, forget the present key on the host's page and open the link again.",
  decline: "Go on without the link",
};
