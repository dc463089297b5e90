import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EXIT, Failure } from "./failure.ts";

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
