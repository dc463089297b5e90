import { type Game, type GameTypes, games } from "@flower-war/rules";
import { describe, expect, it } from "vitest";
import { easyRecord, textOf } from "../../rules/test/support/records.ts";
import { witnessedRecord } from "../../rules/test/support/witnessed.ts";
import { estimatePosition, readReplay, reviewRecord } from "../src/replay.ts";

describe.each(["flower-war", "mexica", "space-aztecs", "tieqchieq"] as const)("a replay of %s", (name) => {
  const parts = easyRecord(name, 2);

  it("has every position as the rules decided it, for seats and spectators", async () => {
    const replay = await readReplay(textOf(parts));
    expect(replay).toMatchObject({ game: name, match: parts.header.match, entries: parts.entries });
    const game = games[name] as Game<GameTypes>;
    const [first] = game.seatsFor(2);
    let state = game.setup(parts.header.options, 2, parts.end.seed);
    for (const [n, { seat, command }] of parts.entries.entries()) {
      if (n % 10 === 0) {
        expect(replay.view(n, null)).toEqual(game.view(state, "public"));
        expect(replay.view(n, first as never)).toEqual(game.view(state, first ?? ""));
        expect(replay.awaiting(n)).toEqual(game.awaiting(state));
      }
      const decided = game.decide(state, seat, command);
      if (decided.events === undefined) throw new Error(decided.refused);
      state = decided.state;
    }
    const last = replay.view(parts.entries.length, null);
    expect(last).toEqual(game.view(state, "public"));
    expect(game.outcome(last)).toEqual(replay.outcome);
    expect(replay.awaiting(parts.entries.length)).toEqual([]);
  });

  it("of format 2 has the same positions, and who played each entry", async () => {
    const witnessed = witnessedRecord({ game: name, drawAfter: 40 });
    const replay = await readReplay(textOf(witnessed));
    expect(replay.entries).toEqual(witnessed.entries);
    expect(replay.entries[6]).toMatchObject({ n: 7, by: "clock" });
    expect(replay.seats[0]?.key).toBe(witnessed.header.seats[0]?.key);
    const game = games[name] as Game<GameTypes>;
    const start = game.setup(witnessed.header.options, 2, witnessed.end.seed);
    const events = witnessed.entries.slice(0, 9).flatMap((entry) => entry.events as { type: string }[]);
    const state = events.reduce((before, event) => game.evolve(before, event), start);
    expect(replay.view(9, null)).toEqual(game.view(state, "public"));
  });

  it("that ended in a draw waits for no seat at its end", async () => {
    const outcome = { by: "draw", winner: null };
    const entries = parts.entries.slice(0, 3);
    const replay = await readReplay(textOf({ ...parts, entries, end: { ...parts.end, outcome } }));
    expect(replay.outcome).toEqual(outcome);
    expect(replay.awaiting(2)).not.toEqual([]);
    expect(replay.awaiting(3)).toEqual([]);
  });

  it("goes back as well as on", async () => {
    const [one, other] = [await readReplay(textOf(parts)), await readReplay(textOf(parts))];
    one.view(parts.entries.length, null);
    expect(one.view(3, null)).toEqual(other.view(3, null));
  });
});

describe("a text that is no record of ours", () => {
  const parts = easyRecord("tieqchieq", 2);
  const { header, entries, end } = parts;
  const witnessed = witnessedRecord({ game: "tieqchieq", drawAfter: 4 });

  it.each([
    ["unreadable", ""],
    ["unreadable", textOf({ ...parts, entries: entries.slice(1) })],
    ["cut", textOf(parts).split("\n").slice(0, -2).join("\n")],
    ["cut", textOf(witnessed).split("\n").slice(0, -2).join("\n")],
    ["unreadable", `${textOf(witnessed)}{}`],
    ["unreadable", textOf(witnessed).replace(",", ", ")],
    ["unknown-game", textOf({ header: { ...header, game: "toString" }, entries, end })],
    ["unknown-rules", textOf({ header: { ...header, rules: 999 }, entries, end })],
  ])("is refused: %s", async (code, text) => {
    await expect(readReplay(text)).rejects.toMatchObject({ name: "Refusal", code });
  });

  it("has no position before the beginning or after the end", async () => {
    const replay = await readReplay(textOf(parts));
    expect(() => replay.view(-1, null)).toThrow(RangeError);
    expect(() => replay.view(entries.length + 1, null)).toThrow(RangeError);
  });
});

