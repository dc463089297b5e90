import type { MatchDetails, Seal } from "@flower-war/protocol";
import { NO_DETAILS } from "@flower-war/protocol/server";

/**
 * The seals, which seats publish before any of them reveals its nonce (docs/fair-dice.md). A seal belongs to the player: they take it
 * along, and lose it with the seat.
 */
export class Seals {
  /** Seals by seat; `null`: void, the seat has to give another. */
  readonly #given = new Map<string, Seal | null>();
  #shown: MatchDetails["seals"] = NO_DETAILS.seals;
  #format: 2 | 3 | null = null;

  /** Whether no further seal is accepted, and the nonces are revealed. */
  get areFixed(): boolean {
    return this.#format !== null;
  }

  /** Returns the seal of a seat; `null`: it has none that counts. */
  of(seat: string): Seal | null {
    return this.#given.get(seat) ?? null;
  }

  /** Whether who has a seat seals their nonces: they give none openly, also while their seal is void. */
  isSealer(seat: string): boolean {
    return this.#given.has(seat);
  }

  /** The public seals by seat; the same object until they change. */
  get shown(): MatchDetails["seals"] {
    return this.#shown;
  }

  give(seat: string, seal: Seal): void {
    this.#given.set(seat, seal);
    this.#show();
  }

  remove(seat: string): void {
    if (this.#given.delete(seat)) this.#show();
  }

  /** Gives the seal of a seat, if there is one, to the seat that its player moves to. */
  move(seat: string, to: string): void {
    const seal = this.#given.get(seat);
    this.#given.delete(seat);
    if (seal !== undefined) this.#given.set(to, seal);
    this.#show();
  }

  /** In which format the match begins whose seals are fixed; `null`: they are not. */
  get format(): 2 | 3 | null {
    return this.#format;
  }

  /** @param absent the seats whose seals do not count */
  fix(format: 2 | 3, absent: readonly string[]): void {
    for (const seat of absent) this.#given.delete(seat);
    this.#format = format;
    this.#show();
  }

  /** Makes all seals void. Returns the seats that had one. */
  reopen(): string[] {
    const sealed = [...this.#given].filter(([, seal]) => seal !== null).map(([seat]) => seat);
    for (const seat of sealed) this.#given.set(seat, null);
    this.#format = null;
    this.#show();
    return sealed;
  }

  /** Forgets all seals: the match has begun, and its players have them. */
  clear(): void {
    this.#given.clear();
    this.#format = null;
    this.#show();
  }

  #show(): void {
    const given = [...this.#given].flatMap(([seat, seal]) => (seal ? [[seat, seal.seal] as const] : []));
    this.#shown = given.length === 0 ? NO_DETAILS.seals : Object.fromEntries(given);
  }
}
