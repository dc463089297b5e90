import { setTimeout as sleep } from "node:timers/promises";
import { FlowerWar } from "@flower-war/client-sdk";
import { PATHS, type SeatReservation } from "@flower-war/client-sdk/protocol";
import { bots, randomFrom } from "@flower-war/rules/bots";
import type { God } from "@flower-war/rules/flower-war";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findK6 } from "../loadtest/src/find-k6.ts";
import { loadtest } from "../loadtest/test/support/run.ts";
import { post } from "../server/test/support/post.ts";
import type { BareTemple } from "./support/bare-temple.ts";
import { Installation } from "./support/installation.ts";
import type { FlowerWarMatch } from "./support/player.ts";
import { lacks } from "./support/programs.ts";
import { until } from "./support/until.ts";

const SLOT = { huitzilopochtli: "h", tlaloc: "t" } as const satisfies Record<God, "h" | "t">;
/** ms between two commands of a match while k6 plays beside it, and after. */
const PACE = { evening: 400, after: 50 };
/** ms in which a command is answered, however busy this machine is. */
const PATIENCE = 3_000;

type ServerName = keyof Installation["servers"];

describe.skipIf(lacks("redis", "nginx", "mosquitto") || lacksK6())("a grown installation", () => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await Installation.open();
  });
  afterAll(() => installation?.close());

  test("plays on in one server, temple and all, while 20 k6 players come and go and the other server stops", async () => {
    const { url, servers } = installation;
    const tables = [await Table.seat(url)];
    while (new Set(tables.map(({ home }) => home)).size < 2 || tables.length < 4)
      tables.push(await Table.seat(url));
    const [first] = tables as [Table, ...Table[]];
    const stopped: ServerName = first.home === "n1" ? "n2" : "n1";
    const staying = tables.filter(({ home }) => home !== stopped);
    const temple = await installation.connectTemple("grown-temple");
    await first.pair(temple);

    const games = tables.map((table) => table.play());
    const evening = await loadtest(
      `--scenario evening --url ${url} --players 20 --seconds 20 --pace 400 --ack 1000`,
    );
    expect(evening.code, evening.text).toBe(0);
    const leaving = tables.filter(({ home, over }) => home === stopped && !over);
    expect(leaving, "matches on the server that stops").not.toEqual([]);
    expect(first.over, "the temple's match").toBe(false);

    await servers[stopped].stop();
    for (const table of tables) table.pace = PACE.after;
    await Promise.all(games);

    expect(staying.map(({ over }) => over)).toEqual(staying.map(() => true));
    expect(staying.flatMap(({ drops }) => drops)).toEqual([]);
    expect(Math.max(...staying.map(({ slowest }) => slowest))).toBeLessThan(PATIENCE);
    for (const { outcomes } of staying) expect(outcomes[0]).toEqual(outcomes[1]);
    expect(leaving.every(({ drops }) => drops.length > 0)).toBe(true);
    expect(first.beads, "beads that became sacrifices").toBeGreaterThan(0);
    await temple.until("the end on the display", () => temple.display?.phase === "over");
    expect(temple.display?.judged).toEqual(temple.count);
    expect(temple.display?.fix).toEqual({ h: 0, t: 0 });

    const again = await Table.seat(url);
    expect(again.home).toBe(first.home);
    await Promise.all([again, ...staying].map((table) => table.leave()));
    await temple.close();
  }, 280_000);
});

function lacksK6(): boolean {
  try {
    return findK6() === "";
  } catch (error) {
    if (process.env["CI"]) throw error;
    console.warn(`A grown installation is not tried. ${(error as Error).message}`);
    return true;
  }
}

/** A match of two who play like bots, each through the entrance. */
class Table {
  /** The server in which it is played. */
  readonly home: ServerName;
  pace = PACE.evening;
  /** ms that the slowest command took. */
  slowest = 0;
  beads = 0;
  readonly drops: number[] = [];
  readonly outcomes: unknown[] = [];
  readonly #seats: readonly FlowerWarMatch[];
  readonly #random = randomFrom("5eed".repeat(16));
  #temple: BareTemple | null = null;

  static async seat(url: string): Promise<Table> {
    const person = (name: string) => new FlowerWar(url, { name, resume: false });
    const wish = { game: "flower-war", seats: 2, options: { rackSize: 8 } } as const;
    const first = await person("Citlali").create(wish);
    const second = await person("Nezahual").join(first.code);
    const chair = await post<SeatReservation>(url, PATHS.seats.replace(":id", first.id), { spectate: true });
    const home = chair.body.reservation.publicAddress?.split("/")[1];
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

  /** The first seat becomes local to a temple: from now on it offers with beads. */
  async pair(temple: BareTemple): Promise<void> {
    await temple.until("a pairing code", () => typeof temple.display?.code === "string");
    await this.#seats[0]?.pairTemple(temple.display?.code ?? "");
    await temple.until("the match on the display", () => temple.display?.phase === "playing");
    this.#temple = temple;
  }

  /** Plays to the end, or until its server is lost. */
  async play(): Promise<void> {
    while (!this.over && this.drops.length === 0) {
      const begun = performance.now();
      const played = await this.#move().catch((error: unknown) => {
        if (this.drops.length === 0) throw error;
        return false;
      });
      if (played) this.slowest = Math.max(this.slowest, performance.now() - begun);
      await sleep(this.pace);
    }
  }

  async leave(): Promise<void> {
    await Promise.all(this.#seats.map((match) => match.leave()));
  }

  /** The awaited seat's move; resolves when both have seen it: `true` if it was a command. */
  async #move(): Promise<boolean> {
    const [match] = this.#seats.filter(({ awaiting, seat }) =>
      awaiting.some((awaited) => awaited.seat === seat),
    );
    if (!match?.view) return false;
    const command = bots["flower-war"].easy(match.view, this.#random);
    const before = match.state.n;
    const temple = match === this.#seats[0] ? this.#temple : null;
    if (temple && command.type === "sacrifice") await this.#drop(temple, SLOT[command.god], match);
    else await match.send(command);
    await Promise.all(this.#seats.map((each) => seen(each, before + 1)));
    return !temple;
  }

  async #drop(temple: BareTemple, slot: "h" | "t", { view }: FlowerWarMatch): Promise<void> {
    const turn = view?.table.turn.number;
    await temple.until(
      "a lit lamp",
      () => temple.display?.turn === turn && temple.display?.open[slot] === true,
    );
    expect(await temple.drop(slot)).toMatchObject({ verdict: "accepted", reason: "ok" });
    this.beads += 1;
  }
}

function seen(match: FlowerWarMatch, n: number): Promise<void> {
  return until(
    `entry ${n}`,
    () => match.state.n >= n,
    (news) => match.on("change", news),
  );
}
