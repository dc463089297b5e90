import { sumUp } from "@flower-war/protocol/log";
import type { Time } from "@flower-war/protocol/ports";
import {
  type Act,
  type MessageFault,
  type Parsed,
  parseAct,
  parseBead,
  parseState,
  type Report,
  SLOTS,
} from "@flower-war/protocol/temple";
import type { BrokerPort, IncomingMessage } from "../broker/broker-port.ts";
import type { Logger } from "../log.ts";
import { messagesDropped, messagesFaulty } from "../metrics.ts";
import type { ActHandler } from "./act-handler.ts";
import type { BeadCounter } from "./bead-counter.ts";
import type { Health } from "./health.ts";
import type { Mirror } from "./mirror.ts";
import type { Presence } from "./presence.ts";
import type { Temple } from "./temple.ts";
import type { TemplePublisher } from "./temple-publisher.ts";
import type { TempleRegistry } from "./temple-registry.ts";

export interface MessageRouterOptions {
  readonly broker: BrokerPort;
  readonly temples: TempleRegistry;
  readonly presence: Presence;
  readonly health: Health;
  readonly beads: BeadCounter;
  readonly mirror: Mirror;
  readonly acts: ActHandler;
  readonly publisher: TemplePublisher;
  readonly log: Logger;
  readonly time: Time;
}

type Task = () => Promise<void>;

/** Reasons for a complaint: a malformed message, too many messages (M-3), a repeated boot id (C-9) or a `seq` that started again (C-7). */
type Fault = MessageFault | "rate" | "boot-reused" | "seq-restarted";

/** Messages of one temple that may wait. Later totals recover what is dropped beyond (section 1). */
const MAX_QUEUE_LENGTH = 64;
/** ms between two complaints to one temple (M-2). */
const COMPLAINT_INTERVAL = 5_000;

/** Parses the messages of temples and hands each to the component it concerns, in order of arrival per temple. */
export class MessageRouter {
  readonly #options: MessageRouterOptions;
  readonly #complainedAt = new Map<string, number>();

  constructor(options: MessageRouterOptions) {
    this.#options = options;
  }

  start(): void {
    this.#options.broker.onMessage((message) => this.#route(message));
  }

