import { type AuditCheck, checkAudit } from "@flower-war/client-sdk/admin";
import type { Command } from "commander";
import { createOperatorOption } from "./arguments.ts";
import { EXIT } from "./failure.ts";
import { documentAt } from "./manifest.ts";
import { askAsAdmin } from "./server.ts";

/** Adds `audit`, which checks the operators' audit log. */
export function addAuditCommand(flowerWar: Command): void {
  flowerWar
    .command("audit")
    .description("Checks whether the operators' audit log is as it was written.")
    .addOption(createOperatorOption())
    .option("--json", "print JSON: what the server answers")
    .addHelpText("after", AUDIT_HELP)
    .action(async ({ operator, json }: { operator: string; json?: true }) => {
      const found = await askAsAdmin(operator, checkAudit);
      process.stdout.write(json ? `${JSON.stringify(found)}\n` : formatCheck(found));
      if (found.fault !== null) process.exitCode = EXIT.flawed;
    });
}

function formatCheck({ entries, unchained, last, fault }: AuditCheck): string {
  const lines = [
    fault === null ? "The audit log is whole." : `The audit log is not whole: ${describeFault(fault)}.`,
    last === null
      ? "No entry was checked."
      : `Checked: ${entries} entries, up to number ${last.n} with the hash ${last.hash}.`,
    ...(unchained === 0
      ? []
      : [`Not checked: ${unchained} entries of older servers, which wrote no hashes.`]),
  ];
  return `${lines.join("\n")}\n`;
}

function describeFault({ kind, n, entry }: NonNullable<AuditCheck["fault"]>): string {
  switch (kind) {
    case "changed":
      return `entry ${n} (${entry}) was changed or moved, or was not written by this server's AUTH_SECRET`;
    case "missing":
      return `entry ${n} is missing`;
    case "cut":
      return `the entries up to number ${n} were deleted before they expired by AUDIT_KEPT, or the note about it was changed`;
  }
}

const AUDIT_HELP = `
The admin's password comes from ADMIN_PASSWORD or, in development, from DATA_DIR/admin-password (./data).
Entries that were deleted at the newest end show only against the log of the server, which has each number and hash:
${documentAt("docs/operate.md#keeping-order")}
Exit codes: 0 whole, 6 not whole, 1 failed, 2 wrong usage, 3 no server, 4 wrong or missing password.`;
