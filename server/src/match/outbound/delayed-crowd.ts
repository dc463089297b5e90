import { type Client, ClientState, getMessageBytes, Protocol } from "@colyseus/core";
import type { PlainMatch } from "@flower-war/protocol";
import type { Cancel, Time } from "../../time.ts";
import { frameOf } from "../../wire/frames.ts";
import { GuardedSocket } from "../../wire/guarded-socket.ts";
import type { Match } from "../match.ts";
import { Crowd, isWatching, type Receiver } from "./crowd.ts";

/** ms between two snapshots at least, and how many there are in the delay at most. */
const SNAPSHOTS = { apart: 2_000, most: 30 } as const;

interface DelayedCrowdPorts {
  /** Of the room, as they come and go. */
  readonly clients: readonly Client[];
  readonly time: Pick<Time, "now" | "monotonic" | "after" | "nextTurn">;
  /** ms. */
  readonly delay: number;
  readonly hasBegun: () => boolean;
  /** Returns the public state as a client without a view is sent it; nothing is pending. */
  readonly encode: () => Uint8Array;
  /** Returns the public view. */
  readonly describe: () => PlainMatch;
}

/** What spectators are told at one moment: a frame of those with a WebSocket, or a line of streams. */
interface Held {
  /** By the monotonic clock, ms. */
  readonly due: number;
  readonly frame: Buffer | null;
  readonly line: string | null;
  /** The number of the entry that the line tells of; `null`: none. */
  readonly n: number | null;
}

/** The whole public state, and how many things had been held when it was taken. */
interface Snapshot {
  readonly due: number;
  readonly seq: number;
  readonly state: Uint8Array;
}

/**
 * The spectators of a table that is watched with a delay. While it gathers they see it live. From its beginning all that they are
 * told goes through one line and leaves it `delay` ms later, in its order, made once for all of them. Who joins gets the newest
 * snapshot that is due and what was told since. Held are the frames and lines of the delay, and a few snapshots.
 */
export class DelayedCrowd {
  readonly #ports: DelayedCrowdPorts;
  /** The same spectators while the table gathers. */
  readonly #live: Crowd;
  readonly #standIn: Receiver;
  readonly #listeners: ((line: string, n: number | null) => void)[] = [];
  /** Nothing before the newest snapshot that is due. */
  #held: Held[] = [];
  /** The number of the first thing that is held, and of the first that is not sent yet. */
  #first = 0;
  #unsent = 0;
  #snapshots: Snapshot[] = [];
  /** The number of the first thing that a client is to be sent which has just got a snapshot. */
  readonly #behind = new Map<Client, number>();
  /** What is shown in plain words, at the moment that is due. */
  #plain: PlainMatch | null = null;
  #isOn = false;
  #isStopped = false;
  #cancel: Cancel | null = null;

  constructor(ports: DelayedCrowdPorts) {
    this.#ports = ports;
    this.#live = new Crowd(ports.clients, ports.time);
    const hold = (data: Uint8Array | Buffer) => this.#hold({ frame: frameOf(data), line: null, n: null });
    this.#standIn = { state: ClientState.JOINED, auth: undefined, raw: hold, enqueueRaw: hold };
  }

  /** Whether spectators see the table late: it has begun. */
  get isOn(): boolean {
    return this.#isOn || this.#ports.hasBegun();
  }

