import {
  enrol,
  findTempleBroker,
  listFirmware,
  listTemples,
  requestUpdate,
  revoke,
} from "@flower-war/client-sdk/admin";
import {
  findUpdate,
  type ReportedHealth,
  type RequestedUpdate,
  type TempleList,
} from "@flower-war/protocol/operator";
import { type BrokerAddress, parseBrokerUrl } from "@flower-war/protocol/sockets";
import { formatSetupLink } from "@flower-war/protocol/temple";
import { type Command } from "commander";
import { createOperatorOption, parseTempleBroker, parseTempleId, TEMPLE_ID } from "./arguments.ts";
import { checkCodeFile, computePin, formatSheet, renderCode, writeCode } from "./enrolment.ts";
import { EXIT, Failure } from "./failure.ts";
import { documentAt } from "./manifest.ts";
import { addTemple, checkTemple, RELOAD, removeTemple } from "./mosquitto.ts";
import { askAsAdmin } from "./server.ts";

/** Adds `temple add`, `temple list`, `temple update` and `temple revoke`. */
export function addTempleCommands(flowerWar: Command): void {
  const temple = flowerWar.command("temple").description("Physical temples.");
  temple
    .command("add")
    .description("Enrols a temple, and prints its secret, only now, and a QR code that sets it up.")
    .argument("<id>", TEMPLE_ID, parseTempleId)
    .addOption(createOperatorOption())
    .option(
      "--broker <url>",
      "where temples reach the broker, like mqtts://play.example:8883; default: what a connected bridge says",
      parseTempleBroker,
    )
    .option(
      "--ca <file>",
      "the certificate of the CA that the temple shall trust, or `public` for those that browsers trust; default: the embedded broker's",
    )
    .option("--png <file>", "write the QR code to this file; it contains the secret")
    .option("--json", "print JSON: { templeId, secret, code: the QR code's text }")
    .option("--mosquitto <dir>", "add it to Mosquitto's users too: the folder of `passwd` and `acl`")
    .addHelpText("after", ADD_HELP)
    .action(add);
  temple
    .command("list")
    .description(
      "Lists the enrolled temples: which are online, in which match they are, their firmware, and whether a newer image is there.",
    )
    .addOption(createOperatorOption())
    .option("--verbose", "print also what each temple said of its firmware and health last")
    .option("--json", "print JSON: a list of { templeId, enrolledAt, online, match, health, update }")
    .addHelpText("after", HELP)
    .action(async ({ operator, json, verbose }: { operator: string; json?: true; verbose?: true }) => {
      const temples = await listWithUpdates(operator);
      process.stdout.write(json ? `${JSON.stringify(temples)}\n` : formatTable(temples, verbose ?? false));
    });
  temple
    .command("update")
    .description(
      "Makes a temple look for a newer firmware on this server now; by itself it looks once a day.",
    )
    .argument("<id>", TEMPLE_ID, parseTempleId)
    .addOption(createOperatorOption())
    .option("--json", "print JSON: { templeId, version }")
    .addHelpText("after", UPDATE_HELP)
    .action(async (id: string, { operator, json }: { operator: string; json?: true }) => {
      const requested = await askAsAdmin(operator, requestUpdate, id);
      process.stdout.write(json ? `${JSON.stringify(requested)}\n` : formatRequested(requested));
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
  readonly broker?: BrokerAddress;
  readonly ca?: string;
  readonly png?: string;
  readonly json?: true;
  readonly mosquitto?: string;
}

async function add(
  id: string,
  { operator, broker: named, ca, png, json, mosquitto }: AddOptions,
): Promise<void> {
  const given = ca === undefined || ca === "public" ? (ca ?? null) : computePin(ca);
  const { broker, pin } = await findEnrolment(operator, named ?? null, given);
  if (mosquitto !== undefined) checkTemple(mosquitto, id);
  if (png !== undefined) checkCodeFile(png);
  const enrolled = await askAsAdmin(operator, enrol, id);
  const link = formatSetupLink({ ...broker, ...enrolled, pin });
  // Before anything can fail: the secret is never shown again.
  process.stdout.write(
    json
      ? `${JSON.stringify({ ...enrolled, code: link })}\n`
      : formatSheet({ ...enrolled, broker, pin, link, code: await renderCode(link) }),
  );
  if (png !== undefined) await writeCode(png, link);
  if (mosquitto !== undefined) addTemple(mosquitto, id, enrolled.secret);
}

/**
 * Returns how the temple will reach the broker, and by which key it will trust it.
 * @param named the broker that the operator named
 * @param given the pin of the CA that the operator named
 * @throws Failure if the broker is unknown, or the temple could not trust it
 */
async function findEnrolment(
  operator: string,
  named: BrokerAddress | null,
  given: string | null,
): Promise<{ readonly broker: BrokerAddress; readonly pin: string | null }> {
  const known =
    named === null || (named.tls && given === null) ? await askAsAdmin(operator, findTempleBroker) : null;
  const broker = named ?? (known === null ? null : parseBrokerUrl(known.url));
  if (broker === null) throw new Failure(EXIT.usage, NO_BROKER);
  if (!broker.tls && given !== null) {
    throw new Failure(EXIT.usage, "--ca needs a broker with TLS: an address that begins with mqtts://.");
  }
  const pin = broker.tls ? (given ?? known?.pin ?? null) : null;
  if (broker.tls && pin === null) throw new Failure(EXIT.usage, NO_CA);
  return { broker, pin };
}

interface RevokeOptions {
  readonly operator: string;
  readonly json?: true;
  readonly mosquitto?: string;
}

async function revokeTemple(id: string, { operator, json, mosquitto }: RevokeOptions): Promise<void> {
  if (mosquitto !== undefined) checkTemple(mosquitto, id);
  const remove = () => mosquitto !== undefined && removeTemple(mosquitto, id);
  await askAsAdmin(operator, revoke, id).catch((error: unknown) => {
    // An earlier `revoke` without --mosquitto may have removed it.
    if (error instanceof Failure && error.exitCode === EXIT.unknown) remove();
    throw error;
  });
  remove();
  process.stdout.write(json ? `${JSON.stringify({ templeId: id })}\n` : `Temple ${id} is revoked.\n`);
}

/** A temple, and the version of its firmware that it will install; `null`: none that is newer. */
type ListedTemple = TempleList["temples"][number] & { readonly update: string | null };

async function listWithUpdates(operator: string): Promise<readonly ListedTemple[]> {
  const temples = await askAsAdmin(operator, listTemples);
  const images = await askAsAdmin(operator, listFirmware);
  return temples.map((temple) => ({
    ...temple,
    update: temple.health === null ? null : findUpdate(temple.health.fw, images),
  }));
}

function formatTable(temples: readonly ListedTemple[], isVerbose: boolean): string {
  if (temples.length === 0) return "No temple is enrolled.\n";
  const rows = temples.map(({ templeId: id, enrolledAt, online, match, health, update }) => {
    const since = new Date(enrolledAt).toISOString().slice(0, 10);
    const more = isVerbose ? `  ${formatHealth(health)}\n` : "";
    const cells = [
      `${id.padEnd(24)} ${since}`,
      online ? "online " : "offline",
      match ?? "no match",
      ...(health === null ? [] : [toPrintable(health.fw) + (update === null ? "" : ` (${update} is there)`)]),
    ];
    return `${cells.join("  ")}\n${more}`;
  });
  return rows.join("");
}

/** Describes in one line what a temple said of its own health last; `null`: nothing. */
function formatHealth(health: ReportedHealth | null): string {
  if (health === null) return "has said nothing since the server started";
  const { at, fw, hw, rssi, up, reset, count, faults = [] } = health;
  return [
    hw === undefined ? fw : `${fw} on ${hw}`,
    `up ${formatDuration(up)}`,
    ...(reset === undefined ? [] : [`last reset: ${reset}`]),
    ...(rssi === undefined ? [] : [`${rssi} dBm`]),
    `beads ${count.h} h, ${count.t} t`,
    ...(faults.length === 0 ? [] : [`faults: ${faults.join(" ")}`]),
    `said ${new Date(at).toISOString().slice(0, 19)}Z`,
  ]
    .map(toPrintable)
    .join(", ");
}

/** The texts are the temple's own: nothing in them may control a terminal. */
function toPrintable(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "?");
}

/** Writes a duration like `3 d 4 h`, `4 h 5 min`, `5 min` or `20 s`. */
function formatDuration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  if (hours > 0) return `${hours} h ${minutes % 60} min`;
  return minutes > 0 ? `${minutes} min` : `${Math.floor(ms / 1000)} s`;
}

