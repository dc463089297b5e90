import { createHash } from "node:crypto";
import type { LoggedEntry, PlainMatch } from "@flower-war/protocol";
import { FRAME, formatMessage, parseMessage, replaceString } from "./frames.ts";
import { GOLDEN, type GoldenStep } from "./golden.ts";

/** The client's part of the dice. */
interface OwnPart {
  readonly nonce: string;
  readonly seal: string;
  readonly key: string;
}

/** The key in the header and in the terms, which are texts in JSON. */
const OWN_KEY = JSON.stringify(`"key":"${GOLDEN.key}",`).slice(1, -1);

/** The recorded match as one client sees it: with its own nonce, and as far as it has come. */
export class Story {
  #own: OwnPart = GOLDEN;
  #isSealed = false;
  #at = 0;
  /** Whether a newer server tells it, with words that no client knows. */
  readonly isStrange: boolean;

  constructor(isStrange: boolean) {
    this.isStrange = isStrange;
  }

  /** The last step. */
  get step(): GoldenStep {
    return stepAt(this.#at);
  }

  /** The next step; `null`: none. */
  get next(): GoldenStep | null {
    return GOLDEN.steps[this.#at + 1] ?? null;
  }

  get n(): number {
    return this.step.match.n;
  }

  get isGathering(): boolean {
    return this.step.match.status === "gathering";
  }

  /** Whether the seals are fixed, and the match waits for nonces. */
  get isRevealing(): boolean {
    return this.step.match.revealing;
  }

  /** The command that the client may send besides conceding; `null`: none. */
  get awaited(): GoldenStep["command"] {
    return this.next?.by === "client" ? this.next.command : null;
  }

  /** The client's seal; `null`: it has sent none. */
  get seal(): string | null {
    return this.#isSealed ? this.#own.seal : null;
  }

  /** Takes a seal. Returns the step that it makes. @param key `""`: the client signs nothing */
  takeSeal(seal: string, key: string): GoldenStep {
    this.#isSealed = true;
    this.#own = { ...this.#own, seal, key };
    return this.advance();
  }

  /** Takes the nonce that was sealed. Returns the step that it makes. */
  takeNonce(nonce: string): GoldenStep {
    this.#own = { ...this.#own, nonce };
    return this.advance();
  }

  /** Goes on with the next step, and returns it. */
  advance(): GoldenStep {
    this.#at += 1;
    return this.step;
  }

  /** The match as it is now. */
  get match(): PlainMatch {
    return { ...this.tailor(this.step.match), now: Date.now() };
  }

  get header(): string {
    return this.tailor(GOLDEN.header);
  }

  /** The entries so far after number `after`. */
  log(after: number): LoggedEntry[] {
    return GOLDEN.log.entries.filter(([, n]) => n > after && n <= this.n);
  }

  /** The client's own among these entries, with their commands. */
  own(after: number): [n: number, command: { type: string }][] {
    return (GOLDEN.log.own ?? []).filter(([n]) => n > after && n <= this.n);
  }

  /** Returns the recording with the client's part of the dice in it; for a newer server, with further fields. */
  tailor<T>(recorded: T): T {
    let text = JSON.stringify(recorded);
    if (this.#own.key === "") text = text.replaceAll(OWN_KEY, "");
    for (const field of ["nonce", "seal", "key"] as const) {
      text = text.replaceAll(GOLDEN[field], this.#own[field]);
    }
    const filled = JSON.parse(text) as T;
    return this.isStrange && typeof filled === "object" ? (strange(filled as object) as T) : filled;
  }

  /** The same of a frame. */
  frame(recorded: string): Uint8Array {
    let frame: Buffer = Buffer.from(recorded, "base64");
    if (frame[0] === FRAME.message) return this.isStrange ? strangeMessage(frame) : frame;
    frame = replaceString(frame, GOLDEN.nonce, this.#own.nonce);
    const details = detailsIn(frame);
    if (details === null) return frame;
    const filled = this.tailor(JSON.parse(details) as object);
    const told = this.isStrange ? { ...filled, start: "moonrise" } : filled;
    return replaceString(frame, details, JSON.stringify(told));
  }
}

/** Returns the seal of a nonce: 64 hex digits. */
export function sealOf(nonce: string): string {
  return createHash("sha256").update(nonce).digest("hex");
}

function stepAt(index: number): GoldenStep {
  const step = GOLDEN.steps[index];
  if (step === undefined) throw new Error("the recorded match has no such step");
  return step;
}

/** Returns the match's details in a frame of its state; `null`: there are none. */
function detailsIn(frame: Buffer): string | null {
  const text = frame.toString("latin1");
  const start = text.indexOf('{"');
  if (start < 0) return null;
  for (const { index } of text.matchAll(/\}/g)) {
    const part = text.slice(start, index + 1);
    try {
      JSON.parse(part);
      return part;
    } catch {
      // It ends later.
    }
  }
  return null;
}

/** Returns what a newer server may tell in place of something. */
function strange(told: object): object {
  const events = Reflect.get(told, "events") as object[] | undefined;
  const seats = Reflect.get(told, "seats") as { kind?: string; host?: boolean }[] | undefined;
  return {
    ...told,
    aurora: { colour: "green", over: ["red", null] },
    ...(Array.isArray(events) && {
      events: [
        { type: "aurora-seen", by: "sky" },
        ...events.map((event) => ({ ...event, aurora: true })),
        { type: "card-hidden" },
      ],
    }),
    ...(Array.isArray(seats) && {
      seats: seats.map((seat) => ({ ...seat, mood: "calm", ...(!seat.host && { kind: "oracle" }) })),
    }),
    ...("start" in told && { start: "moonrise" }),
  };
}

function strangeMessage(frame: Uint8Array): Uint8Array {
  const { type, payload } = parseMessage(frame);
  return formatMessage(type, type === "entry" ? [...(payload as unknown[]), [99, "sky", null]] : payload);
}
