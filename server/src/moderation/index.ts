import type { Presence } from "@colyseus/core";
import type { Ports } from "../ports.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { deleteExpired } from "../storage/retention.ts";
import type { SqlDatabase } from "../storage/sql-database.ts";
import { Reports } from "./reports.ts";
import { Sanctions } from "./sanctions.ts";
import { AuditChain } from "./store/audit-chain.ts";
import { ModerationStore } from "./store/moderation-store.ts";

export interface ModerationOptions extends Ports {
  readonly database: SqlDatabase;
  readonly presence: Presence;
  readonly quotas: Quotas;
  /** As in `ReportsPorts`. */
  readonly isAccount: (player: string) => Promise<boolean>;
  /** `AUTH_SECRET`. */
  readonly authSecret: string;
  /** ms for which the audit log is kept. */
  readonly auditRetention: number;
  /** ms for which reports are kept, and sanctions after their end. */
  readonly reportRetention: number;
}

/** The services that keep order. */
export interface Moderation {
  readonly store: ModerationStore;
  readonly sanctions: Sanctions;
  readonly reports: Reports;
  close(): void;
}

/** Opens what keeps order. Closing it closes no database. */
export function openModeration(options: ModerationOptions): Moderation {
  const { database, time, auditRetention, reportRetention } = options;
  const store = new ModerationStore(database, new AuditChain(database, options.authSecret, options.log));
  const sanctions = new Sanctions({ ...options, store });
  const deleteSome = () => {
    const [audit, reports] = [time.now() - auditRetention, time.now() - reportRetention];
    return store.deleteExpired({ audit, reports, ended: reports });
  };
  const endRetention = deleteExpired(deleteSome, options);
  return {
    store,
    sanctions,
    reports: new Reports({ ...options, store }),
    close() {
      endRetention();
      sanctions.close();
    },
  };
}
