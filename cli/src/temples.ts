import type { TempleList } from "@flower-war/protocol";
import { type Command } from "commander";
import { readAdminPassword } from "./admin-password.ts";
import { parseBrokerUrl, createOperatorOption, TEMPLE_ID, parseTempleId } from "./arguments.ts";
import { enrol, listTemples, revoke } from "./enrol.ts";
import { computePin, findBroker, formatEnrolment, formatSheet, renderCode, writeCode } from "./enrolment.ts";
import { EXIT, Failure } from "./failure.ts";
import { addTemple, checkTemple, removeTemple } from "./mosquitto.ts";
import { RELOAD } from "./reload.ts";

/** Adds `temple add`, `temple list` and `temple revoke`. */
export function addTempleCommands(flowerWar: Command): void {
  const temple = flowerWar.command("temple").description("Physical temples.");
  temple
    .command("add")
    .description("Enrols a temple, and prints its secret, only now, also as a QR code.")
    .argument("<id>", TEMPLE_ID, parseTempleId)
    .addOption(createOperatorOption())
    .option(
      "--broker <url>",
      "the broker's address for temples, like mqtts://play.example:8883",
      parseBrokerUrl,
    )
    .option("--ca <file>", "the certificate of the CA that the temple shall trust; its key is pinned")
    .option("--png <file>", "write the QR code to this file; it contains the secret")
    .option("--json", "print JSON: { templeId, secret, code }")
    .option("--mosquitto <dir>", "add it to Mosquitto's users too: the folder of `passwd` and `acl`")
    .addHelpText("after", ADD_HELP)
    .action(add);
  temple
    .command("list")
    .description("Lists the enrolled temples: which are online, and in which match they are.")
    .addOption(createOperatorOption())
    .option("--json", "print JSON: a list of { templeId, enrolledAt, online, match }")
    .addHelpText("after", HELP)
    .action(async ({ operator, json }: { operator: string; json?: true }) => {
      const temples = await listTemples(operator, readAdminPassword(process.env));
      process.stdout.write(json ? `${JSON.stringify(temples)}\n` : formatTable(temples));
    });
  temple
    .command("revoke")
    .description(
      "Revokes a temple: its secret is no longer valid. Its id may be added again, with a new secret.",
    )
    .argument("<id>", TEMPLE_ID, parseTempleId)
    .addOption(createOperatorOption())
    .option("--json", "print JSON: { templeId }")
    .option("--mosquitto <dir>", "remove it from Mosquitto's users too: the folder of `passwd`")
    .addHelpText("after", REVOKE_HELP)
    .action(revokeTemple);
}

interface AddOptions {
  readonly operator: string;
  readonly broker?: string;
  readonly ca?: string;
  readonly png?: string;
  readonly json?: true;
  readonly mosquitto?: string;
}

async function add(id: string, { operator, broker, ca, png, json, mosquitto }: AddOptions): Promise<void> {
  const pin = ca === undefined ? null : computePin(ca);
  const address = findBroker(broker, operator);
  if (mosquitto !== undefined) checkTemple(mosquitto, id);
  const enrolled = await enrol(operator, readAdminPassword(process.env), id);
  const code = formatEnrolment(enrolled, address, pin);
  // Before anything can fail: the secret is never shown again.
  process.stdout.write(
    json
      ? `${JSON.stringify({ ...enrolled, code })}\n`
      : formatSheet(enrolled, address, await renderCode(code)),
  );
  if (png !== undefined) await writeCode(png, code);
  if (mosquitto !== undefined) addTemple(mosquitto, id, enrolled.secret);
}

interface RevokeOptions {
  readonly operator: string;
  readonly json?: true;
  readonly mosquitto?: string;
}

async function revokeTemple(id: string, { operator, json, mosquitto }: RevokeOptions): Promise<void> {
  if (mosquitto !== undefined) checkTemple(mosquitto, id);
  const remove = () => mosquitto !== undefined && removeTemple(mosquitto, id);
  await revoke(operator, readAdminPassword(process.env), id).catch((error: unknown) => {
    // It may have been revoked before without --mosquitto.
    if (error instanceof Failure && error.exitCode === EXIT.unknown) remove();
    throw error;
  });
  remove();
  process.stdout.write(json ? `${JSON.stringify({ templeId: id })}\n` : `Temple ${id} is revoked.\n`);
}

function formatTable(temples: TempleList["temples"]): string {
  if (temples.length === 0) return "No temple is enrolled.\n";
  const rows = temples.map(({ templeId: id, enrolledAt, online, match }) => {
    const since = new Date(enrolledAt).toISOString().slice(0, 10);
    return `${id.padEnd(24)} ${since}  ${online ? "online " : "offline"}  ${match ?? "no match"}\n`;
  });
  return rows.join("");
}

const HELP = `
The admin's password comes from ADMIN_PASSWORD or, in development, from DATA_DIR/admin-password (./data).
Exit codes: 1 failed, 2 wrong usage, 3 no server, 4 wrong or missing password`;
const ADD_HELP = `${RELOAD}
${HELP.trimStart()}, 5 temple enrolled already.`;
const REVOKE_HELP = `${RELOAD}
${HELP.trimStart()}, 7 no such temple.`;
