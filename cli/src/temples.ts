import type { TempleList } from "@flower-war/client-sdk/protocol";
import { type Command } from "commander";
import { adminPassword } from "./admin-password.ts";
import { brokerUrl, serverOption, TEMPLE_ID, templeId } from "./arguments.ts";
import { enrol, listTemples, revoke } from "./enrol.ts";
import { drawCode, enrolmentText, pinOf, placeOf, sheet, writeCode } from "./enrolment.ts";
import { EXIT, Failure } from "./failure.ts";
import { admitTemple, checkTemple, expelTemple } from "./mosquitto.ts";
import { RELOAD } from "./reload.ts";

/** `temple add | list | revoke`. */
export function addTempleCommands(flowerWar: Command): void {
  const temple = flowerWar.command("temple").description("Physical temples.");
  temple
    .command("add")
    .description("Enrols a temple, and prints its secret this once, also as a QR code.")
    .argument("<id>", TEMPLE_ID, templeId)
    .addOption(serverOption())
    .option("--broker <url>", "where temples find the broker, like mqtts://play.example:8883", brokerUrl)
    .option("--ca <file>", "the certificate of the CA that the temple shall trust: its key is pinned")
    .option("--png <file>", "write the QR code there; whoever has it has the secret")
    .option("--json", "print JSON: { templeId, secret, code }")
    .option("--mosquitto <dir>", "let it in at Mosquitto too, whose files `passwd` and `acl` are there")
    .addHelpText("after", ADD_HELP)
    .action(add);
  temple
    .command("list")
    .description("Tells which temples are enrolled, which are online, and in which match they are.")
    .addOption(serverOption())
    .option("--json", "print JSON: a list of { templeId, enrolledAt, online, match }")
    .addHelpText("after", HELP)
    .action(async ({ server, json }: { server: string; json?: true }) => {
      const temples = await listTemples(server, adminPassword(process.env));
      process.stdout.write(json ? `${JSON.stringify(temples)}\n` : table(temples));
    });
  temple
    .command("revoke")
    .description(
      "Takes a temple's access away: its secret is worth nothing any more. Its id may be added anew.",
    )
    .argument("<id>", TEMPLE_ID, templeId)
    .addOption(serverOption())
    .option("--json", "print JSON: { templeId }")
    .option("--mosquitto <dir>", "let it in at Mosquitto no more, whose file `passwd` is there")
    .addHelpText("after", REVOKE_HELP)
    .action(takeAccess);
}

interface AddOptions {
  readonly server: string;
  readonly broker?: string;
  readonly ca?: string;
  readonly png?: string;
  readonly json?: true;
  readonly mosquitto?: string;
}

async function add(id: string, { server, broker, ca, png, json, mosquitto }: AddOptions): Promise<void> {
  const pin = ca === undefined ? null : pinOf(ca);
  const place = placeOf(broker, server);
  if (mosquitto !== undefined) checkTemple(mosquitto, id);
  const enrolled = await enrol(server, adminPassword(process.env), id);
  const code = enrolmentText(enrolled, place, pin);
  // First: nobody can be told the secret again.
  process.stdout.write(
    json ? `${JSON.stringify({ ...enrolled, code })}\n` : sheet(enrolled, place, await drawCode(code)),
  );
  if (png !== undefined) await writeCode(png, code);
  if (mosquitto !== undefined) admitTemple(mosquitto, id, enrolled.secret);
}

interface RevokeOptions {
  readonly server: string;
  readonly json?: true;
  readonly mosquitto?: string;
}

async function takeAccess(id: string, { server, json, mosquitto }: RevokeOptions): Promise<void> {
  if (mosquitto !== undefined) checkTemple(mosquitto, id);
  const expel = () => mosquitto !== undefined && expelTemple(mosquitto, id);
  await revoke(server, adminPassword(process.env), id).catch((error: unknown) => {
    // Mosquitto may know one still that was revoked without it.
    if (error instanceof Failure && error.exitCode === EXIT.unknown) expel();
    throw error;
  });
  expel();
  process.stdout.write(json ? `${JSON.stringify({ templeId: id })}\n` : `Temple ${id} is revoked.\n`);
}

function table(temples: TempleList["temples"]): string {
  if (temples.length === 0) return "No temple is enrolled.\n";
  const rows = temples.map(({ templeId: id, enrolledAt, online, match }) => {
    const since = new Date(enrolledAt).toISOString().slice(0, 10);
    return `${id.padEnd(24)} ${since}  ${online ? "online " : "offline"}  ${match ?? "no match"}\n`;
  });
  return rows.join("");
}

const HELP = `
The admin's password comes from ADMIN_PASSWORD or, in development, from DATA_DIR/admin-password (./data).
Exit codes: 1 failed, 2 wrong usage, 3 server out of reach, 4 wrong or missing password`;
const ADD_HELP = `${RELOAD}
${HELP.trimStart()}, 5 temple known already.`;
const REVOKE_HELP = `${RELOAD}
${HELP.trimStart()}, 7 no such temple.`;
