/** A viewer's moments of a match: each once, from what they may know, with and without motion. */
import type { GameName } from "@flower-war/client-sdk";
import { i18n } from "@lingui/core";
import { beforeAll, describe, expect, test } from "vitest";
import { battleWords, cueWords } from "../src/game-frame/cues/cues.tsx";
import { soundOf } from "../src/game-frame/cues/sound-of.ts";
import { type Cue, type CueKind, isCue } from "../src/game-frame/motion/motions.ts";
import { PictureStore } from "../src/game-frame/picture/match-picture.ts";
import { motion } from "../src/games/flower-war/motion.ts";
import { fixture, withTable } from "./support/flower-war.ts";
import { ManualTime } from "./support/manual-time.ts";
import { MOTIONS, RandomMatch } from "./support/pictured-match.ts";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

type FlowerWar = Parameters<typeof motion.motionsOf>;

const cuesAt = (view: FlowerWar[0], event: FlowerWar[1]): readonly Cue[] =>
  motion.motionsOf(view, event).filter(isCue);

describe("Flower War", () => {
  const { view } = fixture("battle-answer");
  const { battle } = view.table;
  if (battle === null) throw new Error("there is no battle");
  const { attacker, defender } = battle;
  const { table } = withTable(view, {
    battle: { ...battle, totals: { attacker: 5, defender: 2 }, stake: 9 },
  });
  const skulls = table.tribes[defender]?.skulls ?? 0;
  const seen = (seat: typeof attacker | null) => ({ ...view, table, seat });

  test("the loser pays the stake of what they have (section 5)", () => {
    const won = { type: "battle-won", winner: attacker, loser: defender } as const;
    expect(skulls).toBeLessThan(9);
    expect(cuesAt(seen(attacker), won)).toMatchObject([
      { kind: "battle-won", battle: { own: 5, other: 2, paid: skulls } },
    ]);
    expect(cuesAt(seen(defender), won)).toMatchObject([
      { kind: "battle-lost", battle: { own: 2, other: 5, paid: skulls } },
    ]);
    expect(cuesAt(seen(null), won)).toEqual([]);
  });

  test("equal totals have a cue when the battle ends, and a battle that was won has one only", () => {
    const even = withTable(view, { battle: { ...battle, totals: { attacker: 4, defender: 4 } } });
    const ended = { type: "battle-ended" } as const;
    expect(cuesAt({ ...even, seat: attacker }, ended)).toMatchObject([{ kind: "battle-even" }]);
    expect(cuesAt(seen(attacker), ended)).toEqual([]);
  });

  test("equal totals are even where no disc changes the rules, whatever discs are off the board", () => {
    const level = withTable(view, {
      battle: { ...battle, totals: { attacker: 4, defender: 4 } },
      options: { ...table.options, discRules: false },
      apocalypse: { ...table.apocalypse, discs: ["ozomahtli"] },
    });
    expect(cuesAt({ ...level, seat: attacker }, { type: "battle-ended" })).toMatchObject([
      { kind: "battle-even" },
    ]);
  });

  test("a sign has a cue for the seats that gain and lose it, and a card that a seat may not know has none", () => {
    const taken = { type: "card-taken", from: defender, to: attacker, deck: "war" } as const;
    const held = { id: "a1", card: "serpent" } as const;
    expect(cuesAt(seen(attacker), { ...taken, got: held })).toMatchObject([{ kind: "sign-gained" }]);
    expect(cuesAt(seen(defender), { ...taken, gave: held })).toMatchObject([{ kind: "sign-lost" }]);
    expect(cuesAt(seen(defender), taken)).toEqual([]);
    expect(cuesAt(seen(null), taken)).toEqual([]);
    expect(cuesAt(seen(attacker), { ...taken, got: { id: "a1", card: "mist" } })).toEqual([]);
  });

  test("the three signs of the winner are in sight at the end, hidden ones too", () => {
    const outcome = { by: "signs", winner: defender, standings: [] } as const;
    const signs = ["cuauhtli", "coatl", "xochitl"].map((id) => ({ sheet: "signs", id }));
    const ended = { type: "ended", outcome } as const;
    expect(cuesAt(seen(attacker), ended)).toMatchObject([{ kind: "defeat", pictures: signs }]);
    expect(cuesAt(seen(defender), ended)).toMatchObject([{ kind: "victory", pictures: signs }]);
    expect(cuesAt(seen(null), ended)).toMatchObject([{ kind: "end" }]);
    const nobody = { ...outcome, by: "apocalypse", winner: null } as const;
    expect(cuesAt(seen(attacker), { ...ended, outcome: nobody })).toMatchObject([{ kind: "no-winner" }]);
  });
});

describe.each(Object.keys(MOTIONS) as GameName[])("a match of %s to its end", (game) => {
  test.each(["with", "without"])("%s motion has one end, the last cue", (how) => {
    const match = new RandomMatch({ game, table: 3, seed: 7 });
    const time = new ManualTime();
    const pace = () => (how === "with" ? 1 : 0);
    const store = new PictureStore(match.pictured, { motion: MOTIONS[game] as never, time, pace });
    const cue: CueKind[] = [];
    let last: Cue | null = null;
    store.subscribe(() => {
      const newest = store.picture()?.cue ?? null;
      if (newest !== null && newest !== last) cue.push(newest.kind);
      last = newest;
    });
    return playOut(match, time, () => {
      const ends = cue.filter((kind) => ["victory", "defeat", "end", "no-winner"].includes(kind));
      expect(ends).toHaveLength(1);
      expect(cue.at(-1)).toBe(ends[0]);
    });
  });
});

async function playOut(match: RandomMatch, time: ManualTime, check: () => void): Promise<void> {
  for (let entry = match.play(); entry !== null; entry = match.play()) {
    match.report(entry);
    // The picture takes an entry when all its events were reported.
    await Promise.resolve();
    time.pass(5_000);
  }
  check();
}

test("each moment has a sound, and all but an offering's light has words", () => {
  const kinds: readonly CueKind[] = [
    "victory",
    "defeat",
    "end",
    "no-winner",
    "battle-won",
    "battle-lost",
    "battle-even",
    "sign-gained",
    "sign-lost",
    "apocalypse",
    "offering",
  ];
  for (const kind of kinds) {
    expect(soundOf(kind).length, kind).toBeGreaterThan(0);
    expect(cueWords(kind) === "", kind).toBe(kind === "offering");
  }
});

test("a battle says what it costs the viewer", () => {
  expect(battleWords("battle-lost", { own: 2, other: 5, paid: 1 })).toBe("2 to 5: you lose 1 skull");
  expect(battleWords("battle-won", { own: 5, other: 2, paid: 3 })).toBe("5 to 2: you get 3 skulls");
  expect(battleWords("battle-won", { own: 5, other: 2, paid: 0 })).toBe("5 to 2");
});
