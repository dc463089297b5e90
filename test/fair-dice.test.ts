import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { FlowerWar } from "@flower-war/client-sdk";
import { FLAWS, verifyRecord } from "@flower-war/client-sdk/verify";
import { bots, randomFrom } from "@flower-war/rules/bots";
import { describe, expect, test } from "vitest";
import {
  concededRecord,
  easyRecord,
  type Parts,
  playedRecord,
  textOf,
} from "../rules/test/support/records.ts";
import { Player } from "./support/player.ts";
import { lacks } from "./support/programs.ts";
import { VERIFIER, verifyInPython } from "./support/python-verifier.ts";
import { ROOT } from "./support/root.ts";
import { startServerAndBridge } from "./support/server-and-bridge.ts";

const skipped = lacks("python3");

/** Plays a match with a bot to its end. Resolves with the player's match and the URL of the record. */
async function playMatch(url: string) {
  const player = await Player.connect(url, "Citlali", (host) =>
    host.create({ game: "flower-war", seats: 2, bots: 1, options: { rackSize: 4 } }),
  );
  const { match } = player;
  const ended = new Promise((resolve) => match.on("ended", resolve));
  const random = randomFrom("d1ce".repeat(16));
  let changed = Promise.withResolvers<void>();
  match.on("change", () => {
    changed.resolve();
    changed = Promise.withResolvers();
  });
  while (match.status !== "over") {
    const next = changed.promise;
    if (match.awaiting[0]?.seat === match.seat)
      await player.play(bots["flower-war"].easy(player.view, random));
    else if (match.status === "playing") await next;
  }
  await ended;
  return { match, record: `${url}/api/matches/${match.id}/record` };
}

test("a match played on a real server is verified by the SDK, by `npx flower-war verify`, and in Python", async () => {
  const running = await startServerAndBridge();
  try {
    const { match, record } = await playMatch(running.url);
    const text = await new FlowerWar(running.url).record(match.id);
    expect(verifyRecord(text, match.seen)).toMatchObject({
      ok: true,
      match: match.id,
      entries: match.state.n,
    });
    const { stdout } = await promisify(execFile)(join(ROOT, "node_modules/.bin/flower-war"), [
      "verify",
      record,
    ]);
    expect(stdout).toMatch(/^Yes: /);
    expect(stdout).toContain(match.commitment);
    if (!skipped)
      expect(await verifyInPython(text)).toEqual({ exitCode: 0, printed: `yes: ${match.state.n} entries` });
    await match.leave();
  } finally {
    await running.stop();
  }
}, 180_000);

const text = (path: string): string => readFileSync(path, "utf8");

test("docs/fair-dice.md has every reason, in the words of the SDK's verifier", () => {
  const rows = [
    ...text(join(ROOT, "docs/fair-dice.md")).matchAll(/^\| `([a-z-]+)` \| [^|]+ \| ([^|]+) \|$/gm),
  ];
  expect(Object.fromEntries(rows.map(([, reason = "", what = ""]) => [reason, what]))).toEqual(FLAWS);
});

test("the verifier in Python has at most 150 lines without the other games, and needs only the standard library", () => {
  expect(text(VERIFIER).trimEnd().split("\n").length).toBeLessThanOrEqual(150);
  const folder = dirname(VERIFIER);
  const files = readdirSync(folder).filter((file) => file.endsWith(".py"));
  const modules = files.flatMap((file) =>
    [...text(join(folder, file)).matchAll(/^\s*(?:import|from) (\w+)/gm)].map(([, name = ""]) => name),
  );
  const own = files.map((file) => basename(file, ".py"));
  expect(modules.filter((name) => !own.includes(name)).toSorted()).toEqual(["hashlib", "json", "re", "sys"]);
});

