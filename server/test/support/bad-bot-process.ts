/** A bot process that does what the view says instead of thinking. */
import { serveQuestions } from "../../src/bots/serve-questions.ts";

const DEEDS: { readonly [does: string]: (time: number) => unknown } = {
  pass: () => "pass",
  "tell its time": (time) => time,
  "tell its id": () => process.pid,
  "tell its environment": () => Object.keys(process.env),
  "die of SIGSEGV": () => killSelf("SIGSEGV"),
  "die of SIGKILL": () => killSelf("SIGKILL"),
  "run out of memory": () => {
    for (const hoard: unknown[] = []; ; ) hoard.push(Array.from({ length: 1_000 }, (_, i) => ({ i })));
  },
  exit: () => process.exit(3),
  "answer rubbish": () => process.send?.({ command: "pass" }),
  throw: () => {
    throw new Error("no idea");
  },
  "never end": () => {
    for (;;);
  },
};

function killSelf(signal: NodeJS.Signals): never {
  process.kill(process.pid, signal);
  for (;;);
}

serveQuestions(({ view, time }) => {
  const { does } = view as { does: string };
  return { command: { type: JSON.stringify(DEEDS[does]?.(time)) } };
});
