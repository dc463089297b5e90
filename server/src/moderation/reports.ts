import type { Report } from "@flower-war/protocol/operator";
import { networkOf } from "@flower-war/protocol/sockets";
import type { Quotas } from "../quotas/quotas.ts";
import { newId } from "../random.ts";
import type { Ports } from "../ports.ts";
import { type ModerationStore, STANDING } from "./store/moderation-store.ts";

/** The events of the match until a player was reported. */
export type ReportEvidence = Pick<Report, "lines" | "chat">;

/** A report before it has an id and a date. */
export type ReportContent = Omit<Report, "id" | "createdAt" | keyof ReportEvidence>;

export interface ReportsPorts extends Pick<Ports, "time" | "random"> {
  readonly store: ModerationStore;
  readonly quotas: Quotas;
  /** Whether a player has an account. */
  readonly isAccount: (player: string) => Promise<boolean>;
}

/** Takes the reports of players about others. */
export class Reports {
  readonly #ports: ReportsPorts;

  constructor(ports: ReportsPorts) {
    this.#ports = ports;
  }

  /**
   * Stores a report; one that its reporter repeats changes nothing.
   * @param address where the reporter comes from
   * @param readEvidence reads the end of the match's log and chat
   * @throws `RefusalError` with `too-many-reports` and a wait, or `unavailable`
   */
  async file(
    content: ReportContent,
    address: string,
    readEvidence: () => Promise<ReportEvidence>,
  ): Promise<void> {
    const { store, quotas, time, random, isAccount } = this.#ports;
    const { match, reported, reporter } = content;
    const target = reported.player ?? `${match}.${reported.seat}`;
    const isSeated = reporter.seat !== null;
    const hasAccount = reporter.player !== null && (await isAccount(reporter.player));
    await quotas.count("report-player", { address });
    if (!isSeated) await quotas.count("report-as-stranger", { address, target, isKnown: hasAccount });
    else if (!hasAccount) await quotas.count("report-as-stranger", { address, isKnown: true });
    const report: Report = {
      ...content,
      id: newId(random),
      createdAt: time.now(),
      ...(await readEvidence()),
    };
    const network = networkOf(address);
    await store.addReport({
      report,
      target,
      reporter: reporter.player ?? `${reporter.seat ?? ""}@${network}`,
      network,
      standing: isSeated ? (hasAccount ? STANDING.account : STANDING.seated) : STANDING.watching,
    });
  }
}
