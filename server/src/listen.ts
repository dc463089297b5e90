import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sumUp } from "@flower-war/protocol/log";
import type { Logger } from "pino";
import { StartError } from "./start-error.ts";

/** Returns the URL of a server that listens there. */
export function urlOf(host: string, port: number, scheme = "http"): string {
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Where to listen. */
export interface ListenAt {
  readonly host: string;
  readonly port: number;
  /** The prefix of the variables' names, before `HOST` and `PORT`. */
  readonly prefix?: string;
}

/**
 * Lets a server listen. Resolves with the port. What goes wrong afterwards, such as a socket that cannot be opened, is logged.
 * @throws `StartError` naming the variable at fault
 */
export async function listen(server: Server, at: ListenAt, log: Logger): Promise<number> {
  try {
    server.listen(at.port, at.host);
    await once(server, "listening");
    server.on("error", (err) => log.error(sumUp({ err, port: at.port }), "connection not accepted"));
    return (server.address() as AddressInfo).port;
  } catch (error) {
    throw new StartError(describeListenError(error, at), error);
  }
}

function describeListenError(error: unknown, { host, port, prefix = "" }: ListenAt): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case "EADDRINUSE":
      return `${prefix}PORT ${port} is in use.`;
    case "EACCES":
      return `${prefix}PORT ${port} needs rights that this user does not have.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `${prefix}HOST ${host} is not an address of this machine.`;
    default:
      return `${prefix}HOST ${host}, ${prefix}PORT ${port} cannot be listened on: ${String(error)}.`;
  }
}
