import { lessonProgress } from "./lesson-memory.ts";
import { rememberedName } from "./memory.ts";

/** Whether this browser remembers nothing of a person who has played or learned here. */
export function isNewcomer(): boolean {
  return rememberedName() === "" && lessonProgress() === null;
}
