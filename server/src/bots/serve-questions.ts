import { createContext, Script } from "node:vm";
import type { Answer, BotError, Found, Message, Question } from "./question.ts";

/**
 * Answers the questions of the process that forked this one, until that process is gone or a question's `timeout` is over.
 * SIGINT and SIGTERM are ignored: terminals and supervisors send them to the server's children too, which it needs until
 * its matches are settled.
 */
export function serveQuestions(find: (question: Question) => Found): void {
  process.on("disconnect", () => process.exit());
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  const send = (message: Message): void => void process.send?.(message);
  process.on("message", (question: Question) => send(answer(find, question)));
  // The server may have ended while this process started.
  if (process.connected) send("ready");
  else process.exit();
}

function answer(find: (question: Question) => Found, question: Question): Answer {
  try {
    return runWithin(question.timeout, () => find(question));
  } catch (error) {
    if (isTimeout(error)) process.exit(1);
    return { error: describe(error) };
  }
}

const task = createContext({ run: (): unknown => undefined });
const script = new Script("run()");

/**
 * Calls a function, and interrupts it after `ms` with `ERR_SCRIPT_EXECUTION_TIMEOUT`, even in an endless loop: a process
 * in one hears neither timers nor that its server is gone.
 */
function runWithin<T>(ms: number, run: () => T): T {
  task["run"] = run;
  return script.runInContext(task, { timeout: ms }) as T;
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}

function describe(error: unknown): BotError {
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  return { message, stack };
}