  /** ms until there is something that may be shown; 0: there is. */
  get wait(): number {
    const [first] = this.#snapshots;
    return first === undefined ? 0 : Math.max(0, Math.ceil(first.due - this.#ports.time.monotonic()));
  }

  /** The public view as it is shown now. */
  get shown(): PlainMatch {
    this.#advance();
    if (!this.isOn || this.#plain === null) return this.#ports.describe();
    return { ...this.#plain, now: this.#ports.time.now() };
  }

  /** Whether something that happened then may be shown. @param at ms since 1970 */
  isDue(at: number): boolean {
    return at + this.#ports.delay <= this.#ports.time.now();
  }

  /** Calls with each line of streams when it is due. */
  onLine(listener: (line: string, n: number | null) => void): void {
    this.#listeners.push(listener);
  }

  /** Returns whom patches and entries are sent to now. */
  gather(): readonly Receiver[] {
    if (!this.isOn) return this.#live.gather();
    if (!this.#isOn) this.#live.stop();
    this.#isOn = true;
    return [...this.#ports.clients.filter((client) => !isWatching(client)), this.#standIn];
  }

  /** Returns the state that a client gets who joins; `null`: the present one. What follows it is sent in the next turn. */
  stateFor(client: Client): Uint8Array | null {
    if (!isWatching(client)) return null;
    if (!this.isOn) return this.#live.stateFor(client);
    this.#advance();
    const [snapshot] = this.#snapshots;
    if (snapshot === undefined || this.wait > 0) throw new Error("nothing may be shown yet");
    this.#behind.set(client, snapshot.seq);
    void this.#ports.time.nextTurn().then(() => this.#advance());
    return snapshot.state;
  }

  /** Tells spectators a message of the room. */
  tell(type: string, message: object): void {
    this.#hold({
      frame: frameOf(getMessageBytes.raw(Protocol.ROOM_DATA, type, message)),
      line: null,
      n: null,
    });
    this.tellLine(JSON.stringify({ type, ...message }), null);
  }

  /** Tells spectators with a stream a line. */
  tellLine(line: string, n: number | null): void {
    this.#hold({ frame: null, line, n });
  }

  /** Notes that a change has been told. Call it when nothing is pending. */
  note(): void {
    const { hasBegun, time, delay, encode, describe } = this.#ports;
    const now = time.monotonic();
    if (!hasBegun()) {
      this.#snapshots = [{ due: now, seq: 0, state: encode() }];
      this.#plain = describe();
      return;
    }
    const last = this.#snapshots.at(-1)?.due ?? Number.NEGATIVE_INFINITY;
    const due = now + delay;
    if (due - last < Math.max(SNAPSHOTS.apart, delay / SNAPSHOTS.most)) return;
    this.#snapshots.push({ due, seq: this.#first + this.#held.length, state: encode() });
  }

  /**
   * Begins with a match that another room had played: nothing is known of how it was shown there.
   * @param last when something happened to it last, ms since 1970
   */
  resume(last: number): void {
    const { time, delay, encode, describe } = this.#ports;
    this.#isOn = true;
    this.#drop();
    const wait = Math.max(0, last + delay - time.now());
    this.#snapshots = [{ due: time.monotonic() + wait, seq: this.#first, state: encode() }];
    this.#plain = describe();
  }

  /** Tells nothing more. Call it before connections are closed. */
  stop(): void {
    this.#isStopped = true;
    this.#live.stop();
    this.#cancel?.();
    this.#cancel = null;
    if (this.#isOn) this.#drop();
  }

  #drop(): void {
    this.#first += this.#held.length;
    this.#unsent = this.#first;
    this.#held = [];
    this.#behind.clear();
  }

  #hold(told: Omit<Held, "due">): void {
    if (this.#isStopped) return;
    this.#held.push({ due: this.#ports.time.monotonic() + this.#ports.delay, ...told });
    this.#schedule();
  }

  #schedule(): void {
    const next = this.#held[this.#unsent - this.#first];
    if (next === undefined || this.#cancel !== null) return;
    const { time } = this.#ports;
    this.#cancel = time.after(Math.max(1, next.due - time.monotonic()), () => {
      this.#cancel = null;
      this.#advance();
    });
  }

  /** Sends due messages, and drops sent ones that no shown snapshot needs. */
  #advance(): void {
    const now = this.#ports.time.monotonic();
    const from = this.#unsent;
    const isDue = ({ due }: { readonly due: number }) => due <= now;
    while (isDue(this.#held[this.#unsent - this.#first] ?? { due: Number.POSITIVE_INFINITY }))
      this.#unsent += 1;
    this.#sendFrames(from);
    for (const { line, n } of this.#since(from)) if (line !== null) this.#show(line, n);
    while (isDue(this.#snapshots[1] ?? { due: Number.POSITIVE_INFINITY })) this.#snapshots.shift();
    const kept = Math.min(this.#unsent, this.#snapshots[0]?.seq ?? this.#unsent);
    this.#held.splice(0, kept - this.#first);
    this.#first = kept;
    this.#schedule();
  }

  /** Returns the messages sent since then. */
  #since(seq: number): readonly Held[] {
    return this.#held.slice(seq - this.#first, this.#unsent - this.#first);
  }

  #sendFrames(from: number): void {
    if (from === this.#unsent && this.#behind.size === 0) return;
    const made = new Map<number, Buffer>();
    for (const client of this.#ports.clients) {
      if (!isWatching(client) || client.state !== ClientState.JOINED) continue;
      const seq = this.#behind.get(client) ?? from;
      const frames = made.get(seq) ?? Buffer.concat(this.#since(seq).flatMap(({ frame }) => frame ?? []));
      made.set(seq, frames);
      if (frames.length > 0 && client.ref instanceof GuardedSocket) client.ref.sendFrames(frames);
    }
    this.#behind.clear();
  }

  /** Shows a line of streams, which changes the public view too. */
  #show(line: string, n: number | null): void {
    const { type, seat: _, events: __, ...changes } = JSON.parse(line) as PlainMatch & StreamFields;
    if (this.#plain !== null && (type === "entry" || type === "change"))
      this.#plain = { ...this.#plain, ...changes };
    for (const tell of this.#listeners) tell(line, n);
  }
}

/** Returns how many entries a viewer is shown now. @param seat `null`: a spectator */
export function entriesShown(
  { match, delayed }: { readonly match: Match; readonly delayed: DelayedCrowd | null },
  seat: string | null,
): number {
  return seat === null && delayed?.isOn ? delayed.shown.n : match.state.n;
}

/** The fields of a line that identify it rather than describe the match. */
interface StreamFields {
  readonly type: string;
  readonly seat?: string;
  readonly events?: unknown;
}
