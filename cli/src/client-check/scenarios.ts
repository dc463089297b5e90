import { setTimeout as sleep } from "node:timers/promises";
import { PROTOCOL_VERSION } from "@flower-war/protocol";
import { type CheckId, type Judge, requires } from "./checks.ts";
import type { PendingCommand, PendingReturn, Refused } from "./pending.ts";
import type { Stage } from "./stage.ts";

/** One start of the client, at a server of its own. */
export interface Scenario {
  readonly name: string;
  /** Its checks besides those of all scenarios, in its order. */
  readonly checks: readonly CheckId[];
  /** Whether the server is a newer one, with words that no client knows. */
  readonly isStrange?: true;
  /** Plays it. Rejects with `CheckBroken`. */
  readonly play: (stage: Stage, judge: Judge, printed: () => string) => Promise<void>;
}

/** ms for which a server is down; a client of each door tries at most so often then, and its longest pause is at least so long. */
const DOWN = 12_000;
const MOST_ATTEMPTS = { json: 14, websocket: 28 } as const;
const LONGEST_PAUSE = 500;
/** ms between two looks at the time, and the most that counts of one interval: a check that stands still keeps its clients waiting. */
const TICK = 20;
const LONGEST_TICK = 100;
/** ms beyond the silence that a client may take to come back, and for which a dismissed client is watched. */
const GIVING_UP = 15_000;
/** ms that refusals ask to wait, and the share of it after which a client may come: timers are no more precise. */
const WAIT = 400;
const EARLIEST = 0.95;

/** The scenarios for each client. */
export const SCENARIOS: readonly Scenario[] = [
  { name: "a newer server", checks: ["K-6"], isStrange: true, play: playToTheEnd },
  { name: "refusals", checks: ["K-8", "K-9"], play: playRefusals },
  { name: "breaks", checks: ["K-12", "K-8", "K-7", "K-11"], play: playBreaks },
  { name: "silence on its turn", checks: ["K-13"], play: playSilence },
  { name: "silence on the other's turn", checks: ["K-13"], play: playIdleSilence },
  { name: "replaced", checks: ["K-14"], play: playReplaced },
  { name: "too old", checks: ["K-15"], play: playTooOld },
  { name: "too old when it comes back", checks: ["K-15"], play: playTooOldOnReturn },
];

/** What no client is that speaks this version of the protocol. */
const TOO_OLD: Refused = {
  code: "client-too-old",
  supported: { oldest: PROTOCOL_VERSION + 1, newest: PROTOCOL_VERSION + 2 },
};

async function playToTheEnd(stage: Stage, judge: Judge): Promise<void> {
  while (stage.story.next !== null) {
    const command = await stage.command("K-6", "it was told what only a newer server has");
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
    const again = await stage.command("K-8", `\`${code}\` with a wait of ${WAIT} ms`);
    const after = again.at - refusedAt;
    requires(
      "K-8",
      after >= WAIT * EARLIEST,
      `it sent its command again ${Math.round(after)} ms after \`${code}\` with a wait of ${WAIT} ms`,
    );
    // The other is refused before anything is done with it.
    const isSameId = again.id === command.id || code !== "unavailable" || stage.door === "websocket";
    requires("K-8", isSameId, `after \`${code}\` it sent its command under another id`);
    command = again;
  }
  judge.pass("K-8");
  command.accept();
  (await stage.command("K-9", "its command was played")).refuse({ code: "eclipse" });
  // A client that waits for news after a refusal gets some, when it has read the refusal.
  await sleep(WAIT);
  stage.viewer?.tellAgain(stage.story.step);
  (await stage.command("K-9", "a refusal with the code `eclipse`, and news of the match")).accept();
  stage.playOn();
  (await stage.command("K-9", "the other player's turn")).accept();
  judge.pass("K-9");
}

