import type * as realm from "./index.ts";

/** What is loaded of the server once for each of several in one process. */
export type Realm = typeof realm;

const realms = new Map<number, Promise<Realm>>();

/** Returns a realm by its number. `separateRealms` must have been called before. It is loaded once, and the servers of one slot use it one after the other. */
export function openRealm(number: number): Promise<Realm> {
  let opened = realms.get(number);
  if (opened === undefined) {
    opened = import(`./index.ts?realm=${number}`) as Promise<Realm>;
    realms.set(number, opened);
  }
  return opened;
}
