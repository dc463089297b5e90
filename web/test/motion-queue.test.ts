import { describe, expect, test } from "vitest";
import type { Motion, Step } from "../src/game-frame/motion/motions.ts";
import { MotionQueue } from "../src/game-frame/motion/queue.ts";
import { ManualTime } from "./support/manual-time.ts";

const tumble: Motion = { type: "tumble", what: "svg", ms: 600 };

/** Steps of 600 ms whose views are named `1a`, `1b` ... */
const steps = (n: number, count: number): Step<string>[] =>
  Array.from({ length: count }, (_, index) => ({
    motions: [tumble],
    ms: 600,
    view: `${n}${String.fromCodePoint(97 + index)}`,
  }));

/** A queue that begins with the view `0`, and what it has shown: views, with the ms of each step. */
function startQueue() {
  const time = new ManualTime();
  const shown: string[] = [];
  const queue: MotionQueue<string> = new MotionQueue(time, { n: 0, view: "0" }, () => {
    const { view, playing } = queue.shown;
    shown.push(playing === null ? view : `${view} ${Math.round(playing.ms)}`);
  });
  const add = (n: number, count: number, deadlineMs: number, speed = 1, turn: number | null = null) =>
    queue.add({ n, steps: steps(n, count), view: String(n), turn }, speed, deadlineMs);
  return { time, queue, shown, add };
}

test("an entry without steps is shown at once", () => {
  const { queue, shown, add } = startQueue();
  add(1, 0, 3000);
  expect(shown).toEqual(["1"]);
  expect(queue.shown).toEqual({ n: 1, view: "1", reached: "1", playing: null });
});

test("steps are shown one after the other, and an entry is reached after its last one", () => {
  const { time, queue, shown, add } = startQueue();
  add(1, 2, 3000);
  add(2, 1, 3000);
  time.pass(1000);
  expect(queue.shown).toMatchObject({ n: 0, view: "1b", reached: "0" });
  time.pass(300);
  expect(queue.shown).toMatchObject({ n: 1, view: "2a", reached: "1" });
  time.pass(500);
  expect(shown).toEqual(["1a 600", "1b 600", "2a 600", "2"]);
});

test("at twice the speed steps take half the time", () => {
  const { time, shown, add } = startQueue();
  add(1, 2, 3000, 2);
  time.pass(600);
  expect(shown).toEqual(["1a 300", "1b 300", "1"]);
});

test("what does not fit is faster, at most threefold; of more the oldest is left out", () => {
  const { time, shown, add } = startQueue();
  add(1, 4, 1200);
  time.pass(1200);
  expect(shown.splice(0)).toEqual(["1a 300", "1b 300", "1c 300", "1d 300", "1"]);
  add(2, 10, 1000);
  time.pass(1000);
  expect(shown).toEqual(["2f 200", "2g 200", "2h 200", "2i 200", "2j 200", "2"]);
});

test("what was behind and has caught up is shown at the viewer's speed again", () => {
  const { time, shown, add } = startQueue();
  add(1, 4, 1200);
  time.pass(600);
  add(2, 2, 5000);
  time.pass(2000);
  expect(shown).toEqual(["1a 300", "1b 300", "1c 300", "1d 300", "2a 600", "2b 600", "2"]);
});

test("a later entry with more time takes none from the one before it", () => {
  const { time, queue, add } = startQueue();
  add(1, 2, 600);
  add(2, 4, 10_000);
  time.pass(600);
  expect(queue.shown.n).toBe(1);
});

test("a step for which late timers have left no time is left out", () => {
  const { time, queue, shown, add } = startQueue();
  add(1, 3, 900);
  time.passLate(1000);
  expect(shown).toEqual(["1a 300", "1"]);
  expect(queue.shown.playing).toBeNull();
});

test("without any time what is known is shown at once", () => {
  const { queue, add } = startQueue();
  add(1, 2, 3000);
  add(2, 2, 0);
  expect(queue.shown).toEqual({ n: 2, view: "2", reached: "2", playing: null });
});

