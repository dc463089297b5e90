import { type CommandRequest, formatEntry, type Seal, type SeatSignature } from "@flower-war/protocol";
import {
  chainOf,
  defaultsOf,
  formatHeader,
  games,
  type PlayedBy,
  type PublicEntry,
  type PublicHeader,
  RECORD_FORMAT,
  RECORD_FORMATS,
  RULES_VERSION,
  seenEntry,
  STREAM,
} from "@flower-war/rules";
import { bots, randomFrom } from "@flower-war/rules/bots";
import { formatTerms } from "@flower-war/rules/witness";
import type { Refusal } from "../../src/refusal.ts";
import type { FakeRoom, FakeRooms } from "./fake-rooms.ts";
import { fakeState, RESERVED_SEAT } from "./fake-match.ts";

const GAME = games["flower-war"];
const SEED = "5eed".repeat(16);

/** What a record says of a seat that gave nothing. */
const SILENT = { kind: "human", from: "stand-in" } as const;

/** A match of Flower War between east and west, played once. */
const PLAYED: readonly PublicEntry[] = (() => {
  const random = randomFrom(SEED);
  const entries: PublicEntry[] = [];
  let state = GAME.setup({ ...defaultsOf(GAME), rackSize: 4 }, 2, SEED);
  for (let [awaited] = GAME.awaiting(state); awaited !== undefined; [awaited] = GAME.awaiting(state)) {
    const { seat } = awaited;
    const decided = GAME.decide(state, seat, bots["flower-war"].easy(GAME.view(state, seat), random));
    if (decided.events === undefined) throw new Error(decided.refused);
    state = decided.state;
    entries.push({ n: entries.length + 1, seat, command: decided.command, events: decided.events });
  }
  return entries;
})();

/**
 * A server without sockets that keeps witnesses, with one match in which east's client sits, or watches. Each entry that it plays is
 * that of a real match.
 */
export class WitnessedMatch {
  readonly state = fakeState();
  /** The requests of east's clients, in order. */
  readonly requests: { type: string; payload: unknown }[] = [];
  readonly signatures: SeatSignature[] = [];
  /** What east has sealed; `null`: nothing. */
  seal: Seal | null = null;
  nonce = "";
  /** What the record says of east; set it to lie. */
  recorded: object | null = null;
  /** The header that was sent; set it to lie. */
  header: string | null = null;
  /** Entries so far, with who played those of east. */
  entries: PublicEntry[] = [];
  /** What requests are refused with, by type. */
  readonly refused = new Map<string, Refusal>();
  /** Held back answers of `header`. */
  holds: Promise<void> = Promise.resolve();
  /** What is shown before the nonces are revealed; set it to lie. `""`: nothing, as by servers up to 0.3. */
  terms: string | null = null;
  #rooms: FakeRooms | null = null;
  #isRevealing = false;

  constructor() {
    this.state.status = "gathering";
    const east = this.state.seats.get("east");
    if (east !== undefined) east.nonce = "";
  }

  /** Lets a client's rooms be those of this match. */
  serve(rooms: FakeRooms): void {
    this.#rooms = rooms;
    rooms.onConnect = (room) => {
      room.keepsWitness = true;
      room.answer = (type, payload) => this.#answer(type, payload);
      room.patch(this.state);
    };
  }

  get #room(): FakeRoom {
    if (this.#rooms === null) throw new Error("no client has connected yet");
    return this.#rooms.last;
  }

  /** Fixes the seals. */
  fix(): void {
    this.#isRevealing = true;
    this.#show();
  }

  /** Who sits has changed: all seals are void. */
  reopen(): void {
    this.#isRevealing = false;
    this.seal = null;
    this.nonce = "";
    this.#show();
  }

  /** Begins the match. */
  begin(): void {
    this.state.status = "playing";
    this.state.details = "";
    this.header ??= this.#formatHeader();
    this.#patch();
  }

  /** Fixes the seals, waits for east's nonce, and begins. */
  async start(until: (condition: () => boolean) => Promise<void>): Promise<void> {
    await until(() => this.seal !== null);
    this.fix();
    await until(() => this.nonce !== "");
    this.begin();
  }

