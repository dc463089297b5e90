import type { Fault } from "@flower-war/client-sdk/protocol";
import { EXIT, Failure } from "./failure.ts";

/** ms until a server that says nothing counts as out of reach. */
const PATIENCE = 10_000;

/**
 * Asks a server, and waits for the whole answer.
 * @throws Failure if none comes
 */
export async function ask(url: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw new Failure(EXIT.unreachable, `No server answers at ${url}: ${reasonOf(error)}.`);
  }
}

/** What a text is in JSON; `null`: it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Why a server refused, as its answer says.
 * @param exitCodes by the refusal's code; other codes exit with `EXIT.failed`
 */
export function refusal(
  server: string,
  { status, text }: { status: number; text: string },
  exitCodes: { readonly [code: string]: number } = {},
): Failure {
  const body = parseJson(text);
  if (!isFault(body)) {
    return new Failure(EXIT.failed, `${server} answered ${status}: it is no Flower War server.`);
  }
  const exitCode = exitCodes[body.code] ?? EXIT.failed;
  return new Failure(exitCode, `The server refused (${body.code}): ${body.message}.`);
}

/** Whether a value is an object whose field `key` is a text. */
export function hasText<K extends string>(body: unknown, key: K): body is { [F in K]: string } {
  return typeof body === "object" && body !== null && typeof Reflect.get(body, key) === "string";
}

function isFault(body: unknown): body is Fault {
  return hasText(body, "code") && hasText(body, "message");
}

/** fetch says "fetch failed" and hides the reason in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : error.message;
}
