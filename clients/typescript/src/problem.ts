// What can come instead of the answer that was asked for (RFC 9457).

import type { components } from "./contract.js";

export type ProblemDetails = components["schemas"]["Problem"];

/** The service says no. `more` is all of the answer: `clauses` that a refused move breaks, … */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: string;

  constructor(
    readonly status: number,
    readonly more: Partial<ProblemDetails>,
  ) {
    const cited = more.clauses?.map(({ id, text }) => ` [${id}] ${text}`) ?? [];
    super(`${status} ${more.code ?? ""}: ${more.detail ?? ""}${cited.join("")}`);
    this.code = more.code ?? `http-${status}`;
  }
}

/** The problem of an answer; a proxy on the way may have said it in another form. */
export async function problem(response: Response): Promise<Problem> {
  const said: unknown = await response.json().catch(() => null);
  return new Problem(response.status, typeof said === "object" && said !== null ? said : {});
}
