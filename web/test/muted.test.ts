import { beforeEach, expect, test, vi } from "vitest";

/** What browsers remember, by key. */
let stored: Map<string, string>;
beforeEach(() => {
  vi.resetModules();
  stored = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
});

const KEY = "flower-war/muted";
const [MARISOL, XOCHITL] = ["V1StGXR8Z5jd", "a2bC3dE4fG5h"];
const read = async (value?: unknown) => {
  if (value !== undefined) stored.set(KEY, JSON.stringify(value));
  return import("../src/chat/muted.ts");
};

test("a browser that knows none mutes players and senders, and remembers them", async () => {
  const { muted, putPlayer, setSender } = await read();
  expect(muted.get()).toEqual({ matches: {}, players: [], account: null });
  putPlayer({ id: MARISOL, name: "Marisol", blocked: false });
  putPlayer({ id: XOCHITL, name: "Xochitl", blocked: true });
  putPlayer({ id: MARISOL, name: "Marisol", blocked: true });
  setSender("m1", "/Ana", true);
  setSender("m1", "/Ben", true);
  setSender("m1", "/Ana", false);
  vi.resetModules();
  const again = await import("../src/chat/muted.ts");
  expect(again.muted.get()).toEqual({
    matches: { m1: ["/Ben"] },
    players: [
      { id: MARISOL, name: "Marisol", blocked: true },
      { id: XOCHITL, name: "Xochitl", blocked: true },
    ],
    account: null,
  });
  again.removePlayer(MARISOL);
  expect(again.muted.get().players).toMatchObject([{ id: XOCHITL }]);
});

test("of an earlier version, whom it muted in a match or everywhere is muted everywhere", async () => {
  const { muted } = await read({ matches: { m1: [`@${MARISOL}`, "north"] }, blocked: [XOCHITL, "none"] });
  expect(muted.get()).toEqual({
    matches: { m1: ["north"] },
    players: [
      { id: MARISOL, name: "", blocked: false },
      { id: XOCHITL, name: "", blocked: false },
    ],
    account: null,
  });
});

test.each([
  null,
  7,
  "x",
  [],
  { matches: 7, players: 7, account: 7 },
  { matches: { m1: [7] }, players: [{ id: 7 }] },
])("what is none is nothing: %j", async (value) => {
  const { muted } = await read(value);
  expect(muted.get()).toEqual({ matches: {}, players: [], account: null });
});

test("at most 500 players, the latest", async () => {
  const { MOST_PLAYERS, muted, putPlayer } = await read();
  const id = (i: number) => `p${String(i).padStart(11, "0")}`;
  for (let i = 0; i <= MOST_PLAYERS; i += 1) putPlayer({ id: id(i), name: "", blocked: false });
  expect(muted.get().players).toHaveLength(MOST_PLAYERS);
  expect(muted.get().players[0]?.id).toBe(id(MOST_PLAYERS));
});
