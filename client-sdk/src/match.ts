import {
  type BotKind,
  type Challenge,
  type ChatLine,
  type ChatPage,
  CLOSE,
  type Claim,
  type CommandAnswer,
  type CommandRequest,
  entriesOf,
  type GameMap,
  type GameName,
  LIMITS,
  type LogPage,
  type MatchClock,
  type MatchDetails,
  type MatchMessages,
  type MatchRequests,
  type MatchStatus,
  type NearbyTemple,
  type Offer,
  parseEntry,
  type Reaction,
  type ReadableMatch,
  type ReportReason,
  readClock,
  readDetails,
  readSeat,
  type SyncedMatch,
  type TablePolicy,
} from "@flower-war/protocol";
import { type Random, randomHex, type Time } from "@flower-war/protocol/ports";
import { type Agreement, agreedOutcome } from "@flower-war/rules";
import type { Witness } from "@flower-war/rules/witness";
import { type Abortable, untilAborted } from "./abort.ts";
import { type ConnectionStatus, RoomSession } from "./connection/room-session.ts";
import type { ClientGame } from "./games/client-game.ts";
import { Listeners } from "./listeners.ts";
import { ChatReader } from "./match-chat.ts";
import { LogReader } from "./match-log.ts";
import type {
  AwaitedDecision,
  GameEntry,
  GameReservation,
  Hint,
  MatchListeners,
  MatchLogEntry,
  MatchSettings,
  OpenOffer,
  OutcomeOf,
  SeatHandle,
  SeatInfo,
  WantedRematch,
} from "./match-types.ts";
import { type NearbyOptions, pairNearby } from "./nearby-pairing.ts";
import { connectionRefusal, Refusal } from "./refusal.ts";
import { Reported } from "./reported.ts";
import { ServerClock } from "./server-clock.ts";
import type { WitnessKeeper } from "./witness/keeper.ts";

/** What a judge does. */
type JudgeAct = Omit<MatchRequests["judge"]["payload"], "secret">;

/** Close codes after which the seat is no longer its viewer's. */
const LOST_SEAT: readonly number[] = [
  CLOSE.removed,
  CLOSE.withheld,
  CLOSE.handedOver,
  CLOSE.expelled,
  CLOSE.banned,
  CLOSE.ended,
];

/** The answer of `legal` when there is nothing to do. */
const NONE: readonly never[] = [];

const BEYOND_RULES = "unknown what is awaited or legal: the server may be newer than this version of the SDK";

/** A message of the room `match`. */
type MatchMessage = MatchMessages[keyof MatchMessages];

/** Refusals of a seat that the host did not give. */
const NOT_GIVEN: readonly string[] = ["seat-taken", "match-full", "match-begun"];

/** A match as one seat or one spectator sees it. The methods of `FlowerWar` return it. */
export class Match<G extends GameName = GameName> {
  readonly id: string;
  /** The match's short code, easy to read out: `host.join(code)`. That of a private match works while `details.codeShown`. */
  readonly code: string;
  readonly game: G;
  /** Of a game of the host's own: the version that the match is played with; 1: it names none. */
  readonly version: number;
  /** The server's commitment, made before any seat's nonce was known: 64 lower-case hex digits (docs/fair-dice.md). */
  readonly commitment: string;

  readonly #rules: ClientGame<GameMap[G]>;
  readonly #session: RoomSession<SyncedMatch<GameMap[G]["table"]>, MatchMessage>;
  readonly #handle: SeatHandle;
  readonly #time: Time;
  readonly #random: Random;
  readonly #listeners = new Listeners<MatchListeners<G>>();
  readonly #log: LogReader;
  readonly #chat: ChatReader;
  #challenges: readonly Challenge[] = [];
  /** Keeps what this viewer sees, once it is loaded; `null`: it could not be. */
  readonly #keeper: Promise<WitnessKeeper | null>;
  #invitation: string | null;
  #seat: GameMap[G]["seat"] | null;
  #token: string | null;
  #view: GameMap[G]["view"] | null = null;
  #legal: readonly GameMap[G]["command"][] | null = null;
  /** Whether the rules of this version failed to judge the view. */
  #isBeyond = false;
  #seats: readonly SeatInfo<G>[] | null = null;
  #clock: MatchClock<GameMap[G]["seat"]> | null = null;
  /** The parsed `state.details`, and its text. */
  #details = { text: "", read: readDetails("") };
  readonly #serverClock: ServerClock;
  /** The ms that all clocks were given back, by the last state. */
  #givenBack = 0;
  readonly #reported = new Reported();
  #endReported = false;

