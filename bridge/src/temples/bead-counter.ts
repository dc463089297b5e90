import { summed } from "@flower-war/protocol/log";
import type { Time } from "@flower-war/protocol/ports";
import {
  BEADS_PER_REQUEST,
  type Bead,
  type BeadClaim,
  type BeadName,
  BOUNCE,
  type Ledger,
  observe,
  type Report,
  type Verdict,
} from "@flower-war/protocol/temple";
import type { Logger } from "../log.ts";
import { judgeSeconds, verdicts } from "../metrics.ts";
import { isRetryable, ServerAwayError, type ServerPort } from "../server-port.ts";
import type { DisplayPublisher } from "./display-publisher.ts";
import { verdictLine } from "./display-text.ts";
import type { Temple } from "./temple.ts";
import type { TemplePublisher } from "./temple-publisher.ts";

interface BeadVerdict {
  readonly name: BeadName;
  readonly verdict: Verdict;
  readonly reason: string;
}

/** Beads of one temple that may wait for a verdict. Beads over the limit are dropped; later reports repeat them. */
const MAX_PENDING = 96;
const AWAY = { verdict: "pending", reason: "server-away" } as const;
const IMPLAUSIBLE = { verdict: "rejected", reason: "implausible" } as const;

/** Sends every bead to the server once and publishes its verdict to the temple (sections 4 and 5). */
export class BeadCounter {
  readonly #server: ServerPort;
  readonly #publisher: TemplePublisher;
  readonly #displays: DisplayPublisher;
  readonly #log: Logger;
  readonly #time: Time;

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

  /** Counts a message with running totals and has its new beads judged. */
  async countReport(temple: Temple, report: Report): Promise<void> {
    if (!temple.isKnown) return this.#postpone(temple, report);
    const { ledger, beads, implausible, outcome } = observe(temple.ledger, report, temple.pendingBeads);
    if (outcome === "retired" && beads.length === 0) return;
    if (outcome === "counter-regressed") {
      this.#log.error(
        summed({ code: outcome, temple: temple.id, count: report.count }, temple.id),
        "temple counters ran backwards",
      );
    }
    temple.ledger = ledger;
    const bounced = "slot" in report && recordFallAndCheckBounce(temple, report);
    const claims = bounced ? markBounced(beads, report) : beads;
    const { epoch, generation } = ledger;
    for (const { slot, from, to } of implausible) {
      this.#log.warn(
        summed({ code: "implausible", temple: temple.id, slot, from, to }, temple.id),
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
      if (beads.length > 0 || ledger !== temple.storedLedger) await this.#requestVerdicts(temple, ledger);
    } catch (error) {
      temple.needsAnnouncement ||= isRetryable(error);
      if (!(error instanceof ServerAwayError))
        this.#log.error(summed({ temple: temple.id, err: error }, temple.id), "verdict request failed");
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
    const answer = await this.#server.request("judge", { templeId: temple.id, ledger, beads });
    judgeSeconds.observe((this.#time.monotonic() - requestedAt) / 1000);
    temple.ledger = answer.ledger;
    temple.storedLedger = answer.ledger;
    temple.pendingBeads = temple.pendingBeads.slice(beads.length);
    this.#publishVerdicts(temple, answer.judgements);
    if (temple.pendingBeads.length > 0) await this.#requestVerdicts(temple, answer.ledger);
  }

  /** Publishes one ack for each run of consecutive beads with the same verdict. */
  #publishVerdicts(temple: Temple, beads: readonly BeadVerdict[]): void {
    let from: number | null = null;
    for (const [i, bead] of beads.entries()) {
      const next = beads[i + 1];
      from ??= bead.name.n;
      if (next !== undefined && isContinuedBy(bead, next)) continue;
      this.#publishVerdict(temple, bead, from);
      from = null;
    }
  }

  #publishVerdict(temple: Temple, { name, verdict, reason }: BeadVerdict, from = name.n): void {
    const { epoch, slot, n } = name;
    const fix = temple.ledger?.fix ?? { h: 0, t: 0 };
    temple.lastVerdict = { slot, n, verdict, reason };
    verdicts.inc({ verdict, reason });
    this.#publisher.publishAck(temple.id, {
      about: "beads",
      epoch,
      slot,
      from,
      to: n,
      verdict,
      reason,
      fix,
      line: verdictLine(slot, verdict, reason, fix),
    });
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

/** Marks the claim of the report's own bead as bounced. */
function markBounced(claims: readonly BeadClaim[], { epoch, slot, n }: Bead): BeadClaim[] {
  return claims.map((claim) => {
    const { name, recovered } = claim;
    const isOwn = !recovered && name.epoch === epoch && name.slot === slot && name.n === n;
    return isOwn ? { ...claim, bounced: true } : claim;
  });
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
