import { EXIT, Failure } from "../failure.ts";

/** Why nothing was changed. */
type RefusalCode =
  | "name-not-public"
  | "name-served"
  | "no-caddy"
  | "no-systemd"
  | "not-root"
  | "old-node"
  | "port-in-use"
  | "program-closed"
  | "settings-incomplete"
  | "tls-unknown"
  | "token-differs"
  | "unit-edited";

/** Ends an installation before it has changed anything. @param sentence begins with a small letter */
export function refuse(code: RefusalCode, sentence: string): never {
  throw new Failure(EXIT.failed, `Nothing was changed (${code}): ${sentence}`);
}
