import type { Witness } from "@flower-war/rules/witness";
import type { WebStorage } from "../web-storage.ts";
import {
  idOf,
  parseStoredWitness,
  type StoredWitness,
  type WitnessId,
  type WitnessStore,
  witnessKey,
} from "./stored-witness.ts";

/** Returns a store that lasts as long as the program runs. */
export function memoryWitnessStore(): WitnessStore {
  const witnesses = new Map<string, StoredWitness>();
  return {
    list: async () => [...witnesses.values()],
    load: async (id) => witnesses.get(witnessKey(id)) ?? null,
    save: async (stored) => void witnesses.set(witnessKey(idOf(stored)), stored),
    delete: async (id) => void witnesses.delete(witnessKey(id)),
  };
}

const PREFIX = "flower-war/witness/";

/**
 * Returns a store in a browser.
 * @param storage `localStorage`: witnesses outlive the browser and are shared by all tabs; `sessionStorage`: they last as long as
 *   the tab
 */
export function webWitnessStore(storage: WebStorage): WitnessStore {
  const keyOf = (id: WitnessId) => PREFIX + witnessKey(id);
  const parsed = (key: string) => parseStoredWitness(storage.getItem(key) ?? "");
  return {
    list: async () => {
      const keys = Array.from(storage, (_, i) => storage.key(i) ?? "");
      return keys.filter((key) => key.startsWith(PREFIX)).flatMap((key) => parsed(key) ?? []);
    },
    load: async (id) => parsed(keyOf(id)),
    save: async (stored) => storage.setItem(keyOf(idOf(stored)), JSON.stringify(stored)),
    delete: async (id) => storage.removeItem(keyOf(id)),
  };
}

/** Where witnesses are stored if the program names no store: `localStorage` where that is available, else memory. */
export function defaultWitnessStore(): WitnessStore {
  try {
    if (typeof document !== "undefined") return webWitnessStore(localStorage);
  } catch {
    // Browsers that are set to store nothing throw here.
  }
  return inMemory;
}

const inMemory = memoryWitnessStore();

/**
 * Returns what was seen of a match, also when its room is closed; `null`: nothing is stored. Of several viewers a seat comes first.
 * @param server the server's address, as it was given to `FlowerWar`
 * @param match the match's id
 * @param store default: as that of `FlowerWar`
 */
export async function storedWitness(
  server: string,
  match: string,
  store: WitnessStore = defaultWitnessStore(),
): Promise<Witness | null> {
  const { origin, pathname } = new URL(server);
  const base = (origin + pathname).replace(/([^/])\/+$/, "$1");
  const found = (await store.list()).filter((each) => each.server === base && each.witness.match === match);
  const [newest] = found.toSorted(
    (a, b) => Number(a.witness.seat === "public") - Number(b.witness.seat === "public") || b.at - a.at,
  );
  return newest?.witness ?? null;
}
