import type { Seen } from "@flower-war/rules";
import { parseEntry } from "./entries.ts";
import type { ClientGame } from "./games/client-game.ts";
import type { GameMap, GameName } from "./games/game-map.ts";
import { type ConnectionStatus, type Drop, Line, type LinePorts } from "./line.ts";
import { Listeners } from "./listeners.ts";
import { type MatchClock, readClock } from "./match-clock.ts";
import type {
  CommandAnswer,
  CommandRequest,
  Entry,
  MatchMessages,
  MatchRequests,
  MatchState,
  MatchStatus,
  SeatReservation,
  SeatState,
} from "./protocol.ts";
import { randomId } from "./random-id.ts";

/** A seat as everybody sees it. */
export interface SeatInfo<G extends GameName = GameName> extends Readonly<SeatState> {
  readonly seat: GameMap[G]["seat"];
}

/** A seat reservation of one game. */
export type Ticket<G extends GameName = GameName> = Omit<SeatReservation, "game" | "seat"> & {
  game: G;
  seat: GameMap[G]["seat"] | null;
};

/** One decision that a match waits for. */
export interface AwaitedDecision<G extends GameName = GameName> {
  readonly seat: GameMap[G]["seat"];
  readonly decision: GameMap[G]["decision"];
}

/** An `Entry` of one game. */
interface GameEntry<G extends GameName> extends Entry {
  readonly seat: GameMap[G]["seat"];
  readonly events: readonly GameMap[G]["event"][];
}

/** A message of the room `match`. */
type MatchMessage = MatchMessages[keyof MatchMessages];

/** What `match.on` listens to. */
export interface MatchListeners<G extends GameName = GameName> {
  /** Something of `state`, `view`, `seats` ... is new. Called after every patch. */
  change: () => void;
  /**
   * A fact of the match, as this viewer may see it: hidden fields are left out. `entry.n` is the number of the entry
   * it belongs to, `entry.seat` whose command it follows from. The state shows its effect already. Entries played
   * while the connection was lost are not told.
   */
  event: (
    event: GameMap[G]["event"],
    entry: { readonly n: number; readonly seat: GameMap[G]["seat"] },
  ) => void;
  /** A seat's time is almost over: at `deadline`, by the server's clock, somebody will play for it. */
  warning: (warning: { readonly seat: GameMap[G]["seat"]; readonly deadline: number }) => void;
  /**
   * What a temple of this match is to give back has changed: beads to take out of each half of the lake, below 0
   * (temple protocol J-12). 0 and 0: all is settled.
   */
  owed: (owed: { readonly temple: string; readonly h: number; readonly t: number }) => void;
  /** The match is over. Called once, after the last event; never on a match that was over when joined. */
  ended: (outcome: GameMap[G]["outcome"]) => void;
  /**
   * The connection was lost without `leave()`. Unless `drop.gone` the SDK comes back by itself: `resumed` follows, or
   * another `dropped` that says why it gave up.
   */
  dropped: (drop: Drop) => void;
  /** The seat was taken again after a drop; `state` is whole and new. */
  resumed: () => void;
}

/** A way back to a match's seat or chair. */
export interface Place {
  /** Reserves it again. */
  retake(token: string | null): Promise<SeatReservation>;
  /** Keeps what was reserved for later. */
  keep(again: SeatReservation): void;
  /** It is of no use any more: the match is over, or the seat was given back. */
  forget(): void;
}

/** One seat of a match, or a spectator's chair. Made by `FlowerWar`. */
export class Match<G extends GameName = GameName> {
  readonly id: string;
  /** The match's short code, for saying aloud: `host.join(code)`. */
  readonly code: string;
  readonly game: G;
  /** What the server committed itself to before it took any nonce: 64 lower-case hex digits (docs/fair-dice.md). */
  readonly commitment: string;
  /** This viewer's seat; `null` for a spectator. */
  readonly seat: GameMap[G]["seat"] | null;

  readonly #rules: ClientGame<GameMap[G]>;
  readonly #line: Line<MatchState<GameMap[G]["table"]>, MatchMessage>;
  readonly #listeners = new Listeners<MatchListeners<G>>();
  /** What this seat adds to the match's dice. */
  readonly #nonce = randomId();
  #nonceGiven = false;
  readonly #place: Place;
  #token: string | null;
  #view: GameMap[G]["view"] | null = null;
  #legal: readonly GameMap[G]["command"][] | null = null;
  #seats: readonly SeatInfo<G>[] | null = null;
  #clock: MatchClock<GameMap[G]["seat"]> | null = null;
  /** ms that the server's clock is ahead of ours; `null`: not asked yet. */
  #ahead: number | null = null;
  /** What each temple owed when it was told last. */
  readonly #owed = new Map<string, string>();
  #endTold = false;