test("a jump forgets what was still to be shown", () => {
  const { time, queue, shown, add } = startQueue();
  add(1, 2, 3000);
  queue.jump(7, "7");
  time.pass(3000);
  expect(shown).toEqual(["1a 600", "7"]);
  expect(queue.shown).toEqual({ n: 7, view: "7", reached: "7", playing: null });
  queue.refresh("7 again");
  add(8, 1, 3000);
  time.pass(600);
  expect(shown.slice(2)).toEqual(["7 again", "8a 600", "8"]);
});

test("a newer view of the latest entry is what it ends with", () => {
  const { time, queue, shown, add } = startQueue();
  add(1, 1, 3000);
  queue.refresh("1 again");
  time.pass(600);
  queue.refresh("1 once more");
  expect(shown).toEqual(["1a 600", "1 again", "1 once more"]);
});

describe("a turn that is over", () => {
  test("stays in sight for its time before anything else moves", () => {
    const { time, shown, add } = startQueue();
    add(1, 1, 4000, 1, 1200);
    add(2, 1, 4000, 1, 1200);
    add(3, 0, 4000);
    time.pass(5000);
    expect(shown).toEqual(["1a 600", "1 600", "2a 600", "2 600", "3"]);
  });

  test("stays no longer than that since the one before it was over", () => {
    const { time, shown, add } = startQueue();
    add(1, 1, 4000, 1, 1200);
    time.pass(1500);
    add(2, 1, 4000);
    time.pass(600);
    expect(shown).toEqual(["1a 600", "1", "2a 600", "2"]);
  });

  test("began with the end of the viewer's own turn, or with a jump, however long that took", () => {
    for (const own of ["turn", "jump"]) {
      const { time, queue, shown, add } = startQueue();
      time.pass(10_000);
      if (own === "turn") add(1, 0, 4000, 1, 0);
      else queue.jump(1, "1");
      add(2, 1, 4000, 1, 1200);
      add(3, 1, 4000);
      time.pass(1800);
      expect(shown, own).toEqual(["1", "2a 600", "2 600", "3a 600", "3"]);
    }
  });

  test("yields to what is due, which comes in time", () => {
    const { time, queue, shown, add } = startQueue();
    add(1, 1, 4000, 1, 1200);
    add(2, 1, 4000, 1, 1200);
    time.pass(700);
    expect(queue.shown).toMatchObject({ n: 1, view: "1" });
    add(3, 2, 1400);
    time.pass(1400);
    expect(queue.shown).toMatchObject({ n: 3, playing: null });
    expect(shown.filter((view) => /[ab]/.test(view))).toEqual(["1a 600", "2a 467", "3a 467", "3b 467"]);
  });
});

describe("a pause", () => {
  test("lets the current step end, and shows nothing more until it goes on", () => {
    const { time, queue, shown, add } = startQueue();
    add(1, 2, Number.POSITIVE_INFINITY);
    queue.pause();
    expect(shown.splice(0)).toEqual(["1a 600", "1a 600"]);
    time.pass(10_000);
    expect(shown.splice(0)).toEqual(["0"]);
    expect([queue.isPaused, queue.isIdle]).toEqual([true, false]);
    queue.resume();
    time.pass(600);
    expect(shown).toEqual(["1b 600", "1"]);
    expect([queue.isPaused, queue.isIdle]).toEqual([false, true]);
  });

  test("is gone through entry by entry", () => {
    const { time, queue, add } = startQueue();
    queue.pause();
    for (const n of [1, 2, 3]) add(n, 1, Number.POSITIVE_INFINITY, 1, 1200);
    for (const n of [1, 2, 3]) {
      expect(queue.shown).toMatchObject({ n: n - 1, playing: null });
      queue.step();
      time.pass(600);
      expect(queue.shown).toMatchObject({ n, playing: null });
      expect(queue.isPaused).toBe(true);
    }
  });

  test("stays when there is nothing to step to", () => {
    const { queue, add } = startQueue();
    queue.pause();
    queue.step();
    expect(queue.isPaused).toBe(true);
    add(1, 1, Number.POSITIVE_INFINITY);
    expect(queue.shown).toMatchObject({ n: 0, playing: null });
  });

  test("ends with a jump", () => {
    const { time, queue, add } = startQueue();
    queue.pause();
    add(1, 1, Number.POSITIVE_INFINITY);
    queue.jump(1, "1");
    add(2, 1, 4000);
    time.pass(600);
    expect(queue.shown).toMatchObject({ n: 2, playing: null });
  });
});
