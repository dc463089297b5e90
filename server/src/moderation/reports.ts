import type { Report } from "@flower-war/protocol/operator";
import type { Quotas } from "../quotas/quotas.ts";
import { newId, type Random } from "../random.ts";
import type { Time } from "../time.ts";
import type { ModerationStore } from "./store/moderation-store.ts";

/** The events of the match until a player was reported. */
export type ReportEvidence = Pick<Report, "lines" | "chat">;

/** A report before it has an id and a date. */
export type ReportContent = Omit<Report, "id" | "createdAt" | keyof ReportEvidence>;

/** Takes the reports of players about others. */
export class Reports {
  readonly #store: ModerationStore;
  readonly #quotas: Quotas;
  readonly #time: Time;
  readonly #random: Random;

  constructor(store: ModerationStore, quotas: Quotas, { time, random }: { time: Time; random: Random }) {
    this.#store = store;
    this.#quotas = quotas;
    this.#time = time;
    this.#random = random;
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
    await this.#quotas.count("report-player", { address });
    const report: Report = {
      ...content,
      id: newId(this.#random),
      createdAt: this.#time.now(),
      ...(await readEvidence()),
    };
    const { reporter } = content;
    await this.#store.addReport({ report, reporter: reporter.player ?? `${reporter.seat ?? ""}@${address}` });
  }
}
