import { browserStorage, tabStorage } from "../base/storage.ts";

/** How far this browser has come with the lesson. */
interface LessonProgress {
  /** The id of the step; `null`: the lesson was finished. */
  readonly step: string | null;
  /** Whether the learner said that they know it already. */
  readonly skipped: boolean;
}

const KEY = "flower-war/lesson";
const OPEN = "flower-war/lesson-open";

/** `null`: it was not begun in this browser. */
export function lessonProgress(): LessonProgress | null {
  try {
    const stored: unknown = JSON.parse(browserStorage.read(KEY) ?? "null");
    return isLessonProgress(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Remembers how far the learner is. */
export function rememberProgress(news: LessonProgress): void {
  browserStorage.write(KEY, JSON.stringify(news));
}

/** Whether the lesson is open in this tab: true in a reload, false for who left and came back. */
export const isLessonOpen = (): boolean => tabStorage.read(OPEN) !== null;

/** Marks the lesson as open in this tab; returns the function that marks it as left. */
export function openLesson(): () => void {
  tabStorage.write(OPEN, "yes");
  return () => tabStorage.remove(OPEN);
}

function isLessonProgress(value: unknown): value is LessonProgress {
  if (typeof value !== "object" || value === null) return false;
  const step: unknown = Reflect.get(value, "step");
  return (typeof step === "string" || step === null) && typeof Reflect.get(value, "skipped") === "boolean";
}
