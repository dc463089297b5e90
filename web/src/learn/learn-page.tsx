import { useState } from "react";
import { isLessonOpen, lessonProgress } from "../session/memory.ts";
import { atStep, type LessonState } from "./lesson-state.ts";
import { useLesson } from "./load-lesson.ts";
import { Lesson } from "./lesson.tsx";
import { STEPS } from "./steps/index.ts";
import { WelcomeBack } from "./welcome-back.tsx";

/** The five-minute first match. A reload goes on at the same step; who comes back later is asked. */
export function LearnPage() {
  useLesson();
  const [begin, setBegin] = useState(whereToBegin);
  if (begin === null) {
    return <WelcomeBack step={lessonProgress()?.step ?? null} onGoOn={(id) => setBegin(atStep(id))} />;
  }
  return <Lesson begin={begin} />;
}

/** Returns where the learner comes in; `null`: they are asked. */
function whereToBegin(): LessonState | null {
  const known = lessonProgress();
  const first = STEPS[0]?.id ?? null;
  if (known === null || known.step === first) return atStep(first);
  return isLessonOpen() ? atStep(known.step) : null;
}
