import type {
  CommandAnswer,
  LogPage,
  MatchDetails,
  MatchRequests,
  MatchStatus,
  SyncedMap,
  WireEntry,
} from "@flower-war/protocol";
import { type Random, type Time, timeoutSignal } from "@flower-war/protocol/ports";
import { type SeenEntry, WITNESS_FORMAT, type Witness } from "@flower-war/rules/witness";
import type { ConnectionStatus } from "../connection/room-session.ts";
import { CONNECTION_CODES, Refusal } from "../refusal.ts";
import { DicePart } from "./dice-part.ts";
import { GapReader } from "./gap-reader.ts";
import { type Breach, breachOf, headerSeat } from "./header.ts";
import { SeenChain } from "./seen-chain.ts";
import { SeenEntries } from "./seen-entries.ts";
import { Signatures } from "./signatures.ts";
import type { StoredWitness, WitnessStore } from "./stored-witness.ts";
import { Timers } from "./timers.ts";
import { WitnessFile } from "./witness-file.ts";
import { defaultWitnessStore } from "./witness-stores.ts";

/** The match of which a witness is kept, as its viewer sees it. */
export interface WitnessedMatch {
  readonly id: string;
  readonly game: string;
  readonly commitment: string;
  readonly seat: string | null;
  readonly status: MatchStatus;
  readonly connection: ConnectionStatus;
  readonly details: Pick<MatchDetails, "seals" | "revealing" | "terms">;
  readonly state: {
    readonly commitment: string;
    readonly n: number;
    readonly seats: Pick<SyncedMap<{ readonly nonce: string; readonly kind: string }>, "get" | "entries">;
  };
  legal(): readonly object[];
}

export interface KeeperPorts {
  readonly match: WitnessedMatch;
  /** The server's address, without a trailing slash. */
  readonly server: string;
  /** Default: `localStorage` in a browser, else memory. */
  readonly store: WitnessStore | undefined;
  readonly time: Time;
  readonly random: Random;
  /** Sends a request until it is answered. Rejects with a `Refusal`, with `closed` when the match is gone. */
  request<Type extends keyof MatchRequests>(
    type: Type,
    payload: MatchRequests[Type]["payload"],
  ): Promise<MatchRequests[Type]["answer"]>;
  /** Reads the match's log up to this entry: its pages come by `told`. */
  readLog(n: number): Promise<unknown>;
  /** Ends the match for this client: the server broke its word. */
  fail(refusal: Refusal): void;
}

/** ms until something refused is asked for again. */
const PAUSE = 2000;
/** ms to wait for entries that are on their way. */
const PATIENCE = 10_000;

/** Refusals by which a server says that it keeps no header of this match. */
const NO_HEADER: readonly string[] = ["no-header", "not-found"];

/**
 * Keeps what a client can hold against the record of its match (docs/fair-dice.md): it gives the seat's part of the dice, keeps the
 * chain of what it is shown, signs it, stores it, and refuses a server that changes what it said before.
 */
export class WitnessKeeper {
  readonly #ports: KeeperPorts;
  readonly #dice: DicePart;
  readonly #entries: SeenEntries;
  readonly #gaps: GapReader;
  readonly #signatures: Signatures;
  readonly #file: WitnessFile;
  readonly #timers: Timers;
  #chain: SeenChain | null = null;
  /** `loading`: what was stored; `asking`: for the header; `none`: the server keeps none. */
  #header: "loading" | "missing" | "asking" | "none" | "known" = "loading";
  #stored: StoredWitness | null = null;
  /** The number of the entry that the chain cannot take; `null`: none. */
  #endedAt: number | null = null;
  #broken: Refusal | null = null;
  #isClosed = false;
  /** Called after each step. */
  readonly #waiting = new Set<() => void>();

