import { setTimeout as sleep } from "node:timers/promises";
import { FlowerWar } from "@flower-war/client-sdk";
import { PATHS, type SeatReservation } from "@flower-war/protocol";
import { bots, randomFrom } from "@flower-war/rules/bots";
import type { God } from "@flower-war/rules/flower-war";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findK6 } from "../loadtest/src/find-k6.ts";
import { loadtest } from "../loadtest/test/support/run.ts";
import { post } from "../server/test/support/post.ts";
import type { IndependentTemple } from "./support/independent-temple.ts";
import { Installation } from "./support/installation.ts";
import type { FlowerWarMatch } from "./support/player.ts";
import { lacks } from "./support/programs.ts";
import { retry } from "./support/retry.ts";
import { until, untilRead } from "./support/until.ts";

const SLOT = { huitzilopochtli: "h", tlaloc: "t" } as const satisfies Record<God, "h" | "t">;
/**
 * How a match is played while k6 plays too, and after: ms between two commands, and the entries after which it waits. None may have been
 * won before a server stops: of 60,000 matches of these bots one had ended after six entries.
 */
const PACE = { withK6: { pause: 2_000, most: 6 }, after: { pause: 10, most: Number.POSITIVE_INFINITY } };

type ServerName = keyof Installation["servers"];

describe.skipIf(lacks("redis", "postgres", "nginx", "mosquitto") || lacksK6())(
  "the installation of docker-compose.yml",
  () => {
    let installation: Installation;
    beforeAll(async () => {
      installation = await Installation.start();
    });
    afterAll(() => installation?.stop());

    test("plays on in one server, with a temple, while 20 players of k6 come and go and the other server stops", async () => {
      const { url, servers } = installation;
      const tables = [await Table.start(url)];
      while (new Set(tables.map(({ home }) => home)).size < 2 || tables.length < 4)
        tables.push(await Table.start(url));
      const [first] = tables as [Table, ...Table[]];
      const stopped: ServerName = first.home === "n1" ? "n2" : "n1";
      const staying = tables.filter(({ home }) => home !== stopped);
      const temple = await installation.connectTemple("sun-temple");
      await first.pairWith(temple);

      const games = tables.map((table) => table.play());
      const load = await loadtest(
        `--scenario evening --url ${url} --players 20 --seconds 10 --pace 3000 --ack 60000 --unavailable 5`,
      );
      expect(load.code, load.text).toBe(0);
      const leaving = tables.filter(({ home }) => home === stopped);
      expect(
        tables.some(({ over }) => over),
        "a match was won",
      ).toBe(false);

      await servers[stopped].stop();
      for (const table of tables) table.pace = PACE.after;
      await Promise.all(games);

      expect(staying.map(({ over }) => over)).toEqual(staying.map(() => true));
      expect(staying.flatMap(({ drops }) => drops)).toEqual([]);
      for (const { outcomes } of staying) expect(outcomes[0]).toEqual(outcomes[1]);
      expect(leaving.every(({ drops }) => drops.length > 0)).toBe(true);
      expect(first.beads, "beads that became sacrifices").toBeGreaterThan(0);
      await until(() => temple.display?.phase === "over", "the end on the display");
      expect(temple.display?.judged).toEqual(temple.count);
      expect(temple.display?.fix).toEqual({ h: 0, t: 0 });

      const again = await Table.start(url);
      expect(again.home).toBe(first.home);
      await Promise.all([again, ...staying].map((table) => table.leave()));
      await temple.close();
    });
  },
);

function lacksK6(): boolean {
  try {
    return findK6() === "";
  } catch (error) {
    if (process.env["CI"]) throw error;
    console.warn(`The test of the installation is skipped. ${(error as Error).message}`);
    return true;
  }
}

/** A match of two players who play like bots, both connected through nginx. */
class Table {
  /** The server that has the match. */
  readonly home: ServerName;
  pace: (typeof PACE)[keyof typeof PACE] = PACE.withK6;
  beads = 0;
  readonly drops: number[] = [];
  readonly outcomes: unknown[] = [];
  readonly #seats: readonly FlowerWarMatch[];
  readonly #random = randomFrom("5eed".repeat(16));
  #temple: IndependentTemple | null = null;

  static async start(url: string): Promise<Table> {
    // Without pings, for which the connection of a slow server counts as lost.
    const host = (name: string) => new FlowerWar(url, { name, resume: false, ping: false });
    const settings = {
      game: "flower-war",
      seats: 2,
      options: { rackSize: 6 },
      clock: { profile: "none" },
    } as const;
    const first = await retry(() => host("Citlali").create(settings));
    const second = await retry(() => host("Nezahual").join(first.code));
    const spectator = await untilRead(
      () => post<SeatReservation>(url, PATHS.seats.replace(":id", first.id), { spectate: true }),
      ({ status }) => status === 200,
      "a spectator's reservation",
    );
    const home = spectator.body.reservation.publicAddress?.split("/")[1];
    return new Table(home as ServerName, [first, second as FlowerWarMatch]);
  }

  private constructor(home: ServerName, seats: readonly FlowerWarMatch[]) {
    this.home = home;
    this.#seats = seats;
    for (const [i, match] of seats.entries()) {
      match.on("dropped", ({ code }) => void this.drops.push(code));
      match.on("ended", (outcome) => (this.outcomes[i] = outcome));
    }
  }

  get over(): boolean {
    return this.outcomes.length === this.#seats.length;
  }

  /** Pairs the first seat with a temple: from now on it sacrifices with beads. */
  async pairWith(temple: IndependentTemple): Promise<void> {
    const [first] = this.#seats;
    if (first) await temple.pairWith(first);
    this.#temple = temple;
  }

  /** Plays to the end, or until a connection is lost. */
  async play(): Promise<void> {
    while (!this.over && this.drops.length === 0) {
      await this.#move().catch((error: unknown) => {
        if (this.drops.length === 0) throw error;
      });
      await sleep(this.pace.pause);
    }
  }

  async leave(): Promise<void> {
    await Promise.all(this.#seats.map((match) => match.leave()));
  }

  /** Plays for the awaited seat. Resolves when both players show the entry. */
  async #move(): Promise<void> {
    const [match] = this.#seats.filter(({ awaiting, seat }) =>
      awaiting.some((awaited) => awaited.seat === seat),
    );
    if (!match?.view || match.state.n >= this.pace.most) return;
    const command = bots["flower-war"].easy(match.view, this.#random);
    const before = match.state.n;
    const temple = match === this.#seats[0] ? this.#temple : null;
    if (temple && command.type === "sacrifice") await this.#drop(temple, SLOT[command.god], match);
    else await retry(() => match.send(command));
    await Promise.all(this.#seats.map((each) => waitForEntry(each, before + 1)));
  }

  async #drop(temple: IndependentTemple, slot: "h" | "t", { view }: FlowerWarMatch): Promise<void> {
    const turn = view?.table.turn.number;
    await until(
      () => temple.display?.turn === turn && temple.display?.open[slot] === true,
      "a lit lamp in this turn",
    );
    expect(await temple.drop(slot)).toMatchObject({ verdict: "accepted", reason: "ok" });
    this.beads += 1;
  }
}

function waitForEntry(match: FlowerWarMatch, n: number): Promise<void> {
  return until(() => match.state.n >= n, `entry ${n}`);
}