describe("a review of a record", () => {
  const parts = easyRecord("tieqchieq", 2);

  it("knows more with each step, and all in the end", async () => {
    let step = 0;
    const steps = [
      ...(await reviewRecord(textOf(parts), { spent: () => step++ / 80, random: (n) => step % n })),
    ];
    expect(steps[0]?.positions[0]?.n).toBe(0);
    expect(steps.at(-1)?.positions.at(-1)?.n).toBe(parts.entries.length);
    expect(steps.at(-1)?.swings.length).toBeGreaterThan(0);
  });

  it.each([
    ["unreadable", "no record"],
    ["cut", textOf(parts).split("\n").slice(0, 5).join("\n")],
    ["unknown-game", textOf({ ...parts, header: { ...parts.header, game: "nim" } })],
  ])("is refused as %s", async (code, text) => {
    await expect(reviewRecord(text, { spent: () => 1 })).rejects.toMatchObject({ code });
  });
});

describe("a line of a study", () => {
  const parts = easyRecord("tieqchieq", 2);
  const by = { player: "V1StGXR8Z5jd", name: "Ana" };
  const [first] = parts.entries;
  const step = { id: "step00000001", seat: first?.seat ?? "", command: first?.command as { type: string } };
  const branch = { id: "b1", from: { line: "", n: 0 }, seed: "a1".repeat(32), steps: [step], by };

  it("is the match itself, or a branch with positions of its own", async () => {
    const replay = await readReplay(textOf(parts));
    expect(replay.line("", [])).toBe(replay);
    const line = replay.line("b1", [branch]);
    expect(line.entries).toMatchObject([{ n: 1, seat: first?.seat, command: first?.command }]);
    expect(line.view(0, null)).toEqual(replay.view(0, null));
    const [awaited] = line.awaiting(1);
    expect(line.legal(1, awaited?.seat as never).length).toBeGreaterThan(0);
    expect(() => line.view(2, null)).toThrow(RangeError);
  });

  it.each([
    ["that is not there", "b2", [branch]],
    ["with an illegal step", "b1", [{ ...branch, steps: [{ ...step, command: { type: "no-such" } }] }]],
    ["from a position that is not there", "b1", [{ ...branch, from: { line: "", n: 9_999 } }]],
  ])("%s is refused as unknown-position", async (_, id, branches) => {
    const replay = await readReplay(textOf(parts));
    expect(() => replay.line(id, branches)).toThrow(expect.objectContaining({ code: "unknown-position" }));
    const estimate = estimatePosition(textOf(parts), { line: id, n: 1 }, branches, { spent: () => 1 });
    await expect(estimate).rejects.toMatchObject({ code: "unknown-position" });
  });

  it.each([-1, 0.5, Number.NaN, 99_999])("%s is no position to estimate", async (n) => {
    const estimate = estimatePosition(textOf(parts), { line: "", n }, [], { spent: () => 1 });
    await expect(estimate).rejects.toMatchObject({ code: "unknown-position" });
  });

  it("has legal commands where a seat is awaited, in the match too", async () => {
    const replay = await readReplay(textOf(parts));
    for (const n of [0, 5, 10]) {
      const [awaited] = replay.awaiting(n);
      const seat = awaited?.seat ?? "red";
      expect(replay.legal(n, seat as never)).toContainEqual(parts.entries[n]?.command);
    }
  });

  it("has the chances of its positions, which get better with each step", async () => {
    let steps = 0;
    const position = { line: "b1", n: 1 };
    const options = { spent: () => (steps += 0.1), random: (n: number) => Math.floor(n / 2) };
    const known = [...(await estimatePosition(textOf(parts), position, [branch], options))];
    expect(known.length).toBeGreaterThan(3);
    const margins = known.map(({ chances }) =>
      Math.max(...Object.values(chances).map(({ margin }) => margin)),
    );
    expect(margins.at(-1)).toBeLessThan(margins[0] ?? 0);
  });
});
