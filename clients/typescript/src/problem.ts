// The errors of a request (RFC 9457).

import type { components } from "./contract.js";

export type ProblemDetails = components["schemas"]["Problem"];

/**
 * A refusal by the service. `more` has the whole answer, such as the `clauses` that a move breaks.
 */
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

/** The problem in an answer. A proxy may have sent it in another form. */
export async function problem(response: Response): Promise<Problem> {
  const said: unknown = await response.json().catch(() => null);
  return new Problem(response.status, typeof said === "object" && said !== null ? said : {});
}
