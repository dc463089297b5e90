import {
  FlowerWar,
  type Match,
  memoryPlayerStore,
  memoryStore,
  type Refusal,
  type StoredSeat,
} from "@flower-war/client-sdk";
import { memoryWitnessStore } from "@flower-war/client-sdk/witness";
import type { Slot } from "@flower-war/protocol/temple";
import { bots } from "@flower-war/rules/bots";
import { isTransient } from "../../support/faults/table.ts";
import type { SeededRandom } from "../../support/seeded-random.ts";
import type { House } from "../house/house.ts";
import { SimulatedProcess } from "../kernel/simulated-process.ts";
import { oldSdk } from "../realm/old-sdk.ts";
import type { Habit } from "../plan/habits.ts";
import type { TablePlan } from "../plan/plan.ts";
import { watchClock } from "./clock-watch.ts";
import { ENTRANCE, throughEntrance } from "./entrance.ts";
import type { OwnTemple } from "./own-temple.ts";

/** ms before a refused request is repeated. */
const PAUSE = 150;
/** ms in which a player's line brings what the server has sent. */
const LATE = 15_000;
/** ms for which a player waits until a dropped bead counts. */
const BEAD = 3_000;
/** ms after which the seat of who does not come is open again, or the match has begun. */
const GIVES_UP = 40_000;
/** ms of a turn in which players always play in time. */
const LONG_TURN = 10_000;

/** Whether it is a refusal of any version of the SDK. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && error.name === "Refusal";
}

/** What a player knows of their table. */
export interface PersonsTable {
  readonly plan: Pick<TablePlan, "game" | "turn" | "bans">;
  /** ms of virtual time between two commands, at least and at most. */
  readonly pace: readonly [least: number, most: number];
  /** What others join the match with; `null`: it has not been created. */
  readonly invitation: string | null;
  /** The request that creates the match. */
  readonly request: object;
  /** Whether awaited players concede now. */
  readonly isLongEnough: boolean;
  /** Called with the match when a player has sat down. */
  open(match: Match): void;
  /** Sends a command, and keeps the answer. Returns the refusal; `null`: it was accepted. */
  send(
    by: Pick<Person, "name">,
    match: Match,
    command: Parameters<Match["send"]>[0],
    id: string,
  ): Promise<Refusal | null>;
  /** Sends one of the player's accepted commands again. */
  repeat(by: Pick<Person, "name">, match: Match, random: SeededRandom): Promise<void>;
}

/** Who a player is. */
interface PersonPlan {
  readonly name: string;
  readonly address: string;
  readonly habits: readonly Habit[];
  /** Their temple; `null`: they have none. */
  readonly temple: OwnTemple | null;
  /** Whether their page has the SDK of version 0.2. */
  readonly isOld: boolean;
  /** Whether they choose another card at first than their twin. */
  readonly isTwin: boolean;
}

