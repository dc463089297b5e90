import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Refusal } from "@flower-war/client-sdk";
import { EXIT, Failure, reasonOf } from "./failure.ts";
import { notOperator } from "./http.ts";

/* How commands ask a server's operator's listener as its admin. */

const EXIT_OF: { readonly [code: string]: number } = {
  "bad-temple-id": EXIT.usage,
  "temple-known": EXIT.known,
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
export function readAdminPassword(environment: NodeJS.ProcessEnv): string {
  const given = environment["ADMIN_PASSWORD"];
  if (given) return given;
  const file = join(environment["DATA_DIR"] || "./data", "admin-password");
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
    return await ask(server, readAdminPassword(process.env), ...rest);
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
