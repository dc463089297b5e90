import type { BotKind } from "@flower-war/protocol";
import type { Queue } from "../queue.ts";
import { distinctName } from "../names/distinct-name.ts";
import { refuse } from "../refusal.ts";
import type { CodeShown, MatchPlan, SeatFact } from "../storage/journal/facts.ts";
import type { MatchLog } from "../storage/journal/match-log.ts";
import { formatPerson, type Person } from "./seats/person.ts";
import type { SeatClaim } from "./seats/seat-claim.ts";
import type { SeatTable } from "./seats/seat-table.ts";

/** The kind of the bots that take the open seats of a match with a countdown. */
const COUNTDOWN_BOT: BotKind = "easy";

/** The kind of the bots that play on for people whom an operator removed. */
const SUBSTITUTE_BOT: BotKind = "easy";

/** What a gathering needs of its match. */
export interface GatheringPorts {
  readonly log: MatchLog;
  /** The match's queue; every append runs in it. */
  readonly queue: Queue;
  /** The seats of a match of so many players, in turn order. */
  readonly seatsFor: (count: number) => readonly string[];
  /** The fewest players of the game. */
  readonly fewest: number;
  /** Whether others can join by the short code. */
  readonly isCodeShown: () => boolean;
  /** Whether the match has begun. */
  readonly hasBegun: () => boolean;
  /** Until when the seats of a rematch are kept for those who played before, ms since 1970; 0: they are not. */
  readonly keptUntil: () => number;
  /** Whether the match is over. */
  readonly isOver: () => boolean;
  /** Whether a person may still take a bot's seat. */
  readonly canReplaceBots: () => boolean;
  /** Applies a journaled fact and shows it. @param at ms since 1970 */
  readonly apply: (fact: SeatFact | CodeShown, at: number) => void;
  /** Shows a change that is not journaled. */
  readonly changed: () => void;
  /** Begins the match with those who sit. */
  readonly begin: () => Promise<void>;
  /** Makes a seat local to no temple (temple protocol P-5). */
  readonly unpair: (seat: string) => Promise<void>;
}

/**
 * How a match gathers its players: who takes a seat, moves and leaves, who hosts the table, and when the match begins. What is
 * requested again, because the answer was lost, is done already and changes nothing.
 */
export class Gathering {
  readonly #plan: MatchPlan;
  readonly #seats: SeatTable;
  readonly #ports: GatheringPorts;
  /** Whether nobody was there for so long that the match is offered to nobody. Not journaled. */
  isDeserted = false;

  constructor(plan: MatchPlan, seats: SeatTable, ports: GatheringPorts) {
    this.#plan = plan;
    this.#seats = seats;
    this.#ports = ports;
  }

