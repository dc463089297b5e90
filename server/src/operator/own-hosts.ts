import { isUnregistrable } from "@flower-war/protocol/sockets";
import type { RequestHandler } from "express";
import { refuse } from "../refusal.ts";

/**
 * Refuses requests that name another host than this listener's: a stranger's page in an operator's browser can have its own name lead here
 * (DNS rebinding), and would then read what it is answered. Over TLS no browser goes on, for the certificate has another name.
 * @param hosts names of the listener that are registered in the DNS
 * @throws `RefusalError` with `wrong-host`
 */
export function requireOwnHost(hosts: readonly string[]): RequestHandler {
  return ({ headers: { host = "" } }, _response, next) => {
    const name = URL.parse(`http://${host}`)?.hostname ?? "";
    if (!isUnregistrable(host) && !hosts.includes(name)) throw refuse("wrong-host");
    next();
  };
}