/** A player at a table, with an SDK in a page of their own, which they may reload. */
export class Person {
  readonly name: string;
  /** The match as the page shows it; `null`: the player has not sat down. */
  match: Match | null = null;
  /** The seat that they took. */
  seat: string | null = null;
  readonly #house: House;
  readonly #table: PersonsTable;
  readonly #address: string;
  readonly #habits: readonly Habit[];
  readonly #temple: OwnTemple | null;
  /** Whether the page has the SDK of version 0.2, which signs nothing and does not talk. */
  readonly isOld: boolean;
  readonly #random: SeededRandom;
  readonly #stores = {
    store: memoryStore(),
    witnessStore: memoryWitnessStore(),
    playerStore: memoryPlayerStore(),
  };
  readonly #done = Promise.withResolvers<void>();
  #tab: SimulatedProcess | null = null;
  #host: FlowerWar | null = null;
  #ids = 0;
  /** Whether they choose another card than their twin, the next time that they choose one. */
  #choosesAnother: boolean;
  /** What they have done before their next command that takes time. */
  readonly #dawdled = new Set<Habit>();
  /** Whether the player has left for good. */
  hasVanished = false;
  #isBanned = false;
  /** The lines that were answered, by their ids, with their numbers. */
  readonly lines = new Map<string, number>();

  constructor(house: House, table: PersonsTable, plan: PersonPlan) {
    const { name, address, habits, temple, isOld, isTwin } = plan;
    this.#temple = temple;
    this.isOld = isOld;
    this.#choosesAnother = isTwin;
    this.#house = house;
    this.#table = table;
    this.name = name;
    this.#address = address;
    this.#habits = habits;
    this.#random = house.simulation.chanceOf(`player ${name}`);
    house.addPerson(address);
  }

  /** Resolves when the person has seen the end of the match. */
  get done(): Promise<void> {
    return this.#done.promise;
  }

  /** The SDK of the page. @throws Error if it is closed for good */
  get host(): FlowerWar {
    if (this.#host === null) throw new Error(`${this.name} has no page`);
    return this.#host;
  }

  /** Opens the page. */
  open(): void {
    const tab = new SimulatedProcess(this.name, this.#address, this.#house.simulation);
    this.#tab = tab;
    tab.run(() => {
      const Sdk = this.isOld ? oldSdk() : FlowerWar;
      this.#host = new Sdk(ENTRANCE, {
        name: this.name,
        time: tab.time,
        random: tab.random,
        // A ban is for a player's id.
        player: this.#table.plan.bans,
        ...this.#stores,
        ...throughEntrance(this.#house.servers.map(({ url }) => url)),
      });
      this.#live(this.#host).then(
        () => this.#done.resolve(),
        (error: unknown) => (this.#isBanned ? this.#done.resolve() : this.#done.reject(error as Error)),
      );
    });
  }

  /** An operator is about to ban the player, who is not at the table to its end. */
  expectBan(): void {
    this.#isBanned = true;
    this.hasVanished = true;
  }

  /** Opens a page and tries to sit down again. @throws Refusal */
  comeBack(): Promise<unknown> {
    const { match } = this;
    const stored = this.#stores.store.list();
    if (this.#tab === null) this.open();
    return this.inPage(async () => {
      const [own] = await stored;
      return own ? this.host.join(own.match, { token: own.token }) : this.host.join(match?.id ?? "");
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
    this.#table.open(match);
    this.#watchClock(match);
    if (this.#tab !== null) void this.#temple?.begin(this.#tab);
    while (match.status !== "over" && !(this.#isBanned && match.connection === "gone")) {
      if (this.#isAwaited(match)) await this.#act(match);
      else await this.#wait(match);
    }
  }

  #watchClock(match: Match): void {
    const tab = this.#tab;
    if (tab !== null) watchClock(this.#house, { name: this.name, match, page: tab });
  }

  /** Waits until something happens, or plays out of turn. */
  async #wait(match: Match): Promise<void> {
    if (this.#has("barges") && match.status === "playing" && this.#random.happens(0.1)) {
      const command = { type: ["roll", "end-turn", "pass"][this.#random.below(3)] };
      await this.#table.send(this, match, command as never, this.#newId());
    }
    if (!this.#isAwaited(match) && match.status !== "over") await this.#nextChange(match);
  }

  /** Takes a seat: the stored one after a reload. */
  async #sit(host: FlowerWar): Promise<Match> {
    const [stored] = await this.#stores.store.list();
    if (stored) return this.#sitAgain(host, stored);
    const { invitation, request } = this.#table;
    const sat = invitation === null ? await host.create(request as never) : await host.join(invitation);
    return sat as Match;
  }

  async #sitAgain(host: FlowerWar, stored: StoredSeat): Promise<Match> {
    try {
      return (await host.join(stored.match, { token: stored.token })) as Match;
    } catch (error) {
      // The seat of a stranger who took it and did not come was given to others.
      if (!isRefusal(error) || error.code !== "bad-token" || this.match !== null) throw error;
      await this.#stores.store.delete(stored);
      return this.#sit(host);
    }
  }

  async #act(match: Match): Promise<void> {
    const [least, most] = this.#table.pace;
    await this.#sleep(least + this.#random.fraction() * (most - least));
    await this.#temple?.pair(match);
    if (this.#dawdles("ponders", 0.2)) await this.#sleep(500 + this.#random.below(4_000));
    if (!this.#isAwaited(match) || !match.view) return;
    if (this.#has("vanishes") && this.#random.happens(0.15)) return this.#vanish();
    if (this.#dawdles("reloads", 0.1)) return this.#reload();
    if (this.#dawdles("leaves", 0.05)) return this.#goAway();
    if (!this.isOld && this.#has("talks") && this.#random.happens(0.3)) void this.#say(match);
    if (this.#has("repeats") && this.#random.happens(0.3))
      await this.#table.repeat(this, match, this.#random);
    if (this.#has("blunders") && this.#random.happens(0.2)) await this.#blunder(match);
    // A short turn may have ended meanwhile.
    if (!this.#isAwaited(match)) return;
    const command = this.#choose(match);
    const slot = this.#temple?.slotFor(command) ?? null;
    if (slot !== null) return this.#drop(match, slot);
    const { n } = match.state;
    const id = this.#newId();
    this.#dawdled.clear();
    const sends = [this.#table.send(this, match, command, id)];
    if (this.#has("doubles") && this.#random.happens(0.3)) {
      const isSame = this.#random.happens(0.5);
      // With another id it is another command: refused, or played if it fits the next decision too.
      sends.push(this.#table.send(this, match, command, isSame ? id : this.#newId()));
    }
    const refusals = (await Promise.all(sends)).filter((refusal) => refusal !== null);
    if (refusals.length === 0) return;
    const wrong = sends.length === 1 ? refusals.find((refusal) => !isTransient(refusal)) : undefined;
    // Version 0.2 does not see that it has conceded in games in which others play on.
    if (wrong && !this.#isBanned && !this.isOld && !(await this.#cameLate(match, n, wrong)))
      this.#house.find(
        "commands",
        `${this.name}: ${JSON.stringify(command)} was legal and refused: ${wrong.code}`,
      );
  }

  /** Drops a bead, and waits until something comes of it. */
  async #drop(match: Match, slot: Slot): Promise<void> {
    const { n } = match.state;
    this.#temple?.drop(slot);
    for (let waited = 0; match.state.n === n && waited < BEAD; waited += PAUSE) await this.#sleep(PAUSE);
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
    const draw = (n: number) => this.#random.below(n);
    if (this.isOld) {
      const legal = match.legal().filter(({ type }) => type !== "concede");
      return (legal[draw(legal.length)] ?? { type: "concede" }) as never;
    }
    const command = bots[game].easy(match.view as never, draw);
    return this.#choosesAnother ? this.#anotherThan(command, match) : command;
  }

  /** Returns the choice of another card, if the command is one. */
  #anotherThan(command: Parameters<Match["send"]>[0], match: Match): Parameters<Match["send"]>[0] {
    if ((command.type as string) !== "choose") return command;
    this.#choosesAnother = false;
    const same = JSON.stringify(command);
    const another = match
      .legal()
      .find((each) => (each.type as string) === "choose" && JSON.stringify(each) !== same);
    return another ?? command;
  }

  async #say(match: Match): Promise<void> {
    const id = this.#newId();
    try {
      const { n } = await match.say(`hello ${this.#random.below(100)}`, { id });
      this.lines.set(id, n);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
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

  /** Closes the page for good. */
  #vanish(): Promise<never> {
    this.#house.note(`${this.name} leaves for good`);
    this.hasVanished = true;
    this.close();
    this.#done.resolve();
    return new Promise<never>(() => {});
  }

  /** Tries until it is not refused for a reason that passes. */
  async #untilAllowed<T>(act: () => Promise<T>): Promise<T> {
    const began = this.#house.simulation.now;
    for (;;) {
      try {
        return await act();
      } catch (error) {
        if (!isRefusal(error)) throw error;
        const isHeld = this.#mayHoldUnknownSeat(error);
        if (isHeld && this.#house.simulation.now - began > GIVES_UP) return this.#vanish();
        if (!isHeld && !isTransient(error)) throw error;
        await this.#sleep(error.wait ?? PAUSE);
      }
    }
  }

  /** Whether the seat may be held for the player: version 0.2 does not know one again whose answer was lost. */
  #mayHoldUnknownSeat({ code }: Refusal): boolean {
    return this.isOld && code === "match-full";
  }

  /**
   * Whether a legal command may have been refused because the match moved on from entry `n`: the server played for the seat whose short turn had ended, or a
   * bead counted that its player had given up. The match may also be over, which a slow line tells later.
   */
  async #cameLate(match: Match, n: number, { code }: Refusal): Promise<boolean> {
    const { turn } = this.#table.plan;
    const canMove = this.#temple !== null || (turn !== null && turn < LONG_TURN);
    const isLate = () => (code === "match-over" ? match.status === "over" : canMove && match.state.n > n);
    for (let waited = 0; !isLate() && waited < LATE; waited += PAUSE) await this.#sleep(PAUSE);
    return isLate();
  }

  #isAwaited({ awaiting, seat, status }: Match): boolean {
    return status === "playing" && awaiting.some((each) => each.seat === seat);
  }

  #nextChange(match: Match): Promise<void> {
    // It may have been lost while they sent something.
    if (match.connection === "gone") return Promise.reject(new Error(`${this.name} lost the match for good`));
    return new Promise((resolve, reject) => {
      const stops = [
        match.on("change", () => end(resolve)),
        match.on("dropped", ({ gone, refusal, code }) => {
          if (gone)
            end(() => reject(new Error(`${this.name} lost the match for good: ${refusal?.code ?? code}`)));
        }),
      ];
      const end = (settle: () => void) => {
        for (const stop of stops) stop();
        settle();
      };
    });
  }

  /** Whether they do now what takes time: each of it once before a command. */
  #dawdles(habit: Habit, share: number): boolean {
    if (!this.#has(habit) || this.#dawdled.has(habit) || !this.#random.happens(share)) return false;
    this.#dawdled.add(habit);
    return true;
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
