/** What is said at one table, and when it cannot be stored (docs/protocol.md, "Chat"). */
import { type ChatLine, LIMITS } from "@flower-war/protocol";
import { NO_DETAILS } from "@flower-war/protocol/server";
import { beforeEach, describe, expect, test } from "vitest";
import { ChatStore, type StoredLine } from "../../src/chat/chat-store.ts";
import type { LiveCore } from "../../src/match/live-core.ts";
import { MatchChat, type Sender } from "../../src/match/match-chat.ts";
import { Barred } from "../../src/match/seats/barred.ts";
import { Spectators } from "../../src/match/spectators.ts";
import { openWordFilter } from "../../src/names/word-filter.ts";
import { refuse } from "../../src/refusal.ts";
import { FakeTime } from "../support/fake-time.ts";
import { memoryDatabase } from "../support/memory-journal.ts";
import { openQuotas } from "../support/quotas.ts";

const playerIn = (seat: string): Sender => ({
  client: { auth: { seat, holder: seat, address: "10.0.0.1" } },
  name: undefined,
});
const [EAST, WEST] = [playerIn("east"), playerIn("west")];
const JUN: Sender = { client: { auth: { seat: null, player: null, address: "10.0.0.3" } }, name: "Jun" };
const code = (name: string) => ({ body: { code: name } });

/** A store that can fail before or after it has stored a line. */
class FaultyStore extends ChatStore {
  fault: "before" | "after" | null = null;

  override async read(match: string): Promise<StoredLine[]> {
    if (this.fault === "before") throw refuse("unavailable");
    return super.read(match);
  }

  override async append(match: string, line: StoredLine): Promise<boolean> {
    if (this.fault === "before") throw refuse("unavailable");
    const appended = await super.append(match, line);
    if (this.fault === "after") throw refuse("unavailable");
    return appended;
  }
}

let store: FaultyStore;
let time: FakeTime;
let shown: { line: ChatLine; isHidden: boolean }[];
let isPlaying: boolean;
beforeEach(() => {
  store = new FaultyStore(memoryDatabase());
  time = new FakeTime();
  shown = [];
  isPlaying = false;
});

function open(silent = false): MatchChat {
  const names = new Map([
    ["east", "Citlali"],
    ["west", "Marisol"],
  ]);
  const match = {
    plan: { match: "m", silent },
    policy: NO_DETAILS.policy,
    barred: new Barred(""),
    get state() {
      return { status: isPlaying ? "playing" : "gathering" };
    },
    seats: { taken: [...names.keys()], nameOf: (seat: string) => names.get(seat) },
  };
  /** A spectator sees all lines; who has a seat, those that are not hidden. */
  const seen: number[] = [];
  const player = { auth: { seat: "east" }, send: (_type: string, { n }: ChatLine) => void seen.push(n) };
  const spectator = Object.assign(JUN.client, {
    send: (_type: string, line: ChatLine) => void shown.push({ line, isHidden: !seen.includes(line.n) }),
  });
  const quotas = openQuotas();
  const services = { chat: store, quotas, wordFilter: openWordFilter({ words: [], allowed: [] }), time };
  const core = { room: { clients: [player, spectator] }, match, services, delayed: null };
  return new MatchChat(core as unknown as LiveCore, new Spectators(core.room as unknown as LiveCore["room"]));
}

const textsOf = async (chat: MatchChat, reader: "player" | "spectator") =>
  (await chat.readPage(reader, 0)).lines.map(({ text }) => text);

test("lines have numbers, dates, seats and names, and no more than that", async () => {
  const chat = open();
  expect(await chat.say(EAST, "1", { text: "  hello\n there " })).toBe(1);
  expect(await chat.say(WEST, "1", { reaction: "bravo" })).toBe(2);
  const lines = [
    { n: 1, at: time.now(), seat: "east", name: "Citlali", text: "hello there", reaction: "" },
    { n: 2, at: time.now(), seat: "west", name: "Marisol", text: "", reaction: "bravo" },
  ];
  expect(shown.map(({ line }) => line)).toEqual(lines);
  expect(await chat.readPage("player", 0)).toEqual({ lines, more: false });
  expect(await chat.readPage("player", 1)).toEqual({ lines: lines.slice(1), more: false });
});

describe("a text", () => {
  test.each([
    ["nothing", "", "text-missing"],
    ["spaces", " \n\t ", "text-missing"],
    ["invisible characters", "\u200b\u3164\u2800\u202e\u0000", "text-missing"],
    ["too many characters", "字".repeat(LIMITS.chat.length + 1), "text-too-long"],
    ["too many bytes", "👨‍👩‍👧‍👦".repeat(100), "text-too-long"],
  ])("of %s is refused", async (_, text, refusal) => {
    await expect(open().say(EAST, "1", { text })).rejects.toMatchObject({
      body: { code: refusal, field: "text" },
    });
    expect(shown).toEqual([]);
  });

  test.each([
    ["a\u202eb\u2066c\u0000d\u200be", "abcde"],
    ["👩🏽‍🚀 ❤️ 🇲🇽", "👩🏽‍🚀 ❤️ 🇲🇽"],
    ["علی‌رضا श्‍री", "علی‌رضا श्‍री"],
    [`Z${"\u0336\u0337\u0338\u0335\u0334\u0333".repeat(9)}o`, "Z\u0336\u0337\u0338\u0335o"],
    ["what the fuck", "what the ****"],
    ["字".repeat(LIMITS.chat.length), "字".repeat(LIMITS.chat.length)],
  ])("%j is said as %s", async (text, said) => {
    await open().say(EAST, "1", { text });
    expect(shown[0]?.line.text.normalize("NFD")).toBe(said.normalize("NFD"));
  });
});

