/** Taking back acts, in all games (docs/fair-dice.md, "Taking back"). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quickRandom, type RandomBelow } from "../src/bots/bot.ts";
import { determinise as dealFlowerWar } from "../src/flower-war/bots/determinise.ts";
import {
  begin,
  formatRecord,
  type Game,
  type GameTypes,
  games,
  type PublicEntry,
  type RecordEntry,
  replay,
  verifyRecord,
} from "../src/index.ts";
import { determinise as dealSpaceAztecs } from "../src/space-aztecs/bots/determinise.ts";
import { withNewChance } from "../src/tieqchieq/bots/new-chance.ts";
import { advance, couldOthersAct, type Position, takeableIn } from "../src/take-back.ts";
import { atCommand } from "../src/trials/failure.ts";
import { type Setting, headerOf } from "../src/trials/matches.ts";
import { flowerWar as flowerWarGame } from "../src/flower-war/index.ts";
import { runs } from "./support/runs.ts";
import { TRIALS } from "./support/trials/index.ts";
import { takenBackRecord } from "./support/take-backs.ts";
import { ENTRIES_OF_ALL_KINDS, witnessOf, withSignatures } from "./support/witnessed.ts";

type Any = GameTypes;

interface Taken {
  /** The position in which it was taken back, and the one before the act. */
  readonly position: Position<Any>;
  readonly entry: RecordEntry<Any>;
}

const isOwn = ({ id }: RecordEntry<Any>): boolean => !id.startsWith("clock");

/** Plays a random match in which seats take back what they can, sometimes several acts in a row. */
function playWithTakeBacks(
  setting: Setting<Any>,
  trial: (typeof TRIALS)[number],
  onTakeable: (taken: Taken, random: RandomBelow) => void,
) {
  const { game } = setting;
  const seats = game.seatsFor(setting.seats);
  const random = quickRandom(() => Number.parseInt(setting.players.slice(0, 8), 16));
  const entries: RecordEntry<Any>[] = [];
  let kept: RecordEntry<Any>[] = [];
  let position: Position<Any> = { state: begin(game, headerOf(setting)), acts: [] };
  let takenBack = 0;
  while (game.outcome(position.state) === null && entries.length < 1200) {
    const n = entries.length + 1;
    const takeable = takeableIn<Any, RecordEntry<Any>>(game, seats, position, isOwn);
    if (takeable !== null) onTakeable({ position, entry: takeable }, random);
    if (takeable !== null && random(3) > 0) {
      const { seat } = takeable;
      const command = { type: "take-back", n: takeable.n };
      const agreed = couldOthersAct(game, position, seat) ? seats.filter((each) => each !== seat) : [];
      const events = [{ type: "taken-back", n: takeable.n, agreed }];
      const entry = { n, id: `${seat}:${n}`, seat, command, events } as RecordEntry<Any>;
      entries.push(entry);
      position = advance(game, position, entry);
      kept = kept.filter((each) => each !== takeable);
      takenBack += 1;
      continue;
    }
    const awaited = game.awaiting(position.state);
    const next = awaited[random(awaited.length)]?.seat ?? "";
    const [seat, command] = trial.anything(position.state, next, random);
    const decided = game.decide(position.state, seat, command);
    if (decided.events === undefined) throw atCommand(n, { seat, command }, new Error(decided.refused));
    const by = random(20) === 0 ? "clock" : seat;
    const entry = { n, id: `${by}:${n}`, seat, command: decided.command, events: decided.events };
    entries.push(entry);
    kept.push(entry);
    position = advance(game, position, entry, decided.state);
  }
  return { seats, entries, kept, position, takenBack };
}

