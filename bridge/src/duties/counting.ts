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
} from "@flower-war/client-sdk/temple";
import type { Logger } from "../log.ts";
import { judgeSeconds, verdicts } from "../metrics.ts";
import { mayPass, ServerAway, type ServerLink } from "../server-link.ts";
import type { Temple } from "../temple.ts";
import type { Voice } from "../voice.ts";
import { verdictLine } from "../wording.ts";
import type { Displays } from "./displays.ts";

/** What a temple is told of one bead. */
interface Told {
  readonly name: BeadName;
  readonly verdict: Verdict;
  readonly reason: string;
}

/** Beads of one temple that may wait for a verdict: later reports bring what is dropped beyond. */
const MOST_PENDING = 96;
const AWAY = { verdict: "pending", reason: "server-away" } as const;
const IMPLAUSIBLE = { verdict: "rejected", reason: "implausible" } as const;

/** Brings every bead to the server once, and its verdict back to the temple (sections 4 and 5). */
export class Counting {
  readonly #link: ServerLink;
  readonly #voice: Voice;
  readonly #displays: Displays;
  readonly #log: Logger;

  constructor(link: ServerLink, voice: Voice, displays: Displays, log: Logger) {
    this.#link = link;
    this.#voice = voice;
    this.#displays = displays;
    this.#log = log;
  }

  /** Takes in one message with running totals. */
  async count(temple: Temple, report: Report): Promise<void> {
    if (!temple.known) return this.#postpone(temple, report);
    const { ledger, beads, implausible, news } = observe(temple.ledger, report, temple.pending);
    if (news === "retired" && beads.length === 0) return;
    if (news === "counter-regressed") {
      this.#log.error(
        { code: news, temple: temple.id, count: report.count },
        "a temple's counters ran backwards",
      );
    }
    temple.ledger = ledger;
    const claims = fallsTooSoon(temple, report) ? bounced(beads, report) : beads;
    for (const { slot, from, to } of implausible) {
      this.#log.warn({ code: "implausible", temple: temple.id, slot, from, to }, "too many beads at once");
      this.#tell(temple, { name: { ...ledger, slot, n: to }, ...IMPLAUSIBLE }, from);
    }
    await this.#judge(temple, ledger, claims);
  }

  /** The server is there again: asks for the verdicts still missing, by name (J-1). */
  async resume(temple: Temple): Promise<void> {
    if (temple.missed) this.#voice.command(temple.id, "report");
    temple.missed = false;
    if (temple.ledger !== null) await this.#judge(temple, temple.ledger, temple.pending);
  }

  /** What is not known yet cannot be added to: the temple's next report brings the bead again (J-1). */
  #postpone(temple: Temple, report: Report): void {
    temple.missed = true;
    if (!("slot" in report)) return;
    const { epoch, slot, n } = report;
    this.#tell(temple, { name: { epoch, generation: 0, slot, n }, ...AWAY });
  }

  /** Verdict, ack, display, in this order (J-14); no verdict without a server (J-1). */
  async #judge(temple: Temple, ledger: Ledger, beads: readonly BeadClaim[]): Promise<void> {
    temple.pending = beads;
    try {
      if (beads.length > 0 || ledger !== temple.kept) await this.#ask(temple, ledger);
    } catch (error) {
      temple.owed ||= mayPass(error);
      if (!(error instanceof ServerAway))
        this.#log.error({ temple: temple.id, err: error }, "no verdict was given");
      temple.pending = temple.pending.slice(0, MOST_PENDING).map((claim) => asOfNow(claim, temple));
      this.#tellAll(
        temple,
        temple.pending.map(({ name }) => ({ name, ...AWAY })),
      );
    }
    this.#displays.refresh(temple);
  }

  async #ask(temple: Temple, ledger: Ledger): Promise<void> {
    const beads = temple.pending.slice(0, BEADS_PER_REQUEST);
    const answered = judgeSeconds.startTimer();
    const answer = await this.#link.request("judge", { templeId: temple.id, ledger, beads });
    answered();
    temple.ledger = answer.ledger;
    temple.kept = answer.ledger;
    temple.pending = temple.pending.slice(beads.length);
    this.#tellAll(temple, answer.judgements);
    if (temple.pending.length > 0) await this.#ask(temple, answer.ledger);
  }

  /** One ack for each run of beads that fared alike. */
  #tellAll(temple: Temple, beads: readonly Told[]): void {
    let from: number | null = null;
    for (const [i, told] of beads.entries()) {
      const next = beads[i + 1];
      from ??= told.name.n;
      if (next !== undefined && follows(told, next)) continue;
      this.#tell(temple, told, from);
      from = null;
    }
  }

  #tell(temple: Temple, { name, verdict, reason }: Told, from = name.n): void {
    const { epoch, slot, n } = name;
    const fix = temple.ledger?.fix ?? { h: 0, t: 0 };
    temple.last = { slot, n, verdict, reason };
    verdicts.inc({ verdict, reason });
    this.#voice.ack(temple.id, {
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

function follows(a: Told, b: Told): boolean {
  return (
    a.name.epoch === b.name.epoch &&
    a.name.slot === b.name.slot &&
    a.name.n + 1 === b.name.n &&
    a.verdict === b.verdict &&
    a.reason === b.reason
  );
}

/** Notes when a bead fell; answers whether that is too soon after the one before it (J-3). Uptimes may wrap. */
function fallsTooSoon(temple: Temple, report: Report): report is Bead {
  if (!("slot" in report)) return false;
  const { boot, slot, at } = report;
  const fell = temple.fell?.boot === boot ? temple.fell.at : {};
  temple.fell = { boot, at: { ...fell, [slot]: at } };
  const before = fell[slot];
  return before !== undefined && (at - before) >>> 0 < BOUNCE;
}

/** The claim of the report's own bead says that it bounced. */
function bounced(claims: readonly BeadClaim[], { epoch, slot, n }: Bead): BeadClaim[] {
  return claims.map((claim) => {
    const { name, recovered } = claim;
    const own = !recovered && name.epoch === epoch && name.slot === slot && name.n === n;
    return own ? { ...claim, bounced: true } : claim;
  });
}

/**
 * An unstamped own bead is judged as of its arrival (J-6): asked again later, it brings the window it arrived in. A
 * bridge that knows no window cannot say.
 */
function asOfNow(claim: BeadClaim, { table }: Temple): BeadClaim {
  if (claim.stamp !== null || claim.recovered) return claim;
  if (table === null) return { ...claim, recovered: true };
  const { slot, n } = claim.name;
  return { ...claim, stamp: { mark: table.mark, base: { h: 0, t: 0, [slot]: n - 1 } } };
}
