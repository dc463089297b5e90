import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { fileStore } from "../src/node/file-store.ts";
import { fakeStorage } from "./support/fake-storage.ts";
import { defaultStore, memoryStore, type SeatStore, type StoredSeat, webStore } from "../src/seat-store.ts";

const EAST: StoredSeat = {
  server: "http://host.test:2567",
  match: "m1",
  code: "4F7K",
  game: "flower-war",
  seat: "east",
  token: "east-1",
};

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

describe.each(STORES)("a seat store in %s", (_, open) => {
  it("is empty at first", async () => {
    expect(await open().list()).toEqual([]);
  });

  it("stores seats of several servers and matches, each until it is deleted", async () => {
    const store = open();
    const others = [
      { ...EAST, seat: "west", token: "west-1" },
      { ...EAST, match: "m2", code: "AAAA" },
      { ...EAST, server: "https://play.example/war" },
    ];
    for (const seat of [EAST, ...others]) await store.save(seat);
    expect(await store.list()).toHaveLength(4);
    expect(await store.list()).toEqual(expect.arrayContaining([EAST, ...others]));
    await store.delete(EAST);
    await store.delete(EAST);
    expect(await store.list()).toHaveLength(3);
    expect(await store.list()).toEqual(expect.arrayContaining(others));
  });

  it("stores the value of a renewal that was not answered", async () => {
    const store = open();
    await store.save({ ...EAST, renew: "a-value" });
    expect(await store.list()).toEqual([{ ...EAST, renew: "a-value" }]);
    await store.save(EAST);
    expect(await store.list()).toEqual([EAST]);
  });

  it("replaces the token of a stored seat", async () => {
    const store = open();
    await store.save(EAST);
    await store.save({ ...EAST, token: "east-2" });
    expect(await store.list()).toEqual([{ ...EAST, token: "east-2" }]);
  });
});

describe("a seat that outlives the program", () => {
  it("is read from a browser's storage, which may hold other items and broken ones", async () => {
    const storage = fakeStorage();
    await webStore(storage).save(EAST);
    storage.setItem("flower-war/name", "Citlali");
    storage.setItem("flower-war/seat/broken", '{"server":');
    storage.setItem("flower-war/seat/strange", "null");
    expect(await webStore(storage).list()).toEqual([EAST]);
  });

  it("is read from a folder, which may hold other files and broken ones", async () => {
    const seats = newFolder();
    await fileStore(seats).save(EAST);
    await writeFile(join(seats, "notes.txt"), "mine");
    await writeFile(join(seats, "half.seat.json"), '{"server":');
    expect(await fileStore(seats).list()).toEqual([EAST]);
  });

  it("is written whole when several stores of one program save it at once", async () => {
    const seats = newFolder();
    const tokens = Array.from({ length: 20 }, (_, i) => `east-${i}`);
    await Promise.all(tokens.map((token) => fileStore(seats).save({ ...EAST, token })));
    const [stored, ...others] = await fileStore(seats).list();
    expect(tokens).toContain(stored?.token);
    expect(others).toEqual([]);
    expect(await readdir(seats)).toHaveLength(1);
  });

  it("leaves no file behind when it cannot be written", async () => {
    const seats = newFolder();
    await fileStore(seats).save(EAST);
    const [file = ""] = await readdir(seats);
    await rm(join(seats, file));
    await mkdir(join(seats, file, "in-the-way"), { recursive: true });
    await expect(fileStore(seats).save(EAST)).rejects.toThrow();
    expect(await readdir(seats)).toEqual([file]);
  });

  it("is written to a file that only its owner may read", async () => {
    const seats = newFolder();
    await fileStore(seats).save(EAST);
    const [file = ""] = await readdir(seats);
    expect((await stat(join(seats, file))).mode & 0o077).toBe(0);
  });
});

describe("a seat stored by an earlier version", () => {
  const KEY = "flower-war/seat/http%3A%2F%2Fhost.test%3A2567/m1/east";
  const FILE = "http%253A%252F%252Fhost.test%253A2567%2Fm1%2Feast.seat.json";
  const JSON_TEXT =
    '{"server":"http://host.test:2567","match":"m1","code":"4F7K","game":"flower-war","seat":"east","token":"east-1"}';

  it("is listed, replaced and deleted in a browser's storage", async () => {
    const storage = fakeStorage();
    storage.setItem(KEY, JSON_TEXT);
    const store = webStore(storage);
    expect(await store.list()).toEqual([EAST]);
    await store.save(EAST);
    expect([storage.length, storage.getItem(KEY)]).toEqual([1, JSON_TEXT]);
    await store.delete(EAST);
    expect(storage.length).toBe(0);
  });

  it("is listed, replaced and deleted in a folder", async () => {
    const seats = newFolder();
    await mkdir(seats, { recursive: true });
    await writeFile(join(seats, FILE), JSON_TEXT);
    const store = fileStore(seats);
    expect(await store.list()).toEqual([EAST]);
    await store.save(EAST);
    expect(await readdir(seats)).toEqual([FILE]);
    expect(await readFile(join(seats, FILE), "utf8")).toBe(JSON_TEXT);
    await store.delete(EAST);
    expect(await readdir(seats)).toEqual([]);
  });
});

describe("the default store", () => {
  it("is a browser's `localStorage`, and memory where the browser refuses it", async () => {
    const storage = fakeStorage();
    vi.stubGlobal("document", {});
    vi.stubGlobal("localStorage", storage);
    try {
      await defaultStore().save(EAST);
      expect(storage.length).toBe(1);
      Object.defineProperty(globalThis, "localStorage", {
        configurable: true,
        get: () => {
          throw new Error("SecurityError");
        },
      });
      const store = defaultStore();
      await store.save(EAST);
      expect(await store.list()).toEqual([EAST]);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