  /** @internal */
  static async open<G extends GameName>(
    reservation: GameReservation<G>,
    rules: ClientGame<GameMap[G]>,
    settings: MatchSettings,
    handle: SeatHandle,
    signal?: AbortSignal,
  ): Promise<Match<G>> {
    const match = new Match(reservation, rules, settings, handle);
    await match.#session.open(reservation.reservation, signal);
    await match.#beginWitness();
    match.#endReported = match.status === "over";
    if (match.#endReported) handle.delete();
    return match;
  }

  private constructor(
    reservation: GameReservation<G>,
    rules: ClientGame<GameMap[G]>,
    settings: MatchSettings,
    handle: SeatHandle,
  ) {
    this.id = reservation.match;
    this.code = reservation.code;
    // Servers of version 0.2 know none.
    this.#invitation = reservation.invitation ?? null;
    this.game = reservation.game;
    this.version = reservation.version ?? 1;
    this.commitment = reservation.commitment;
    this.#seat = reservation.seat;
    this.#token = reservation.token;
    this.#rules = rules;
    this.#handle = handle;
    this.#time = settings.time;
    this.#serverClock = new ServerClock(settings.time);
    this.#random = settings.random;
    const requestPage = async (after: number) => {
      const page = await this.#session.requestUntilAnswered<LogPage>("log", { after });
      this.#tell((keeper) => keeper.told(page));
      return page;
    };
    this.#log = new LogReader(this.game, requestPage);
    this.#chat = new ChatReader((after) => this.#session.requestUntilAnswered<ChatPage>("chat", { after }));
    const reserve = async (unwanted: AbortSignal, lost?: string) => {
      const again = this.#token === null ? ({ spectate: true } as const) : { token: this.#token };
      const next = await handle.reserve(again, lost);
      if (unwanted.aborted) return next.reservation;
      this.#token = next.token;
      this.#invitation = next.invitation ?? null;
      this.#seat = next.seat !== null && rules.isSeat(next.seat) ? next.seat : null;
      handle.save(next);
      return next.reservation;
    };
    this.#session = new RoomSession(settings, reserve, {
      isAwaited: () => this.#isAwaited,
      changed: () => this.#onChange(),
      statusChanged: () => this.#listeners.emit("change"),
      message: (type, payload) => this.#onMessage(type, payload),
      dropped: (drop) => {
        this.#chat.noteDrop();
        this.#challenges = [];
        if (LOST_SEAT.includes(drop.code)) handle.delete();
        if (drop.gone) this.#tell((keeper) => keeper.close());
        this.#listeners.emit("dropped", drop);
      },
      resumed: () => {
        this.#askTime();
        this.#tell((keeper) => keeper.resumed());
        this.#listeners.emit("resumed");
        this.#reportEnd();
      },
    });
    this.#keeper = import("./witness/keeper.ts").then(
      ({ WitnessKeeper }) =>
        new WitnessKeeper({
          ...settings,
          match: this,
          request: (type, payload) => this.#session.requestUntilAnswered(type, payload),
          readLog: (n) => this.#log.read(n),
          fail: (refusal) => this.#session.fail(refusal),
        }),
      (error: unknown) => {
        console.error("witness keeper could not be loaded", error);
        return null;
      },
    );
  }

  /**
   * The invitation to a private match, by which others join and watch it: `host.join(invitation)`; and to a public one whose seats are only
   * for the invited (`policy`). Secret. `null`: the match needs none, or you are not told it.
   */
  get invitation(): string | null {
    return this.#invitation;
  }

  /** This viewer's seat; `null` for a spectator. It changes only before the match begins, with `moveTo`. */
  get seat(): GameMap[G]["seat"] | null {
    return this.#seat;
  }

  /** Proves that the seat is yours: `host.join(match.id, { token })` takes it again. Secret. `null` for a spectator. */
  get token(): string | null {
    return this.#token;
  }

  get connection(): ConnectionStatus {
    return this.#session.status;
  }

  /**
   * The synced state, one object that keeps changing. `view` is easier to work with, and complete: fields that a server of another
   * version does not know are missing here.
   */
  get state(): SyncedMatch<GameMap[G]["table"]> {
    return this.#session.state;
  }

  /** The same as it comes from a server of any version. */
  get #told(): ReadableMatch {
    return this.#session.state;
  }

  /** The rest of the state, which changes rarely; the same object until it does. */
  get details(): MatchDetails {
    const { details: text = "" } = this.#told;
    if (text !== this.#details.text) this.#details = { text, read: readDetails(text) };
    return this.#details.read;
  }

  /** `gathering` while seats are open or nonces missing; then `playing`; then `over`. */
  get status(): MatchStatus {
    return this.#told.status ?? "gathering";
  }

  /** All seats in turn order; the same array until the next change. */
  get seats(): readonly SeatInfo<G>[] {
    this.#seats ??= entriesOf(this.#told.seats).flatMap(([seat, state]) =>
      this.#rules.isSeat(seat) ? [readSeat(seat, state)] : [],
    );
    return this.#seats;
  }

  /** Whether this viewer hosts the table, and decides who sits there until the match begins. */
  get isHost(): boolean {
    return this.seat !== null && (this.#told.seats?.get(this.seat)?.host ?? false);
  }

  /**
   * When bots take the open seats and the match begins, ms since 1970 by the server's clock; `null` unless it is `gathering`
   * with a countdown.
   */
  get startsAt(): number | null {
    return this.status === "gathering" && this.details.startsAt > 0 ? this.details.startsAt : null;
  }

  /** The players' clocks; the same object until the next change. `null` if the match has none or has not begun. */
  get clock(): MatchClock<GameMap[G]["seat"]> | null {
    this.#clock ??= readClock(this.#told, this.details.stopped, (seat) => this.#rules.isSeat(seat));
    return this.#clock;
  }

  /** An estimate of the server's time now, ms since 1970. */
  get serverTime(): number {
    if (this.#serverClock.isDoubtful) this.#askTime();
    return this.#serverClock.now();
  }

  /**
   * Everything that this viewer may see, as the game's rules define it: a plain object, the same one until the next
   * change. `null` while the match is `gathering`.
   */
  get view(): GameMap[G]["view"] | null {
    this.#view ??= this.#rules.readView(this.state, this.seat);
    return this.#view;
  }

  /** The cards that this seat holds, in order; empty for a spectator. */
  get hand(): GameMap[G]["hand"] {
    return this.view === null ? [] : this.#rules.hand(this.view);
  }

  /** The decisions that the match waits for; empty unless it is `playing`. */
  get awaiting(): readonly AwaitedDecision<G>[] {
    const { view } = this;
    return view === null || this.status === "over" ? NONE : this.#judge(() => this.#rules.awaiting(view));
  }

  /** Whether others wait for this viewer: for their decision, or for the match to begin. */
  get #isAwaited(): boolean {
    if (this.seat === null || this.status === "over") return false;
    return this.status === "gathering" || this.awaiting.some(({ seat }) => seat === this.seat);
  }

  /** How the match ended; `null` until it is over. */
  get outcome(): OutcomeOf<G> | null {
    const { ending } = this.details;
    if (ending) return agreedOutcome(ending);
    return this.view === null ? null : this.#rules.outcome(this.view);
  }

  /** The offer to end the match that is open now; `null`: none is. */
  get offer(): OpenOffer<G> | null {
    return this.details.offer as OpenOffer<G> | null;
  }

  /** Whether an abort can still be offered: before the third turn. */
  get canAbort(): boolean {
    return this.seat !== null && this.details.canAbort;
  }

  /**
   * When you can `claim` the match because all others are away, ms since 1970 by the server's clock; `null`: another player
   * is there.
   */
  get claimsAt(): number | null {
    const { claimsAt } = this.details;
    return this.seat !== null && this.#isThere(this.seat) && claimsAt > 0 ? claimsAt : null;
  }

  /** The rematch of this finished match, and the players who want it; `null`: none was asked for. */
  get wantedRematch(): WantedRematch<G> | null {
    return this.details.rematch as WantedRematch<G> | null;
  }

  /** The id of the match of which this one is the rematch; `null`: of none. */
  get previous(): string | null {
    return this.details.previous || null;
  }

  /** The bot accounts that were invited to open seats of this table; the same array until the next change. */
  get challenges(): readonly Challenge[] {
    return this.#challenges;
  }

  /**
   * Returns every command that the server would accept from this seat now; the same array until the next change. Empty for a spectator,
   * and when the connection is `gone`. Empty too, with an error on the console, if the server's view is beyond the rules of this version.
   * Sends nothing.
   */
  legal(): readonly GameMap[G]["command"][] {
    if (this.seat === null || this.view === null || this.status !== "playing") return NONE;
    if (this.connection === "gone") return NONE;
    const { view, seat } = this;
    this.#legal ??= this.#judge(() =>
      this.#rules.legal(view, seat).filter((command) => this.#isKnown(command)),
    );
    return this.#legal;
  }

  /** Whether the server knows such commands: an older one may not. */
  #isKnown({ type }: { readonly type: string }): boolean {
    return (this.#rules.since?.[type] ?? 0) <= this.#session.serverProtocol;
  }

  /** A view with words of a newer server may be more than these rules can judge. The console says so, lest a bot wait with no word. */
  #judge<T>(judge: () => readonly T[]): readonly T[] {
    try {
      return judge();
    } catch (error) {
      if (!this.#isBeyond) console.error(BEYOND_RULES, error);
      this.#isBeyond = true;
      return NONE;
    }
  }

  /**
   * Sends a command. Resolves with the number of the match's entry that it made, and with what the seat may send next, when the
   * entry is durable and `view` shows its effect. Rejects with a `Refusal`; then nothing has changed, unless the code is `closed`
   * or `internal`.
   *
   * While the connection is lost the promise stays pending. The SDK sends the command again with the same id when it has
   * reconnected; the server plays it once and repeats its first answer. `closed` means that the match is `gone` and the
   * outcome unknown; another `Match` of the same seat can send the command again with the same `id`.
   * `internal` means that the server failed: nearly always nothing has changed, but the command may have been played. Send
   * it again with the same `id` to find out.
   * @param options.id the command's id, 1-64 of `A-Z a-z 0-9 _ -`; default: a random one
   */
  async send(
    command: GameMap[G]["command"],
    options: { id?: string } & Abortable = {},
  ): Promise<CommandAnswer> {
    const request: CommandRequest = { id: options.id ?? randomHex(this.#random, 16), command };
    const answer = this.#session.requestUntilAnswered<CommandAnswer>("command", request, options.signal);
    this.#tell((keeper) => keeper.sent(command, answer));
    const { n } = await answer;
    // Worked out if it is read: the server need not send it.
    const legal = () => [...this.legal()];
    return {
      n,
      get legal() {
        return legal();
      },
    };
  }

  /**
   * Returns all entries of the match since its beginning, in order, as this viewer may see them; the same array until there
   * are more. Entries that were read are remembered, so a further call requests only what is new. It works in play, after a
   * reload, for spectators, and stays pending while the connection is lost. Rejects with a `Refusal`.
   */
  async log(options: Abortable = {}): Promise<readonly MatchLogEntry<G>[]> {
    return (await untilAborted(
      this.#log.read(this.#told.n ?? 0),
      options.signal,
    )) as readonly MatchLogEntry<G>[];
  }

  /**
   * Returns what this viewer has seen of the match, for
   * `verifyRecord(await host.record(match.id, { token: match.token }), await match.witness())`. It is kept over reloads (`FlowerWarOptions.witnessStore`).
   */
  async witness(options: Abortable = {}): Promise<Witness> {
    const keeper = await this.#keeper;
    if (keeper === null) throw connectionRefusal("unreachable");
    return untilAborted(keeper.witness(), options.signal);
  }

  /** Whether this table has no chat. */
  get silent(): boolean {
    return this.details.silent;
  }

  /** Seconds after which spectators see what happens, once the match has begun. */
  get watchDelay(): number {
    return this.details.watchDelay ?? 0;
  }

  /** What the host has set: who may sit down, how people talk, who is silenced or blocked. The same object until it changes. */
  get policy(): TablePolicy {
    return this.details.policy;
  }

  /**
   * Says something to the table. Resolves with the line's number when it is durable and was sent to all clients that may see it;
   * after a lost connection the SDK sends it again, and it is said once. What spectators say while the match is played only
   * spectators see.
   * Refusals: `silent`, `silenced`, `text-missing`, `text-too-long`, `too-many-lines` with `wait`, `chat-full`, `unavailable`.
   * @param options.id the line's id, 1-64 of `A-Z a-z 0-9 _ -`; default: a random one
   */
  async say(text: string, options: { id?: string } & Abortable = {}): Promise<{ n: number }> {
    // A text that is much too long would cost the connection.
    if (new TextEncoder().encode(text).length > LIMITS.chat.bytes) {
      throw new Refusal({
        code: "text-too-long",
        message: "the text is too long for one line",
        field: "text",
      });
    }
    return this.#session.requestUntilAnswered("say", { ...this.#newLine(options.id), text }, options.signal);
  }

  /** Says one of `REACTIONS`, as `say`. */
  async react(reaction: Reaction, options: { id?: string } & Abortable = {}): Promise<{ n: number }> {
    return this.#session.requestUntilAnswered(
      "react",
      { ...this.#newLine(options.id), reaction },
      options.signal,
    );
  }

  /**
   * Returns all that was said at the table, in order, as far as this viewer may see it; the same array until there is more. It
   * works after a reload too, and stays pending while the connection is lost. Rejects with a `Refusal`.
   */
  chat(options: Abortable = {}): Promise<readonly ChatLine[]> {
    return untilAborted(this.#chat.read(), options.signal);
  }

  #newLine(id: string = randomHex(this.#random, 16)): { id: string; name?: string } {
    return this.seat === null ? { id, name: this.#handle.name } : { id };
  }

  /** Marks this seat's player as present: a seat that was away is theirs again. `host.join` includes this. */
  async here(options: Abortable = {}): Promise<void> {
    await this.#serverClock.measure(() => this.#request("here", {}, options.signal));
  }

  /** Says whether you are ready for the match to begin. Once it has begun this changes nothing. */
  async setReady(ready: boolean, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("ready", { ready }, options.signal);
  }

  /**
   * Moves you to an open seat. Resolves when you sit there: `seat` and `token` are those of the new seat.
   * Refusals: `unknown-seat`, `seat-taken`, `match-begun`.
   */
  async moveTo(seat: GameMap[G]["seat"], { signal }: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("move-seat", { seat }, signal);
    // The server closes the connection; the next one has the new seat.
    while (this.#seat !== seat) await this.#session.requestUntilAnswered("time", {}, signal);
  }

  /**
   * Lets a bot take an open seat, or changes the kind of the bot there. For the host.
   * Refusals: `not-host`, `unknown-seat`, `seat-taken`, `match-begun`.
   */
  async seatBot(seat: GameMap[G]["seat"], kind: BotKind, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("seat-bot", { seat, kind }, options.signal);
  }

  /**
   * Invites a bot account that is online to a seat, for a minute; `challenges` says what it answers. The seat stays open meanwhile: who
   * takes it first has it. For the host.
   * Refusals: `unknown-bot`, `several-bots`, `bot-busy`, `challenge-open`, `too-many-challenges` with `wait`, `not-host`, `unknown-seat`,
   * `seat-taken`, `match-begun`.
   * @param bot its name, or its player's id
   */
  async challenge(seat: GameMap[G]["seat"], bot: string, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("challenge", { seat, bot }, options.signal);
  }

  /**
   * Opens the seat of a bot or of another player, who is told so (`CLOSE.removed`). For the host. Changes nothing if another one has taken the
   * seat since `seats` showed who sits there.
   * Refusals: `not-host`, `own-seat`, `unknown-seat`, `too-many-barred`, `match-begun`.
   * @param options.block whether the player cannot come back to this table, nor watch it; default `false`
   */
  async freeSeat(
    seat: GameMap[G]["seat"],
    { block, signal }: { block?: boolean } & Abortable = {},
  ): Promise<void> {
    const name = this.seats.find((each) => each.seat === seat)?.name;
    const wanted = { seat, ...(name && { name }), ...(block && { block }) };
    await this.#session.requestUntilAnswered("free-seat", wanted, signal);
  }

  /**
   * Sets who may sit down at the table and how people talk there, until the match is over; what is missing stays. `policy` says what is set, and
   * `invitation` what others need to sit down, if they do. For the host. Refusals: `not-host`, `match-over`, `too-many-changes` with `wait`.
   */
  async setPolicy(
    policy: Partial<Pick<TablePolicy, "admission" | "slow" | "quiet">>,
    options: Abortable = {},
  ): Promise<void> {
    const { invitation } = await this.#session.requestUntilAnswered<MatchRequests["set-policy"]["answer"]>(
      "set-policy",
      policy,
      options.signal,
    );
    this.#invitation = invitation;
    this.#listeners.emit("change");
  }

  /**
   * Keeps the spectator who said a line from the table: their player, and all in their network who have no account can neither sit down
   * nor watch nor talk. For the host. Refusals: `not-host`, `unknown-speaker`, `too-many-barred`, `match-over`, `too-many-changes` with `wait`.
   */
  async block({ n }: Pick<ChatLine, "n">, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("block", { n }, options.signal);
  }

  /** Lets the spectator who said a line talk no more, as `block`. */
  async silence({ n }: Pick<ChatLine, "n">, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("silence", { n }, options.signal);
  }

  /** Lets a person come back, or talk again. For the host. @param name as `policy[how]` has it. Refusals: as `setPolicy`. */
  async lift(how: "blocked" | "silenced", name: string, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("lift", { how, name }, options.signal);
  }

  /**
   * Tells the operator of another player, who is not told. A repeated report changes nothing.
   * @param text at most 500 characters; may be empty
   * Refusals: `unknown-seat`, `no-player`, `own-seat`, `not-watching`, `too-many-reports` with `wait`.
   */
  async report(
    seat: GameMap[G]["seat"],
    reason: ReportReason,
    text: string,
    options: Abortable = {},
  ): Promise<void> {
    await this.#session.requestUntilAnswered("report", { seat, reason, text }, options.signal);
  }

  /**
   * Asks the host for the seat of a bot, and takes it if the host agrees. For spectators. Resolves with the match as its player, beside this
   * one; `null`: the host did not agree within a minute.
   * Refusals: `not-watching`, `match-not-started`, `match-over`, `no-host`, `seat-taken`, `ask-open`, `too-many-asks` with `wait`,
   * `blocked`, `accounts-only`, `finishers-only`, those of names.
   * @param options.name what you are called there; default: as when you talk
   */
  async askForSeat(
    seat: GameMap[G]["seat"],
    options: Abortable & { readonly name?: string } = {},
  ): Promise<Match<G> | null> {
    const { name = this.#handle.name, signal } = options;
    const wanted = { seat, name, renew: randomHex(this.#random, 16) };
    const { id } = await this.#session.requestUntilAnswered<{ id: string }>("ask-seat", wanted, signal);
    await untilAborted(this.#untilAnswered(id), signal);
    if (this.seats.find((each) => each.seat === seat)?.kind === "bot") return null;
    try {
      return (await untilAborted(this.#handle.open(this.#handle.reserve(wanted)), signal)) as Match<G>;
    } catch (error) {
      if (NOT_GIVEN.includes((error as Refusal).code)) return null;
      throw error;
    }
  }

  /** Waits until a question for a seat is over, or the match is gone. */
  async #untilAnswered(id: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = () => (this.asks.some((ask) => ask.id === id) ? undefined : resolve());
    const stops = [this.on("change", look), this.on("dropped", ({ gone }) => (gone ? resolve() : undefined))];
    look();
    await promise;
    for (const stop of stops) stop();
  }

  /** The spectators who ask the host for a seat. The same list until it changes. */
  get asks(): MatchDetails["asks"] {
    return this.details.asks;
  }

  /** Gives a spectator the seat that they asked for, or not. For the host. Refusals: `not-host`, `no-ask`, `seat-taken`. */
  async answerAsk(
    { id }: Pick<MatchDetails["asks"][number], "id">,
    accepts: boolean,
    options: Abortable = {},
  ): Promise<void> {
    await this.#session.requestUntilAnswered("answer-ask", { id, accepts }, options.signal);
  }

  /** Makes another player the host. For the host. Refusals: `not-host`, `unknown-seat`, `no-player`, `match-begun`. */
  async handOver(seat: GameMap[G]["seat"], options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("hand-over", { seat }, options.signal);
  }

  /**
   * Lets others join this private match by its short code, or no longer; when the match begins it ends. `details.codeShown` says which.
   * For the host. Refusals: `not-host`, `match-begun`.
   */
  async showCode(shown: boolean, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("show-code", { shown }, options.signal);
  }

  /**
   * Begins the match with those who sit; open seats vanish, and who sits at one that the game does not have for so few moves.
   * In a match with a countdown, bots take the open seats instead. For the host.
   * Refusals: `not-host`, `too-few-players`, `match-begun`.
   */
  async start(options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("start", {}, options.signal);
  }

  /**
   * Offers the other people who play to end the match by a draw, or, before its third turn, to abort it: it then counts as not
   * played. It is open for a minute, and until a player declines it or you play on. Bots agree to what the people agree to; an abort
   * that needs no other player's consent ends the match at once.
   * Refusals: `offer-open`, `too-many-offers` with `wait`, `no-opponent`, `abort-too-late`.
   */
  async makeOffer(what: Agreement, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("offer", { what }, options.signal);
  }

  /**
   * Takes back your last act, at a table with `details.takeBacks`: `details.takeBack` says which act its seat can take back now. At once where no
   * other seat could have acted on it; else the others are asked by an `offer` with `what` `take-back`, which they accept or decline.
   * Refusals: `no-take-backs`, `no-take-back`, `too-many-take-backs`, `offer-open`, `too-many-offers` with `wait`.
   */
  async takeBack(options: Abortable = {}): Promise<void> {
    const n = this.details.takeBack?.n ?? 1;
    await this.#session.requestUntilAnswered("take-back", { n }, options.signal);
  }

  /**
   * Pauses the match for so many seconds, at a table with `details.pauses`, the longest: at once if no other person is there, else the others are
   * asked by an `offer` with `what` `pause`. In a pause (`details.paused`) no clock runs and no bot plays; it ends after its time, by `resume`, and
   * when a seat acts. Refusals: `no-pauses`, `bad-request`, `no-opponent`, `too-many-pauses`, `offer-open`, `too-many-offers` with `wait`.
   */
  async pause(seconds: number, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("pause", { seconds }, options.signal);
  }

  /** Lets a paused match go on. */
  async resume(options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("resume", {}, options.signal);
  }

  /**
   * Takes so many days off, at a table with `details.holidays`: meanwhile your clock stands (`details.onHoliday`). They end by themselves, when you
   * act, and with 0. `details.daysTaken` says which days off count of those that you may take. Refusals: `no-holidays`, `no-days-left`.
   */
  async takeHoliday(days: number, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("holiday", { days }, options.signal);
  }

  /**
   * Gives a seat so many seconds, or asks for some for your own: the others but for that seat are asked by an `offer` with `what` `give-time`; at
   * once if there is none to ask. Refusals: as `pause`, `unknown-seat`, `no-player`.
   */
  async giveTime(to: GameMap[G]["seat"], seconds: number, options: Abortable = {}): Promise<void> {
    const id = randomHex(this.#random, 16);
    await this.#session.requestUntilAnswered("give-time", { id, to, seconds }, options.signal);
  }

  /**
   * Resolves with what a strong bot would do in your seat: one or two commands, each with your chance to come first after it. For the only person in a
   * match against bots alone, while their seat is awaited; it takes about a second. The record marks your next command, and the match is not
   * rated. Refusals: `no-hints`, `not-your-decision`, `unavailable`: ask again.
   */
  askHint(options: Abortable = {}): Promise<Hint<G>> {
    return this.#session.requestUntilAnswered("hint", {}, options.signal);
  }

  /**
   * Hands your seat to another person, at a table whose `details.handOvers` is not `no`: resolves with the token with which they take it over
   * (`host.join(match, { token, takesOver: true })`); then your connection is closed with `CLOSE.handedOver`. `null`: the others are asked by an
   * `offer` with `what` `hand-seat`; once your seat is one of `details.offeredSeats`, the call resolves with it. With `false` you keep the seat.
   * Refusals: `no-hand-overs`, `bot-account`, `offer-open`, `too-many-offers` with `wait`.
   */
  async offerSeat(offered = true, options: Abortable = {}): Promise<string | null> {
    const { token } = await this.#session.requestUntilAnswered<MatchRequests["offer-seat"]["answer"]>(
      "offer-seat",
      { offered },
      options.signal,
    );
    return token;
  }

  /**
   * Seeks a judge, at a table with `details.judges`, for its host in play: resolves with the token with which a spectator becomes the judge
   * (`takeJudge`), once. With `false` it makes that void, lets go who judges, and resolves with `null`. `details.judge` says who judges. Refusals:
   * `no-judge`, `not-host`, `judge-named`.
   */
  async seekJudge(wanted = true, options: Abortable = {}): Promise<string | null> {
    const { token } = await this.#session.requestUntilAnswered<MatchRequests["seek-judge"]["answer"]>(
      "seek-judge",
      { wanted },
      options.signal,
    );
    return token;
  }

  /** Becomes the judge of a table that you watch: resolves with your secret for `judge`. Refusals: `bad-token`, `not-watching`, `blocked`. */
  async takeJudge(token: string, name: string, options: Abortable = {}): Promise<string> {
    const secret = randomHex(this.#random, 16);
    await this.#session.requestUntilAnswered("take-judge", { token, name, secret }, options.signal);
    return secret;
  }

  /**
   * Does what a judge may, with their secret: `pause` with `seconds`, `resume`, `give-time` with `to` and `seconds`, `free-seat` with `to`, whose
   * player is away, and `ask-end` with `what`, to which the players have to agree. Refusals: `not-judge`, `no-pauses`, `too-many-pauses`, `not-away`,
   * `no-player`, `no-opponent`, `offer-open`, `too-many-offers` with `wait`.
   */
  async judge(secret: string, act: JudgeAct, options: Abortable = {}): Promise<void> {
    const id = randomHex(this.#random, 16);
    await this.#session.requestUntilAnswered("judge", { id, ...act, secret }, options.signal);
  }

  /** Agrees to an offer; with the last one what was offered happens. Refusals: `no-offer`. */
  async acceptOffer({ id }: Pick<Offer, "id">, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("accept", { id }, options.signal);
  }

  /** Declines an offer, or withdraws your own. */
  async declineOffer({ id }: Pick<Offer, "id">, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("decline", { id }, options.signal);
  }

  /**
   * Ends the waiting for people who are all away: with `win` their seats concede, and if no bot is left you have won; with `abort` the
   * match counts as not played. Refusals: `not-away`.
   */
  async claim(what: Claim, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("claim", { what }, options.signal);
  }

  /**
   * Takes a seat in the rematch of this finished match: the same game, options, clock and bots, each player one seat earlier in turn
   * order. It begins when all who played have asked for it, or its host, the first who asked, starts it. Asked again it is the same
   * match and seat. It can be asked for until about 5 minutes after the match has ended.
   * Refusals: `not-seated`, `match-not-over`, `match-full`, `match-begun` if it began without you, `match-ended`.
   */
  async rematch(options: Abortable = {}): Promise<Match<G>> {
    if (this.#token === null) throw new Refusal({ code: "not-seated", message: "a spectator has no seat" });
    return (await this.#handle.rematch(this.#token, options)) as Match<G>;
  }

  /**
   * Makes this seat local to the temple that shows `code`. Rejects with `bad-code`, `too-many-codes`, `temple-elsewhere`, or
   * `no-temples` if the game is not played with temples.
   */
  async pairTemple(code: string, options: Abortable = {}): Promise<{ templeId: string }> {
    return this.#request("pair-temple", { code }, options.signal);
  }

  /**
   * Returns the temples that this seat can be paired with without a code, ordered by id: those that show one now, if the host offers
   * it and this client is in the host's own network; else `null`. Those at other matches, which cannot be asked, are among them
   * (`elsewhere`). Refusals: `not-seated`, `no-temples`.
   */
  async nearbyTemples(options: Abortable = {}): Promise<readonly NearbyTemple[] | null> {
    return (await this.#request("nearby-temples", {}, options.signal)).temples;
  }

  /**
   * Asks one of the `nearbyTemples`: it shows the player's name. Resolves when its pair button was pressed, which makes this seat
   * local to it. Refusals: `not-confirmed` if it was not pressed in time or `signal` was aborted, `no-nearby`, `temple-away`,
   * `temple-elsewhere`, `temple-busy`, `pairing-open`, `too-many-pairings` with `wait`.
   */
  async pairNearby(templeId: string, options: NearbyOptions = {}): Promise<{ templeId: string }> {
    return pairNearby(
      {
        time: this.#time,
        isLocal: (id) => this.#told.seats?.get(this.seat ?? "")?.temple === id,
        onChange: (listener) => this.on("change", listener),
        request: (type, payload) => this.#request(type, payload),
      },
      templeId,
      options,
    );
  }

  /** Makes this seat local to no temple. */
  async unpairTemple(options: Abortable = {}): Promise<void> {
    await this.#request("unpair-temple", {}, options.signal);
  }

  /** Adds a listener and returns the function that removes it. An error that it throws is reported on the console. */
  on<Name extends keyof MatchListeners<G>>(name: Name, listener: MatchListeners<G>[Name]): () => void {
    return this.#listeners.on(name, listener);
  }

  /**
   * Leaves the match. While it is `playing` you can take the seat again with `token`; before it began, the server may give
   * the seat to another player.
   */
  async leave(): Promise<void> {
    if (this.connection !== "gone" && this.status === "gathering") this.#handle.delete();
    this.#tell((keeper) => keeper.close());
    await this.#session.leave();
  }

  async #request<Type extends keyof MatchRequests>(
    type: Type,
    payload: MatchRequests[Type]["payload"],
    signal?: AbortSignal,
  ): Promise<MatchRequests[Type]["answer"]> {
    return untilAborted(this.#session.request(type, payload), signal);
  }

  /** Gives this seat's part of the dice, and compares what was seen before a reload with what the server says now. */
  async #beginWitness(): Promise<void> {
    const begun = this.#keeper.then((keeper) => keeper?.begin());
    if (this.seat !== null) return begun;
    begun.catch(() => {}); // the match is gone then
  }

  #tell(tell: (keeper: WitnessKeeper) => unknown): void {
    void this.#keeper.then((keeper) => keeper && tell(keeper));
  }

  /** Asks for the server's time again, if it was asked before. */
  #askTime(): void {
    if (!this.#serverClock.isKnown) return;
    this.#serverClock.measure(() => this.#request("time", {})).catch(() => {}); // the last estimate stands
  }

  #onChange(): void {
    this.#view = null;
    this.#legal = null;
    this.#isBeyond = false;
    this.#seats = null;
    this.#clock = null;
    this.#tell((keeper) => keeper.changed());
    const hasClocks = (this.#told.clocks?.size ?? 0) > 0;
    // Servers of version 0.2 give the time back by which their machine's clock was set forth, and go by that clock from then on.
    const { givenBack = 0 } = this.#told;
    if (givenBack !== this.#givenBack) this.#askTime();
    this.#givenBack = givenBack;
    if (hasClocks && !this.#serverClock.isKnown) this.#serverClock.begin(() => this.#request("here", {}));
    this.#reported.forgetWarnings(this.#told);
    this.#listeners.emit("change");
    for (const owed of this.#reported.newDebts(this.#told)) this.#listeners.emit("owed", owed);
    // No entry follows.
    if (this.details.ending) this.#reportEnd();
  }

  /** Whether a player is there: in a match with clocks these say so. */
  #isThere(seat: string): boolean {
    const clock = this.#told.clocks?.get(seat);
    return clock === undefined ? (this.#told.seats?.get(seat)?.connected ?? false) : !clock.away;
  }

  /** Takes a message. Of what this version does not know, as servers of others send it, nothing happens. */
  #onMessage(type: string, payload: MatchMessage): void {
    if (typeof payload !== "object" || payload === null) return;
    if (type === "entry" && isEntry(payload)) {
      this.#tell((keeper) => keeper.entered(payload));
      this.#onEntry(parseEntry(this.game, payload) as GameEntry<G>);
    }
    if (type === "warning" && "deadline" in payload) this.#onWarning(payload);
    if (type === "challenges" && isChallenges(payload)) this.#onChallenges(payload);
    if (type === "announcement" && "until" in payload) this.#listeners.emit("announcement", payload);
    if (type === "mutes") this.#listeners.emit("mutes");
    if (type === "chat" && "n" in payload && this.#chat.add(payload)) this.#listeners.emit("chat", payload);
  }

  #onChallenges(challenges: readonly Challenge[]): void {
    this.#challenges = challenges;
    this.#listeners.emit("change");
  }

  #onWarning({ seat, deadline, turn }: MatchMessages["warning"]): void {
    if (!this.#rules.isSeat(seat)) return;
    if (this.#reported.isNewWarning(seat, turn)) this.#listeners.emit("warning", { seat, deadline });
  }

  #onEntry({ n, seat, events }: GameEntry<G>): void {
    for (const event of events) this.#listeners.emit("event", event, { n, seat });
    this.#reportEnd();
  }

  #reportEnd(): void {
    const outcome = this.status === "over" && !this.#endReported ? this.outcome : null;
    if (outcome === null) return;
    this.#endReported = true;
    this.#handle.delete();
    this.#listeners.emit("ended", outcome);
  }
}

/** A match of one of these games; `match.game` says which. */
export type MatchOf<G extends GameName> = { [Each in G]: Match<Each> }[G];

/** A match of any game. */
export type AnyMatch = MatchOf<GameName>;

const isEntry = (message: MatchMessage): message is MatchMessages["entry"] =>
  Array.isArray(message) && typeof message[0] === "number";

const isChallenges = (message: MatchMessage): message is MatchMessages["challenges"] =>
  Array.isArray(message) && typeof message[0] !== "number";
