import { describe, expect, test } from "vitest";
import {
  atStep,
  END,
  idOf,
  isPartnerPlaying,
  type LessonState,
  PLAY,
  reduceLesson,
} from "../src/learn/lesson-state.ts";
import { STEPS } from "../src/learn/steps/index.ts";

describe("a learner", () => {
  /** Does at each step what it asks, and lets the partner play, until the end. */
  function finish(from: LessonState): LessonState {
    let state = from;
    while (state.step < END) {
      const step = STEPS[state.step];
      if (isPartnerPlaying(state)) state = reduceLesson(state, { type: "tick" });
      else if (step?.command !== undefined)
        state = reduceLesson(state, { type: "command", command: step.command });
      else state = reduceLesson(state, { type: "touch" });
    }
    return state;
  }

  test("comes from the first step to the end by doing what is asked", () => {
    const end = finish(atStep("roll"));
    expect(end).toMatchObject({ step: END, frame: PLAY.frames.length - 1 });
    expect(idOf(end)).toBeNull();
  });

  test("a learner who does another legal thing stays at the step and is shown what to do", () => {
    const state = atStep("battle-won");
    expect(reduceLesson(state, { type: "command", command: { type: "sacrifice", god: "tlaloc" } })).toEqual({
      ...state,
      missed: 1,
    });
    expect(reduceLesson(reduceLesson(state, { type: "miss" }), { type: "miss" })).toEqual({
      ...state,
      missed: 2,
    });
  });

  test("sees what the partner does moment by moment, and can do nothing meanwhile", () => {
    const before = atStep("play-card");
    const after = reduceLesson(before, { type: "touch" });
    expect(after).toEqual({ step: before.step + 1, frame: before.frame + 1, missed: 0 });
    expect(isPartnerPlaying(after)).toBe(true);
    expect(reduceLesson(after, { type: "touch" })).toEqual(after);
    expect(reduceLesson(after, { type: "command", command: { type: "roll" } })).toEqual(after);
    const played = [1, 2, 3, 4].map((times) =>
      Array.from({ length: times }).reduce(
        (state: LessonState) => reduceLesson(state, { type: "tick" }),
        after,
      ),
    );
    expect(played.map(isPartnerPlaying)).toEqual([true, true, true, false]);
  });

  test("comes back to the table of the step before, and finds every step again by its id", () => {
    const state = atStep("disc");
    expect(idOf(reduceLesson(state, { type: "back" }))).toBe("disc-roll");
    expect(reduceLesson(atStep("roll"), { type: "back" })).toEqual(atStep("roll"));
    for (const { id } of STEPS) expect(idOf(atStep(id))).toBe(id);
    expect(atStep("of another version")).toEqual(atStep("roll"));
    expect(atStep(null).step).toBe(END);
  });

  test("has at most 12 boxes", () => {
    expect(END).toBeLessThanOrEqual(12);
  });

  test("finds every id once", () => {
    expect(new Set(STEPS.map(({ id }) => id)).size).toBe(END);
  });
});
