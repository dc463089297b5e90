import { sumUp } from "@flower-war/protocol/log";
import type { Time } from "@flower-war/protocol/ports";
import {
  BEADS_PER_REQUEST,
  type Bead,
  type BeadClaim,
  type BeadName,
  BOUNCE,
  type Ledger,
  MAX_NEW_ORDINALS,
  type Observation,
  observe,
  type Report,
  revive,
  type Slot,
  type Verdict,
} from "@flower-war/protocol/temple";
import type { Logger } from "../log.ts";
import { judgeSeconds, verdicts } from "../metrics.ts";
import { isRetryable, ServerAwayError, type ServerPort } from "../server-port.ts";
import type { DisplayPublisher } from "./display-publisher.ts";
import { verdictLine } from "./display-text.ts";
import { doubt, hasTwin } from "./doubts.ts";
import type { Temple } from "./temple.ts";
import type { TemplePublisher } from "./temple-publisher.ts";
import { addPublished, hear } from "./untold.ts";

interface BeadVerdict {
  readonly name: BeadName;
  readonly verdict: Verdict;
  readonly reason: string;
}

/** Consecutive beads of one slot that got the same verdict. */
export interface ToldBeads {
  readonly slot: Slot;
  /** How many. */
  readonly beads: number;
  readonly verdict: Verdict;
  readonly reason: string;
}

/** Beads of one temple that may wait for a verdict. Beads over the limit are dropped; later reports repeat them. */
const MAX_PENDING = 96;
const AWAY = { verdict: "pending", reason: "server-away" } as const;
const IMPLAUSIBLE = { verdict: "rejected", reason: "implausible" } as const;
/** Of beads that fell before the bridge knew their epoch (C-4). */
const EARLIER = { verdict: "ignored", reason: "earlier" } as const;

/** Sends every bead to the server once and publishes its verdict to the temple (sections 4 and 5). */
export class BeadCounter {
  readonly #server: ServerPort;
  readonly #publisher: TemplePublisher;
  readonly #displays: DisplayPublisher;
  readonly #log: Logger;
  readonly #time: Time;
  #onVerdict: (temple: Temple, beads: ToldBeads) => void = () => {};

  constructor(
    server: ServerPort,
    publisher: TemplePublisher,
    displays: DisplayPublisher,
    log: Logger,
    time: Time,
  ) {
    this.#server = server;
    this.#publisher = publisher;
    this.#displays = displays;
    this.#log = log;
    this.#time = time;
  }

  /** Sets the one listener for verdicts, each told once. */
  onVerdict(listener: (temple: Temple, beads: ToldBeads) => void): void {
    this.#onVerdict = listener;
  }

  /** Counts a message with running totals and has its new beads judged. */
  async countReport(temple: Temple, report: Report): Promise<void> {
    if (!temple.isKnown) return this.#postpone(temple, report);
    const { ledger, beads, implausible, passed, outcome } = this.#observe(temple, report);
    const isNews = hasNews(outcome);
    if (!isNews && outcome !== "old" && beads.length === 0) return;
    if (outcome === "counter-regressed") {
      this.#log.error(
        sumUp({ code: outcome, temple: temple.id, count: report.count }, temple.id),
        "temple counters ran backwards",
      );
    }
    temple.ledger = ledger;
    if (isNews && "conn" in report)
      forEachRun(hear(temple, report, this.#time.monotonic()), (last, from) =>
        this.#publishAck(temple, last, from),
      );
    // A message that came again, at once or after a power cut, says of no other fall.
    const bounced = "slot" in report && isNews && recordFallAndCheckBounce(temple, report);
    const own = "slot" in report ? findOwn(beads, report) : undefined;
    if (own !== undefined && "slot" in report)
      temple.fellAt.set(own.name, this.#time.monotonic() - ageOf(report));
    const claims = beads.map((claim) =>
      bounced && claim === own ? { ...claim, bounced: true as const } : claim,
    );
    const { epoch, generation } = ledger;
    for (const { slot, from, to } of passed)
      this.#publishVerdict(temple, { name: { epoch, generation, slot, n: to }, ...EARLIER }, from);
    for (const { slot, from, to } of implausible) {
      this.#log.warn(
        sumUp({ code: "implausible", temple: temple.id, slot, from, to }, temple.id),
        "implausible number of beads rejected",
      );
      this.#publishVerdict(temple, { name: { epoch, generation, slot, n: to }, ...IMPLAUSIBLE }, from);
    }
    await this.#judge(temple, ledger, claims);
  }

