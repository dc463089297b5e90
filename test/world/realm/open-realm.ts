import { separateRealms } from "../kernel/realms.ts";

/** What is loaded of the server once for each of several in one process. */
export type Realm = typeof import("./index.ts");

const realms = new Map<number, Promise<Realm>>();
let areSeparate = false;

/** Returns a realm by its number. It is loaded once, and the servers of one slot use it one after the other. */
export function openRealm(number: number): Promise<Realm> {
  if (!areSeparate) separateRealms();
  areSeparate = true;
  let realm = realms.get(number);
  if (realm === undefined) {
    realm = import(`./index.ts?realm=${number}`) as Promise<Realm>;
    realms.set(number, realm);
  }
  return realm;
}
