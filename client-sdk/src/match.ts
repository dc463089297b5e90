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
  /** The version of a host's own game with which the match is played; 1 if the game names no version. */
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
  /** Records what this viewer sees, once it is loaded; `null` if it could not be loaded. */
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
  /** The ms given back to all clocks, by the last state. */
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
   * The invitation with which other players join and watch a private match, `host.join(invitation)`, or sit down at a public match whose `policy` requires
   * one. Secret. `null`: the match needs no invitation, or this viewer may not know it.
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

  /** The synced state as a server of any version sends it. */
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
   * When you can `claim` the match because all other players are away, ms since 1970 by the server's clock; `null` while another player
   * is present.
   */
  get claimsAt(): number | null {
    const { claimsAt } = this.details;
    return this.seat !== null && this.#isThere(this.seat) && claimsAt > 0 ? claimsAt : null;
  }

  /** The rematch of this finished match and the players who want it; `null` until a player asks for one. */
  get wantedRematch(): WantedRematch<G> | null {
    return this.details.rematch as WantedRematch<G> | null;
  }

  /** The id of the match before, if this match is its rematch; otherwise `null`. */
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

  /** The host's settings: who can sit down, how people talk, who is silenced or blocked. The same object until they change. */
  get policy(): TablePolicy {
    return this.details.policy;
  }

  /**
   * Says something to the table. Resolves with the line's number when it is durable and was sent to all clients that may see it;
   * after a lost connection the SDK sends it again, and the server takes it once. During the match, only spectators see the lines of
   * spectators.
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
   * Returns all chat lines that this viewer may see, in order; the same array until there are more. Works after a
   * reload too, and stays pending while the connection is lost. Rejects with a `Refusal`.
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
   * Invites an online bot account to a seat, for a minute; `challenges` has its answer. The seat stays open meanwhile: another player can
   * take it first. For the host.
   * Refusals: `unknown-bot`, `several-bots`, `bot-busy`, `challenge-open`, `too-many-challenges` with `wait`, `not-host`, `unknown-seat`,
   * `seat-taken`, `match-begun`.
   * @param bot its name, or its player's id
   */
  async challenge(seat: GameMap[G]["seat"], bot: string, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("challenge", { seat, bot }, options.signal);
  }

  /**
   * Removes a bot or another player from their seat, which is then open; the player's connection is closed with `CLOSE.removed`. For the host. Changes nothing if
   * the seat's holder has changed since `seats` showed it.
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
   * Sets who can sit down at the table and how people talk there, until the match is over; missing fields stay unchanged. `policy` has the current settings, and
   * `invitation` the invitation that players need to sit down, if any. For the host. Refusals: `not-host`, `match-over`, `too-many-changes` with `wait`.
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
   * Blocks the author of a spectators' line from the table: their player, and every player without an account in their network, can neither sit down
   * nor watch nor talk. For the host. Refusals: `not-host`, `unknown-speaker`, `too-many-barred`, `match-over`, `too-many-changes` with `wait`.
   */
  async block({ n }: Pick<ChatLine, "n">, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("block", { n }, options.signal);
  }

  /** Silences the author of a spectators' line, like `block`. */
  async silence({ n }: Pick<ChatLine, "n">, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("silence", { n }, options.signal);
  }

  /** Lifts a block or a silence. For the host. @param name as in `policy[how]`. Refusals: as `setPolicy`. */
  async lift(how: "blocked" | "silenced", name: string, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("lift", { how, name }, options.signal);
  }

  /**
   * Reports another player to the operator; the player does not learn of it. A repeated report changes nothing.
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
   * Asks the host for the seat of a bot, and takes it if the host agrees. For spectators. Resolves with a second `Match`, that of the
   * player; `null` if the host did not agree within a minute.
   * Refusals: `not-watching`, `match-not-started`, `match-over`, `no-host`, `seat-taken`, `ask-open`, `too-many-asks` with `wait`,
   * `blocked`, `accounts-only`, `finishers-only`, those of names.
   * @param options.name your name at the table; default: the name you talk with
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

  /** Waits until a request for a seat is answered or expires, or the match is gone. */
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

  /** Accepts or declines a spectator's request for a seat. For the host. Refusals: `not-host`, `no-ask`, `seat-taken`. */
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
   * Allows or forbids joining this private match by its short code, until the match begins. `details.codeShown` has the current value.
   * For the host. Refusals: `not-host`, `match-begun`.
   */
  async showCode(shown: boolean, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("show-code", { shown }, options.signal);
  }

  /**
   * Begins the match with the players who sit now. Open seats are removed; a player whose seat does not exist with so few players is moved to another.
   * In a match with a countdown, bots take the open seats instead. For the host.
   * Refusals: `not-host`, `too-few-players`, `match-begun`.
   */
  async start(options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("start", {}, options.signal);
  }

  /**
   * Offers the other persons in play a draw, or, before the third turn, an abort: an aborted match counts as not
   * played. The offer is open for a minute, until a player declines it or you play on. Bots agree if the persons do; an abort
   * that needs no other consent ends the match at once.
   * Refusals: `offer-open`, `too-many-offers` with `wait`, `no-opponent`, `abort-too-late`.
   */
  async makeOffer(what: Agreement, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("offer", { what }, options.signal);
  }

  /**
   * Takes back your last act, at a table with `details.takeBacks`; `details.takeBack` names the act that a seat can take back now. The act is taken back at once if no
   * other seat could have acted on it. Otherwise the other players get an `offer` with `what` `take-back` to accept or decline.
   * Refusals: `no-take-backs`, `no-take-back`, `too-many-take-backs`, `offer-open`, `too-many-offers` with `wait`.
   */
  async takeBack(options: Abortable = {}): Promise<void> {
    const n = this.details.takeBack?.n ?? 1;
    await this.#session.requestUntilAnswered("take-back", { n }, options.signal);
  }

  /**
   * Pauses the match for a number of seconds, at most `details.pauses`: at once if no other person is present, otherwise the other players
   * get an `offer` with `what` `pause`. In a pause (`details.paused`) no clock runs and no bot plays. It ends after its time, by `resume`, or
   * when a seat acts. Refusals: `no-pauses`, `bad-request`, `no-opponent`, `too-many-pauses`, `offer-open`, `too-many-offers` with `wait`.
   */
  async pause(seconds: number, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("pause", { seconds }, options.signal);
  }

  /** Ends a pause. */
  async resume(options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("resume", {}, options.signal);
  }

  /**
   * Takes a number of days off, at a table with `details.holidays`; your clock stands meanwhile (`details.onHoliday`). Days off end by themselves, when you
   * act, or with 0. `details.daysTaken` lists the days off that count towards your limit. Refusals: `no-holidays`, `no-days-left`.
   */
  async takeHoliday(days: number, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("holiday", { days }, options.signal);
  }

  /**
   * Gives a seat a number of seconds, or asks for time for your own seat. All other players but that seat get an `offer` with `what` `give-time`; without
   * other players the time is given at once. Refusals: as `pause`, `unknown-seat`, `no-player`.
   */
  async giveTime(to: GameMap[G]["seat"], seconds: number, options: Abortable = {}): Promise<void> {
    const id = randomHex(this.#random, 16);
    await this.#session.requestUntilAnswered("give-time", { id, to, seconds }, options.signal);
  }

  /**
   * Resolves with the best commands of a strong bot for your seat: one or two, each with your chance to come first after it. For the only person in a
   * match against bots, while their seat is awaited; takes about a second. The record marks your next command, and the match is not
   * rated. Refusals: `no-hints`, `not-your-decision`, `unavailable`: ask again.
   */
  askHint(options: Abortable = {}): Promise<Hint<G>> {
    return this.#session.requestUntilAnswered("hint", {}, options.signal);
  }

  /**
   * Hands your seat to another person, at a table whose `details.handOvers` is not `no`. Resolves with the token with which they take over the seat
   * (`host.join(match, { token, takesOver: true })`); your connection is closed with `CLOSE.handedOver` then. Resolves with `null` if the other players were asked by an
   * `offer` with `what` `hand-seat`: call again once your seat is one of `details.offeredSeats`. With `false` you keep the seat.
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
   * Seeks a judge, at a table with `details.judges`, for its host in play. Resolves with a token with which one spectator can become the judge
   * (`takeJudge`). With `false` it revokes the token, dismisses the judge, and resolves with `null`. `details.judge` has the current judge. Refusals:
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
   * Performs an act of the judge, with their secret: `pause` with `seconds`, `resume`, `give-time` with `to` and `seconds`, `free-seat` with `to` if its
   * player is away, or `ask-end` with `what`, to which the players have to agree. Refusals: `not-judge`, `no-pauses`, `too-many-pauses`, `not-away`,
   * `no-player`, `no-opponent`, `offer-open`, `too-many-offers` with `wait`.
   */
  async judge(secret: string, act: JudgeAct, options: Abortable = {}): Promise<void> {
    const id = randomHex(this.#random, 16);
    await this.#session.requestUntilAnswered("judge", { id, ...act, secret }, options.signal);
  }

  /** Agrees to an offer, which takes effect when all asked players have agreed. Refusals: `no-offer`. */
  async acceptOffer({ id }: Pick<Offer, "id">, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("accept", { id }, options.signal);
  }

  /** Declines an offer, or withdraws your own. */
  async declineOffer({ id }: Pick<Offer, "id">, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("decline", { id }, options.signal);
  }

  /**
   * Ends a match whose other persons are all away: with `win` their seats concede, and if no bot is left you have won; with `abort` the
   * match counts as not played. Refusals: `not-away`.
   */
  async claim(what: Claim, options: Abortable = {}): Promise<void> {
    await this.#session.requestUntilAnswered("claim", { what }, options.signal);
  }

  /**
   * Takes a seat in the rematch of this finished match: the same game, options, clock and bots, each player one seat earlier in turn
   * order. It begins when all players have asked for it, or when its host, the first player who asked, starts it. A repeated request returns the same
   * match and seat. Possible until about 5 minutes after the end of the match.
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
   * Returns the temples that this seat can be paired with without a code, ordered by id: those that show a code now. `null` unless the host offers
   * this and the client is in the host's own network. Temples at other matches are included (`elsewhere`) but cannot be
   * asked. Refusals: `not-seated`, `no-temples`.
   */
  async nearbyTemples(options: Abortable = {}): Promise<readonly NearbyTemple[] | null> {
    return (await this.#request("nearby-temples", {}, options.signal)).temples;
  }

  /**
   * Asks one of the `nearbyTemples`, which shows the player's name. Resolves when its pair button is pressed; the seat is then
   * local to the temple. Refusals: `not-confirmed` if it was not pressed in time or `signal` was aborted, `no-nearby`, `temple-away`,
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

  /** Ends the seat's pairing with its temple. */
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

  /** Gives this seat's part of the dice, and compares the record from before a reload with the server's present one. */
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

  /** Whether a player is present, by the clocks in a match that has them. */
  #isThere(seat: string): boolean {
    const clock = this.#told.clocks?.get(seat);
    return clock === undefined ? (this.#told.seats?.get(seat)?.connected ?? false) : !clock.away;
  }

  /** Handles a message. Ignores messages of other versions that this one does not know. */
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
