import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { FlowerWar } from "@flower-war/client-sdk";
import { FLAWS, verifyRecord } from "@flower-war/client-sdk/verify";
import { bots, randomFrom } from "@flower-war/rules/bots";
import { describe, expect, test } from "vitest";
import { easyRecord, type Parts, playedRecord, textOf } from "../rules/test/support/records.ts";
import { openHouse, ROOT } from "./support/house.ts";
import { Player } from "./support/player.ts";
import { hasPython, secondVerdict, VERIFIER } from "./support/second-verifier.ts";

const skipped = !hasPython && process.env["CI"] === undefined;
if (skipped) console.warn("The second verifier is not tested: there is no python3.");

/** The match of a player who thinks and a bot, to its end; what the player saw, and where the record is. */
async function playMatch(url: string) {
  const player = await Player.sit(url, "Citlali", (host) =>
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

test("a match that was played on a real host is verified by the SDK, by `npx flower-war verify`, and in Python", async () => {
  const house = await openHouse();
  try {
    const { match, record } = await playMatch(house.url);
    const text = await new FlowerWar(house.url).record(match.id);
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
      expect(await secondVerdict(text)).toEqual({ exitCode: 0, said: `yes: ${match.state.n} entries` });
    await match.leave();
  } finally {
    await house.stop();
  }
}, 180_000);

const text = (path: string): string => readFileSync(path, "utf8");

test("docs/fair-dice.md tells every reason, in the words of the verifier", () => {
  const rows = [
    ...text(join(ROOT, "docs/fair-dice.md")).matchAll(/^\| `([a-z-]+)` \| [^|]+ \| ([^|]+) \|$/gm),
  ];
  expect(Object.fromEntries(rows.map(([, reason = "", what = ""]) => [reason, what]))).toEqual(FLAWS);
});

test("the second verifier has at most 150 lines, its sister games aside, and needs Python's standard library alone", () => {
  expect(text(VERIFIER).trimEnd().split("\n").length).toBeLessThanOrEqual(150);
  const folder = dirname(VERIFIER);
  const files = readdirSync(folder).filter((file) => file.endsWith(".py"));
  const modules = files.flatMap((file) =>
    [...text(join(folder, file)).matchAll(/^\s*(?:import|from) (\w+)/gm)].map(([, name = ""]) => name),
  );
  const own = files.map((file) => basename(file, ".py"));
  expect(modules.filter((name) => !own.includes(name)).toSorted()).toEqual(["hashlib", "json", "re", "sys"]);
});

describe.skipIf(skipped)("the second verifier, which knows no rules,", () => {
  const FAIR = playedRecord({ count: 4, rackSize: 13, plays: "wastefully" });
  const { opening, deeds, closing } = FAIR;
  const lines = textOf(FAIR).trimEnd().split("\n");

  /** The record with the first event of this type changed, and the number of its entry. */
  function withEvent(type: string, fields: (event: object) => object): { n: number; parts: Parts } {
    const isIt = (event: object) => Reflect.get(event, "type") === type;
    const entry = deeds.find(({ events }) => events.some(isIt));
    if (entry === undefined) throw new Error(`nothing ${type} in this match`);
    const at = entry.events.findIndex(isIt);
    const events = entry.events.map((event, i) => (i === at ? { ...event, ...fields(event) } : event));
    return { n: entry.n, parts: { ...FAIR, deeds: deeds.with(entry.n - 1, { ...entry, events }) } };
  }

  test.each([
    { count: 2, plays: "easily" },
    { count: 3, rackSize: 13, plays: "anyhow" },
    { count: 4, rackSize: 13, plays: "wastefully" },
    { count: 5, plays: "anyhow" },
    { count: 6, plays: "wastefully" },
  ] as const)("says yes to a match of %o", async (setting) => {
    const parts = playedRecord(setting);
    expect(await secondVerdict(textOf(parts))).toEqual({
      exitCode: 0,
      said: `yes: ${parts.deeds.length} entries`,
    });
  });

  test.each([
    { game: "mexica", count: 2 },
    { game: "space-aztecs", count: 2 },
    { game: "space-aztecs", count: 6 },
    { game: "tieqchieq", count: 2 },
  ] as const)("says yes to a match of $game with $count seats", async ({ game, count }) => {
    const parts = easyRecord(game, count);
    expect(await secondVerdict(textOf(parts))).toEqual({
      exitCode: 0,
      said: `yes: ${parts.deeds.length} entries`,
    });
  });

  test.each([
    ["tieqchieq", "tossed", { coins: [1, 1, 1, 1] }, /a coin is 1, not 0/],
    ["tieqchieq", "tossed", { chance: 9999 }, /tossed leaves the stream at \d+/],
    ["tieqchieq", "tossed", { seat: "nobody" }, /(red|yellow) begins/],
    ["space-aztecs", "pile-taken", { seat: "9" }, /seat [01] takes a pile first/],
    ["space-aztecs", "card-chosen", { card: "Z99" }, /there is no Z99 in the pile/],
  ] as const)("names the first entry of %s whose %s says %j", async (game, type, fields, said) => {
    const parts = easyRecord(game, 2);
    const isIt = (event: object) =>
      Reflect.get(event, "type") === type &&
      (!("coins" in fields) || String(Reflect.get(event, "coins")) !== "1,1,1,1");
    const at = parts.deeds.findIndex(({ events }) => events.some(isIt));
    parts.deeds = parts.deeds.map((deed, i) =>
      i === at
        ? { ...deed, events: deed.events.map((event) => (isIt(event) ? { ...event, ...fields } : event)) }
        : deed,
    );
    const verdict = await secondVerdict(textOf(parts));
    expect(verdict.exitCode).toBe(1);
    expect(verdict.said).toMatch(new RegExp(`^no: ${at + 1}: `));
    expect(verdict.said).toMatch(said);
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
      "another order of a deck shuffled anew",
      "reshuffled",
      (event) => ({ order: (Reflect.get(event, "order") as string[]).toReversed() }),
    ],
  ])("names the entry with %s", async (_, type, fields) => {
    const { n, parts } = withEvent(type, fields);
    const { exitCode, said } = await secondVerdict(textOf(parts));
    expect(exitCode).toBe(1);
    expect(said).toMatch(new RegExp(`^no: ${n}: `));
  });

  test("names the entry with another die rolled to move", async () => {
    const other = (die: unknown) => (typeof die === "number" ? (die % 6) + 1 : [7]);
    const { n, parts } = withEvent("rolled", (event) =>
      "die" in event ? { die: other(event.die) } : { dice: other(undefined) },
    );
    expect((await secondVerdict(textOf(parts))).said).toMatch(
      new RegExp(`^no: ${n}: a die is \\d, not \\d$`),
    );
  });

  const east = opening.seats[0];
  const otherNonce = {
    ...opening,
    seats: [{ ...east, nonce: "other" }, ...opening.seats.slice(1)],
  } as Parts["opening"];
  const stranger = { ...opening, seats: opening.seats.map((seat) => ({ ...seat, from: "bot" as const })) };
  test.each([
    ["a nonce", textOf({ ...FAIR, opening: otherNonce }), "end: the seed is another"],
    [
      "a nonce that a bot cannot have",
      textOf({ ...FAIR, opening: stranger }),
      "header: nobody gave this nonce",
    ],
    [
      "the secret",
      textOf({ ...FAIR, closing: { ...closing, secret: "0".repeat(64) } }),
      "end: another secret was committed to",
    ],
    ["an entry less", lines.toSpliced(5, 1).join("\n"), "5: entries are missing or in another order"],
    ["its tail cut off", lines.slice(0, -1).join("\n"), "end: the tail is missing"],
  ])("names what differs in a record with %s", async (_, tampered, said) => {
    expect(await secondVerdict(tampered)).toEqual({ exitCode: 1, said: `no: ${said}` });
  });

  test("calls a record that is cut in the middle of a line, or empty, what it is", async () => {
    const cut = lines.join("\n").slice(0, -30);
    expect((await secondVerdict(cut)).said).toMatch(/^no: end: it is not what a record has here/);
    expect((await secondVerdict("")).said).toMatch(/^no: header: it is not what a record has here/);
  });
});
