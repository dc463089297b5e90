/** How long people took for their decisions, from what the journal stores of their matches. */
import { defaultsOf } from "@flower-war/rules";
import { expect, test } from "vitest";
import { GAMES } from "../src/games/index.ts";
import type { Fact, Player, StoredFact } from "../src/storage/journal/facts.ts";
import { JournalDamaged, type MatchHead } from "../src/storage/journal/journal.ts";
import { readPace } from "../src/stored-pace.ts";
import { OTHER, PERSON, playFacts, SEED, type Step } from "./support/played-facts.ts";

type Stored = readonly StoredFact[] | "damaged" | "open";

const journalOf = (...matches: readonly Stored[]) => ({
  listOthers: (_: readonly string[], after: string) =>
    Promise.resolve(
      after === ""
        ? matches.map((facts, i): MatchHead => {
            return { match: `m${i}`, code: "ABCD", game: "tieqchieq", over: facts !== "open" } as MatchHead;
          })
        : [],
    ),
  read(match: string) {
    const facts = matches[Number(match.slice(1))];
    if (facts === "damaged") return Promise.reject(new JournalDamaged(match));
    if (facts === "open") throw new Error("a match that is not over is read");
    return Promise.resolve({ epoch: 1, facts: facts ?? [] });
  },
});

/** Returns all ms that were measured, in turn. */
async function measured(...matches: readonly Stored[]) {
  const pace = (await readPace(journalOf(...matches), GAMES)).get("tieqchieq");
  return {
    matches: pace?.matches ?? 0,
    ms: [...(pace?.decisions.values() ?? [])].flat().toSorted((a, b) => a - b),
  };
}

test("a decision takes from the moment at which its seat is asked", async () => {
  const facts = playFacts(
    [PERSON, OTHER],
    [
      [1000, "player"],
      [2000, "bead"],
      [4000, "player"],
    ],
  );
  expect(await measured(facts)).toEqual({ matches: 1, ms: [1000, 2000, 4000] });
  const pace = (await readPace(journalOf(facts), GAMES)).get("tieqchieq");
  expect([...(pace?.decisions.keys() ?? [])]).toContain("toss");
});

test("what bots, bot accounts and clocks play does not count", async () => {
  const bot: Player = { kind: "bot", name: "easy bot", nonce: "yellow", from: "bot" };
  const steps: Step[] = Array.from({ length: 12 }, () => [1000, "player"]);
  const people = await measured(playFacts([PERSON, OTHER], steps));
  const withBot = await measured(playFacts([PERSON, bot], steps));
  const withAccount = await measured(playFacts([PERSON, { ...OTHER, bot: true }], steps));
  expect(people.ms).toHaveLength(12);
  expect(withBot.ms.length).toBeLessThan(12);
  expect(withBot.ms.length).toBeGreaterThan(0);
  expect(withAccount).toEqual(withBot);
  expect(
    await measured(
      playFacts(
        [PERSON, OTHER],
        [
          [1000, "clock"],
          [2000, "bot"],
          [4000, "player"],
        ],
      ),
    ),
  ).toMatchObject({ ms: [4000] });
  expect(await measured(playFacts([bot, bot], steps))).toEqual({ matches: 0, ms: [] });
});

test("a decision during which the match slept, a clock stood still or a player sat down does not count", async () => {
  const interruptions: Fact[] = [
    { type: "slept" },
    { type: "clock-stopped" },
    { type: "player-back", seat: "red" },
    { type: "seat-taken", seat: "red", name: "Xoco", holder: "h" },
  ];
  for (const fact of interruptions) {
    const facts = playFacts(
      [PERSON, OTHER],
      [
        [1000, "player"],
        [60_000, fact],
        [2000, "player"],
        [4000, "player"],
      ],
    );
    expect(await measured(facts), fact.type).toMatchObject({ ms: [1000, 4000] });
  }
  const signed: Fact = { type: "witnessed", seat: "red", n: 1, head: "", signature: "" };
  expect(
    await measured(
      playFacts(
        [PERSON, OTHER],
        [
          [1000, signed],
          [2000, "player"],
        ],
      ),
    ),
  ).toMatchObject({ ms: [3000] });
});

test("an entry of a holiday or about a judge is no decision, and the one that it interrupts does not count", async () => {
  const events = [{ type: "table-holiday-taken", days: 1 }, { type: "table-judge-sought" }];
  for (const event of events) {
    const entry = { n: 2, id: "red:off", seat: "red", command: { type: "table" }, events: [event] };
    const fact = { type: "entry", entry } as unknown as Fact;
    const steps = (step: Step): Step[] => [[1000, "player"], step, [2000, "player"], [4000, "player"]];
    const facts = playFacts([PERSON, OTHER], steps([60_000, fact]));
    expect(await measured(facts), event.type).toMatchObject({ ms: [1000, 4000] });
  }
});

