import type { Match, Refusal } from "@flower-war/client-sdk";
import type { SeededRandom } from "../../support/seeded-random.ts";
import type { House } from "../house/house.ts";
import type { Habit } from "../plan/habits.ts";
import type { Plan, TablePlan } from "../plan/plan.ts";
import { HouseOperator } from "./house-operator.ts";
import { OwnTemple } from "./own-temple.ts";
import { isRefusal, Person, type PersonsTable } from "./person.ts";
import { Program } from "./program.ts";
import { Spectator } from "./spectator.ts";

/** ms by which people with a habit may hold up a table. */
const SLOW: { readonly [H in Habit]?: number } = {
  ponders: 4_500,
  leaves: 3_500,
  reloads: 1_000,
  late: 1_000,
  vanishes: 13_000,
};

/** ms by which a temple may hold up its table: a bead that falls in vain is waited for, and its player looks for its code. */
const WITH_BEADS = 6_000;

/** ms by which bots, which think a little before each command, may hold up their table. */
const WITH_BOTS = 20_000;

/** ms for which a seat may be held for a player of version 0.2, who does not know it. */
const WITH_OLD = SLOW.vanishes ?? 0;

/** ms between two looks whether the time for a ban has come. */
const LOOK = 100;

/** How the server answered a command: with its entry's number, or a refusal's code. */
export interface Answered {
  readonly seat: string;
  readonly id: string;
  readonly n: number | null;
  readonly code: string | null;
}

/** The people at one table, and all that they were told of it. */
export class WorldTable implements PersonsTable {
  readonly plan: TablePlan;
  readonly pace: Plan["pace"];
  readonly people: readonly Person[];
  readonly spectators: readonly Spectator[];
  /** The temple of the first player; `null`: they have none. */
  readonly temple: OwnTemple | null;
  /** The bot account that has the last seat; `null`: none. */
  readonly program: Program | null;
  readonly answers: Answered[] = [];
  /** The match; `null`: not created yet. */
  id: string | null = null;
  invitation: string | null = null;
  /** Whom an operator has banned; `null`: no player. */
  banned: Person | null = null;
  readonly #house: House;
  readonly #opened = Promise.withResolvers<void>();
  readonly #sent = new Set<string>();
  #accepted = 0;
  #playedAt: number | null = null;

  constructor(house: House, { pace, twin }: Pick<Plan, "pace" | "twin">, plan: TablePlan, index: number) {
    this.#house = house;
    this.plan = plan;
    this.pace = pace;
    this.temple = plan.temple && new OwnTemple(house, `templo-${index + 1}`, `10.3.${index}.1`, plan.temple);
    this.people = plan.players.map(
      (habits, i) =>
        new Person(house, this, {
          name: `P${index + 1}${"abcdef"[i]}`,
          address: `10.1.${index}.${i + 1}`,
          habits,
          temple: i === 0 ? this.temple : null,
          isOld: plan.old.includes(i),
          isTwin: twin === "second" && i === 0,
        }),
    );
    this.program = plan.program
      ? new Program(house, `Bot${index + 1}`, plan.game, `10.1.${index}.100`)
      : null;
    this.spectators = Array.from(
      { length: plan.spectators },
      (_, i) => new Spectator(house, this, `W${index + 1}${"abcdef"[i]}`, `10.2.${index}.${i + 1}`),
    );
  }