async function playBreaks(stage: Stage, judge: Judge): Promise<void> {
  const lost = await begin(stage);
  stage.lose(lost);
  stage.goDown();
  const isBack = await stage.holds(() => stage.attempts.length > 0);
  const cut = "its connection was cut";
  requires("K-12", isBack, `it did not ask for ${stage.wanted} again after ${cut}: ${stage.silenceReason}`);
  const wentDown = performance.now();
  await sleepWithoutStalls(DOWN);
  judgeAttempts(stage, performance.now() - wentDown);
  stage.isDown = false;
  const early = await stage.comesBack("K-12", `the server had not answered for ${DOWN / 1000} s`);
  judge.pass("K-12");
  const refusedAt = performance.now();
  early.refuse({ code: "unavailable", wait: WAIT });
  const back = await stage.comesBack("K-8", `\`unavailable\` with a wait of ${WAIT} ms`);
  const after = back.at - refusedAt;
  requires(
    "K-8",
    after >= WAIT * EARLIEST,
    `it asked for ${stage.wanted} again ${Math.round(after)} ms after \`unavailable\` with a wait of ${WAIT} ms`,
  );
  judge.pass("K-8");
  back.accept();
  (await stage.command("K-7", "it was back, with a command that had no answer")).accept();
  judge.pass("K-7");
  const { n } = stage.story;
  stage.breakOff("moved");
  stage.playOn(false);
  const moved = await stage.comesBack("K-11", "`moved`");
  const asksAfter = stage.door === "json" ? moved.after : n;
  requires(
    "K-11",
    asksAfter === n,
    `it asked for its stream ${asksAfter === null ? "without `?after=`" : `with \`?after=${asksAfter}\``}, and its last entry was ${n}`,
  );
  moved.accept();
  (await stage.command("K-11", "it was back, on its turn")).accept();
  judge.pass("K-11");
}

/** Resolves when `ms` have passed, without times in which the check itself stood still. */
async function sleepWithoutStalls(ms: number): Promise<void> {
  for (let left = ms, last = performance.now(); left > 0; ) {
    await sleep(TICK);
    const now = performance.now();
    left -= Math.min(now - last, LONGEST_TICK);
    last = now;
  }
}

/** @param ms for which it was down: longer than `DOWN` if the check stood still meanwhile */
function judgeAttempts({ attempts, door }: Stage, ms: number): void {
  const most = Math.round((MOST_ATTEMPTS[door ?? "json"] * ms) / DOWN);
  const tried = `it tried ${attempts.length} times in ${Math.round(ms / 1000)} s`;
  requires(
    "K-12",
    attempts.length <= most,
    `${tried} while the server did not answer, not ${most} times at most`,
  );
  const longest = Math.max(...attempts.map((at, i) => (attempts[i + 1] ?? performance.now()) - at));
  const close = `${tried}, at most ${Math.round(longest)} ms apart, and never waited ${LONGEST_PAUSE} ms`;
  requires("K-12", longest >= LONGEST_PAUSE, close);
}

async function playSilence(stage: Stage, judge: Judge): Promise<void> {
  (await begin(stage)).accept();
  const unanswered = await stage.command("K-1", "its command was played");
  const back = await fallSilent(stage, "");
  back.accept();
  unanswered.accept();
  await playAfterSilence(stage, judge);
}

async function playIdleSilence(stage: Stage, judge: Judge): Promise<void> {
  await playToOthersTurn(stage);
  const back = await fallSilent(stage, ", on the other player's turn");
  back.accept();
  await playAfterSilence(stage, judge);
}

/** Tells the client nothing more. Resolves when it comes back. @param when it was, for the reason */
function fallSilent(stage: Stage, when: string): Promise<PendingReturn> {
  stage.isHeld = true;
  stage.viewer?.mute();
  const silent = `it had been told nothing for ${stage.silence / 1000} s${when}`;
  return stage.comesBack("K-13", silent, stage.silence + GIVING_UP);
}

async function playAfterSilence(stage: Stage, judge: Judge): Promise<void> {
  stage.playOn();
  (await stage.command("K-13", "it was back from the silence, on its turn")).accept();
  judge.pass("K-13");
}

async function playReplaced(stage: Stage, judge: Judge): Promise<void> {
  await playToOthersTurn(stage);
  stage.breakOff("replaced");
  requires("K-14", !(await stage.asksAgain(GIVING_UP)), `it asked for ${stage.wanted} again`);
  judge.pass("K-14");
}

async function playTooOld(stage: Stage, judge: Judge, printed: () => string): Promise<void> {
  stage.isHeld = true;
  const { item } = await stage.seats.take(stage.patience);
  requires("K-1", item !== undefined, `it asked for no seat: ${stage.silenceReason}`);
  item.refuse(TOO_OLD);
  const again = await stage.seats.take(GIVING_UP);
  requires("K-15", again.item === undefined, "it asked for a seat again after `client-too-old`");
  judgeTooOld(judge, printed());
}

async function playTooOldOnReturn(stage: Stage, judge: Judge, printed: () => string): Promise<void> {
  await playToOthersTurn(stage);
  stage.breakOff("moved");
  (await stage.comesBack("K-11", "`moved`")).refuse(TOO_OLD);
  const asksAgain = await stage.asksAgain(GIVING_UP);
  requires("K-15", !asksAgain, `it asked for ${stage.wanted} again after \`client-too-old\``);
  judgeTooOld(judge, printed());
}

function judgeTooOld(judge: Judge, printed: string): void {
  const says = /too[- ]old|older|outdated|update|upgrade/i.test(printed);
  requires("K-15", says, `it printed ${lastLine(printed)}, and not that it is too old`);
  judge.pass("K-15");
}

/** Resolves with the client's first command. */
function begin(stage: Stage): Promise<PendingCommand> {
  return stage.command("K-1", "the match had begun, with a command that is legal");
}

/** Resolves when the client waits for the other player, and for no answer: a client that does one thing at a time would wait for that. */
async function playToOthersTurn(stage: Stage): Promise<void> {
  (await begin(stage)).accept();
  while (stage.story.next?.by === "client") (await stage.command("K-1", "its command was played")).accept();
}

function lastLine(text: string): string {
  const line = text.trimEnd().split("\n").at(-1) ?? "";
  return line === "" ? "nothing" : JSON.stringify(line.slice(0, 200));
}