test("a bot that takes a person's seat ends the measure there, and a person who takes a bot's begins it", async () => {
  const [red, yellow] = ["red", "yellow"].map((seat): Fact => ({ type: "bot-seated", seat, kind: "easy" }));
  if (red === undefined || yellow === undefined) throw new Error("no seats");
  const rest: Step[] = Array.from({ length: 12 }, () => [1000, "player"]);
  expect(await measured(playFacts([PERSON, OTHER], [[1000, red], [1000, yellow], ...rest]))).toEqual({
    matches: 0,
    ms: [],
  });
  const back: Fact = { type: "seat-taken", seat: "red", name: "Xoco", holder: "h" };
  expect(
    (await measured(playFacts([PERSON, OTHER], [[1000, red], [1000, yellow], [1000, back], ...rest]))).ms
      .length,
  ).toBeGreaterThan(0);
});

test("matches that are damaged or not over are left out, and what other rules no longer follow counts up to there", async () => {
  const facts = playFacts(
    [PERSON, OTHER],
    [
      [1000, "player"],
      [2000, "player"],
    ],
  );
  const [created, begun, first, second] = facts;
  if (!created || !begun || !first || second?.type !== "entry") throw new Error("no match");
  const other: StoredFact = { ...second, entry: { ...second.entry, events: [null as never] } };
  expect(await measured("damaged", "open", [created, begun, first, other, second])).toMatchObject({
    matches: 1,
  });
  expect((await measured([created, begun, first, other, second])).ms).toEqual([1000]);
  expect(await measured([created])).toEqual({ matches: 0, ms: [] });
});

test("a decision of more than 10 minutes does not count, nor one that ends with a concession", async () => {
  const facts = playFacts(
    [PERSON, OTHER],
    [
      [600_000, "player"],
      [600_001, "player"],
      [1000, "player"],
    ],
  );
  expect((await measured(facts)).ms).toEqual([1000, 600_000]);
  const conceded = facts.map((fact): StoredFact => {
    return fact.type === "entry" ? { ...fact, entry: { ...fact.entry, command: { type: "concede" } } } : fact;
  });
  expect(await measured(conceded)).toEqual({ matches: 0, ms: [] });
});

test("seats that decide at the same time are measured each, and not one that was interrupted, though another goes on", async () => {
  const { game } = GAMES.get("space-aztecs") ?? {};
  if (game === undefined) throw new Error("no Space Aztecs");
  const seats = game.seatsFor(3);
  let state = game.setup(defaultsOf(game), 3, SEED);
  // Until several seats choose at the same time.
  const before: StoredFact[] = [];
  const [created, begun] = playFacts([PERSON, OTHER], []);
  if (created?.type !== "created" || begun?.type !== "begun") throw new Error("no match");
  const { at } = begun;
  const players = seats.map(() => PERSON);
  const start: StoredFact[] = [
    { ...created, plan: { ...created.plan, game: "space-aztecs", options: defaultsOf(game), seats: 3 } },
    { ...begun, seats, players },
  ];
  const step = (later: number): StoredFact => {
    const [awaited] = game.awaiting(state);
    const seat = awaited?.seat ?? "";
    const n = before.length + 1;
    const command = game.fallback(state, seat);
    const decided = game.decide(state, seat, command);
    if (decided.events === undefined) throw new Error(decided.refused);
    state = decided.state;
    return {
      type: "entry",
      at: at + later,
      entry: { n, id: `${seat}:${n}`, seat, command, events: decided.events },
    };
  };
  while (game.awaiting(state).length < 3) before.push(step(0));
  const stopped: StoredFact = { type: "slept", at: at + 1000 };
  const [one, two, three] = [step(1000), step(3000), step(7000)];
  const whole = {
    listOthers: journalOf([]).listOthers,
    read: () => Promise.resolve({ epoch: 1, facts: [...start, ...before, one, two, three] }),
  };
  const choices = async (journal: typeof whole) =>
    [...((await readPace(journal, GAMES)).get("space-aztecs")?.decisions.values() ?? [])]
      .flat()
      .filter((ms) => ms > 0);
  expect(await choices(whole)).toEqual([1000, 3000, 7000]);
  const broken = {
    ...whole,
    read: () => Promise.resolve({ epoch: 1, facts: [...start, ...before, one, stopped, two, three] }),
  };
  expect(await choices(broken)).toEqual([1000]);
});
