import { readFileSync } from "node:fs";
import type { Enrolled } from "@flower-war/client-sdk/protocol";
import { isId } from "@flower-war/client-sdk/temple";
import { verifyRecord } from "@flower-war/client-sdk/verify";
import { Command, InvalidArgumentError, Option } from "commander";
import { adminPassword } from "./admin-password.ts";
import { enrol, revoke } from "./enrol.ts";
import { EXIT, Failure } from "./failure.ts";
import { admitBridge, admitTemple, checkTemple } from "./mosquitto.ts";
import { addTempleCheck } from "./temple-check/command.ts";
import { readRecord, tellVerdict } from "./verify.ts";

/** What an id is, in the operator's words. */
const ID = "4 to 24 of a-z, 0-9 and -, not beginning with -";

/** Where `npm start` listens. */
const HERE = "http://localhost:2567";

/** The command `flower-war`. Results go to stdout, and a `Failure` is thrown where one cannot be had. */
export function program(): Command {
  const flowerWar = new Command("flower-war")
    .description("For operators and players of Flower War.")
    .version(version())
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT.usage));
  const temple = flowerWar.command("temple").description("Physical temples.");
  addTempleAdd(temple);
  addTempleRevoke(temple);
  addTempleCheck(flowerWar);
  addBridgeAdd(flowerWar);
  addVerify(flowerWar);
  return flowerWar;
}

function addTempleAdd(temple: Command): void {
  temple
    .command("add")
    .description("Enrols a temple, and prints its secret this once.")
    .argument("<id>", ID, templeId)
    .addOption(serverOption())
    .option("--json", "print JSON: { templeId, secret }")
    .option("--mosquitto <dir>", "let it in at Mosquitto too, whose files `passwd` and `acl` are there")
    .addHelpText("after", ADD_HELP)
    .action(addTemple);
}

function addBridgeAdd(flowerWar: Command): void {
  flowerWar
    .command("bridge")
    .description("Bridges between temples and the server.")
    .command("add")
    .description("Lets the bridge of MQTT_URL in at Mosquitto.")
    .requiredOption("--mosquitto <dir>", "where Mosquitto's files `passwd` and `acl` are")
    .addHelpText("after", RELOAD)
    .action(({ mosquitto }: { mosquitto: string }) => {
      const { id, password } = bridgeLogin(process.env);
      admitBridge(mosquitto, id, password);
    });
}

function addTempleRevoke(temple: Command): void {
  temple
    .command("revoke")
    .description(
      "Takes a temple's access away: its secret is worth nothing any more. Its id may be added anew.",
    )
    .argument("<id>", ID, templeId)
    .addOption(serverOption())
    .addHelpText("after", REVOKE_HELP)
    .action(async (id: string, { server }: { server: string }) => {
      await revoke(server, adminPassword(process.env), id);
      process.stdout.write(`Temple ${id} is revoked.\n`);
    });
}

function addVerify(flowerWar: Command): void {
  flowerWar
    .command("verify")
    .description("Recomputes every die and every event of a finished match from its record.")
    .argument("<record>", "a file, or the address of a record: http://.../api/matches/<id>/record")
    .option("--commitment <hex>", "the commitment that you saw before the match", commitment)
    .option("--nonce <seat=nonce>", "a nonce that you know of; may be given for several seats", nonce, {})
    .option("--json", "print JSON: the verdict as verifyRecord gives it")
    .addHelpText("after", VERIFY_HELP)
    .action(async (source: string, { commitment: committed, nonce: nonces, json }: VerifyOptions) => {
      const seen = { nonces, ...(committed !== undefined && { commitment: committed }) };
      const verdict = verifyRecord(await readRecord(source), seen);
      process.stdout.write(json ? `${JSON.stringify(verdict)}\n` : tellVerdict(verdict));
      if (!verdict.ok) process.exitCode = EXIT.flawed;
    });
}

interface VerifyOptions {
  readonly commitment?: string;
  readonly nonce: { readonly [seat: string]: string };
  readonly json?: true;
}

function commitment(value: string): string {
  if (/^[0-9a-f]{64}$/i.test(value)) return value.toLowerCase();
  throw new InvalidArgumentError("A commitment is 64 hexadecimal digits.");
}

function nonce(value: string, others: VerifyOptions["nonce"]): VerifyOptions["nonce"] {
  const [, seat, given] = /^([a-z0-9-]+)=([A-Za-z0-9_-]{1,64})$/.exec(value) ?? [];
  if (seat !== undefined && given !== undefined) return { ...others, [seat]: given };
  throw new InvalidArgumentError("It must be a seat and its nonce, like east=Citlali_1.");
}

interface AddOptions {
  readonly server: string;
  readonly json?: true;
  readonly mosquitto?: string;
}

async function addTemple(id: string, { server, json, mosquitto }: AddOptions): Promise<void> {
  if (mosquitto !== undefined) checkTemple(mosquitto, id);
  const enrolled = await enrol(server, adminPassword(process.env), id);
  // First: nobody can be told the secret again.
  process.stdout.write(json ? `${JSON.stringify(enrolled)}\n` : sheet(enrolled, server));
  if (mosquitto !== undefined) admitTemple(mosquitto, id, enrolled.secret);
}

/** The bridge's name and password, as the bridge itself reads them. */
function bridgeLogin({ MQTT_URL }: NodeJS.ProcessEnv): { id: string; password: string } {
  const { username, password } = URL.parse(MQTT_URL ?? "") ?? { username: "", password: "" };
  const id = decodeURIComponent(username);
  if (isId(id) && password !== "") return { id, password: decodeURIComponent(password) };
  throw new Failure(EXIT.usage, "Set MQTT_URL to the bridge's: mqtt://<bridge id>:<password>@<host>:<port>.");
}

function serverOption(): Option {
  return new Option("--server <url>", "the server's address")
    .env("SERVER_URL")
    .default(HERE)
    .argParser(serverUrl);
}

function serverUrl(value: string): string {
  const protocol = URL.parse(value)?.protocol ?? "";
  if (["http:", "https:"].includes(protocol)) return value.replace(/\/+$/, "");
  throw new InvalidArgumentError(`It must be an address like ${HERE}.`);
}

function templeId(value: string): string {
  if (isId(value)) return value;
  throw new InvalidArgumentError("A temple's id is 4 to 24 of a-z, 0-9 and -, and does not begin with -.");
}

const RELOAD = `
Mosquitto reads its files again at a SIGHUP: pkill -HUP mosquitto, or docker compose kill -s HUP mosquitto.`;

const HELP = `
The admin's password comes from ADMIN_PASSWORD or, in development, from DATA_DIR/admin-password (./data).
Exit codes: 1 failed, 2 wrong usage, 3 server out of reach, 4 wrong or missing password`;
const ADD_HELP = `${RELOAD}
${HELP.trimStart()}, 5 temple known already.`;
const REVOKE_HELP = `${HELP}, 7 no such temple.`;

const VERIFY_HELP = `
It says yes, or names the first line at fault: the header, an entry by its number, or the end (docs/fair-dice.md).
Exit codes: 0 yes, 6 no, 1 the server refused, 2 wrong usage, 3 server out of reach or no such file.`;

/** What the temple's firmware is to be told. */
function sheet({ templeId, secret }: Enrolled, server: string): string {
  return `Temple ${templeId} is enrolled. Its password is told this once:

  user name, client id   ${templeId}
  password               ${secret}
  broker                 ${URL.parse(server)?.hostname}, port 1883, unless the bridge says otherwise
`;
}

function version(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  return manifest.version;
}
