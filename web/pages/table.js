// A table: played from a seat, or watched. Its data are asked for while its view is loaded.

import { h } from "../vendor/preact.mjs";
import { useEffect, useRef, useState } from "../vendor/hooks.mjs";
import { credentialFor } from "../credentials.js";
import { t, tag } from "../language.js";
import { Page } from "../parts/frame.js";
import { useLater } from "../router.js";
import { mayMove } from "../storage.js";
import { Session } from "../table/session.js";

/** @import { Params } from "../router.js" */

/** @param {{ params: Params }} props */
export default function TablePage({ params }) {
  const id = params["table"] ?? "";
  const credential = credentialFor(id)?.token ?? null;
  const had = useRef(false);
  if (credential !== null) had.current = true;
  return h(Followed, { key: `${id} ${credential}`, id, credential, ended: credential === null && had.current });
}

/** @param {{ id: string, credential: string | null, ended: boolean }} props */
function Followed({ id, credential, ended }) {
  const [session] = useState(() => new Session(id, credential, { mayMove, ended }));
  const view = useLater(() => import("../table/view.js"));
  useEffect(() => {
    void session.start();
    return () => session.stop();
  }, []);
  useEffect(() => void session.readGame(), [tag.value]);
  if (view !== null) return h(view.TableView, { session });
  return h(Page, { title: t("table-board") }, h("p", { role: "status" }, t("table-loading")));
}
