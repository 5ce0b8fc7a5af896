// Check that the receipts given are for events of this record, and by which key they are signed;
// the same as verifier/receipts.py.

import { signedBy } from "./notes.mjs";
import { Malformed } from "./forms.mjs";
import { parsed } from "./reading.mjs";
import { hex, tagged, u32, u64, unhex } from "./recipe.mjs";
import { nameOf, proved, trusted } from "./trust.mjs";
import { Failure, Nothing, NotYet, eventsOf, say } from "./verdicts.mjs";

export async function receipts(made) {
  const { bundle, held } = made;
  const given = [...held.receipts, ...bundle.receipts];
  if (given.length === 0) {
    throw new Nothing(say("finding-no-receipt"));
  }
  const by = await trusted(made);
  let unread;
  for (const receipt of given) {
    try {
      await seeReceipt(made, receipt, by.key);
    } catch (error) {
      if (!(error instanceof NotYet)) throw error;
      unread = error; // a failure in another receipt counts for more
    }
  }
  if (unread !== undefined) throw unread;
  return proved(by, say("finding-receipts", { count: given.length, key: nameOf(by) }));
}

/** Check that a receipt is signed, and is for an event of this record. */
export async function seeReceipt(made, receipt, key) {
  const { bundle } = made;
  const { position } = receipt;
  const failing = (field, detail) =>
    new Failure(detail, { position, field: `receipt.${field}` });
  if (receipt.key !== key.id) {
    throw failing("key", say("finding-receipt-key", { named: receipt.key, key: key.id }));
  }
  const isBy = (test) => signedBy(key, unhex(receipt.signature), signedBytes(receipt, test));
  if (!(await isBy(false)) && !(saysTest(bundle) && (await isBy(true)))) {
    throw failing("signature", say("finding-receipt-unsigned"));
  }
  if (receipt.deal !== bundle.stream) throw failing("deal", say("finding-receipt-deal", { deal: receipt.deal }));
  if (!(position >= 1 && position <= bundle.events.length)) {
    throw failing("position", say("finding-record-events", { events: bundle.events.length }));
  }
  if (receipt.head !== hex(made.heads[position - 1])) {
    throw failing("head", say("finding-receipt-head"));
  }
  if (receipt.at !== eventsOf(made)[position - 1].at) {
    throw failing("at", say("finding-receipt-time"));
  }
}

/** Whether the first event says that the record is of a test, even if its form is wrong. */
function saysTest({ events: [{ body }] }) {
  try {
    return parsed(body, "body")?.data?.test === true;
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return false;
  }
}

/** The signed bytes of a receipt, for a real record or for that of a test. */
export const signedBytes = ({ deal, position, head, at }, test = false) => tagged(
  test ? "fairdeal/1/test-receipt" : "fairdeal/1/receipt", unhex(deal.replaceAll("-", "")), u32(position), unhex(head), u64(at),
);
