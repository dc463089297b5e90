import type { RefusalBody } from "@flower-war/protocol";
import { EXIT, Failure, reasonOf } from "./failure.ts";

/** ms to wait for a server's answer. */
const TIMEOUT = 10_000;

/**
 * Sends a request; resolves with the whole answer.
 * @throws Failure if none comes
 */
export async function request(
  url: string,
  init: RequestInit = {},
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT) });
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
  const codes = [body.code, ...(body.reason === undefined ? [] : [body.reason])].join(", ");
  return new Failure(EXIT.failed, `The server refused (${codes}): ${body.message}.`);
}

/** Returns the sentence for a listener that lacks the operator's paths. */
export function notOperator(server: string): string {
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