function formatRequested({ templeId, version }: RequestedUpdate): string {
  return (
    `Temple ${templeId} looks for version ${version} now. It restarts when no lamp is lit and nothing is owed; ` +
    "`temple list` shows what it runs.\n"
  );
}

const NO_BROKER =
  "No bridge says where temples reach the broker. Name the address with --broker; or start the bridge with MQTT_HOST=0.0.0.0 (its " +
  "broker for your network), or with TEMPLE_BROKER_URL.";
const NO_CA =
  "A temple trusts a broker with TLS by the key of its CA: name the CA's certificate with --ca, or --ca public for a certificate that browsers trust. (A bridge knows it if the last " +
  "certificate of fullchain.pem in MQTT_TLS_DIR is the CA's.)";

const HELP = `
The admin's password comes from ADMIN_PASSWORD or, in development, from DATA_DIR/admin-password (./data).
Exit codes: 1 failed, 2 wrong usage, 3 no server, 4 wrong or missing password`;
const ADD_HELP = `${RELOAD}
${HELP.trimStart()}, 5 temple enrolled already.`;
const UPDATE_HELP = `
The image must be in the server's FIRMWARE_DIR, and the temple must know the address of updates:
${documentAt("docs/build-a-temple.md#update-it-over-the-network")}
${HELP.trimStart()}, 7 no such temple,
  8 the temple is offline, 9 the server has no newer image for it.`;
const REVOKE_HELP = `${RELOAD}
${HELP.trimStart()}, 7 no such temple.`;