  /**
   * Gives a person a seat. A name that looks like another at the table gets a number.
   * @param holder the id that proves the seat: a repeated request, whose first answer was lost, gets the same seat
   * @param preferred `null`: the first open one, else a bot's that may be replaced
   * @throws `RefusalError` with `unknown-seat`, `seat-taken` or `match-full`, this too while the seats of a rematch are kept
   */
  takeSeat(person: Person, holder: string, preferred: string | null): Promise<SeatClaim> {
    return this.#ports.queue.run(async () => {
      const taken = this.#seats.holders.find({ match: this.#plan.match, holder });
      if (taken) return taken;
      if (this.isKept) throw refuse("match-full");
      const replaceable = this.#ports.canReplaceBots() ? this.#seats.bots : [];
      const seat = this.#seats.choose(preferred, replaceable);
      const others = this.#seats.taken
        .filter((other) => other !== seat)
        .map((other) => this.#seats.nameOf(other));
      await this.#record({
        type: "seat-taken",
        seat,
        ...formatPerson({ ...person, name: distinctName(person.name, others) }),
        holder,
      });
      return { match: this.#plan.match, seat, holder };
    });
  }

  /**
   * Gives a person who played the match before a seat in this rematch, or the one that they have already, and marks them as ready.
   * @param preferred theirs, unless somebody has it meanwhile: then the first open one
   * @param holder the one that they were before
   * @throws `RefusalError` with `match-full` or `match-begun`
   */
  rejoin(person: Person, preferred: string, holder: string): Promise<SeatClaim> {
    return this.#ports.queue.run(async () => {
      const { match } = this.#plan;
      const known = this.#seats.holders.find({ match, holder });
      if (known !== null) return known;
      if (this.#ports.hasBegun()) throw refuse("match-begun");
      const seat = this.#seats.choose(this.#seats.isOpen(preferred) ? preferred : null);
      await this.#record({ type: "seat-taken", seat, ...formatPerson(person), holder });
      this.#seats.setReady(seat, true);
      this.#ports.changed();
      return { match, seat, holder };
    });
  }

  /** Whether the open seats are kept for those who played the match before, of which this is the rematch. */
  get isKept(): boolean {
    return !this.#ports.hasBegun() && this.#ports.keptUntil() > this.#ports.log.now();
  }

  /**
   * Replaces a seat's holder id: tokens with earlier ones become invalid. A repeated call changes nothing.
   * @throws `RefusalError` with `bad-token`
   */
  renewSeat(claim: SeatClaim, holder: string): Promise<SeatClaim> {
    return this.#ports.queue.run(async () => {
      const renewed = this.#seats.holders.find({ ...claim, holder });
      if (renewed) return renewed;
      const { seat, match } = this.#seats.holders.verify(claim);
      await this.#record({ type: "seat-taken", seat, ...formatPerson(this.#seats.personIn(seat)), holder });
      return { match, seat, holder };
    });
  }

  /**
   * Opens the seat of a player who left for good, while the match has not begun; later the seat stays taken.
   * @param unpaired resolves when the seat is local to no temple: it opens after that
   */
  async leaveSeat(seat: string, unpaired: Promise<void>): Promise<void> {
    if (this.#ports.hasBegun()) return unpaired;
    const left = unpaired.then(() =>
      this.#ports.queue.run(async () => {
        if (!this.#ports.hasBegun()) await this.#record({ type: "seat-left", seat });
      }),
    );
    await this.#seats.blockUntil(seat, left);
  }

  /**
   * Adds a player's nonce to the dice; the last missing one begins a gathered match. Returns the nonce that counts, the
   * seat's first. Rejects if the match cannot begin; a repeated call tries again.
   */
  giveNonce(seat: string, nonce: string): Promise<string> {
    return this.#ports.queue.run(async () => {
      if (this.#seats.nonceOf(seat) === "") await this.#record({ type: "nonce", seat, nonce });
      await this.#beginIfComplete();
      return this.#seats.nonceOf(seat);
    });
  }

  /** Says whether a player is ready, which means nothing once the match has begun. Like presence it is not journaled. */
  setReady(seat: string, ready: boolean): Promise<void> {
    return this.#ports.queue.run(async () => {
      if (this.#ports.hasBegun()) return;
      this.#seats.setReady(seat, ready);
      this.#ports.changed();
      await this.#beginIfComplete();
    });
  }

  /**
   * Moves a player to an open seat; their token stays valid.
   * @throws `RefusalError` with `unknown-seat`, `seat-taken` or `match-begun`
   */
  moveSeat(seat: string, to: string): Promise<void> {
    return this.#unless(
      () => seat === to,
      async () => {
        await this.#move(seat, this.#seats.choose(to));
      },
    );
  }

  /**
   * Lets a bot take an open seat, or changes the kind of the bot there.
   * @throws `RefusalError` with `not-host`, `unknown-seat`, `seat-taken` or `match-begun`
   */
  seatBot(by: string, seat: string, kind: BotKind): Promise<void> {
    return this.#asHost(
      by,
      () => this.#seats.botIn(seat) === kind,
      async () => {
        await this.#record({ type: "bot-seated", seat: this.#seats.choose(seat, this.#seats.bots), kind });
        await this.#beginIfComplete();
      },
    );
  }

  /**
   * Opens the seat of a bot or of another player. An open seat stays open.
   * @throws `RefusalError` with `not-host`, `own-seat`, `unknown-seat` or `match-begun`
   */
  freeSeat(by: string, seat: string): Promise<void> {
    return this.#asHost(
      by,
      () => this.#seats.isOpen(seat),
      async () => {
        if (seat === by) throw refuse("own-seat");
        if (this.#seats.isLocal(seat)) await this.#ports.unpair(seat);
        await this.#record({ type: "seat-left", seat });
      },
    );
  }

  /**
   * Takes a seat from its player: it opens, or in a match that has begun a bot takes it. A seat without a person, and those of a match that
   * is over, stay as they are.
   * @throws `RefusalError` with `unknown-seat`
   */
  removePerson(seat: string): Promise<void> {
    return this.#ports.queue.run(async () => {
      if (!this.#seats.isPerson(seat) || this.#ports.isOver()) return;
      if (this.#seats.isLocal(seat)) await this.#ports.unpair(seat);
      if (this.#ports.hasBegun()) await this.#record({ type: "bot-seated", seat, kind: SUBSTITUTE_BOT });
      else await this.#record({ type: "seat-left", seat });
    });
  }

  /**
   * Makes another player the host.
   * @throws `RefusalError` with `not-host`, `unknown-seat`, `no-player` or `match-begun`
   */
  handOver(by: string, seat: string): Promise<void> {
    return this.#asHost(
      by,
      () => this.#seats.isHost(seat),
      async () => {
        if (!this.#seats.isPerson(seat)) throw refuse("no-player", { field: "seat" });
        await this.#record({ type: "host-changed", seat });
      },
    );
  }

  /**
   * Lets others join a private match by its short code, or no longer. A public match is always joined by it.
   * @throws `RefusalError` with `not-host` or `match-begun`
   */
  showCode(by: string, shown: boolean): Promise<void> {
    return this.#asHost(
      by,
      () =>
        this.#plan.invitation === null || (!this.#ports.hasBegun() && this.#ports.isCodeShown() === shown),
      () => this.#record({ type: "code-shown", shown }),
    );
  }

  /**
   * Begins the match with those who sit; in a match with a countdown, bots take its open seats first.
   * @throws `RefusalError` with `not-host`, `too-few-players` or `match-begun`
   */
  start(by: string): Promise<void> {
    return this.#asHost(
      by,
      () => this.#ports.hasBegun() && this.#seats.isHost(by),
      async () => {
        if (this.#plan.start === "countdown") await this.#seatBots();
        await this.#closeOpenSeats();
        await this.#ports.begin();
      },
    );
  }

  /** Lets bots take the open seats of a match whose countdown is over, and begins it if every nonce is given. */
  endCountdown(): Promise<void> {
    return this.#ports.queue.run(async () => {
      if (this.#ports.hasBegun()) return;
      await this.#seatBots();
      await this.#beginIfComplete();
    });
  }

  /** Whether nobody has to be waited for, but the match has not begun: nonces are missing. */
  get isGathered(): boolean {
    if (this.#ports.hasBegun() || this.#seats.open.length > 0 || this.#seats.holders.anyLeaving) return false;
    return this.#plan.start !== "host" || this.#seats.areReady;
  }

  /** Whether the match is gathered and could begin. */
  get hasAllNonces(): boolean {
    return this.isGathered && this.#seats.haveNonces;
  }

  /** Begins a gathered match, even without the nonces that are missing. */
  beginWithoutNonces(): Promise<void> {
    return this.#ports.queue.run(async () => {
      if (this.isGathered) await this.#ports.begin();
    });
  }

  /** Makes the first connected player the host if the host is not connected. Rejects if the journal fails. */
  replaceAbsentHost(): Promise<void> {
    return this.#ports.queue.run(async () => {
      const next = this.#ports.hasBegun() ? null : this.#seats.successor;
      if (next !== null) await this.#record({ type: "host-changed", seat: next });
    });
  }

  /** Ends a match that has not begun and that nobody is in any more. The fact's name in the journal is `given-up`. */
  abandon(): Promise<void> {
    return this.#ports.queue.run(async () => {
      if (!this.#ports.hasBegun()) await this.#ports.log.append([{ type: "given-up" }], true);
    });
  }

  async #beginIfComplete(): Promise<void> {
    if (this.hasAllNonces) await this.#ports.begin();
  }

  async #seatBots(): Promise<void> {
    const bots = this.#seats.open.map((seat) => ({ type: "bot-seated", seat, kind: COUNTDOWN_BOT }) as const);
    if (bots.length > 0) await this.#record(...bots);
  }

  /** Moves those who sit to the seats of a match of so many players: the open seats vanish when it begins. */
  async #closeOpenSeats(): Promise<void> {
    const taken = this.#seats.taken;
    if (taken.length < this.#ports.fewest) throw refuse("too-few-players");
    const seats = this.#ports.seatsFor(taken.length);
    const free = seats.filter((seat) => !taken.includes(seat));
    for (const seat of taken.filter((one) => !seats.includes(one))) {
      const [to = seat] = free.splice(0, 1);
      await this.#move(seat, to);
    }
  }

  async #move(seat: string, to: string): Promise<void> {
    if (this.#seats.isLocal(seat)) await this.#ports.unpair(seat);
    await this.#record({ type: "seat-moved", seat, to });
  }

  /** Does what only a match can do that has not begun, unless it is done already. */
  #unless(isDone: () => boolean, action: () => Promise<void>): Promise<void> {
    return this.#ports.queue.run(async () => {
      if (isDone()) return;
      if (this.#ports.hasBegun()) throw refuse("match-begun");
      await action();
    });
  }

  #asHost(by: string, isDone: () => boolean, action: () => Promise<void>): Promise<void> {
    return this.#unless(isDone, async () => {
      if (!this.#seats.isHost(by)) throw refuse("not-host");
      await action();
    });
  }

  /** Appends facts, all or none, and applies them. */
  async #record(...facts: readonly (SeatFact | CodeShown)[]): Promise<void> {
    const at = await this.#ports.log.append(facts);
    for (const fact of facts) this.#ports.apply(fact, at);
  }
}
