import {
  type Act,
  type MessageFault,
  type Parsed,
  parseAct,
  parseBead,
  parseState,
  type Report,
} from "@flower-war/client-sdk/temple";
import type { Logger } from "../log.ts";
import { messagesDropped, messagesFaulty } from "../metrics.ts";
import type { Heard, MqttLine } from "../mqtt.ts";
import type { Temple, Temples } from "../temple.ts";
import type { Voice } from "../voice.ts";
import type { Buttons } from "./buttons.ts";
import type { Counting } from "./counting.ts";
import type { Presence } from "./presence.ts";

type Task = () => Promise<void>;

/** What a complaint may be about: messages, too many of them (M-3), or a boot that was there before (C-9). */
type Fault = MessageFault | "rate" | "boot-reused";

/** Messages of one temple that may wait: totals recover what is dropped beyond (section 1). */
const MOST_WAITING = 64;
/** ms between two complaints to one temple (M-2). */
const COMPLAINTS = 5_000;

/** Reads every message of a temple and hands it to the duty it concerns, in the order of arrival. */
export class Hearing {
  readonly #mqtt: MqttLine;
  readonly #temples: Temples;
  readonly #presence: Presence;
  readonly #counting: Counting;
  readonly #buttons: Buttons;
  readonly #voice: Voice;
  readonly #log: Logger;
  readonly #complained = new Map<string, number>();

  constructor(
    mqtt: MqttLine,
    temples: Temples,
    presence: Presence,
    counting: Counting,
    buttons: Buttons,
    voice: Voice,
    log: Logger,
  ) {
    this.#mqtt = mqtt;
    this.#temples = temples;
    this.#presence = presence;
    this.#counting = counting;
    this.#buttons = buttons;
    this.#voice = voice;
    this.#log = log;
  }

  start(): void {
    this.#mqtt.onHeard((message) => this.#hear(message));
  }

  #hear(message: Heard): void {
    // T-2: a kept copy tells of presence, never of something that happened.
    if (message.retained && message.channel !== "state") return;
    const temple = this.#temples.get(message.templeId);
    if (!temple.rate.passes(performance.now()) || temple.backlog >= MOST_WAITING) {
      messagesDropped.inc();
      return this.#complain(temple, { fault: "rate", detail: "" });
    }
    const task = this.#task(temple, message);
    if (task !== null) {
      temple.enqueue(() =>
        task().catch((error: unknown) =>
          this.#log.error({ temple: temple.id, err: error }, "a message was lost"),
        ),
      );
    }
  }

  /** What a message asks for; `null`: nothing. */
  #task(temple: Temple, { channel, payload, retained }: Heard): Task | null {
    if (channel === "bead")
      return this.#read(temple, parseBead(payload), (bead) => this.#counted(temple, bead));
    if (channel === "act") return this.#read(temple, parseAct(payload), (act) => this.#pressed(temple, act));
    if (payload.length === 0) return () => this.#presence.forget(temple);
    return this.#read(temple, parseState(payload), (state) => {
      if (!state.online) return this.#presence.goodbye(temple, state);
      return retained ? this.#glimpse(temple) : this.#counted(temple, state);
    });
  }

  #read<T>(temple: Temple, parsed: Parsed<T>, use: (value: T) => Promise<void>): Task | null {
    if (parsed.fault === undefined) return () => use(parsed.value);
    this.#complain(temple, parsed);
    return null;
  }

  async #counted(temple: Temple, report: Report): Promise<void> {
    if (isReusedBoot(temple, report)) return this.#complain(temple, { fault: "boot-reused", detail: "" });
    temple.heard = report;
    await this.#presence.heard(temple);
    if (temple.silent) temple.missed = true;
    else await this.#counting.count(temple, report);
  }

  async #pressed(temple: Temple, act: Act): Promise<void> {
    await this.#presence.heard(temple);
    if (!temple.silent) await this.#buttons.press(temple, act);
  }

  /** A retained state: the temple is there; what it counts, it shall say itself (T-2). */
  async #glimpse(temple: Temple): Promise<void> {
    await this.#presence.heard(temple);
    if (!temple.silent) this.#voice.command(temple.id, "report");
  }

  /** M-2 */
  #complain({ id, silent }: Temple, { fault, detail }: { fault: Fault; detail: string }): void {
    if (silent) return;
    messagesFaulty.inc({ fault });
    const now = performance.now();
    if (now - (this.#complained.get(id) ?? Number.NEGATIVE_INFINITY) < COMPLAINTS) return;
    this.#complained.set(id, now);
    this.#log.warn({ code: fault, temple: id, detail }, "a temple's message is no good");
    this.#voice.ack(id, { about: "message", reason: fault, ...(detail === "" ? {} : { detail }) });
  }
}

/**
 * C-9: a birth with lower uptime and `conn` than known for its boot, while the temple was offline. The firmware draws its
 * boot ids badly; what it counts cannot be told from what it counted before.
 */
function isReusedBoot({ online, ledger, heard }: Temple, report: Report): boolean {
  if (online || ledger === null || heard === null || !("conn" in report)) return false;
  return (
    report.boot === ledger.boot &&
    heard.boot === report.boot &&
    report.conn < ledger.conn &&
    report.up < heard.up
  );
}
