import { FlowerWar, type Match, memoryStore, Refusal } from "@flower-war/client-sdk";
import { memoryWitnessStore } from "@flower-war/client-sdk/witness";
import { bots } from "@flower-war/rules/bots";
import { isTransient } from "../../support/faults/table.ts";
import { SeededRandom } from "../../support/seeded-random.ts";
import type { House } from "../house/house.ts";
import { SimulatedProcess } from "../kernel/simulated-process.ts";
import { ENTRANCE, throughEntrance } from "./entrance.ts";
import type { Habit } from "./habits.ts";
import type { WorldTable } from "./world-table.ts";

/** ms after which a person tries again what was refused for now. */
const PAUSE = 150;
/** Refusals of a command that the match has moved past: the player pressed too late, or twice. */
const LATE = ["not-awaited", "not-your-turn", "match-over", "wrong-phase", "repeated-id"];

/** A player at a table, with an SDK in a page of their own, which they may reload. */
export class Person {
  readonly name: string;
  /** What they know of the match; `null`: they have not sat down. */
  match: Match | null = null;
  /** The seat that they took. */
  seat: string | null = null;
  readonly #house: House;
  readonly #table: WorldTable;
  readonly #address: string;
  readonly #habits: readonly Habit[];
  readonly #random: SeededRandom;
  readonly #stores = { store: memoryStore(), witnessStore: memoryWitnessStore() };
  readonly #done = Promise.withResolvers<void>();
  #tab: SimulatedProcess | null = null;
  #ids = 0;

  constructor(house: House, table: WorldTable, name: string, address: string, habits: readonly Habit[]) {
    this.#house = house;
    this.#table = table;
    this.name = name;
    this.#address = address;
    this.#habits = habits;
    this.#random = new SeededRandom(house.simulation.random.below(2 ** 32));
    house.addPerson(address);
  }

  /** Resolves when the person has seen the end of the match. */
  get done(): Promise<void> {
    return this.#done.promise;
  }

  get host(): FlowerWar {
    if (this.#host === null) throw new Error(`${this.name} has no page`);
    return this.#host;
  }

  #host: FlowerWar | null = null;

  /** Opens the page. */
  open(): void {
    const tab = new SimulatedProcess(this.name, this.#address, this.#house.simulation);
    this.#tab = tab;
    tab.run(() => {
      this.#host = new FlowerWar(ENTRANCE, {
        name: this.name,
        time: tab.time,
        random: tab.random,
        ...this.#stores,
        ...throughEntrance(this.#house.servers.map(({ url }) => url)),
      });
      this.#live(this.#host).then(
        () => this.#done.resolve(),
        (error: unknown) => this.#done.reject(error as Error),
      );
    });
  }

  /** Closes the page, as a browser does. */
  close(): void {
    this.#tab?.kill();
    this.#tab = null;
  }

