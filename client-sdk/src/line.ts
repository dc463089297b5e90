import type { Connect, Link } from "./ports.ts";
import { CLOSE, type Reservation } from "./protocol.ts";
import { connectionRefusal, Refusal } from "./refusal.ts";
import { pause } from "./time.ts";

/**
 * `open`; `resuming`: lost, and trying to come back; `closed`: left, or lost for good.
 */
export type ConnectionStatus = "open" | "resuming" | "closed";

/** A lost connection. */
export interface Drop {
  /** WebSocket close code: one of `CLOSE`, of Colyseus' (4000-4003) or of RFC 6455 (1000-1015). */
  readonly code: number;
  /** For people; may be empty. */
  readonly reason: string;
  /** Whether the SDK tries to come back by itself. */
  readonly resuming: boolean;
  /** Why the SDK gave up coming back. */
  readonly refusal?: Refusal;
}

/** How the SDK comes back after a lost connection. */
export interface ResumePolicy {
  /** How often it tries; 0: not at all. Default 8. */
  readonly attempts: number;
  /** ms before the first try, doubled for each further one, each shortened by up to half at random. Default 250. */
  readonly delay: number;
  /** ms that a delay does not exceed. Default 8,000. */
  readonly maxDelay: number;
}

export const RESUME: ResumePolicy = { attempts: 8, delay: 250, maxDelay: 8000 };

export interface LineListener<Message> {
  changed(): void;
  message(type: string, payload: Message): void;
  dropped(drop: Drop): void;
  resumed(): void;
}

/** What a line needs: a way to reserve the same place in the same room again, and a way to take it. */
export interface LinePorts {
  reserve(): Promise<Reservation>;
  readonly connect: Connect;
  readonly resume: ResumePolicy;
}

/** Colyseus' code for a leave that was asked for. */
const CONSENTED = 4000;

/** After these there is no way back, or none that would be welcome. */
const FINAL: readonly number[] = [CONSENTED, CLOSE.flood, CLOSE.replaced, CLOSE.closed];

/** Refusals that another try may turn: all others will be given again. */
const PASSING: readonly string[] = [
  "unreachable",
  "timeout",
  "closed",
  "draining",
  "unavailable",
  "internal",
];

/** A place in a room, held over as many connections as it takes. */
export class Line<State, Message> {
  readonly #ports: LinePorts;
  readonly #listener: LineListener<Message>;
  readonly #leaving = new AbortController();
  #link: Link | null = null;
  #state: State | null = null;
  #status: ConnectionStatus = "closed";

  constructor(ports: LinePorts, listener: LineListener<Message>) {
    this.#ports = ports;
    this.#listener = listener;
  }

  get status(): ConnectionStatus {
    return this.#status;
  }

  /** The latest state, after a lost connection the last one seen. */
  get state(): State {
    if (this.#state === null) throw connectionRefusal("closed");
    return this.#state;
  }

  /** Connects for the first time. Rejects with a `Refusal`. */
  async open(reservation: Reservation): Promise<void> {
    const link = await this.#ports.connect<State, Message>(reservation, {
      opened: (opened) => {
        if (this.#leaving.signal.aborted) return;
        this.#link = opened;
        this.#status = "open";
      },
      state: (state) => {
        this.#state = state;
        this.#listener.changed();
      },
      message: (type, payload) => this.#listener.message(type, payload),
      closed: (code, reason) => this.#lost(code, reason),
    });
    if (this.#leaving.signal.aborted) await link.leave();
  }

  /** Rejects with a `Refusal`; nothing is kept for later while the connection is lost. */
  async request<Answer>(type: string, payload: unknown): Promise<Answer> {
    if (this.#link === null) throw connectionRefusal("closed");
    return this.#link.request<Answer>(type, payload);
  }

  async leave(): Promise<void> {
    const link = this.#link;
    this.#leaving.abort();
    this.#link = null;
    this.#status = "closed";
    await link?.leave();
  }

  #lost(code: number, reason: string): void {
    if (this.#leaving.signal.aborted) return;
    this.#link = null;
    const resuming = !FINAL.includes(code) && this.#ports.resume.attempts > 0;
    this.#status = resuming ? "resuming" : "closed";
    this.#listener.dropped({ code, reason, resuming });
    if (resuming) void this.#resume({ code, reason });
  }

  async #resume(drop: { code: number; reason: string }): Promise<void> {
    let refusal: Refusal | undefined;
    for (let attempt = 0; attempt < this.#ports.resume.attempts; attempt++) {
      await pause(Math.max(this.#delay(attempt), refusal?.wait ?? 0), this.#leaving.signal);
      if (this.#leaving.signal.aborted) return;
      try {
        await this.open(await this.#ports.reserve());
        if (this.#status === "open") this.#listener.resumed();
        return;
      } catch (error) {
        refusal = error instanceof Refusal ? error : connectionRefusal("unreachable", error);
        if (!PASSING.includes(refusal.code) && refusal.wait === undefined) break;
      }
    }
    if (this.#leaving.signal.aborted) return;
    this.#status = "closed";
    this.#listener.dropped({ ...drop, resuming: false, ...(refusal === undefined ? {} : { refusal }) });
  }

  #delay(attempt: number): number {
    const { delay, maxDelay } = this.#ports.resume;
    return Math.min(maxDelay, delay * 2 ** attempt) * (0.5 + Math.random() / 2);
  }
}
