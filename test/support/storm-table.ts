import { setTimeout as sleep } from "node:timers/promises";
import { FlowerWar, type Match } from "@flower-war/client-sdk";
import { bots } from "@flower-war/rules/bots";
import type { Command } from "@flower-war/rules/flower-war";
import { type BySlot, type PythonTemple, SLOTS } from "./python-temples.ts";
import { retry } from "./retry.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { until } from "./until.ts";

/** ms between two looks at whose decision is awaited. */
const PACE = 60;
/** ms, at most, for which a player leaves the window of a sacrifice open for beads when it is on show. */
const WINDOW = 1_500;
/** ms for which a player waits at most until it is, and until beads are judged: on a busy machine both take their time. */
const PATIENCE = 5_000;

/** Players reconnect soon, and wait for long on a busy machine. A killed server closes their connections. */
const PLAYER = { timeout: 30_000, resume: { maxDelay: 400 }, ping: false } as const;

type Seat = Match<"flower-war">;
interface Seated {
  readonly match: Seat;
  readonly temple: PythonTemple;
}

/** Two players with the SDK in one match, each with a temple. They play like easy bots and sacrifice only by beads. */
export class StormTable {
  readonly seats: readonly Seated[];
  readonly #url: string;
  readonly #random: SeededRandom;
  readonly #played: Promise<unknown>;
  #stopped = false;
  /** The skulls in the lake when the match has ended. */
  lake: BySlot = { h: 0, t: 0 };

  /** Creates a match and pairs the temples, which must show their codes. */
  static async open(
    url: string,
    temples: readonly [PythonTemple, PythonTemple],
    random: SeededRandom,
  ): Promise<StormTable> {
    const [first, second] = ["Citlali", "Nezahual"].map(
      (name) => new FlowerWar(url, { name, ...PLAYER }),
    ) as [FlowerWar, FlowerWar];
    const host = await retry(() => first.create({ game: "flower-war", seats: 2 }));
    const guest = (await retry(() => second.join(host.code))) as Seat;
    const seats = [
      { match: host, temple: temples[0] },
      { match: guest, temple: temples[1] },
    ];
    for (const { match, temple } of seats) {
      await until(() => typeof temple.display?.code === "string", `${temple.id} to show a code`);
      await retry(() => match.pairTemple(temple.display?.code ?? ""));
    }
    await until(
      () => seats.every(({ match, temple }) => temple.display?.match === match.code),
      "the match on both displays",
    );
    return new StormTable(seats, url, random);
  }

  private constructor(seats: StormTable["seats"], url: string, random: SeededRandom) {
    this.seats = seats;
    this.#url = url;
    this.#random = random;
    this.#played = Promise.all(seats.map((seat) => this.#play(seat)));
  }

  /** How many commands were played. */
  get entries(): number {
    return Math.max(...this.seats.map(({ match }) => match.state.n));
  }

  /** Ends the match and reads its record. Resolves with the beads in it, by seat and god. */
  async readBeads(): Promise<ReadonlyMap<string, number>> {
    this.#stopped = true;
    await this.#played;
    const { match } = this.seats[0] ?? {};
    if (match === undefined) throw new Error("a table has seats");
    await until(() => match.connection === "connected" || match.status === "over", "the player to be back");
    if (match.status !== "over") await retry(() => match.send({ type: "concede" }));
    const { huitzilopochtli: h, tlaloc: t } = match.view?.table.lake ?? { huitzilopochtli: 0, tlaloc: 0 };
    this.lake = { h, t };
    const record = await retry(() => new FlowerWar(this.#url, PLAYER).record(match.id));
    const beads = new Map<string, number>();
    for (const line of record.trim().split("\n")) {
      const { by, seat, command } = JSON.parse(line) as { by?: string; seat: string; command: Command };
      if (by !== "bead" || command.type !== "sacrifice") continue;
      const key = `${seat} ${command.god}`;
      beads.set(key, (beads.get(key) ?? 0) + 1);
    }
    return beads;
  }

  async leave(): Promise<void> {
    this.#stopped = true;
    await this.#played;
    await Promise.all(this.seats.map(({ match }) => match.leave().catch(() => undefined)));
  }

  async #play({ match, temple }: Seated): Promise<void> {
    while (!this.#stopped && match.status !== "over") {
      if (match.legal().some(({ type }) => type === "sacrifice")) await this.#leaveOpen(temple);
      else await sleep(PACE);
      const command = this.#choose(match);
      // What a server refuses or does not answer is chosen again.
      if (command !== null) await match.send(command).catch(() => undefined);
    }
  }

  /** Leaves the window of a sacrifice open, every other time until beads that fell are judged. */
  async #leaveOpen(temple: PythonTemple): Promise<void> {
    const isPatient = this.#random.happens(0.5);
    const pause = this.#random.below(WINDOW);
    const end = performance.now() + PATIENCE;
    const waitWhile = async (holds: () => boolean) => {
      while (!this.#stopped && holds() && performance.now() < end) await sleep(PACE);
    };
    await waitWhile(() => !SLOTS.some((slot) => temple.display?.open[slot]));
    await sleep(pause);
    if (isPatient) await waitWhile(() => SLOTS.some((slot) => temple.countUnjudged(slot) > 0));
  }

  /** Chooses what a player of this seat does now, if it is awaited. Sacrifices are left to beads, and a trade would prevent them. */
  #choose({ seat, view, awaiting, connection }: Seat): Command | null {
    if (connection !== "connected" || view === null) return null;
    if (!awaiting.some((decision) => decision.seat === seat)) return null;
    const command = bots["flower-war"].easy(view, (limit) => this.#random.below(limit));
    return command.type === "sacrifice" || command.type === "trade" ? { type: "end-turn" } : command;
  }
}
