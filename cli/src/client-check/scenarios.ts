import { setTimeout as sleep } from "node:timers/promises";
import { PROTOCOL_VERSION } from "@flower-war/protocol";
import { type CheckId, type Judge, requires } from "./checks.ts";
import type { PendingCommand } from "./pending.ts";
import type { Stage } from "./stage.ts";

/** One start of the client, at a server of its own. */
export interface Scenario {
  readonly name: string;
  /** What it checks besides what all do, in its order. */
  readonly checks: readonly CheckId[];
  /** Whether the server is a newer one, with words that nobody knows. */
  readonly isStrange?: true;
  /** Plays it. Rejects with `CheckBroken`. */
  readonly play: (stage: Stage, judge: Judge, printed: () => string) => Promise<void>;
}

/** ms for which a server is down; a client of each door tries at most so often then, and its longest pause is at least so long. */
const DOWN = 4_000;
const MOST_ATTEMPTS = { json: 10, websocket: 16 } as const;
const LONGEST_PAUSE = 500;
/** ms for which a client that was sent away is watched. */
const WATCHED = 3_000;
/** ms beyond the silence that a client may take to come back. */
const GIVING_UP = 15_000;
/** ms that refusals ask to wait, and the share of it after which a client may come: timers are no more precise. */
const WAIT = 400;
const EARLIEST = 0.95;

/** What is played with each client. */
export const SCENARIOS: readonly Scenario[] = [
  { name: "a newer server", checks: ["K-6"], isStrange: true, play: playToTheEnd },
  { name: "refusals", checks: ["K-8", "K-9"], play: playRefusals },
  { name: "breaks", checks: ["K-12", "K-8", "K-7", "K-11"], play: playBreaks },
  { name: "silence", checks: ["K-13"], play: playSilence },
  { name: "replaced", checks: ["K-14"], play: playReplaced },
  { name: "too old", checks: ["K-15"], play: playTooOld },
];

async function playToTheEnd(stage: Stage, judge: Judge): Promise<void> {
  while (stage.story.next !== null) {
    const command = await stage.command("K-6");
    command.accept();
    stage.viewer?.tellUnknown();
    stage.playOn();
  }
  judge.pass("K-6");
}

async function playRefusals(stage: Stage, judge: Judge): Promise<void> {
  let command = await begin(stage);
  for (const code of ["too-many-messages", "unavailable"]) {
    const refusedAt = performance.now();
    command.refuse({ code, wait: WAIT });
    const again = await stage.command("K-8");
    const after = again.at - refusedAt;
    requires(
      "K-8",
      after >= WAIT * EARLIEST,
      `it came ${Math.round(after)} ms after \`${code}\` with a wait of ${WAIT}`,
    );
    const isSameId = again.id === command.id || stage.door === "websocket";
    requires("K-8", isSameId, `after \`${code}\` it sent its command under another id`);
    command = again;
  }
  judge.pass("K-8");
  command.accept();
  (await stage.command("K-9")).refuse({ code: "eclipse" });
  // A client that waits for news after a refusal gets some, when it has read the refusal.
  await sleep(WAIT);
  stage.viewer?.tellAgain(stage.story.step);
  (await stage.command("K-9")).accept();
  stage.playOn();
  (await stage.command("K-9")).accept();
  judge.pass("K-9");
}

async function playBreaks(stage: Stage, judge: Judge): Promise<void> {
  const lost = await begin(stage);
  stage.lose(lost);
  stage.goDown();
  await until(stage, () => stage.attempts.length > 0);
  const [first = 0] = stage.attempts;
  await sleep(first + DOWN - performance.now());
  judgeAttempts(stage);
  stage.isDown = false;
  const early = await stage.comesBack("K-12");
  const refusedAt = performance.now();
  early.refuse({ code: "unavailable", wait: WAIT });
  const back = await stage.comesBack("K-12");
  const after = back.at - refusedAt;
  judge.pass("K-12");
  requires(
    "K-8",
    after >= WAIT * EARLIEST,
    `it came back ${Math.round(after)} ms after \`unavailable\` with a wait of ${WAIT}`,
  );
  judge.pass("K-8");
  back.accept();
  (await stage.command("K-7")).accept();
  judge.pass("K-7");
  const { n } = stage.story;
  stage.breakOff("moved");
  stage.playOn(false);
  const moved = await stage.comesBack("K-11");
  const asksAfter = stage.door === "json" ? moved.after : n;
  requires(
    "K-11",
    asksAfter === n,
    `it asked for what came after ${asksAfter ?? "no entry"}, and its last entry was ${n}`,
  );
  moved.accept();
  (await stage.command("K-11")).accept();
  judge.pass("K-11");
}

function judgeAttempts({ attempts, door }: Stage): void {
  const most = MOST_ATTEMPTS[door ?? "json"];
  const tried = `it tried ${attempts.length} times in ${DOWN / 1000} s`;
  requires("K-12", attempts.length <= most, `${tried}, not ${most} times at most`);
  const longest = Math.max(...attempts.map((at, i) => (attempts[i + 1] ?? Number.POSITIVE_INFINITY) - at));
  requires("K-12", longest >= LONGEST_PAUSE, `${tried}, at most ${Math.round(longest)} ms apart`);
}

async function playSilence(stage: Stage, judge: Judge): Promise<void> {
  (await begin(stage)).accept();
  const unanswered = await stage.command("K-13");
  stage.isHeld = true;
  stage.viewer?.mute();
  (await stage.comesBack("K-13", stage.silence + Math.min(stage.patience, GIVING_UP))).accept();
  unanswered.accept();
  stage.playOn();
  (await stage.command("K-13")).accept();
  judge.pass("K-13");
}

async function playReplaced(stage: Stage, judge: Judge): Promise<void> {
  (await begin(stage)).accept();
  stage.breakOff("replaced");
  requires("K-14", !(await stage.cameBack(WATCHED)), "it took its seat again");
  judge.pass("K-14");
}

async function playTooOld(stage: Stage, judge: Judge, printed: () => string): Promise<void> {
  stage.isHeld = true;
  const supported = { oldest: PROTOCOL_VERSION + 1, newest: PROTOCOL_VERSION + 2 };
  const { item } = await stage.seats.take(stage.patience);
  requires("K-1", item !== undefined, "it asked for no seat");
  item.refuse({ code: "client-too-old", supported });
  const again = await stage.seats.take(WATCHED);
  requires("K-15", again.item === undefined, "it asked for a seat again");
  requires(
    "K-15",
    /too[- ]old|older|outdated|update|upgrade/i.test(printed()),
    "it printed nothing about it",
  );
  judge.pass("K-15");
}

/** Resolves with the client's first command. */
function begin(stage: Stage): Promise<PendingCommand> {
  return stage.command("K-1");
}

/** Waits until something is so, for as long as the client may take. */
async function until(stage: Stage, isSo: () => boolean): Promise<void> {
  const late = performance.now() + stage.patience;
  while (!isSo() && performance.now() < late) await sleep(5);
  requires("K-12", isSo(), "it did not try to come back");
}
