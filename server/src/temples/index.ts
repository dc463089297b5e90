import { join } from "node:path";
import { matchMaker } from "@colyseus/core";
import type { Logger } from "pino";
import { callMatch, TEMPLES_TOPIC, type Temples } from "../match/temple-seam.ts";
import { assemble } from "./assemble.ts";
import { memoryStore } from "./memory-store.ts";
import { templesRoom } from "./room.ts";
import { openStore } from "./sqlite-store.ts";

export { StoreError } from "./sqlite-store.ts";

/**
 * Opens the server's side of temples (docs/temple-protocol.md).
 * @param dataDir where `temples.db` lies; `null`: keep nothing on disk
 * @throws StoreError if that file cannot be used
 */
export function openTemples({ dataDir, log }: { dataDir: string | null; log: Logger }): Temples {
  const store = dataDir === null ? memoryStore() : openStore(join(dataDir, "temples.db"));
  const { credentials, pairing, desk, news, close } = assemble(store, callMatch, log);

  /** Before the first bridge no match has a temple, and before the first room there is no presence to listen on. */
  let listening = false;
  function listen(): void {
    if (listening) return;
    listening = true;
    void matchMaker.presence.subscribe(TEMPLES_TOPIC, news.hear);
  }

  return {
    room: templesRoom(desk, log, listen),
    pair: (address, seat, client, code) => pairing.pair(address, seat, client, code),
    unpair: (address, seat) => pairing.unpair(address, seat),
    enrol: (templeId) => credentials.enrol(templeId),
    async revoke(templeId) {
      await credentials.revoke(templeId);
      await pairing.expel(templeId);
    },
    async close() {
      if (listening) await matchMaker.presence.unsubscribe(TEMPLES_TOPIC, news.hear);
      close();
    },
  };
}