  /** Requests the verdicts still missing, by name, and a report if one was missed (J-1). */
  async requestPending(temple: Temple): Promise<void> {
    if (temple.needsReport) this.#publisher.publishCommand(temple.id, "report");
    temple.needsReport = false;
    if (temple.ledger !== null) await this.#judge(temple, temple.ledger, temple.pendingBeads);
  }

  /** Asks a temple again which of its boots is alive, if that is in doubt (C-10). */
  askWhoIsAlive(temple: Temple): void {
    if (temple.doubt !== null && !temple.servedElsewhere) this.#publisher.publishCommand(temple.id, "report");
  }

  /** Observes a report. A doubtful one counts once its boot has proved to be the live one (C-10). */
  #observe(temple: Temple, report: Report): Observation {
    const { ledger, pendingBeads } = temple;
    const seen = observe(ledger, report, pendingBeads);
    if (hasNews(seen.outcome)) temple.doubt = null;
    if (ledger === null || (seen.outcome !== "birth" && seen.outcome !== "doubtful")) return seen;
    if (seen.outcome === "doubtful" && !this.#isProvedAlive(temple, report)) return seen;
    if (seen.outcome === "birth") return seen;
    temple.doubt = null;
    const { boot } = report;
    this.#log.warn(
      sumUp({ code: "boot-alive", temple: temple.id, boot }, temple.id),
      "temple boot counted again",
    );
    return observe(revive(ledger, report), report, pendingBeads);
  }

  /** Whether no other boot was heard for long since a message of this one was doubtful. If this is the first, asks who lives. */
  #isProvedAlive(temple: Temple, report: Report): boolean {
    const now = this.#time.monotonic();
    const hadTwin = hasTwin(temple, now);
    const doubted = doubt(temple, report, now);
    if (doubted !== "new") return doubted === "proved";
    if (!hadTwin && hasTwin(temple, now)) {
      this.#log.error(
        sumUp({ code: "two-devices", temple: temple.id }, temple.id),
        "two devices send as one temple",
      );
    }
    this.askWhoIsAlive(temple);
    // Its lamps are shut meanwhile.
    this.#displays.refresh(temple);
    return false;
  }

  /** Answers `pending` for a temple that is not known yet; its next report brings the bead again (J-1). */
  #postpone(temple: Temple, report: Report): void {
    temple.needsReport = true;
    if (!("slot" in report)) return;
    const { epoch, slot, n } = report;
    this.#publishVerdict(temple, { name: { epoch, generation: 0, slot, n }, ...AWAY });
  }

  /** Requests verdicts, publishes the acks, then the display (J-14). Without a server the beads stay pending (J-1). */
  async #judge(temple: Temple, ledger: Ledger, beads: readonly BeadClaim[]): Promise<void> {
    temple.pendingBeads = beads;
    try {
      if (beads.length > 0 || temple.told.length > 0 || ledger !== temple.storedLedger)
        await this.#requestVerdicts(temple, ledger);
    } catch (error) {
      temple.needsAnnouncement ||= isRetryable(error);
      if (!(error instanceof ServerAwayError))
        this.#log.error(sumUp({ temple: temple.id, err: error }, temple.id), "verdict request failed");
      temple.pendingBeads = temple.pendingBeads
        .slice(0, MAX_PENDING)
        .map((claim) => stampArrival(claim, temple));
      this.#publishVerdicts(
        temple,
        temple.pendingBeads.map(({ name }) => ({ name, ...AWAY })),
      );
    }
    this.#displays.refresh(temple);
  }

  async #requestVerdicts(temple: Temple, ledger: Ledger): Promise<void> {
    const beads = temple.pendingBeads.slice(0, BEADS_PER_REQUEST);
    const requestedAt = this.#time.monotonic();
    const claims = beads.map((claim) => withAge(claim, temple, requestedAt));
    const told = temple.told.slice(0, MAX_NEW_ORDINALS);
    const answer = await this.#server.request("judge", { templeId: temple.id, ledger, beads: claims, told });
    judgeSeconds.observe((this.#time.monotonic() - requestedAt) / 1000);
    temple.ledger = answer.ledger;
    temple.storedLedger = answer.ledger;
    temple.pendingBeads = temple.pendingBeads.slice(beads.length);
    temple.told = temple.told.slice(told.length);
    this.#publishVerdicts(temple, answer.judgements);
    addPublished(temple, answer, this.#time.monotonic());
    if (temple.pendingBeads.length > 0) await this.#requestVerdicts(temple, answer.ledger);
  }

  /** Publishes one ack for each run of consecutive beads with the same verdict. */
  #publishVerdicts(temple: Temple, beads: readonly BeadVerdict[]): void {
    forEachRun(beads, (last, from) => this.#publishVerdict(temple, last, from));
  }

  #publishVerdict(temple: Temple, bead: BeadVerdict, from = bead.name.n): void {
    const { name, verdict, reason } = bead;
    temple.lastVerdict = { slot: name.slot, n: name.n, verdict, reason };
    verdicts.inc({ verdict, reason });
    this.#publishAck(temple, bead, from);
    this.#onVerdict(temple, { slot: name.slot, beads: name.n - from + 1, verdict, reason });
  }

  /** @param from the first of the consecutive beads with this verdict; `bead` is the last */
  #publishAck(temple: Temple, { name, verdict, reason }: BeadVerdict, from: number): void {
    const { epoch, slot, n } = name;
    const fix = temple.ledger?.fix ?? { h: 0, t: 0 };
    this.#publisher.publishAck(temple.id, {
      about: "beads",
      epoch,
      slot,
      from,
      to: n,
      verdict,
      reason,
      fix,
      line: verdictLine(temple.lang, verdict, reason),
    });
  }
}

