import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { Autoplay } from "../../../src/match/timing/autoplay.ts";
import { Choice } from "../../../src/match/timing/choice.ts";
import { FakeTime } from "../../support/fake-time.ts";

type Result = "played" | "refused" | Error;

/** An autoplay with a bot delay of 100 ms, for a match that always waits for the bot in seat `b`. */
function setUp(...results: Result[]) {
  const time = new FakeTime();
  const start = time.now();
  /** When moves were tried, ms from the start. The first ones have the given results; later ones are played. */
  const moves: number[] = [];
  /** The number of entries. */
  let n = 0;
  const play = async () => {
    moves.push(time.now() - start);
    const result = results.shift() ?? "played";
    if (result instanceof Error) throw result;
    return result === "played" ? { n: ++n } : { refused: "malformed" };
  };
  const substitute = {
    seat: "b",
    sourceOf: () => "bot" as const,
    delayOf: () => 100,
    chooseFor: (seat: string) =>
      new Choice(seat, n as never, { choose: () => ({ type: "pass" }), think: null, bot: "easy" }),
    isOpen: ({ state }: Choice) => (state as unknown) === n,
    play,
  };
  const autoplay = new Autoplay(substitute, time, pino({ level: "silent" }));
  /** Another seat plays. */
  const change = () => {
    n += 1;
    autoplay.schedule();
  };
  return { time, autoplay, moves, change };
}

describe("autoplay of a bot's seat", () => {
  test("plays after the bot delay, as long as the bot is awaited", async () => {
    const { time, autoplay, moves } = setUp();
    autoplay.schedule();
    await time.pass(300);
    expect(moves).toEqual([100, 200, 300]);
  });

  test("plays the bot delay after the last entry, if another comes meanwhile", async () => {
    const { time, autoplay, moves, change } = setUp();
    autoplay.schedule();
    await time.pass(60);
    change();
    await time.pass(100);
    expect(moves).toEqual([160]);
  });

  test("plays no later because something changed that is no entry", async () => {
    const { time, autoplay, moves } = setUp();
    autoplay.schedule();
    await time.pass(60);
    autoplay.schedule();
    await time.pass(40);
    expect(moves).toEqual([100]);
  });

  test("retries a failed move after 0.5 s, doubled each time, and then plays as before", async () => {
    const failure = new Error("the disk is busy");
    const { time, autoplay, moves } = setUp(failure, failure, failure, "played", failure);
    autoplay.schedule();
    await time.pass(4200);
    expect(moves).toEqual([100, 600, 1600, 3600, 3700, 4200]);
  });

  test("retries at least every 30 s", async () => {
    const { time, autoplay, moves } = setUp(
      ...Array.from({ length: 20 }, () => new Error("the disk is full")),
    );
    autoplay.schedule();
    await time.pass(300_000);
    const [last = 0, before = 0] = moves.toReversed();
    expect(last - before).toBe(30_000);
  });

  test("does not retry a refused move before the match changes", async () => {
    const { time, autoplay, moves } = setUp("refused");
    autoplay.schedule();
    await time.pass(100_000);
    expect(moves).toEqual([100]);
    autoplay.schedule();
    await time.pass(100);
    expect(moves).toEqual([100, 100_100]);
  });

  test("plays nothing once it is stopped", async () => {
    const { time, autoplay, moves } = setUp(new Error("the disk is full"));
    autoplay.schedule();
    await time.pass(100);
    autoplay.stop();
    await time.pass(100_000);
    expect(moves).toEqual([100]);
  });
});