  /**
   * Plays the next entries, up to number `n`.
   * @param options.by who plays those of east; default: the clock
   * @param options.quietly no client is told
   */
  play(n: number, { by = "clock", quietly = false }: { by?: PlayedBy; quietly?: boolean } = {}): void {
    for (const entry of PLAYED.slice(this.entries.length, n)) {
      this.#add(entry.seat === "east" ? { ...entry, by } : entry, quietly);
    }
  }

  /** Plays all other entries, after which the match is over. */
  finish(): void {
    this.play(PLAYED.length - 1);
    this.state.status = "over";
    this.play(PLAYED.length);
  }

  /** Returns the heads of a viewer's chain, from the record. */
  heads(viewer: "east" | "public"): readonly string[] {
    return chainOf(GAME, this.header ?? "", this.entries, viewer);
  }

  #add(entry: PublicEntry, quietly = false): void {
    this.entries.push(entry);
    this.state.n = entry.n;
    if (quietly) return;
    this.#patch();
    this.#room.message("entry", this.#wire(entry));
  }

  #wire({ n, seat, events }: PublicEntry) {
    const viewer = this.viewer;
    const seen = seenEntry(GAME, { n, seat, command: {}, events }, viewer).events;
    return formatEntry("flower-war", { n, seat, events: seen as { type: string }[] });
  }

  /** Whose client it is. */
  viewer: "east" | "public" = "east";

  #show(): void {
    const seals = this.seal === null ? {} : { east: this.seal.seal };
    const fixed = { revealing: true, terms: this.terms ?? this.trueTerms };
    this.state.details = JSON.stringify({ seals, ...(this.#isRevealing && fixed) });
    const east = this.state.seats.get("east");
    if (east !== undefined) east.nonce = this.nonce;
    this.#patch();
  }

  #patch(): void {
    if (this.#rooms?.rooms.length) this.#room.patch(this.state);
  }

  async #answer(type: string, payload: unknown): Promise<unknown> {
    this.requests.push({ type, payload });
    const refusal = this.refused.get(type);
    if (refusal !== undefined) throw refusal;
    switch (type) {
      case "seal":
        this.seal ??= payload as Seal;
        this.#show();
        return this.seal;
      case "nonce":
        this.nonce = (payload as { nonce: string }).nonce;
        this.#show();
        return { nonce: this.nonce };
      case "header":
        await this.holds;
        return { header: this.header };
      case "command": {
        const entry = PLAYED[this.entries.length];
        if (entry === undefined) throw new Error("the match is over");
        const { type: read } = (payload as CommandRequest).command;
        this.#add({ ...entry, seat: "east", command: { type: read } });
        return { n: entry.n };
      }
      case "log": {
        const { after } = payload as { after: number };
        const page = this.entries.slice(after, after + 100);
        const own = page.filter(({ seat, by }) => seat === "east" && by === undefined);
        return {
          entries: page.map((entry) => [0, ...this.#wire(entry)]),
          n: this.entries.length,
          own: own.map(({ n, command }) => [n, command]),
        };
      }
      case "witness":
        this.signatures.push(payload as SeatSignature);
        return {};
      default:
        return {};
    }
  }

  #formatHeader(): string {
    return formatHeader(this.#header(this.recorded ?? this.#east));
  }

  /** The terms as they are. */
  get trueTerms(): string {
    return formatTerms(this.#header(this.#east));
  }

  get #east(): object {
    const { seal, nonce } = this;
    if (seal === null) return { seat: "east", ...SILENT, nonce: "east" };
    const key = seal.key ? { key: seal.key } : {};
    return { seat: "east", kind: "human", from: "player", nonce, seal: seal.seal, ...key };
  }

  #header(east: object): PublicHeader {
    return {
      format: this.terms === "" ? RECORD_FORMATS[2] : RECORD_FORMAT,
      match: RESERVED_SEAT.match,
      game: "flower-war",
      rules: RULES_VERSION,
      options: defaultsOf(GAME),
      seats: [east as never, { seat: "west", ...SILENT, nonce: "west" }],
      stream: STREAM,
      commitment: RESERVED_SEAT.commitment,
    };
  }
}
