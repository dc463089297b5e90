import { type Enrolled, type Fault, PATHS } from "@flower-war/client-sdk/protocol";
import { EXIT, Failure } from "./failure.ts";

/** ms until a server that says nothing counts as out of reach. */
const PATIENCE = 10_000;

const EXIT_OF: { readonly [code: string]: number } = {
  "bad-temple-id": EXIT.usage,
  "temple-known": EXIT.known,
  unauthorized: EXIT.unauthorized,
};

/**
 * Enrols a temple at a server (temple protocol P-1).
 * @param server its address, e.g. `http://localhost:2567`, without a trailing slash
 * @throws Failure
 */
export async function enrol(server: string, password: string, templeId: string): Promise<Enrolled> {
  const response = await post(`${server}${PATHS.temples}`, password, { templeId });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && isEnrolled(body)) return body;
  if (!isFault(body)) {
    throw new Failure(EXIT.failed, `${server} answered ${response.status}: it is no Flower War server.`);
  }
  throw new Failure(EXIT_OF[body.code] ?? EXIT.failed, `The server refused (${body.code}): ${body.message}.`);
}

async function post(url: string, password: string, body: object): Promise<Response> {
  try {
    return await fetch(url, {
      method: "POST",
      headers: { Authorization: `Bearer ${password}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch (error) {
    throw new Failure(EXIT.unreachable, `No server answers at ${url}: ${reasonOf(error)}.`);
  }
}

/** fetch says "fetch failed" and hides the reason in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : error.message;
}

function isEnrolled(body: unknown): body is Enrolled {
  return hasText(body, "templeId") && hasText(body, "secret");
}

function isFault(body: unknown): body is Fault {
  return hasText(body, "code") && hasText(body, "message");
}

function hasText<K extends string>(body: unknown, key: K): body is { [F in K]: string } {
  return typeof body === "object" && body !== null && typeof Reflect.get(body, key) === "string";
}