test("players do not see what spectators say while they play, spectators see all", async () => {
  const chat = open();
  await chat.say(JUN, "1", { text: "before" });
  isPlaying = true;
  await chat.say(JUN, "2", { text: "during" });
  await chat.say(EAST, "1", { text: "player" });
  isPlaying = false;
  await chat.say(JUN, "3", { text: "after" });
  expect(shown.map(({ isHidden }) => isHidden)).toEqual([false, true, false, false]);
  expect(await textsOf(chat, "player")).toEqual(["before", "player", "after"]);
  expect(await textsOf(chat, "spectator")).toEqual(["before", "during", "player", "after"]);
});

test("a spectator needs a name, and cannot take that of a seated player", async () => {
  const chat = open();
  await expect(chat.say({ ...JUN, name: undefined }, "1", { text: "x" })).rejects.toMatchObject(
    code("bad-request"),
  );
  await expect(chat.say({ ...JUN, name: "easy bot" }, "1", { text: "x" })).rejects.toMatchObject(
    code("name-reserved"),
  );
  await chat.say({ ...JUN, name: "citlali" }, "1", { text: "x" });
  expect(shown[0]?.line).toMatchObject({ seat: null, name: "citlali 2" });
});

test("no client talks at a silent table", async () => {
  const chat = open(true);
  await expect(chat.say(EAST, "1", { text: "x" })).rejects.toMatchObject(code("silent"));
  await expect(chat.say(EAST, "1", { reaction: "bravo" })).rejects.toMatchObject(code("silent"));
  expect(await chat.readPage("player", 0)).toEqual({ lines: [], more: false });
});

test("who says too much waits, and the others do not", async () => {
  const chat = open();
  for (let i = 0; i < LIMITS.talk.burst; i++) await chat.say(EAST, `${i}`, { text: `${i}` });
  const refused = chat.say(EAST, "more", { text: "more" });
  await expect(refused).rejects.toMatchObject({ body: { code: "too-many-lines", wait: 2000 } });
  await chat.say(WEST, "1", { text: "I am patient" });
  await time.pass(2000);
  await chat.say(EAST, "more", { text: "more" });
  expect(shown).toHaveLength(LIMITS.talk.burst + 2);
});

test("who says too much waits whatever they say: a text that is refused counts", async () => {
  const chat = open();
  const long = { text: "x".repeat(LIMITS.chat.length + 1) };
  for (let i = 0; i < LIMITS.talk.burst; i++) {
    await expect(chat.say(EAST, `${i}`, long)).rejects.toMatchObject(code("text-too-long"));
  }
  await expect(chat.say(EAST, "more", long)).rejects.toMatchObject(code("too-many-lines"));
});

test("a repeated id is said once, at once and after a restart", async () => {
  const chat = open();
  const [first, again] = await Promise.all([
    chat.say(EAST, "1", { text: "once" }),
    chat.say(EAST, "1", { text: "once" }),
  ]);
  expect([first, again]).toEqual([1, 1]);
  for (let i = 0; i < 10; i++) expect(await chat.say(EAST, "1", { text: "once" })).toBe(1);
  expect(await open().say(EAST, "1", { text: "once" })).toBe(1);
  expect(await chat.say(WEST, "1", { text: "the same id of another" })).toBe(2);
  expect(shown.map(({ line }) => line.text)).toEqual(["once", "the same id of another"]);
});

test("an outage says `unavailable`, and a line that was stored nevertheless is shown once", async () => {
  const chat = open();
  await chat.say(EAST, "1", { text: "one" });
  store.fault = "before";
  await expect(chat.say(EAST, "2", { text: "lost" })).rejects.toMatchObject(code("unavailable"));
  store.fault = "after";
  await expect(chat.say(EAST, "3", { text: "kept" })).rejects.toMatchObject(code("unavailable"));
  store.fault = null;
  expect(shown).toHaveLength(1);
  expect(await chat.say(EAST, "3", { text: "kept" })).toBe(2);
  expect(await chat.say(EAST, "2", { text: "lost" })).toBe(3);
  expect(shown.map(({ line }) => line.text)).toEqual(["one", "kept", "lost"]);
});

test("two processes number their lines together", async () => {
  const [one, other] = [open(), open()];
  await one.say(EAST, "1", { text: "one" });
  await other.say(EAST, "2", { text: "two" });
  expect(await one.say(EAST, "3", { text: "three" })).toBe(3);
  expect(await textsOf(other, "player")).toEqual(["one", "two"]);
  await time.pass(10_000);
  expect(await textsOf(other, "player")).toEqual(["one", "two", "three"]);
});

test("a full chat takes no more, and is read page by page", async () => {
  const line = {
    seat: "west",
    name: "Marisol",
    text: "字".repeat(200),
    reaction: "",
    sender: "west",
    hidden: false,
  } as const;
  for (let n = 1; n <= LIMITS.chat.lines; n++) await store.append("m", { ...line, n, at: n, id: `${n}` });
  const chat = open();
  await expect(chat.say(EAST, "1", { text: "x" })).rejects.toMatchObject(code("chat-full"));
  const read: number[] = [];
  for (let more = true; more; ) {
    const page = await chat.readPage("player", read.at(-1) ?? 0);
    expect(JSON.stringify(page.lines).length).toBeLessThan(LIMITS.logPage.bytes);
    read.push(...page.lines.map(({ n }) => n));
    ({ more } = page);
  }
  expect(read).toEqual(Array.from({ length: LIMITS.chat.lines }, (_, i) => i + 1));
});
