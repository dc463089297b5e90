/* What a simulated process runs of a server, in a realm of its own (../kernel/realms.ts). */
import { matchMaker } from "@colyseus/core";

// A server loads it when it has a Redis: in virtual time its first start would take other turns than later ones.
import "../../../server/src/cluster/join-cluster.ts";

export { startServer } from "../../../server/src/app.ts";
export { StoreLink } from "./store-link.ts";

/** Makes the realm a new process: its matchmaker forgets what a killed one left. */
export function forgetProcess(): void {
  (matchMaker as unknown as { forgetProcess(): void }).forgetProcess();
}