  #route(message: IncomingMessage): void {
    // T-2: a retained copy tells presence only.
    if (message.retained && message.channel !== "state") return;
    const { temples, log } = this.#options;
    const temple = temples.obtain(message.templeId);
    if (temple.rateLimit.take() > 0 || temple.queueLength >= MAX_QUEUE_LENGTH) {
      messagesDropped.inc();
      return this.#complain(temple, { fault: "rate", detail: "" });
    }
    const task = this.#toTask(temple, message);
    if (task === null) return;
    temple.enqueue(() =>
      task().catch((error: unknown) =>
        log.error(sumUp({ temple: temple.id, err: error }, temple.id), "message handling failed"),
      ),
    );
  }

  /** Returns what a message asks for, `null` if it is malformed. */
  #toTask(temple: Temple, { channel, payload, retained }: IncomingMessage): Task | null {
    const { presence } = this.#options;
    switch (channel) {
      case "bead":
        return this.#parse(temple, parseBead(payload), (bead) => this.#handleReport(temple, bead));
      case "act":
        return this.#parse(temple, parseAct(payload), (act) => this.#handleAct(temple, act));
      case "state":
        if (payload.length === 0) return () => presence.forget(temple);
        return this.#parse(temple, parseState(payload), (state) => {
          if (!state.online) return presence.handleGoodbye(temple, state);
          return retained ? this.#handleRetainedState(temple) : this.#handleReport(temple, state);
        });
    }
  }

  #parse<T>(temple: Temple, parsed: Parsed<T>, use: (value: T) => Promise<void>): Task | null {
    if (parsed.fault === undefined) return () => use(parsed.value);
    this.#complain(temple, parsed);
    return null;
  }

  async #handleReport(temple: Temple, report: Report): Promise<void> {
    const { presence, health, beads, mirror, publisher } = this.#options;
    if (isReusedBoot(temple, report)) return this.#complain(temple, { fault: "boot-reused", detail: "" });
    const isPast = isFromBeforeRestart(temple, report);
    const isUnproved = !isPast && isUnprovedRegression(temple, report);
    if (isPast || hasRestartedSeq(temple, report)) this.#complainAboutSeq(temple, report);
    const { isKnown: wasKnown } = temple;
    if (isNewest(temple, report)) {
      temple.newest = report;
      if ("conn" in report) {
        health.note(temple, report);
        temple.lang = report.lang ?? null;
        temple.mirrors = report.caps?.includes("mirror") ?? false;
      }
    }
    await presence.markOnline(temple);
    // Nothing waits for the answer. `markOnline` has already told the server of a temple that became known only now.
    if ("conn" in report && wasKnown) void health.tell(temple);
    if (temple.servedElsewhere) temple.needsReport = true;
    else if (isUnproved) publisher.publishCommand(temple.id, "report");
    else if (!isPast) {
      await beads.countReport(temple, report);
      await mirror.follow(temple);
    }
  }

  async #handleAct(temple: Temple, act: Act): Promise<void> {
    const { presence, acts } = this.#options;
    await presence.markOnline(temple);
    if (!temple.servedElsewhere) await acts.handle(temple, act);
  }

  /** Asks for a report: the totals of a retained state are not counted (T-2). */
  async #handleRetainedState(temple: Temple): Promise<void> {
    const { presence, publisher } = this.#options;
    await presence.markOnline(temple);
    if (!temple.servedElsewhere) publisher.publishCommand(temple.id, "report");
  }

  /** Complains of a `seq` that started again (C-7): to the temple each time, to the operator once a boot. */
  #complainAboutSeq(temple: Temple, { boot, seq }: Report): void {
    const isNews = temple.restartedBoot !== boot;
    temple.restartedBoot = boot;
    const detail = `seq ${seq} after ${temple.ledger?.seq}`;
    this.#complain(temple, { fault: "seq-restarted", detail }, isNews);
  }

  /** Publishes a complaint, at most one per temple and interval (M-2). */
  #complain(
    { id, servedElsewhere }: Temple,
    { fault, detail }: { fault: Fault; detail: string },
    isLogged = true,
  ): void {
    if (servedElsewhere) return;
    const { publisher, log, time } = this.#options;
    messagesFaulty.inc({ fault });
    const now = time.monotonic();
    if (now - (this.#complainedAt.get(id) ?? Number.NEGATIVE_INFINITY) < COMPLAINT_INTERVAL) return;
    this.#complainedAt.set(id, now);
    if (isLogged) log.warn(sumUp({ code: fault, temple: id, detail }, id), "temple message rejected");
    publisher.publishAck(id, { about: "message", reason: fault, ...(detail === "" ? {} : { detail }) });
  }
}

/**
 * Whether a birth of an offline temple has a lower uptime and `conn` than known for its boot (C-9). The firmware then
 * repeats boot ids, and its counts cannot be told from earlier ones.
 */
function isReusedBoot({ isOnline, ledger, newest }: Temple, report: Report): boolean {
  if (isOnline || ledger === null || newest === null || !("conn" in report)) return false;
  return (
    report.boot === ledger.boot &&
    newest.boot === report.boot &&
    report.conn < ledger.conn &&
    report.up < newest.up
  );
}

/** Whether a message was sent after the newest one of its boot, although its `seq` says that it is older (C-7). */
function hasRestartedSeq({ ledger, newest }: Temple, { boot, seq, up }: Report): boolean {
  return ledger?.boot === boot && seq <= ledger.seq && newest?.boot === boot && isLater(up, newest.up);
}

/**
 * Whether a message with a new `seq` was sent before the newest one of its boot, which has higher totals: `seq` has restarted
 * between them (C-7).
 */
function isFromBeforeRestart({ ledger, newest }: Temple, { boot, seq, up, count }: Report): boolean {
  if (ledger?.boot !== boot || newest?.boot !== boot || seq <= ledger.seq) return false;
  return isLater(newest.up, up) && SLOTS.some((slot) => count[slot] < newest.count[slot]);
}

/**
 * Whether a message with a new `seq` has lower totals than were judged, and this bridge has heard no earlier message of its boot: it
 * may be an old one from before `seq` restarted (C-7).
 */
function isUnprovedRegression({ ledger, newest }: Temple, { boot, epoch, seq, up, count }: Report): boolean {
  if (ledger?.boot !== boot || ledger.epoch !== epoch || seq <= ledger.seq) return false;
  if (!SLOTS.some((slot) => count[slot] < ledger.judged[slot])) return false;
  return (
    newest?.boot !== boot || (up === newest.up && SLOTS.every((slot) => count[slot] === newest.count[slot]))
  );
}

function isNewest({ newest }: Temple, { boot, up }: Report): boolean {
  return newest?.boot !== boot || isLater(up, newest.up);
}

/** Whether one uptime is after another; they may wrap. */
function isLater(up: number, before: number): boolean {
  return ((up - before) | 0) > 0;
}
