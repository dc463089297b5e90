import { join } from "node:path";
import { matchMaker } from "@colyseus/core";
import type { Logger } from "pino";
import { callMatch, TEMPLES_TOPIC, type Temples } from "../match/temple-seam.ts";
import { AfterMatch } from "./after-match.ts";
import { Bridges } from "./bridges.ts";
import { Credentials } from "./credentials.ts";
import { openDesk } from "./desk.ts";
import { Judge } from "./judge.ts";
import { memoryStore } from "./memory-store.ts";
import { News } from "./news.ts";
import { Pairing } from "./pairing.ts";
import { templesRoom } from "./room.ts";
import { openStore } from "./sqlite-store.ts";
import { Tables } from "./tables.ts";
import { TempleQueues } from "./temple-queues.ts";

export { StoreError } from "./sqlite-store.ts";

/**
 * Opens the server's side of temples (docs/temple-protocol.md).
 * @param dataDir where `temples.db` lies; `null`: keep nothing on disk
 * @throws StoreError if that file cannot be used
 */
export function openTemples({ dataDir, log }: { dataDir: string | null; log: Logger }): Temples {
  const store = dataDir === null ? memoryStore() : openStore(join(dataDir, "temples.db"));
  const { bindings, ledgers } = store;
  const call = callMatch;
  const bridges = new Bridges();
  const queues = new TempleQueues();
  const credentials = new Credentials(store.credentials);
  const tables = new Tables(bindings, bridges, queues, call);
  const pairing = new Pairing(bindings, bridges, tables, call);
  const judge = new Judge(bindings, ledgers, queues, call);
  const desk = openDesk({ credentials, bindings, ledgers, bridges, queues, tables, pairing, judge, call });

  const afterMatch = new AfterMatch((match) => {
    pairing.releaseMatch(match).catch((err: unknown) => log.warn({ err, match }, "temples stay bound"));
  });
  const news = new News(bindings, tables, pairing, afterMatch, log);

  /** No match has a temple before a bridge came; and the matchmaker is there only once rooms are. */
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
    async close() {
      if (listening) await matchMaker.presence.unsubscribe(TEMPLES_TOPIC, news.hear);
      afterMatch.close();
      store.close();
    },
  };
}
