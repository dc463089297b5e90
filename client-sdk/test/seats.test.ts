import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { fileStore } from "../src/node/file-store.ts";
import { defaultStore, type KeptSeat, memoryStore, type SeatStore, webStore } from "../src/seats.ts";

const EAST: KeptSeat = {
  server: "http://host.test:2567",
  match: "m1",
  code: "4F7K",
  game: "flower-war",
  seat: "east",
  token: "east-1",
};

/** A browser's storage, as far as a store asks. */
function fakeStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (i) => [...items.keys()][i] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "flower-war-seats-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let folders = 0;
const newFolder = () => join(folder, `${folders++}`, "seats");

const STORES: [string, () => SeatStore][] = [
  ["memory", memoryStore],
  ["a browser's storage", () => webStore(fakeStorage())],
  ["a folder", () => fileStore(newFolder())],
];

describe.each(STORES)("a store of seats in %s", (_, open) => {
  it("is empty at first", async () => {
    expect(await open().all()).toEqual([]);
  });

  it("keeps seats of several servers and matches, each until it is forgotten", async () => {
    const store = open();
    const others = [
      { ...EAST, seat: "west", token: "west-1" },
      { ...EAST, match: "m2", code: "AAAA" },
      { ...EAST, server: "https://play.example/war" },
    ];
    for (const seat of [EAST, ...others]) await store.keep(seat);
    expect(await store.all()).toHaveLength(4);
    expect(await store.all()).toEqual(expect.arrayContaining([EAST, ...others]));
    await store.forget(EAST);
    await store.forget(EAST);
    expect(await store.all()).toHaveLength(3);
    expect(await store.all()).toEqual(expect.arrayContaining(others));
  });

  it("keeps the name of a renewal that was not answered", async () => {
    const store = open();
    await store.keep({ ...EAST, renew: "a-name" });
    expect(await store.all()).toEqual([{ ...EAST, renew: "a-name" }]);
    await store.keep(EAST);
    expect(await store.all()).toEqual([EAST]);
  });

  it("replaces the token of a seat that it keeps", async () => {
    const store = open();
    await store.keep(EAST);
    await store.keep({ ...EAST, token: "east-2" });
    expect(await store.all()).toEqual([{ ...EAST, token: "east-2" }]);
  });
});

describe("what outlives the program", () => {
  it("is read again from a browser's storage, where other things and broken ones do not disturb", async () => {
    const storage = fakeStorage();
    await webStore(storage).keep(EAST);
    storage.setItem("flower-war/name", "Citlali");
    storage.setItem("flower-war/seat/broken", '{"server":');
    storage.setItem("flower-war/seat/strange", "null");
    expect(await webStore(storage).all()).toEqual([EAST]);
  });

  it("is read again from a folder, where other files and broken ones do not disturb", async () => {
    const place = newFolder();
    await fileStore(place).keep(EAST);
    await writeFile(join(place, "notes.txt"), "mine");
    await writeFile(join(place, "half.seat.json"), '{"server":');
    expect(await fileStore(place).all()).toEqual([EAST]);
  });

  it("is written for the owner's eyes alone", async () => {
    const place = newFolder();
    await fileStore(place).keep(EAST);
    const [file = ""] = await readdir(place);
    expect((await stat(join(place, file))).mode & 0o077).toBe(0);
  });
});

describe("the default store", () => {
  it("is a browser's `localStorage`, and memory where the browser refuses it", async () => {
    const storage = fakeStorage();
    vi.stubGlobal("document", {});
    vi.stubGlobal("localStorage", storage);
    try {
      await defaultStore().keep(EAST);
      expect(storage.length).toBe(1);
      Object.defineProperty(globalThis, "localStorage", {
        configurable: true,
        get: () => {
          throw new Error("SecurityError");
        },
      });
      const store = defaultStore();
      await store.keep(EAST);
      expect(await store.all()).toEqual([EAST]);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
