/**
 * A machine's wall clock that is set forth or back ends no turn early or late, and shows no player a wrong time (docs/reliability.md):
 * real servers and databases on real clock steps.
 */

import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { FlowerWar, type Match } from "@flower-war/client-sdk";
import { CLOCKS, type ClockSettings } from "@flower-war/protocol";
import { describe, expect, test } from "vitest";
import { BundledServer } from "./support/faults/bundled-server.ts";
import { startFirstOfTwo } from "./support/faults/servers.ts";
import { LongTurn } from "./support/faults/long-turn.ts";
import { StallWatch } from "./support/faults/stall-watch.ts";
import { SteppedClock } from "./support/faults/stepped-clock.ts";
import { TimedMatch } from "./support/faults/timed-match.ts";
import { PostgresProcess } from "./support/postgres.ts";
import { freePort, lacks } from "./support/programs.ts";
import { makeTempFolder, type OnTestFinished } from "./support/temp-folder.ts";
import { until } from "./support/until.ts";

type Seat = Match<"flower-war">;

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** ms by which the clock is set forth and back, one after the other. */
const STEPS = [1, -1, 60, -60, 3_600, -3_600, 86_400, -86_400].map((seconds) => seconds * SECOND);
/** `full`: also of the steps between which a server dies all are made; else two. */
const IS_FULL = process.env["FLOWER_WAR_CLOCK_FAULTS"] === "full";
const SOME_STEPS = [-HOUR, 24 * HOUR];
/** A file to which each test appends its figures, as a line of JSON. */
const REPORT = process.env["FLOWER_WAR_FAULTS_REPORT"];
/** ms between two steps: each turn sees one or two. */
const INTERVAL = 3_500;
/** ms that a turn takes. */
const TURN = 6_000;
/** ms before each command of a player whose match must last. */
const SLOW = 2_000;
/** Turns that are timed at least; more have passed unless the server stood still. */
const LEAST_TIMED = 3;
/** ms by which a turn, and what players are shown of it, may be wrong on a busy machine. A clock that followed most steps is wrong by more. */
const TOLERANCE = 2_500;
/** ms that a player may lose, or be given too much, when a process dies on a busy machine: less than the steps of these tests. */
const MOST_WRONG = 30_000;

/** A clock that lets players who are away pass at once. */
const fallbackClock = (settings: { awayAfter: number; turn: number }): ClockSettings => ({
  profile: "quick",
  reserve: 0,
  increment: 0,
  warning: 0,
  away: "fallback",
  ...settings,
});

/** Two players of a new match under clocks. */
async function sitDown(url: string, clock: ClockSettings): Promise<[Seat, Seat]> {
  const hosts = [new FlowerWar(url, { name: "Citlali" }), new FlowerWar(url, { name: "Izel" })] as const;
  const host = await hosts[0].create({ game: "flower-war", seats: 2, clock });
  const guest = (await hosts[1].join(host.id)) as Seat;
  await until(() => [host, guest].every(({ status }) => status === "playing"), "the match to begin");
  return [host, guest];
}

/** Tests mostly wait: they run side by side, those that start servers meanwhile after the others. */
const CONCURRENT = { concurrent: true, timeout: 300_000 };
const ALONE = { ...CONCURRENT, concurrent: false };

/** Appends figures to the report, each list as the worst of it. */
function report(figures: Readonly<Record<string, string | number | readonly number[]>>): void {
  const line = Object.entries(figures).map(([name, figure]) => [
    name,
    Array.isArray(figure) ? worst(figure) : figure,
  ]);
  if (REPORT) appendFileSync(REPORT, `${JSON.stringify(Object.fromEntries(line))}\n`);
}

/** Returns the number that is farthest from 0, without its sign, in whole ms. */
function worst(numbers: readonly number[]): number {
  return Math.round(Math.max(0, ...numbers.map(Math.abs)));
}

interface Machines {
  readonly url: string;
  readonly clock: SteppedClock;
}

/** What runs on the clock that is set, by what stores the matches. */
const MACHINES = {
  "a server with SQLite": async (onFinished: OnTestFinished): Promise<Machines> => {
    const clock = new SteppedClock(onFinished);
    const server = await startServer(clock.env, onFinished);
    return { url: server.url, clock };
  },
  "a server with PostgreSQL": async (onFinished: OnTestFinished): Promise<Machines> => {
    const clock = new SteppedClock(onFinished);
    const { url: DATABASE_URL } = await startPostgres({}, onFinished);
    const server = await startServer({ ...clock.env, DATABASE_URL }, onFinished);
    return { url: server.url, clock };
  },
  "its PostgreSQL": async (onFinished: OnTestFinished): Promise<Machines> => {
    const clock = new SteppedClock(onFinished);
    const { url: DATABASE_URL } = await startPostgres(clock.env, onFinished);
    const server = await startServer({ DATABASE_URL }, onFinished);
    return { url: server.url, clock };
  },
};

async function startServer(env: Record<string, string>, onFinished: OnTestFinished): Promise<BundledServer> {
  const server = new BundledServer(await freePort(), makeTempFolder(onFinished), env);
  onFinished(() => server.kill());
  await server.start();
  return server;
}

async function startPostgres(
  env: Record<string, string>,
  onFinished: OnTestFinished,
): Promise<PostgresProcess> {
  const postgres = await PostgresProcess.start({ env });
  onFinished(() => postgres.stop());
  return postgres;
}

