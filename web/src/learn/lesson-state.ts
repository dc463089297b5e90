import { type ScriptCommand, type Frame, isSame, type Play, playScript } from "./script.ts";
import { STEPS } from "./steps/index.ts";
import type { Step } from "./steps/step.ts";

/** Where a learner is in the lesson. */
export interface LessonState {
  /** The index of the step, from 0; the number of steps: the lesson is over. */
  readonly step: number;
  /** The moment that is shown. Before the step's own moment the partner still plays. */
  readonly frame: number;
  /** How often the learner tried something else at this step. */
  readonly missed: number;
}

/** What a learner does. */
export type LessonAction =
  /** They touched what is highlighted, or let themselves be shown. */
  | { readonly type: "touch" }
  /** They did something that the rules allow; the step may ask for it. */
  | { readonly type: "command"; readonly command: ScriptCommand }
  /** They pressed something beside what is highlighted. */
  | { readonly type: "miss" }
  | { readonly type: "back" }
  /** The time of a moment is over. */
  | { readonly type: "tick" }
  | { readonly type: "begin" };

/** The lesson as it is played by the rules. */
export const PLAY: Play = playScript(STEPS);

/** The number of steps, which is also the index of the summary after the last one. */
export const END = STEPS.length;

/** Returns the moment at which a step stands. */
export function frameOf(step: number): number {
  return PLAY.starts[step] ?? PLAY.frames.length - 1;
}

/** Returns a moment of the lesson. @throws RangeError if there is none */
export function frameAt(index: number): Frame {
  const frame = PLAY.frames[index];
  if (frame === undefined) throw new RangeError(`the lesson has no moment ${index}`);
  return frame;
}

/** Whether the partner is still playing before this step. */
export const isPartnerPlaying = ({ step, frame }: LessonState): boolean => frame < frameOf(step);

/** Returns the beginning of a step. @param id an unknown one: the first step; `null`: the end */
export function atStep(id: string | null): LessonState {
  const step =
    id === null
      ? END
      : Math.max(
          0,
          STEPS.findIndex((each) => each.id === id),
        );
  return { step, frame: frameOf(step), missed: 0 };
}

/** Returns the id of the step that a learner is at; `null`: the lesson is over. */
export const idOf = ({ step }: LessonState): string | null => STEPS[step]?.id ?? null;

/** Returns where a learner is after they did something. What the step does not ask for changes nothing. */
export function reduceLesson(state: LessonState, action: LessonAction): LessonState {
  const step = STEPS[state.step];
  switch (action.type) {
    case "begin":
      return atStep(STEPS[0]?.id ?? null);
    case "back":
      return atStep(STEPS[Math.max(0, state.step - 1)]?.id ?? null);
    case "tick":
      return isPartnerPlaying(state) ? { ...state, frame: state.frame + 1 } : state;
    case "miss":
      return miss(state);
    case "touch":
      return step === undefined || isPartnerPlaying(state) ? state : goOn(state);
    case "command":
      return asksFor(step, action.command) && !isPartnerPlaying(state) ? goOn(state) : miss(state);
  }
}

function asksFor(step: Step | undefined, command: ScriptCommand): boolean {
  return step?.command !== undefined && isSame(step.command, command);
}

/** The next step. What the learner did is seen at once; what the partner does then comes moment by moment. */
function goOn({ step, frame }: LessonState): LessonState {
  const next = step + 1;
  return { step: next, frame: Math.min(frame + 1, frameOf(next)), missed: 0 };
}

function miss(state: LessonState): LessonState {
  return isPartnerPlaying(state) ? state : { ...state, missed: state.missed + 1 };
}
