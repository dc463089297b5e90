import type { Presence } from "@colyseus/core";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import type { Locks } from "../cluster/locks.ts";
import type { CallMatch } from "../match/temple-seam.ts";
import { AfterMatch } from "./after-match.ts";
import { Bridges } from "./bridges.ts";
import { CodeGuard } from "./code-guard.ts";
import { Credentials } from "./credentials.ts";
import { openDesk } from "./desk.ts";
import { Judge } from "./judge.ts";
import { News } from "./news.ts";
import { Pairing } from "./pairing.ts";
import type { TempleStore } from "./store.ts";
import { Tables } from "./tables.ts";
import { TempleQueues } from "./temple-queues.ts";

export interface Surroundings {
  readonly store: TempleStore;
  /** The way to the bridges of other processes. */
  readonly presence: Presence;
  readonly locks: Locks;
  /** What all processes share; `null`: this one is alone. */
  readonly redis: Redis | null;
  readonly call: CallMatch;
  readonly log: Logger;
}

/** Puts the parts together that serve temples, whatever keeps their data and wherever the matches are. */
export function assemble({ store, presence, locks, redis, call, log }: Surroundings) {
  const { bindings, ledgers, leases } = store;
  const bridges = new Bridges(presence);
  const queues = new TempleQueues();
  const credentials = new Credentials(store.credentials);
  const tables = new Tables(bindings, bridges, queues, call);
  const judge = new Judge(bindings, ledgers, queues, locks, call);
  const pairing = new Pairing(store, locks, bridges, tables, judge, call, new CodeGuard(redis));
  const afterMatch = new AfterMatch((match) => {
    pairing.releaseMatch(match).catch((err: unknown) => log.warn({ err, match }, "temples stay bound"));
  });
  return {
    credentials,
    bridges,
    pairing,
    desk: openDesk({ credentials, bindings, ledgers, leases, bridges, queues, tables, pairing, judge, call }),
    news: new News(bindings, tables, pairing, afterMatch, log),
    close: () => {
      afterMatch.close();
      store.close();
    },
  };
}
