import type { Enrolled } from "@flower-war/client-sdk/protocol";
import { enrol as ask, Refusal } from "@flower-war/client-sdk/temple";
import { EXIT, Failure } from "./failure.ts";

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
  try {
    return await ask(server, password, templeId);
  } catch (error) {
    throw error instanceof Refusal ? failure(server, error) : error;
  }
}

function failure(server: string, { code, message, cause }: Refusal): Failure {
  if (code === "timeout") return new Failure(EXIT.unreachable, `No server answers at ${server} in time.`);
  // What fetch itself rejects with when it reaches nobody.
  if (code === "unreachable" && cause instanceof TypeError) {
    return new Failure(EXIT.unreachable, `No server answers at ${server}: ${reasonOf(cause)}.`);
  }
  if (code === "unreachable")
    return new Failure(EXIT.failed, `What answers at ${server} is no Flower War server.`);
  return new Failure(EXIT_OF[code] ?? EXIT.failed, `The server refused (${code}): ${message}.`);
}

/** fetch says "fetch failed" and hides the reason in the cause. */
function reasonOf(error: Error): string {
  const { cause } = error;
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return cause.errors[0].message;
  return cause instanceof Error ? cause.message : error.message;
}