describe.each(TRIALS.map((trial) => [trial.name, trial] as const))("%s", (name, trial) => {
  const game = games[name as keyof typeof games] as Game<Any>;

  test("after any take-back the state, and all views, are those of the fold without the act", () => {
    let total = 0;
    fc.assert(
      fc.property(trial.settings, (setting) => {
        const { seats, entries, kept, position, takenBack } = playWithTakeBacks(setting, trial, () => {});
        total += takenBack;
        const without = replay(game, begin(game, headerOf(setting)), kept);
        expect(JSON.stringify(position.state)).toBe(JSON.stringify(without));
        expect(JSON.stringify(replay(game, begin(game, headerOf(setting)), entries))).toBe(
          JSON.stringify(without),
        );
        for (const viewer of [...seats, "public"]) {
          expect(JSON.stringify(game.view(position.state, viewer))).toBe(
            JSON.stringify(game.view(without, viewer)),
          );
        }
      }),
      runs(name === "space-aztecs" ? 50 : 4),
    );
    expect(total).toBeGreaterThan(0);
  });

  test("an act that can be taken back shows its seat nothing that its seat did not know: every other deal gives the same", () => {
    let compared = 0;
    fc.assert(
      fc.property(trial.settings, (setting) => {
        playWithTakeBacks(setting, trial, ({ position, entry }, random) => {
          const before = position.acts.at(-1)?.before ?? {};
          const twin = DEALS[name as keyof typeof DEALS](game.view(before, entry.seat), before, random);
          expect(game.view(twin, entry.seat)).toEqual(game.view(before, entry.seat));
          const { events = [], state = {} } = game.decide(twin, entry.seat, entry.command);
          const shown = (all: readonly Any["event"][]) => all.map((event) => game.redact(event, entry.seat));
          expect(shown(events)).toEqual(shown(entry.events));
          expect(game.view(state, entry.seat)).toEqual(game.view(position.state, entry.seat));
          compared += 1;
        });
      }),
      runs(name === "space-aztecs" ? 50 : 4),
    );
    expect(compared).toBeGreaterThan(0);
  });

  test("a game whose rules called everything quiet would be found out by the other deals", () => {
    const loose = { ...game, quiet: undefined } as unknown as { quiet: { includes: () => boolean } };
    loose.quiet = { includes: () => true };
    let differs = 0;
    fc.assert(
      fc.property(trial.settings, (setting) => {
        const played = { ...setting, game: loose as unknown as Game<Any> };
        playWithTakeBacks(played, trial, ({ position, entry }, random) => {
          const before = position.acts.at(-1)?.before ?? {};
          const twin = DEALS[name as keyof typeof DEALS](game.view(before, entry.seat), before, random);
          const { events = [], state = {} } = game.decide(twin, entry.seat, entry.command);
          const seen = (all: readonly Any["event"][], after: object) =>
            JSON.stringify([
              all.map((event) => game.redact(event, entry.seat)),
              game.view(after, entry.seat),
            ]);
          if (seen(events, state) !== seen(entry.events, position.state)) differs += 1;
        });
      }),
      runs(2),
    );
    expect(differs).toBeGreaterThan(0);
  });

  test("a record with acts taken back verifies, by every seat's witness and the public's", () => {
    const record = takenBackRecord({
      game: name as keyof typeof games,
      count: Math.min(4, game.seats.max),
      drawAfter: ENTRIES_OF_ALL_KINDS,
      each: 2,
    });
    expect(record.entries.some(({ command }) => Reflect.get(command, "type") === "take-back")).toBe(true);
    const text = formatRecord(record.header, record.entries, record.end);
    for (const viewer of [...record.header.seats.map(({ seat }) => seat), "public"]) {
      const verdict = verifyRecord(text, witnessOf(record, viewer));
      expect(verdict).toMatchObject({
        ok: true,
        format: "flower-war-record-4",
        entries: record.entries.length,
      });
    }
  });
});

/** Returns another state that shows a seat the same. */
const DEALS = {
  "flower-war": (view: object, before: object, random: RandomBelow) => withFlow(view, before, random),
  mexica: (view: object, before: object, random: RandomBelow) => withFlow(view, before, random),
  "space-aztecs": (view: object, _before: object, random: RandomBelow) =>
    dealSpaceAztecs(view as never, random),
  tieqchieq: (_view: object, before: object, random: RandomBelow) => withNewChance(before as never, random),
} as const;

/** What follows in a turn is known to all from what happened before: only cards and chance are dealt anew. */
function withFlow(view: object, before: object, random: RandomBelow): object {
  const dealt = dealFlowerWar(view as never, random);
  return { ...dealt, flow: (before as typeof dealt).flow };
}