  /** Runs code in the page. */
  inPage<T>(work: () => T): T {
    if (this.#tab === null) throw new Error(`${this.name} has no page`);
    return this.#tab.run(work);
  }

  async #live(host: FlowerWar): Promise<void> {
    if (this.#has("late") && this.match === null) await this.#sleep(this.#random.below(1_000));
    const match = await this.#untilAllowed(() => this.#sit(host));
    this.match = match;
    this.seat ??= match.seat;
    while (match.status !== "over") {
      if (this.#isAwaited(match)) await this.#act(match);
      else await this.#nextChange(match);
    }
  }

  /** Takes a seat: the stored one after a reload. */
  async #sit(host: FlowerWar): Promise<Match> {
    const [stored] = await this.#stores.store.list();
    if (stored) return (await host.join(stored.match, { token: stored.token })) as Match;
    const { invitation, plan } = this.#table;
    if (invitation === null) {
      const created = await host.create({ game: plan.game, seats: plan.players.length } as never);
      this.#table.open(created as Match);
      return created as Match;
    }
    return (await host.join(invitation)) as Match;
  }

  async #act(match: Match): Promise<void> {
    const [least, most] = this.#table.pace;
    await this.#sleep(least + this.#random.fraction() * (most - least));
    if (!this.#isAwaited(match) || !match.view) return;
    if (this.#has("reloads") && this.#random.happens(0.1)) return this.#reload();
    if (this.#has("leaves") && this.#random.happens(0.05)) return this.#goAway();
    if (this.#has("talks") && this.#random.happens(0.1)) void this.#say(match);
    if (this.#has("blunders") && this.#random.happens(0.2)) await this.#blunder(match);
    const command = this.#choose(match);
    const id = this.#newId();
    const sends = [this.#table.send(this, match, command, id)];
    if (this.#has("doubles") && this.#random.happens(0.3)) {
      const isSame = this.#random.happens(0.5);
      sends.push(this.#table.send(this, match, command, isSame ? id : this.#newId()));
    }
    const refusals = (await Promise.all(sends)).filter((refusal) => refusal !== null);
    for (const { code } of refusals) {
      if (sends.length === 1 && !isTransient({ code }) && !LATE.includes(code) && code !== "closed")
        this.#house.find("commands", `${this.name}: ${JSON.stringify(command)} was legal and refused: ${code}`);
    }
    if (refusals.length > 0) await this.#sleep(PAUSE);
  }

  /** Sends what the rules refuse. */
  async #blunder(match: Match): Promise<void> {
    const nonsense = this.#random.happens(0.5) ? { type: "sacrifice", skulls: -1 } : { type: "fly" };
    const refusal = await this.#table.send(this, match, nonsense as never, this.#newId());
    if (refusal === null) this.#house.find("commands", `${JSON.stringify(nonsense)} was accepted`);
  }

  #choose(match: Match): Parameters<Match["send"]>[0] {
    const { game } = this.#table.plan;
    if (this.#table.isLongEnough) return { type: "concede" } as never;
    const draw = { below: (n: number) => this.#random.below(n) };
    return bots[game].easy(match.view as never, ((n: number) => draw.below(n)) as never) as never;
  }

  async #say(match: Match): Promise<void> {
    await match.say(`hello ${this.#random.below(100)}`).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }

  /** Closes the page and opens it again. What the old page still does has no effect. */
  #reload(): Promise<never> {
    this.#house.note(`${this.name} reloads`);
    this.#house.simulation.add(this.#random.below(500), null, () => this.open());
    this.close();
    return new Promise<never>(() => {});
  }

  /** Leaves the table, and comes back later. */
  async #goAway(): Promise<never> {
    this.#house.note(`${this.name} goes away`);
    await this.match?.leave().catch(() => undefined);
    this.#house.simulation.add(200 + this.#random.below(3_000), null, () => this.open());
    this.close();
    return new Promise<never>(() => {});
  }

  /** Tries until it is not refused for a reason that passes. */
  async #untilAllowed<T>(act: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await act();
      } catch (error) {
        if (!(error instanceof Refusal) || !isTransient(error)) throw error;
        await this.#sleep(error.wait ?? PAUSE);
      }
    }
  }

  #isAwaited({ awaiting, seat, status }: Match): boolean {
    return status === "playing" && awaiting.some((each) => each.seat === seat);
  }

  #nextChange(match: Match): Promise<void> {
    return new Promise((resolve, reject) => {
      const stops = [
        match.on("change", () => end(resolve)),
        match.on("dropped", ({ gone, refusal, code }) => {
          if (gone) end(() => reject(new Error(`${this.name} lost the match for good: ${refusal?.code ?? code}`)));
        }),
      ];
      const end = (settle: () => void) => {
        for (const stop of stops) stop();
        settle();
      };
    });
  }

  #has(habit: Habit): boolean {
    return this.#habits.includes(habit);
  }

  #newId(): string {
    return `${this.name}-${(this.#ids += 1)}`.padEnd(16, "-");
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void setTimeout(resolve, ms));
  }
}