/** Whether a report with this outcome says something new: it is of the boot that is alive. */
function hasNews(outcome: Observation["outcome"]): boolean {
  return outcome === "birth" || outcome === "counted" || outcome === "counter-regressed";
}

/** Calls `use` for each run of consecutive beads with the same verdict, with its last one and its first ordinal. */
function forEachRun(beads: readonly BeadVerdict[], use: (last: BeadVerdict, from: number) => void): void {
  let from: number | null = null;
  for (const [i, bead] of beads.entries()) {
    const next = beads[i + 1];
    from ??= bead.name.n;
    if (next !== undefined && isContinuedBy(bead, next)) continue;
    use(bead, from);
    from = null;
  }
}

function isContinuedBy(a: BeadVerdict, b: BeadVerdict): boolean {
  return (
    a.name.epoch === b.name.epoch &&
    a.name.slot === b.name.slot &&
    a.name.n + 1 === b.name.n &&
    a.verdict === b.verdict &&
    a.reason === b.reason
  );
}

/** Records when a bead fell; returns whether it bounced: fell too soon after the one before it (J-3). Uptimes may wrap. */
function recordFallAndCheckBounce(temple: Temple, { boot, slot, at }: Bead): boolean {
  const falls = temple.lastFalls?.boot === boot ? temple.lastFalls.at : {};
  temple.lastFalls = { boot, at: { ...falls, [slot]: at } };
  const before = falls[slot];
  return before !== undefined && (at - before) >>> 0 < BOUNCE;
}

/** Finds the claim of the message's own bead. */
function findOwn(claims: readonly BeadClaim[], { epoch, slot, n }: Bead): BeadClaim | undefined {
  return claims.find(
    ({ name, recovered }) => !recovered && name.epoch === epoch && name.slot === slot && name.n === n,
  );
}

/** Returns the ms from a bead's fall to the sending of its message; 0 if the fall is dated later. Uptimes may wrap. */
function ageOf({ up, at }: Bead): number {
  return Math.max(0, (up - at) | 0);
}

/** Adds how long ago the bead fell, if its own message told it (J-15). */
function withAge(claim: BeadClaim, { fellAt }: Temple, now: number): BeadClaim {
  const at = fellAt.get(claim.name);
  return at === undefined ? claim : { ...claim, age: Math.round(now - at) };
}

/**
 * Stamps an unstamped own bead with the window it arrived in, so that a later request judges it as of its arrival
 * (J-6). If the window is not known, the bead counts as recovered.
 */
function stampArrival(claim: BeadClaim, { table }: Temple): BeadClaim {
  if (claim.stamp !== null || claim.recovered) return claim;
  if (table === null) return { ...claim, recovered: true };
  const { slot, n } = claim.name;
  return { ...claim, stamp: { mark: table.mark, base: { h: 0, t: 0, [slot]: n - 1 } } };
}
