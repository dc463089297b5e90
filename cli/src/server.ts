import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Refusal } from "@flower-war/client-sdk";
import type { RefusalBody } from "@flower-war/protocol";
import { EXIT, Failure, reasonOf } from "./failure.ts";

/* How commands ask a server: most of them its operator's listener, as its admin. */

/** ms to wait for a server's answer. */
const TIMEOUT = 10_000;

const EXIT_OF: { readonly [code: string]: number } = {
  "bad-temple-id": EXIT.usage,
  "bad-request": EXIT.usage,
  "bad-match-file": EXIT.flawed,
  "match-known": EXIT.known,
  "operator-known": EXIT.known,
  "temple-known": EXIT.known,
  "unknown-match": EXIT.unknown,
  "unknown-operator": EXIT.unknown,
  "unknown-temple": EXIT.unknown,
  "temple-offline": EXIT.offline,
  "no-image": EXIT.noUpdate,
  "no-update": EXIT.noUpdate,
  unauthorized: EXIT.unauthorized,
};

/**
 * Returns the admin's password: `ADMIN_PASSWORD`, or the one that a server in development has stored in `DATA_DIR`.
 * @throws Failure if there is none
 */
function readAdminPassword(): string {
  const { ADMIN_PASSWORD, DATA_DIR } = process.env;
  if (ADMIN_PASSWORD) return ADMIN_PASSWORD;
  const file = join(DATA_DIR || "./data", "admin-password");
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    throw new Failure(
      EXIT.unauthorized,
      `Set ADMIN_PASSWORD to the server's: there is no password in ${file} either.`,
    );
  }
}

/**
 * Asks as the admin, by a function of the SDK.
 * @param server the address of its operator's listener, e.g. `http://localhost:2568`, without a trailing slash
 * @param rest what the function takes besides address and password
 * @throws Failure
 */
export async function askAsAdmin<Rest extends readonly unknown[], Answer>(
  server: string,
  ask: (server: string, password: string, ...rest: Rest) => Promise<Answer>,
  ...rest: Rest
): Promise<Answer> {
  try {
    return await ask(server, readAdminPassword(), ...rest);
  } catch (error) {
    throw error instanceof Refusal ? toFailure(server, error) : error;
  }
}

function toFailure(server: string, { code, message, cause }: Refusal): Failure {
  if (code === "timeout") return new Failure(EXIT.unreachable, `No server answers at ${server} in time.`);
  // fetch rejects with a TypeError if it cannot connect.
  if (code === "unreachable" && cause instanceof TypeError) {
    return new Failure(EXIT.unreachable, `No server answers at ${server}: ${reasonOf(cause)}.`);
  }
  if (code === "unreachable")
    return new Failure(EXIT.failed, `What answers at ${server} is not a Flower War server.`);
  if (code === "not-found") return new Failure(EXIT.failed, notOperator(server));
  return new Failure(EXIT_OF[code] ?? EXIT.failed, `The server refused (${code}): ${message}.`);
}

/**
 * Sends a request to a server's operator's listener, as its admin.
 * @throws Failure if the server refuses it or does not answer
 */
export async function requestAsAdmin(
  server: string,
  path: string,
  init: RequestInit & { duplex?: "half" } = {},
): Promise<Response> {
  const headers = {
    ...(init.headers as Record<string, string>),
    authorization: `Bearer ${readAdminPassword()}`,
  };
  const response = await fetch(server + path, { ...init, headers }).catch((error: unknown) => {
    throw new Failure(EXIT.unreachable, `No server answers at ${server}: ${reasonOf(error)}.`);
  });
  if (response.ok) return response;
  const { exitCode, message } = describeRefusal(server, {
    status: response.status,
    text: await response.text(),
  });
  throw new Failure(response.status === 401 ? EXIT.unauthorized : exitCode, message);
}

/**
 * Sends a request; resolves with the whole answer.
 * @throws Failure if none comes
 */
export async function request(url: string): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw new Failure(EXIT.unreachable, `No server answers at ${url}: ${reasonOf(error)}.`);
  }
}

/** Returns the failure that a server's refusal means. */
export function describeRefusal(server: string, { status, text }: { status: number; text: string }): Failure {
  const body = parseJson(text);
  if (!isRefusal(body)) {
    return new Failure(EXIT.failed, `${server} answered ${status}: it is not a Flower War server.`);
  }
  if (body.code === "not-found") return new Failure(EXIT.failed, notOperator(server));
  const line = body.line === undefined ? [] : [`line ${body.line}`];
  const codes = [body.code, ...(body.reason === undefined ? [] : [body.reason]), ...line].join(", ");
  return new Failure(EXIT_OF[body.code] ?? EXIT.failed, `The server refused (${codes}): ${body.message}.`);
}

/** Returns the sentence for a listener that lacks the operator's paths. */
function notOperator(server: string): string {
  return `What answers at ${server} is not an operator's listener: set OPERATOR_URL to one, like http://localhost:2568.`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRefusal(body: unknown): body is RefusalBody {
  if (typeof body !== "object" || body === null) return false;
  return typeof Reflect.get(body, "code") === "string" && typeof Reflect.get(body, "message") === "string";
}