describe.skipIf(lacks("faketime", "postgres"))(
  "when the clock is set by 1 s to 24 h, forth and back, of",
  () => {
    for (const [what, start] of Object.entries(MACHINES)) {
      test(`${what}, every turn ends in time, and is shown to`, CONCURRENT, async ({ onTestFinished }) => {
        const { url, clock } = await start(onTestFinished);
        const seats = await Promise.all([
          sitDown(url, fallbackClock({ turn: TURN, awayAfter: 100 })),
          sitDown(url, fallbackClock({ turn: TURN, awayAfter: 100 })),
          // Two: a stall of the machine must not make the player who is there count as away too, or the match is over in no time.
          sitDown(url, fallbackClock({ turn: TURN, awayAfter: 2 })),
        ]);
        const [[silent], [alone, gone], [left, away]] = seats;
        await Promise.all([gone.leave(), away.leave()]);
        const watch = new StallWatch(url);
        onTestFinished(() => watch.stop());
        const matches = {
          "neither player plays": new TimedMatch(silent, TURN, watch),
          "the opponent has left": new TimedMatch(alone, TURN, watch).play(),
          // The server plays for the opponent at once: at the usual pace some matches are over before the last step.
          "the opponent counts as away": new TimedMatch(left, TURN, watch).play(SLOW),
        };
        for (const step of STEPS) {
          await sleep(INTERVAL);
          clock.step(step);
        }
        expect(Object.values(matches).map(({ isOver }) => isOver)).toEqual([false, false, false]);
        const soFar = Object.values(matches).map(({ entries }) => entries);
        await until(
          () => Object.values(matches).every(({ entries }, i) => entries > (soFar[i] ?? 0)),
          "each match to go on",
        );
        const isTimed = (match: TimedMatch) => match.turns.length >= LEAST_TIMED;
        await until(() => isTimed(matches["neither player plays"]), "turns of silent players");
        await until(
          () => isTimed(matches["the opponent has left"]),
          "turns of the player whose opponent has left",
        );
        for (const match of Object.values(matches)) match.stop();
        for (const [name, match] of Object.entries(matches)) {
          const { turns, waits, lag } = match;
          const late = turns.map(({ took }) => took - TURN);
          const wrong = turns.flatMap(({ shown }) => shown);
          report({ what, name, turns: turns.length, late, wrong, waits, lag: [lag] });
          const most = TOLERANCE + lag;
          const isAway = name === "the opponent counts as away";
          expect(isAway || wrong.length > 0, `looks: ${name}`).toBe(true);
          expect(worst(late), `ms that a turn was late or early: ${name}`).toBeLessThanOrEqual(most);
          expect(worst(wrong), `ms that what was shown was wrong: ${name}`).toBeLessThanOrEqual(most);
          expect(worst(waits), `ms between two entries: ${name}`).toBeLessThanOrEqual(most);
        }
        await Promise.all([...seats[0], alone, left].map((seat) => seat.leave()));
      });
    }
  },
);

/** Servers one of which dies while the other goes on, or starts again, and the clock of all their machines. */
interface Successions {
  readonly url: string;
  readonly clock: SteppedClock;
  /** Kills the server that has the match, sets the clock before or after that, and starts another server. */
  readonly succeed: (step: () => void, aboutToKill: () => void) => Promise<void>;
}

const SUCCESSIONS = {
  "a server with SQLite is killed and starts again": async (
    onFinished: OnTestFinished,
  ): Promise<Successions> => {
    const clock = new SteppedClock(onFinished);
    const server = await startServer(clock.env, onFinished);
    const succeed: Successions["succeed"] = async (step, aboutToKill) => {
      aboutToKill();
      await server.kill();
      step();
      await server.start();
    };
    return { url: server.url, clock, succeed };
  },
  "one of two servers is killed, and the other was started after it": async (
    onFinished: OnTestFinished,
  ): Promise<Successions> => {
    const clock = new SteppedClock(onFinished);
    const { url, servers } = await startFirstOfTwo("", onFinished, undefined, clock.env);
    let [owner, other] = servers;
    const succeed: Successions["succeed"] = async (step, aboutToKill) => {
      step();
      await other.start();
      aboutToKill();
      await owner.kill();
      [owner, other] = [other, owner];
    };
    return { url, clock, succeed };
  },
};

describe.skipIf(lacks("faketime", "postgres", "redis", "nginx"))(
  "what was left of a turn is left when the clock is set, and",
  () => {
    for (const [what, start] of Object.entries(SUCCESSIONS)) {
      test(what, ALONE, async ({ onTestFinished }) => {
        const { url, clock, succeed } = await start(onTestFinished);
        const turns = await Promise.all([
          sitDown(url, fallbackClock({ turn: 600 * SECOND, awayAfter: 100 })).then(
            (seats) => new LongTurn(seats),
          ),
          sitDown(url, { profile: "days", ...CLOCKS.days }).then((seats) => new LongTurn(seats)),
        ]);
        const lost: number[] = [];
        for (const step of IS_FULL ? STEPS : SOME_STEPS) {
          await sleep(SECOND);
          await succeed(
            () => clock.step(step),
            () => turns.forEach((turn) => turn.interrupt()),
          );
          lost.push(...(await Promise.all(turns.map((turn) => turn.lostTime()))));
        }
        report({ what, lost });
        expect(Math.max(...lost), "ms that the player lost").toBeLessThanOrEqual(MOST_WRONG);
        expect(-Math.min(...lost), "ms that the player was given too much").toBeLessThanOrEqual(MOST_WRONG);
        await Promise.all(turns.map((turn) => turn.leave()));
      });
    }
  },
);