  /** @internal */
  static async open<G extends GameName>(
    ticket: Ticket<G>,
    rules: ClientGame<GameMap[G]>,
    ports: Omit<LinePorts, "reserve">,
    place: Place,
  ): Promise<Match<G>> {
    const match = new Match(ticket, rules, ports, place);
    await match.#line.open(ticket.reservation);
    await match.#sit();
    match.#endTold = match.status === "over";
    if (match.#endTold) place.forget();
    return match;
  }

  private constructor(
    ticket: Ticket<G>,
    rules: ClientGame<GameMap[G]>,
    ports: Omit<LinePorts, "reserve">,
    place: Place,
  ) {
    this.id = ticket.match;
    this.code = ticket.code;
    this.game = ticket.game;
    this.commitment = ticket.commitment;
    this.seat = ticket.seat;
    this.#token = ticket.token;
    this.#rules = rules;
    this.#place = place;
    const reserve = async (unwanted: AbortSignal) => {
      const again = await place.retake(this.#token);
      if (unwanted.aborted) return again.reservation;
      this.#token = again.token;
      place.keep(again);
      return again.reservation;
    };
    this.#line = new Line(
      { ...ports, reserve },
      {
        changed: () => this.#changed(),
        message: (type, payload) => {
          if (type === "entry" && isEntry(payload)) {
            this.#entry(parseEntry(this.game, payload) as GameEntry<G>);
          }
          if (type === "warning" && !isEntry(payload)) this.#warn(payload);
        },
        dropped: (drop) => this.#listeners.emit("dropped", drop),
        resumed: () => {
          this.#listeners.emit("resumed");
          this.#tellEnd();
        },
      },
    );
  }

  /** Proves that the seat is yours: `host.join(match.id, { token })` takes it again. `null` for a spectator. Secret. */
  get token(): string | null {
    return this.#token;
  }

  /** What this viewer knows of the dice by itself: `verifyRecord(await host.record(match.id), match.seen)`. */
  get seen(): Seen {
    const { commitment, seat } = this;
    if (seat === null || !this.#nonceGiven) return { commitment };
    return { commitment, nonces: { [seat]: this.#nonce } };
  }

  get connection(): ConnectionStatus {
    return this.#line.status;
  }

  /** The synced state itself, one object that keeps changing. `view` is easier to work with. */
  get state(): MatchState<GameMap[G]["table"]> {
    return this.#line.state;
  }

  /** `gathering` while seats are open or nonces missing, `playing`, `over`. */
  get status(): MatchStatus {
    return this.state.status;
  }

  /** Every seat in turn order. The same value until the next change. */
  get seats(): readonly SeatInfo<G>[] {
    this.#seats ??= [...this.state.seats.entries()].flatMap(([seat, state]) =>
      this.#rules.isSeat(seat) ? [seatInfo<G>(seat, state)] : [],
    );
    return this.#seats;
  }

  /** The players' clocks, the same value until the next change. `null`: the match has none, or has not begun. */
  get clock(): MatchClock<GameMap[G]["seat"]> | null {
    this.#clock ??= readClock(this.state, (seat) => this.#rules.isSeat(seat));
    return this.#clock;
  }

  /** The server's time now, ms since 1970, as well as it can be known. */
  get serverTime(): number {
    return Date.now() + (this.#ahead ?? 0);
  }

  /**
   * All that this viewer may see, as the rules tell it: plain, and the same value until the next change. `null` while
   * the match is `gathering`.
   */
  get view(): GameMap[G]["view"] | null {
    this.#view ??= this.#rules.readView(this.state, this.seat);
    return this.#view;
  }

  /** The cards held by this seat, in the order held; empty for a spectator. */
  get hand(): GameMap[G]["hand"] {
    return this.view === null ? [] : this.#rules.hand(this.view);
  }

  /** The decisions the match waits for; empty unless it is `playing`. */
  get awaiting(): readonly AwaitedDecision<G>[] {
    return this.view === null ? [] : this.#rules.awaiting(this.view);
  }

  /** How the match ended; `null` while it is on. */
  get outcome(): GameMap[G]["outcome"] | null {
    return this.view === null ? null : this.#rules.outcome(this.view);
  }

  /** Every command that the server would accept from this seat now, computed here. Empty for a spectator. */
  legal(): readonly GameMap[G]["command"][] {
    if (this.seat === null || this.view === null) return [];
    this.#legal ??= this.#rules.legal(this.view, this.seat);
    return this.#legal;
  }

  /**
   * Asks for a command to be played. Resolves with the number of the match's entry that it made, when it is durable
   * and applied and its patch is here. Rejects with a `Refusal`: then nothing has changed, unless its code is `closed`.
   * While the connection is lost it waits, and asks again by the command's id when the seat is back: it is played once,
   * and the first answer counts. Rejects with `closed` when the match is `gone`; then nobody knows, until another
   * `Match` of the same seat asks by the same `id`.
   * @param options.id the command's own name, 1-64 of `A-Z a-z 0-9 _ -`; default: a random one
   */
  async send(command: GameMap[G]["command"], options: { id?: string } = {}): Promise<CommandAnswer> {
    const request: CommandRequest = { id: options.id ?? randomId(), command };
    return this.#line.requestSurely<CommandAnswer>("command", request);
  }

  /** Says that this seat's player is here: a seat that was away is his again. `host.join` does so by itself. */
  async here(): Promise<void> {
    const asked = Date.now();
    const { now } = await this.#request("here", {});
    this.#ahead = now - (asked + Date.now()) / 2;
  }

  /**
   * Makes this seat local to the temple that shows `code`. Rejects with `bad-code`, `too-many-codes`, `temple-elsewhere`,
   * and with `no-temples` where the game is not played through temples.
   */
  async pairTemple(code: string): Promise<{ templeId: string }> {
    return this.#request("pair-temple", { code });
  }

  /** Ends what `pairTemple` began. */
  async unpairTemple(): Promise<void> {
    await this.#request("unpair-temple", {});
  }

  /** Returns the function that stops listening. A listener that throws is reported on the console, no more. */
  on<Name extends keyof MatchListeners<G>>(name: Name, listener: MatchListeners<G>[Name]): () => void {
    return this.#listeners.on(name, listener);
  }

  /**
   * Leaves on purpose. While the match goes on the seat can be taken again with `token`; before it has begun, somebody
   * else may have it.
   */
  async leave(): Promise<void> {
    if (this.connection !== "gone" && this.status === "gathering") this.#place.forget();
    await this.#line.leave();
  }

  async #request<Type extends keyof MatchRequests>(
    type: Type,
    payload: MatchRequests[Type]["payload"],
  ): Promise<MatchRequests[Type]["answer"]> {
    return this.#line.request(type, payload);
  }

  /** Adds this seat's nonce to the dice. A seat whose nonce cannot be given is of no use to anybody, so it is left. */
  async #sit(): Promise<void> {
    if (this.seat === null || this.state.seats.get(this.seat)?.nonce !== "") return;
    try {
      await this.#line.requestSurely("nonce", { nonce: this.#nonce });
    } catch (error) {
      await this.leave();
      throw error;
    }
    this.#nonceGiven = true;
  }

  #changed(): void {
    this.#view = null;
    this.#legal = null;
    this.#seats = null;
    this.#clock = null;
    if (this.#ahead === null && this.state.clocks.size > 0) this.#learnTime();
    this.#listeners.emit("change");
    this.#tellOwed();
  }

  #tellOwed(): void {
    this.state.seats.forEach(({ temple, fixH, fixT }) => {
      const before = this.#owed.get(temple) ?? "0/0";
      if (temple === "" || before === `${fixH}/${fixT}`) return;
      this.#owed.set(temple, `${fixH}/${fixT}`);
      this.#listeners.emit("owed", { temple, h: fixH, t: fixT });
    });
  }

  #learnTime(): void {
    this.#ahead = 0;
    this.here().catch(() => {
      this.#ahead = null; // asked again with the next change
    });
  }

  #warn({ seat, deadline }: MatchMessages["warning"]): void {
    if (this.#rules.isSeat(seat)) this.#listeners.emit("warning", { seat, deadline });
  }

  #entry({ n, seat, events }: GameEntry<G>): void {
    for (const event of events) this.#listeners.emit("event", event, { n, seat });
    this.#tellEnd();
  }

  #tellEnd(): void {
    const outcome = this.status === "over" && !this.#endTold ? this.outcome : null;
    if (outcome === null) return;
    this.#endTold = true;
    this.#place.forget();
    this.#listeners.emit("ended", outcome);
  }
}

function seatInfo<G extends GameName>(
  seat: GameMap[G]["seat"],
  { kind, name, nonce, connected, temple, templeOnline, fixH, fixT }: SeatState,
): SeatInfo<G> {
  return { seat, kind, name, nonce, connected, temple, templeOnline, fixH, fixT };
}

const isEntry = (message: MatchMessage): message is MatchMessages["entry"] => Array.isArray(message);
