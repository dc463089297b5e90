/* A process that answers orders without worlds (many-runs.test.ts): some seeds end it, or never come to an end. */
import { answerOrders } from "./answer-orders.ts";

const CRASHING = 23;
const KILLED = 24;
const HANGING = 47;
/** The seeds that find something. */
const FINDING = [7, 60];

answerOrders(async (seed) => {
  if (seed === CRASHING) process.exit(7);
  if (seed === KILLED) process.kill(process.pid, "SIGKILL");
  if (seed === HANGING) for (;;);
  const findings = FINDING.includes(seed) ? [{ oracle: "test", text: `seed ${seed}` }] : [];
  return { findings, took: 1, trace: seed, steps: 10, virtual: 1_000, commands: 1 };
});
