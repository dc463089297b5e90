import { type Match, Refusal } from "@flower-war/client-sdk";
import type { House } from "../house/house.ts";
import type { Plan, TablePlan } from "../plan.ts";
import { Person } from "./person.ts";

/** How the server answered a command: with its entry's number, or a refusal's code. */
export interface Answered {
  readonly seat: string;
  readonly id: string;
  readonly n: number | null;
  readonly code: string | null;
}

/** The people at one table, and all that they were told of it. */
export class WorldTable {
  readonly plan: TablePlan;
  readonly pace: Plan["pace"];
  readonly people: readonly Person[];
  readonly answers: Answered[] = [];
  /** The match; `null`: nobody has created it. */
  id: string | null = null;
  invitation: string | null = null;
  readonly #house: House;
  readonly #opened = Promise.withResolvers<void>();
  #accepted = 0;

  constructor(house: House, plan: TablePlan, pace: Plan["pace"], index: number) {
    this.#house = house;
    this.plan = plan;
    this.pace = pace;
    this.people = plan.players.map(
      (habits, i) => new Person(house, this, `P${index + 1}${"abcdef"[i]}`, `10.1.${index}.${i + 1}`, habits),
    );
  }

  /** Whether who is awaited concedes. */
  get isLongEnough(): boolean {
    return this.#accepted >= this.plan.commands;
  }

  /** The first creates the match, the others come then. Resolves when all have seen its end. */
  async play(): Promise<void> {
    const [first, ...others] = this.people;
    first?.open();
    await Promise.race([this.#opened.promise, first?.done]);
    for (const other of others) other.open();
    await Promise.all(this.people.map(({ done }) => done));
  }

  open({ id, invitation }: Match): void {
    this.id = id;
    this.invitation = invitation ?? id;
    this.#opened.resolve();
  }

  /** Sends a command, and keeps the answer. Returns the refusal; `null`: it was accepted. */
  async send(
    person: Person,
    match: Match,
    command: Parameters<Match["send"]>[0],
    id: string,
  ): Promise<Refusal | null> {
    const seat = match.seat ?? "";
    this.#house.note(`${person.name} (${seat}) sends ${JSON.stringify(command)} as ${id}`);
    try {
      const { n } = await match.send(command, { id });
      if (!this.answers.some((answer) => answer.id === id && answer.n === n)) this.#accepted += 1;
      this.answers.push({ seat, id, n, code: null });
      this.#house.note(`${person.name} was told: entry ${n} is ${id}`);
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.answers.push({ seat, id, n: null, code: error.code });
      this.#house.note(`${person.name} was told: ${id} is refused, ${error.code}`);
      return error;
    }
  }
}