  /** For how many ms the table may be held up by what players do, ms. */
  get #heldUp(): number {
    const { players, bots, program, bans, old } = this.plan;
    const habits = new Set(players.flat());
    const slow = [...habits].reduce((sum, habit) => sum + (SLOW[habit] ?? 0), 0);
    // A bot has the seat of who was banned.
    const withBots = bots > 0 || program || bans ? WITH_BOTS : 0;
    return slow + withBots + (this.temple === null ? 0 : WITH_BEADS) + (old.length > 0 ? WITH_OLD : 0);
  }

  /** The request with which the first player creates the match. */
  get request(): object {
    const { game, players, turn, bots, program, old } = this.plan;
    const rules = { profile: "quick", turn, reserve: 1_000, increment: 0, warning: 0, awayAfter: 1 };
    const others = [...players.slice(1).map(() => null), ...Array.from({ length: bots }, () => "easy")];
    const seats = players.length + bots + (program ? 1 : 0);
    return {
      game,
      seats,
      ...(bots > 0 && { bots: others }),
      // Version 0.2 knows no seals.
      ...(old.length > 0 && { openNonces: true }),
      ...(turn !== null && { clock: rules }),
    };
  }

  /** Whether a person has sent this command, answered or not. @param id `<seat>:<the command's id>` */
  hasSent(id: string): boolean {
    return this.#sent.has(id);
  }

  /** Describes what each person sees. */
  describe(): string {
    const each = [...this.people, ...this.spectators].map(({ name, match }) => {
      const seen = match && `${match.status}, ${match.connection}, entry ${match.state.n}`;
      return `${name}: ${seen ?? "nothing"}`;
    });
    return `${this.id}: ${each.join("; ")}`;
  }

  /** Closes all pages. */
  close(): void {
    for (const each of [...this.people, ...this.spectators]) each.close();
    this.temple?.cut();
    this.program?.close();
  }

  /** Whether awaited players concede now. */
  get isLongEnough(): boolean {
    return this.#accepted >= this.plan.commands;
  }

  /** Bans the last player when they have played, if the plan says so. */
  async #ban(): Promise<void> {
    const person = this.people.at(-1);
    if (!this.plan.bans || person === undefined) return;
    const hasPlayed = () => this.answers.some(({ seat, n }) => seat === person.seat && n !== null);
    while (!hasPlayed()) {
      if (person.match?.status === "over" || person.hasVanished) return;
      await this.#house.sleep(LOOK);
    }
    const player = person.match?.state.seats.get(person.seat ?? "")?.player ?? "";
    if (player === "" || person.match?.status === "over") return;
    person.expectBan();
    await new HouseOperator(this.#house).ban(player, person.name);
    this.banned = person;
  }

  /** The first creates the match, the others come then. Resolves when all have seen its end. */
  async play(): Promise<void> {
    const [first, ...others] = this.people;
    first?.open();
    await Promise.race([this.#opened.promise, first?.done]);
    for (const other of others) other.open();
    for (const spectator of this.spectators) spectator.open();
    if (first !== undefined) this.program?.play(first);
    await Promise.all([...[...this.people, ...this.spectators].map(({ done }) => done), this.#ban()]);
  }

  open(match: Match): void {
    const { id, invitation } = match;
    this.id = id;
    this.invitation = invitation ?? id;
    this.#opened.resolve();
  }

  /** Counts an accepted command, and finds what kept all from playing for longer than people and faults explain. */
  #notePlayed(): void {
    const { now } = this.#house.simulation;
    const before = this.#playedAt ?? now;
    this.#playedAt = now;
    this.#accepted += 1;
    const allowed = 2 * this.pace[1] + this.#heldUp + this.#house.faults.between(before, now);
    if (now - before > allowed)
      this.#house.find(
        "liveness",
        `${this.id}: no player could play for ${Math.round(now - before)} ms, not ${Math.round(allowed)}`,
      );
  }

  /** Sends one of a person's accepted commands again: it must be told to be the entry that it is. */
  async repeat(person: Pick<Person, "name">, match: Match, random: SeededRandom): Promise<void> {
    const own = this.answers.filter(({ seat, n }) => seat === match.seat && n !== null);
    const accepted = own[random.below(own.length)];
    if (accepted) await this.send(person, match, { type: "roll" } as never, accepted.id);
  }

  /** Sends a command, and keeps the answer. Returns the refusal; `null`: it was accepted. */
  async send(
    person: Pick<Person, "name">,
    match: Match,
    command: Parameters<Match["send"]>[0],
    id: string,
  ): Promise<Refusal | null> {
    const seat = match.seat ?? "";
    this.#sent.add(`${seat}:${id}`);
    this.#house.note(`${person.name} (${seat}) sends ${JSON.stringify(command)} as ${id}`);
    try {
      const { n } = await match.send(command, { id });
      if (!this.answers.some((answer) => answer.id === id && answer.n === n)) this.#notePlayed();
      this.answers.push({ seat, id, n, code: null });
      this.#house.note(`${person.name} was told: entry ${n} is ${id}`);
      return null;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.answers.push({ seat, id, n: null, code: error.code });
      this.#house.note(`${person.name} was told: ${id} is refused, ${error.code}`);
      return error;
    }
  }
}