describe.skipIf(skipped)("the verifier in Python, which knows no rules,", () => {
  const FAIR = playedRecord({ count: 4, rackSize: 13, plays: "wastefully" });
  const { header, entries, end } = FAIR;
  const lines = textOf(FAIR).trimEnd().split("\n");

  /** Changes the first event of this type. Returns the record and the number of the event's entry. */
  function changeEvent(type: string, fields: (event: object) => object): { n: number; parts: Parts } {
    const matches = (event: object) => Reflect.get(event, "type") === type;
    const entry = entries.find(({ events }) => events.some(matches));
    if (entry === undefined) throw new Error(`no event ${type} in this match`);
    const at = entry.events.findIndex(matches);
    const events = entry.events.map((event, i) => (i === at ? { ...event, ...fields(event) } : event));
    return { n: entry.n, parts: { ...FAIR, entries: entries.with(entry.n - 1, { ...entry, events }) } };
  }

  test("accepts a match that its people ended by agreement", async () => {
    const outcome = { by: "draw", winner: null };
    const agreed = { ...FAIR, entries: entries.slice(0, 5), end: { ...end, outcome } };
    expect(await verifyInPython(textOf(agreed))).toEqual({ exitCode: 0, printed: "yes: 5 entries" });
    const none = { ...agreed, entries: [] };
    expect(await verifyInPython(textOf(none))).toEqual({ exitCode: 0, printed: "yes: 0 entries" });
  });

  test.each([
    { count: 2, plays: "easily" },
    { count: 3, rackSize: 13, plays: "anyhow" },
    { count: 4, rackSize: 13, plays: "wastefully" },
    { count: 5, plays: "anyhow" },
    { count: 6, plays: "wastefully" },
  ] as const)("accepts a match of %o", async (setting) => {
    const parts = playedRecord(setting);
    expect(await verifyInPython(textOf(parts))).toEqual({
      exitCode: 0,
      printed: `yes: ${parts.entries.length} entries`,
    });
  });

  test.each([
    { game: "mexica", count: 2 },
    { game: "space-aztecs", count: 2 },
    { game: "space-aztecs", count: 6 },
    { game: "tieqchieq", count: 2 },
  ] as const)("accepts a match of $game with $count seats", async ({ game, count }) => {
    const parts = easyRecord(game, count);
    expect(await verifyInPython(textOf(parts))).toEqual({
      exitCode: 0,
      printed: `yes: ${parts.entries.length} entries`,
    });
  });

  test.each([
    { game: "space-aztecs", count: 2 },
    { game: "space-aztecs", count: 4 },
    { game: "tieqchieq", count: 2 },
  ] as const)(
    "accepts a match of $game with $count seats whose first seat concedes",
    async ({ game, count }) => {
      const parts = concededRecord(game, count);
      expect(await verifyInPython(textOf(parts))).toEqual({
        exitCode: 0,
        printed: `yes: ${parts.entries.length} entries`,
      });
    },
  );

  test.each([
    ["tieqchieq", "tossed", { coins: [1, 1, 1, 1] }, /a coin is 1, not 0/],
    ["tieqchieq", "tossed", { chance: 9999 }, /tossed ends at position \d+ of the stream/],
    ["tieqchieq", "tossed", { seat: "nobody" }, /(red|yellow) begins/],
    ["space-aztecs", "pile-taken", { seat: "9" }, /seat [01] takes a pile first/],
    ["space-aztecs", "card-chosen", { card: "Z99" }, /there is no Z99 in the pile/],
  ] as const)("names the first entry of %s whose %s has %j", async (game, type, fields, printed) => {
    const parts = easyRecord(game, 2);
    const matches = (event: object) =>
      Reflect.get(event, "type") === type &&
      (!("coins" in fields) || String(Reflect.get(event, "coins")) !== "1,1,1,1");
    const at = parts.entries.findIndex(({ events }) => events.some(matches));
    parts.entries = parts.entries.map((entry, i) =>
      i === at
        ? {
            ...entry,
            events: entry.events.map((event) => (matches(event) ? { ...event, ...fields } : event)),
          }
        : entry,
    );
    const verdict = await verifyInPython(textOf(parts));
    expect(verdict.exitCode).toBe(1);
    expect(verdict.printed).toMatch(new RegExp(`^no: ${at + 1}: `));
    expect(verdict.printed).toMatch(printed);
  });

  test.each<[string, string, (event: object) => object]>([
    ["other dice of a battle", "battle-began", () => ({ dice: { attacker: 7, defender: 1 } })],
    [
      "another position in the stream",
      "rolled",
      (event) => ({ chance: Number(Reflect.get(event, "chance")) + 1 }),
    ],
    ["a draw without its position", "rolled", () => ({ chance: undefined })],
    ["another Day card drawn", "day-card-drawn", () => ({ card: "0-xochitl" })],
    ["another card drawn", "card-drawn", () => ({ held: { id: "c1", card: "serpent-eagle" } })],
    [
      "another order of a reshuffled deck",
      "reshuffled",
      (event) => ({ order: (Reflect.get(event, "order") as string[]).toReversed() }),
    ],
  ])("names the entry with %s", async (_, type, fields) => {
    const { n, parts } = changeEvent(type, fields);
    const { exitCode, printed } = await verifyInPython(textOf(parts));
    expect(exitCode).toBe(1);
    expect(printed).toMatch(new RegExp(`^no: ${n}: `));
  });

  test("names the entry with another die rolled to move", async () => {
    const other = (die: unknown) => (typeof die === "number" ? (die % 6) + 1 : [7]);
    const { n, parts } = changeEvent("rolled", (event) =>
      "die" in event ? { die: other(event.die) } : { dice: other(undefined) },
    );
    expect((await verifyInPython(textOf(parts))).printed).toMatch(
      new RegExp(`^no: ${n}: a die is \\d, not \\d$`),
    );
  });

  const east = header.seats[0];
  const otherNonce = {
    ...header,
    seats: [{ ...east, nonce: "other" }, ...header.seats.slice(1)],
  } as Parts["header"];
  const botNonce = { ...header, seats: header.seats.map((seat) => ({ ...seat, from: "bot" as const })) };
  test.each([
    [
      "a nonce",
      textOf({ ...FAIR, header: otherNonce }),
      "end: the seed does not follow from secret and nonces",
    ],
    [
      "a nonce that a bot cannot have",
      textOf({ ...FAIR, header: botNonce }),
      "header: only players give a nonce",
    ],
    [
      "the secret",
      textOf({ ...FAIR, end: { ...end, secret: "0".repeat(64) } }),
      "end: the commitment is that of another secret",
    ],
    ["a missing entry", lines.toSpliced(5, 1).join("\n"), "5: entries are missing or in another order"],
    ["its last line missing", lines.slice(0, -1).join("\n"), "end: the last line is missing"],
  ])("names what differs in a record with %s", async (_, tampered, printed) => {
    expect(await verifyInPython(tampered)).toEqual({ exitCode: 1, printed: `no: ${printed}` });
  });

  test("rejects a record that is cut in the middle of a line, or empty", async () => {
    const cut = lines.join("\n").slice(0, -30);
    expect((await verifyInPython(cut)).printed).toMatch(/^no: end: malformed/);
    expect((await verifyInPython("")).printed).toMatch(/^no: header: malformed/);
  });
});