  constructor(ports: KeeperPorts) {
    this.#ports = ports;
    const { match, time, random, store = defaultWitnessStore() } = ports;
    this.#timers = new Timers(time);
    this.#file = new WitnessFile({
      store,
      time,
      snapshot: () => this.#snapshot(),
      merge: (other) => this.#merge(other),
    });
    this.#dice = new DicePart({
      random,
      request: (type, payload) => ports.request(type, payload),
      save: () => this.#file.save(),
      refuse: (breach) => this.#refuse(breach),
      answered: (atOnce) => (atOnce ? this.changed() : this.#changedLater()),
    });
    this.#gaps = new GapReader({
      time,
      timers: this.#timers,
      read: (n) => ports.readLog(n),
      done: () => {
        this.#entries.advance();
        this.#wake();
      },
    });
    this.#signatures = new Signatures({
      timers: this.#timers,
      send: (signature) => ports.request("witness", signature),
      saveSoon: () => this.#file.saveSoon(),
    });
    this.#entries = new SeenEntries({
      game: match.game,
      seat: () => match.seat,
      legal: () => match.legal(),
      ask: (n, isUrgent) => {
        if (!this.#isClosed) this.#gaps.read(n, isUrgent);
      },
      add: (entry, isLive) => this.#add(entry, isLive),
      end: (n) => {
        this.#endedAt = n;
        console.warn(`entry ${n} has something that this version does not know: the witness ends before it`);
      },
    });
  }

  /**
   * Compares what is stored of this match with what the server says now, and gives the seat's part of the dice. Resolves when that is
   * done, or cannot be done yet. Rejects with the refusal `fairness-broken`.
   */
  async begin(): Promise<void> {
    const { match } = this.#ports;
    const stored = await this.#file.load(this.#id);
    this.#stored = stored;
    if (stored !== null) {
      this.#signatures.load(stored);
      if (match.seat !== null) this.#dice.load(stored);
      if (stored.witness.commitment !== match.commitment) this.#refuse("commitment");
    }
    this.#header = "missing";
    this.#entries.expect(match.state.n);
    await this.#update();
    await this.#dice.settled();
    if (this.#broken !== null) throw this.#broken;
  }

  /** The state has changed. */
  changed(): void {
    if (this.#header !== "loading") void this.#update();
  }

  /** The seat was taken again after a drop: entries are missing if there are more than were seen. */
  resumed(): void {
    this.#entries.expect(this.#ports.match.state.n);
    this.#file.saveSoon(); // the seat may be another one
    this.changed();
  }

  /** Takes an entry that has just happened. */
  entered(wire: WireEntry): void {
    this.#entries.addLive(wire);
    this.changed();
  }

  /** Takes a page of the log. */
  told(page: LogPage): void {
    this.#entries.addPage(page);
    this.changed();
  }

  /** Takes a command that this client sends. */
  sent(command: object, answer: Promise<CommandAnswer>): void {
    this.#entries.addCommand(command, answer);
  }

  /** The connection is lost for good: nothing more is seen. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#timers.stop();
    this.#wake();
    if (this.#header !== "loading") await this.#file.close();
  }

  /** Returns what was seen so far, when entries that are on their way have come. */
  async witness(): Promise<Witness> {
    const { match, time } = this.#ports;
    if (match.status !== "gathering" && !this.#isClosed) this.#entries.expect(match.state.n);
    const late = timeoutSignal(time, PATIENCE);
    while (this.#isBehind && !late.signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
        late.signal.addEventListener("abort", () => resolve());
      });
    }
    late.cancel();
    return this.#witness;
  }

  /** Whether more of what has happened is to be seen. */
  get #isBehind(): boolean {
    if (this.#isClosed || this.#endedAt !== null || this.#broken !== null || this.#header === "none")
      return false;
    if (this.#header === "loading") return true;
    const { status, state } = this.#ports.match;
    return status !== "gathering" && (this.#chain === null || this.#chain.n < state.n);
  }

  get #id(): { server: string; match: string; seat: string } {
    const { server, match } = this.#ports;
    return { server, match: match.id, seat: match.seat ?? "public" };
  }

  async #update(): Promise<void> {
    if (this.#broken !== null || this.#isClosed) return;
    const { match } = this.#ports;
    const { state, seat, status, connection } = match;
    // Until the first state after a drop has come, the seat may be another than that of the last.
    if (connection !== "connected") return;
    if (state.commitment !== match.commitment) return this.#refuse("commitment");
    if (status === "gathering") {
      const nonce = seat === null ? undefined : state.seats.get(seat)?.nonce;
      if (seat !== null && nonce !== undefined) this.#dice.update({ ...this.#table, seat, nonce });
    } else if (this.#header === "missing") await this.#readHeader();
    else this.#sign();
    this.#wake();
  }

  /** The table that gathers, as it is shown now. */
  get #table() {
    const { id: match, game, commitment, details, state } = this.#ports.match;
    const { seals, revealing, terms } = details;
    const kinds = [...state.seats.entries()].flatMap(([seat, { kind }]) =>
      kind === "open" ? [] : [[seat, kind] as const],
    );
    return { match, game, commitment, seals, revealing, terms, kinds };
  }

  async #readHeader(): Promise<void> {
    this.#header = "asking";
    const known = this.#stored?.witness.header ?? null;
    try {
      const { header } = await this.#ports.request("header", {});
      if (known !== null && header !== known) return this.#refuse("header");
      this.#beginChain(header);
    } catch (error) {
      const code = error instanceof Refusal ? error.code : "";
      if (!NO_HEADER.includes(code)) {
        this.#header = "missing";
        return this.#changedLater();
      }
      if (known !== null) return this.#refuse("header");
      this.#header = "none";
      this.#file.saveSoon();
    }
  }

  #beginChain(header: string): void {
    const { match } = this.#ports;
    const { id, game, commitment, seat } = match;
    const recorded = seat === null ? null : headerSeat(header, seat);
    const { own, isRevealed, terms, seals } = this.#dice;
    const expected = { match: id, game, commitment, seat, own, revealed: isRevealed, terms, seals };
    const breach = breachOf(header, expected);
    if (breach !== null) return this.#refuse(breach);
    if (recorded !== null) this.#dice.settle(recorded);
    const viewer = seat ?? "public";
    const { witness } = this.#stored ?? {};
    const hasSeen = witness !== undefined && witness.header !== null;
    this.#chain = hasSeen ? SeenChain.resume(viewer, header, witness) : new SeenChain(viewer, header);
    this.#header = "known";
    void this.#file.save();
    this.#entries.begin(this.#chain.n);
    this.#sign();
  }

  #add(entry: SeenEntry, isLive: boolean): void {
    this.#chain?.extend(entry, isLive);
    this.#sign();
    this.#file.saveSoon();
  }

  /** Signs the head if that is due, and sends what was signed. */
  #sign(): void {
    const { match } = this.#ports;
    const { secretKey } = this.#dice;
    if (this.#chain === null || match.seat === null) return;
    const { n, head } = this.#chain;
    const isLast = match.status === "over" && n === match.state.n;
    if (secretKey !== null)
      this.#signatures.sign({ match: match.id, seat: match.seat, n, head }, isLast, secretKey);
    this.#signatures.send();
  }

  /** The server has changed what it said: the match is over for this client, and what it has seen stays stored. */
  #refuse(breach: Breach): void {
    if (this.#broken !== null) return;
    const code = "fairness-broken";
    this.#broken = new Refusal({ code, message: CONNECTION_CODES[code], field: breach });
    this.#wake();
    this.#ports.fail(this.#broken);
  }

  get #witness(): Witness {
    const { match } = this.#ports;
    const seen = this.#chain?.seen ?? this.#stored?.witness;
    const { header = null, heads = "", head = "", n = 0, live = [] } = seen ?? {};
    return {
      format: WITNESS_FORMAT,
      match: match.id,
      game: match.game,
      seat: match.seat ?? "public",
      // After a breach what was said first is the evidence.
      commitment: this.#stored?.witness.commitment ?? match.commitment,
      ...this.#dice.seen,
      header,
      heads,
      head,
      n,
      live,
      ...this.#signatures.seen,
    };
  }

  #snapshot(): StoredWitness {
    return {
      server: this.#ports.server,
      at: this.#ports.time.now(),
      witness: this.#witness,
      ...this.#dice.stored,
      ...this.#signatures.stored,
    };
  }

  #merge({ witness: theirs }: StoredWitness): StoredWitness | null {
    const chain = this.#chain;
    if (theirs.header === null) return this.#snapshot();
    if (chain !== null && !chain.agreesWith(theirs)) {
      this.#refuse("entry");
      return null;
    }
    chain?.addLive(theirs.live);
    const mine = this.#snapshot();
    if (theirs.n <= mine.witness.n && mine.witness.header !== null) return mine;
    const { header, heads, head, n, live } = theirs;
    const signed = { ...theirs.signed, ...mine.witness.signed };
    const witness = { ...mine.witness, header, heads, head, n, live };
    return { ...mine, witness: Object.keys(signed).length > 0 ? { ...witness, signed } : witness };
  }

  #changedLater(): void {
    this.#timers.after(PAUSE, () => this.changed());
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }
}
