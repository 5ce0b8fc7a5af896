// The errors of a request (RFC 9457).

import type { components } from "./contract.js";

export type ProblemDetails = components["schemas"]["Problem"];

/**
 * A refusal by the service. `more` has the whole answer, such as the `clauses` that a move breaks.
 */
export class Problem extends Error {
  override readonly name: string = "Problem";
  readonly code: string;

  constructor(
    readonly status: number,
    readonly more: Partial<ProblemDetails>,
  ) {
    const cited = more.clauses?.map(({ id, text }) => ` [${id}] ${text}`) ?? [];
    const code = more.code ?? `http-${status}`;
    super(`${status} ${code}: ${more.detail ?? ""}${cited.join("")}`);
    this.code = code;
  }
}

/** The most characters of a foreign answer that an error repeats. */
const SHOWN = 200;
const TEMPORARY = [408, 429];

/**
 * An answer that is not the service's: of a proxy, of another server, or cut off. It may be HTML,
 * broken JSON, an empty body or a redirect. A redirect is never followed, as that would send the
 * credential elsewhere; the message names its address.
 */
export class ForeignAnswer extends Problem {
  override readonly name: string = "ForeignAnswer";
  readonly contentType: string;
  /** The first characters of the body. */
  readonly begin: string;
  readonly retryAfter: string;

  constructor({ status, type, headers }: Response, body: string) {
    const contentType = (headers.get("Content-Type") ?? "").slice(0, SHOWN);
    const begin = body.slice(0, SHOWN);
    const location = headers.get("Location")?.slice(0, SHOWN) ?? "another address";
    const came = `${contentType || "no type"}, ${body === "" ? "no body" : JSON.stringify(begin)}`;
    const detail = isRedirect({ status, type })
      ? `it redirects to ${location}, which is not followed`
      : `not an answer of the service: ${came}`;
    super(status, { detail });
    this.contentType = contentType;
    this.begin = begin;
    this.retryAfter = headers.get("Retry-After") ?? "";
  }

  /** Whether the same request may be answered by the service later. */
  get passes(): boolean {
    const { status } = this;
    return (status >= 200 && status < 300) || TEMPORARY.includes(status) || status >= 500;
  }
}

function isRedirect({ status, type }: Pick<Response, "status" | "type">): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400); // opaque in browsers
}

/** Throw the error of an answer that is not the service's. The body may be cut off. */
export function requireOwn(url: string, mayBeEmpty: boolean, response: Response, body: string): void {
  const kind = (response.headers.get("Content-Type") ?? "").split(";", 1)[0]?.trim() ?? "";
  if (response.status === 204 && mayBeEmpty) return;
  const isFitting = response.ok ? body !== "" && isOurs(url, kind, body) : isProblem(body);
  if (isRedirect(response) || !isFitting) throw new ForeignAnswer(response, body);
}

/** The operations that answer with text, or may. */
const TEXTS = /\/(log\/key|log\/checkpoint|transcript|position|deals|events|deliveries|openapi\.yaml|llms\.txt|tournaments\/[^/]+)$/;

function isOurs(url: string, kind: string, body: string): boolean {
  if (kind === "application/json" || kind.endsWith("+json")) return isObject(body);
  return kind !== "text/html" && TEXTS.test(new URL(url).pathname);
}

type Members = Readonly<Record<string, unknown>>;

function isObject(body: string): boolean {
  return membersOf(body) !== null;
}

/** The members of a JSON object; null: the text is none. */
export function membersOf(text: string): Members | null {
  try {
    const said: unknown = JSON.parse(text);
    return areMembers(said) ? said : null;
  } catch {
    return null;
  }
}

function areMembers(said: unknown): said is Members {
  return typeof said === "object" && said !== null && !Array.isArray(said);
}

/** Whether a refusal is the service's: proxies have JSON of their own. */
function isProblem(body: string): boolean {
  const { code, clauses = [] } = membersOf(body) ?? {};
  return typeof code === "string" && Array.isArray(clauses) && clauses.every(areMembers);
}

/** The problem in the refusal of a stream. */
export async function problem(response: Response): Promise<Problem> {
  const body = await response.text().catch(() => "");
  const isRefusal = response.status >= 400 && isProblem(body);
  if (!isRefusal) return new ForeignAnswer(response, body);
  return new Problem(response.status, JSON.parse(body) as Partial<ProblemDetails>);
}
