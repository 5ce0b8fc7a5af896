// The lesson of a game: begun as soon as its address is opened.

import { h } from "../vendor/preact.mjs";
import { useEffect } from "../vendor/hooks.mjs";
import { t } from "../language.js";
import { useAction } from "../api.js";
import { Refused } from "../lobby/refused.js";
import { Button } from "../parts/button.js";
import { Page } from "../parts/frame.js";
import { beginLesson } from "../parts/lesson.js";
import { go } from "../router.js";

/** @import { Params } from "../router.js" */

/** @param {{ params: Params }} props */
export default function LearnPage({ params }) {
  const lesson = params["lesson"] ?? "";
  const { run, busy, refusal } = useAction(async () => go(`/t/${await beginLesson(lesson)}`, { replace: true }));
  useEffect(() => void run(), []);
  return h(
    Page,
    { title: t("learn-lesson") },
    refusal === null
      ? h("p", { role: "status" }, t("table-loading"))
      : [
          h(Refused, { key: "refusal", refusal }),
          h("p", { key: "again" }, h(Button, { busy, onPress: () => void run() }, t("common-retry")), " ", h("a", { href: `/rules/${lesson}` }, t("link-rules"))),
        ],
  );
}
