import { readOptions } from "@flower-war/rules";
import { flowerWar, type State } from "@flower-war/rules/flower-war";
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { Thinkers, type Thinking } from "../src/bots/thinkers.ts";

const SILENT = pino({ level: "silent" });
const BAD = new URL("support/bad-thinker.ts", import.meta.url).href;

let thinkers: Thinkers | undefined;
afterEach(() => thinkers?.stop());

function open(thinking: Partial<Thinking> = {}, worker?: string): Thinkers {
  thinkers = new Thinkers({ time: 10, patience: 20_000, ...thinking }, SILENT, worker);
  return thinkers;
}

/** A state of two seats in which east may offer. */
function offering(): State {
  const read = readOptions(flowerWar, {});
  if (read.options === undefined) throw new Error("the game has options of its own");
  let state = flowerWar.setup(read.options, 2, "42".repeat(32));
  while (state.table.awaiting?.decision !== "sacrifice") {
    const seat = state.table.awaiting?.seat ?? "east";
    const { events = [] } = flowerWar.decide(state, seat, flowerWar.fallback(state, seat));
    state = events.reduce((before, event) => flowerWar.evolve(before, event), state);
  }
  return state;
}

describe("thinking in threads", () => {
  test.each(["flower-war", "mexica"] as const)("answers with a command that is legal in %s", async (game) => {
    const state = offering();
    const seat = state.table.awaiting?.seat ?? "east";
    const command = await open().think(game, "skilled", flowerWar.view(state, seat));
    expect(flowerWar.legal(flowerWar.view(state, seat), seat)).toContainEqual(command);
  });

  test("leaves the server's loop free meanwhile", async () => {
    const state = offering();
    const view = flowerWar.view(state, state.table.awaiting?.seat ?? "east");
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 5);
    await open({ time: 500 }).think("flower-war", "skilled", view);
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(10);
  });

  test.each(["crash", "throw"])("says so when a thread does %s, and goes on with the next", async (does) => {
    const pool = open({}, BAD);
    expect(await pool.think("flower-war", "skilled", { does })).toBeNull();
    expect(await pool.think("flower-war", "skilled", { does: "pass" })).toEqual({ type: "pass" });
  });

  test("gives up a thought that does not end, and goes on with the next", async () => {
    const pool = open({ patience: 500 }, BAD);
    expect(await pool.think("flower-war", "skilled", { does: "never end" })).toBeNull();
    await pool.stop();
    expect(await open({}, BAD).think("flower-war", "skilled", { does: "pass" })).toEqual({ type: "pass" });
  });

  test("gives up at once when too many wait already", async () => {
    const pool = open({}, BAD);
    const stuck = Array.from({ length: 80 }, () =>
      pool.think("flower-war", "skilled", { does: "never end" }),
    );
    expect(await Promise.race(stuck)).toBeNull();
    await pool.stop();
    expect(await Promise.all(stuck)).toEqual(stuck.map(() => null));
  });

  test("says so when it is asked after its end", async () => {
    const pool = open({}, BAD);
    await pool.stop();
    expect(await pool.think("flower-war", "skilled", { does: "pass" })).toBeNull();
  });
});
