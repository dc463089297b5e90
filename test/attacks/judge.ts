import type { Figures } from "./run.ts";

/** What the seated table may feel: its p99 doubles at most or grows by so many ms, or the control's is as bad. */
const MORE = 20;
/** ms by which a busy machine may lengthen a time, besides what it counts as waited. A host that stood still for an attacker did so for more than twice as long. */
const BUSY = 1_000;
/** ms in which the host answers a request after an attack. */
const ANSWER = 1_000;
/** MB by which the memory of server and bridge may grow, unless a row says otherwise. */
const MEMORY = 64;
/** Lines and bytes of log that an attack may cause, besides those of clients that come and go and of matches: there are limits on these. */
const LINES = 30;
const ALLOWED = [
  "client joined",
  "client left",
  "match opened",
  "room closed",
  "seat of absent player opened",
  "seat taken",
];
const LOG_BYTES = 32 * 1024;
const BYTES_PER_CLIENT = 512;
const MB = 1024 * 1024;

/** Returns the most ms that the p99 of the seated table may have. */
function allowedP99({ before, control }: Figures): number {
  return Math.max(2 * before.p99, before.p99 + MORE, (control?.p99 ?? 0) + MORE);
}

/** Returns what is wrong with times, on a machine that runs nothing else. */
export function judgeTimes(figures: Figures): string[] {
  return judgeWithin(figures, allowedP99(figures), { cut: 0, answer: 0 });
}

/**
 * Returns what is wrong with times on a machine that runs other programs too: the table stood still, or a socket was not cut. What is right without
 * a control is right with any.
 */
export function judgeStandstill(figures: Figures): string[] {
  const later = figures.waited + BUSY;
  return judgeWithin(figures, (figures.control?.p99 ?? 0) + later, { cut: BUSY, answer: later });
}

/** @param later ms by which a socket may be cut and a request answered later than on a machine that runs nothing else */
function judgeWithin(
  { attack, seen, during, answeredAfter }: Figures,
  allowed: number,
  later: { readonly cut: number; readonly answer: number },
): string[] {
  const wrong: string[] = [];
  if ((answeredAfter ?? 0) > ANSWER + later.answer) {
    wrong.push(`a request after the attack was answered after ${Math.round(answeredAfter ?? 0)} ms`);
  }
  if (during.p99 > allowed) {
    wrong.push(
      `the seated table's p99 was ${Math.round(during.p99)} ms, more than ${Math.round(allowed)} ms`,
    );
  }
  if (attack.gets.cutWithin === null) return wrong;
  const cutWithin = attack.gets.cutWithin + later.cut;
  const slowest = seen.cuts.at(-1) ?? 0;
  if (slowest > cutWithin)
    wrong.push(`a socket was cut after ${Math.round(slowest)} ms, not ${cutWithin} ms`);
  if (seen.openFor > cutWithin) wrong.push(`${seen.open} sockets were not cut within ${cutWithin} ms`);
  return wrong;
}

/** Returns what is wrong with all else, which no noise explains. */
export function judgeFacts(figures: Figures): string[] {
  return [...judgeAttacker(figures), ...judgeHost(figures)];
}

function judgeAttacker({ attack, seen }: Figures): string[] {
  const { served = 0, closes, open } = attack.gets;
  const wrong: string[] = [];
  if (seen.opened + seen.turnedAway === 0) wrong.push("the attacker never reached the host");
  const closed = sumOf(seen.closes, () => true);
  if (attack.gets.isClosed && closed < seen.opened / 2) {
    wrong.push(`of ${seen.opened} WebSockets ${closed} were closed`);
  }
  if (open !== undefined && seen.open > open)
    wrong.push(`${seen.open} sockets stayed open, more than ${open}`);
  const allowed = attack.gets.statuses;
  for (const status of Object.keys(seen.statuses)) {
    // 101: a WebSocket was opened, as every row that opens some wants.
    if (status === "101" || (allowed ? allowed.includes(Number(status)) : status !== "500")) continue;
    wrong.push(`an answer had the status ${status}`);
  }
  // 0: there was no answer.
  const answered = sumOf(seen.statuses, (status) => Number(status) >= 200 && Number(status) < 400);
  if (answered > served) wrong.push(`${answered} requests were served, more than ${served}`);
  for (const close of Object.keys(seen.closes)) {
    if (closes ? closes.includes(Number(close)) : close !== "1000") continue;
    wrong.push(`a WebSocket was closed with ${close}`);
  }
  return wrong;
}

function judgeHost({ attack, during, growth, lines, logBytes, messages, answeredAfter }: Figures): string[] {
  const { memory = MEMORY } = attack;
  const clients = sumOf(messages, (message) => ALLOWED.includes(message));
  const others = lines - clients;
  const wrong: string[] = [];
  if (answeredAfter === null) wrong.push("the host did not answer a request after the attack");
  if (during.commands === 0) wrong.push("the seated table could not play");
  if (during.dropped > 0) wrong.push(`the seated table lost ${during.dropped} connections`);
  if (during.refused.length > 0)
    wrong.push(`the seated table was refused ${[...new Set(during.refused)].join(", ")}`);
  if (during.unanswered > 0) wrong.push(`the seated table had no answer ${during.unanswered} times`);
  if (growth > memory * MB)
    wrong.push(`memory grew by ${Math.round(growth / MB)} MB, more than ${memory} MB`);
  if (others > LINES) wrong.push(`${others} lines were logged, more than ${LINES}`);
  const bytes = LOG_BYTES + clients * BYTES_PER_CLIENT;
  if (logBytes > bytes) wrong.push(`${logBytes} bytes were logged, more than ${bytes}`);
  return wrong;
}

function sumOf(counts: Readonly<Record<string, number>>, isCounted: (key: string) => boolean): number {
  return Object.entries(counts).reduce((sum, [key, n]) => sum + (isCounted(key) ? n : 0), 0);
}