describe("a record is refused whose take-back", () => {
  const record = takenBackRecord({ game: "flower-war", drawAfter: ENTRIES_OF_ALL_KINDS });
  const at = record.entries.findIndex(({ command }) => Reflect.get(command, "type") === "take-back");
  const entry = record.entries[at] as PublicEntry;
  const agreedAt = record.entries.findIndex(({ events: [event] }) => Object(event).agreed?.length > 0);
  const verdictOf = (n: number, change: (entry: PublicEntry) => object) =>
    verifyRecord(
      textOfUnsigned({
        ...record,
        entries: record.entries.map((each, i) => (i === n ? (change(each) as PublicEntry) : each)),
      }),
    );
  const textOfUnsigned = ({ header, entries, end }: typeof record) =>
    formatRecord(header, entries, { ...end, signatures: {} });

  test.each<[what: string, reason: string, change: (entry: PublicEntry) => object]>([
    ["names an earlier entry", "refused", (one) => ({ ...one, command: { type: "take-back", n: 1 } })],
    ["names a later entry", "refused", (one) => ({ ...one, command: { type: "take-back", n: one.n + 1 } })],
    ["names no entry", "refused", (one) => ({ ...one, command: { type: "take-back" } })],
    [
      "has its type in a list",
      "refused",
      (one) => ({ ...one, command: { ...one.command, type: ["take-back"] } }),
    ],
    ["is of another seat", "refused", (one) => ({ ...one, seat: one.seat === "east" ? "north" : "east" })],
    ["a clock played", "refused", (one) => ({ ...one, by: "clock" })],
    ["has another field", "other-command", (one) => ({ ...one, command: { ...one.command, why: "oops" } })],
    ["has no event", "other-events", (one) => ({ ...one, events: [] })],
    ["has two events", "other-events", (one) => ({ ...one, events: [...one.events, ...one.events] })],
    [
      "says another entry in its event",
      "other-events",
      (one) => ({ ...one, events: [{ ...one.events[0], n: 1 }] }),
    ],
    [
      "names itself as one who agreed",
      "other-events",
      (one) => ({ ...one, events: [{ ...one.events[0], agreed: [one.seat] }] }),
    ],
    [
      "does not say who agreed",
      "other-events",
      (one) => ({ ...one, events: [{ type: "taken-back", n: Reflect.get(one.command, "n") }] }),
    ],
  ])("%s", (_what, reason, change) => {
    expect(verdictOf(at, change)).toMatchObject({ ok: false, entry: entry.n, reason });
  });

  test("names people who agreed where none could have acted", () => {
    const n = record.entries.findIndex(
      ({ events: [event] }) => Object(event).type === "taken-back" && Object(event).agreed.length === 0,
    );
    const { seat } = record.entries[n] as PublicEntry;
    const other = seat === "east" ? "north" : "east";
    expect(
      verdictOf(n, (one) => ({ ...one, events: [{ ...one.events[0], agreed: [other] }] })),
    ).toMatchObject({
      ok: false,
      entry: n + 1,
      reason: "other-events",
    });
  });

  test("takes back an act by which a card was drawn or a die rolled", () => {
    for (const type of ["rolled", "card-drawn"]) {
      const n = record.entries.findIndex(
        ({ events, by }) => by === undefined && events.some((event) => Reflect.get(event, "type") === type),
      );
      const act = record.entries[n] as PublicEntry;
      const back = {
        n: act.n + 1,
        seat: act.seat,
        command: { type: "take-back", n: act.n },
        events: [{ type: "taken-back", n: act.n, agreed: [] }],
      };
      const entries = [...record.entries.slice(0, act.n), back];
      const outcome = { by: "draw", winner: null };
      expect(
        verifyRecord(textOfUnsigned({ ...record, entries, end: { ...record.end, outcome } })),
      ).toMatchObject({
        entry: act.n + 1,
        reason: "refused",
        found: "no-take-back",
      });
    }
  });

  test("is at a table without them, in either format", () => {
    const { takeBacks: _, ...header } = record.header;
    const without = (format: typeof header.format) =>
      withSignatures({ ...record, header: { ...header, format } });
    for (const format of ["flower-war-record-3", "flower-war-record-4"] as const)
      expect(verifyRecord(textOfUnsigned(without(format)))).toMatchObject({
        entry: entry.n,
        reason: "refused",
      });
    const marked = { ...record, header: { ...record.header, format: "flower-war-record-3" as const } };
    expect(verifyRecord(textOfUnsigned(marked))).toMatchObject({ entry: "header", reason: "unknown-field" });
  });

  test("agreed to by people is the server's word, and the verdict says so", () => {
    expect(agreedAt).toBeGreaterThan(0);
    const verdict = verifyRecord(textOfUnsigned(record), witnessOf(record, "east"));
    expect(verdict).toMatchObject({ ok: true });
    const open = verdict.ok ? verdict.open.find(({ code }) => code === "taken-back") : undefined;
    expect(open?.entries?.flat()).toContain(agreedAt + 1);
  });
});

test("a concession, and what a clock or a bot played, cannot be taken back", () => {
  const game = flowerWarGame as unknown as Game<Any>;
  const state = begin(game, { options: {}, seats: ["east", "north", "west"], seed: "11".repeat(32) });
  const conceded = game.decide(state, "north", { type: "concede" });
  const entry = {
    n: 1,
    id: "north:1",
    seat: "north",
    command: { type: "concede" },
    events: conceded.events ?? [],
  };
  const position = advance(game, { state, acts: [] }, entry, conceded.state);
  expect(
    takeableIn<Any, RecordEntry<Any>>(
      { ...game, quiet: [...(game.quiet ?? []), "conceded"] },
      ["east", "north", "west"],
      position,
      () => true,
    ),
  ).toBeNull();
});
