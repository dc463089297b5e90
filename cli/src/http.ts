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

/** Why a server refused, as its answer says. */
export function refusal(server: string, { status, text }: { status: number; text: string }): Failure {
  const fault = parseJson(text);
  if (!isFault(fault)) {
    return new Failure(EXIT.failed, `${server} answered ${status}: it is no Flower War server.`);
  }
  return new Failure(EXIT.failed, `The server refused (${fault.code}): ${fault.message}.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isFault(body: unknown): body is Fault {
  if (typeof body !== "object" || body === null) return false;
  return typeof Reflect.get(body, "code") === "string" && typeof Reflect.get(body, "message") === "string";
}

/** fetch says "fetch failed" and hides the reason in the cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : error.message;
}
