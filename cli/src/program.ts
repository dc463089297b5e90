import { readFileSync } from "node:fs";
import { isId } from "@flower-war/client-sdk/temple";
import { verifyRecord } from "@flower-war/client-sdk/verify";
import { Command, InvalidArgumentError } from "commander";
import { addDatabaseCommands } from "./database.ts";
import { EXIT, Failure } from "./failure.ts";
import { admitBridge } from "./mosquitto.ts";
import { RELOAD } from "./reload.ts";
import { addTempleCheck } from "./temple-check/command.ts";
import { addTempleCommands } from "./temples.ts";
import { readRecord, tellVerdict } from "./verify.ts";

/** The command `flower-war`. Results go to stdout, and a `Failure` is thrown where one cannot be had. */
export function program(): Command {
  const flowerWar = new Command("flower-war")
    .description("For operators and players of Flower War.")
    .version(version())
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT.usage));
  addTempleCommands(flowerWar);
  addTempleCheck(flowerWar);
  addBridgeAdd(flowerWar);
  addVerify(flowerWar);
  addDatabaseCommands(flowerWar);
  return flowerWar;
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

/** The bridge's name and password, as the bridge itself reads them. */
function bridgeLogin({ MQTT_URL }: NodeJS.ProcessEnv): { id: string; password: string } {
  const { username, password } = URL.parse(MQTT_URL ?? "") ?? { username: "", password: "" };
  const id = decodeURIComponent(username);
  if (isId(id) && password !== "") return { id, password: decodeURIComponent(password) };
  throw new Failure(EXIT.usage, "Set MQTT_URL to the bridge's: mqtt://<bridge id>:<password>@<host>:<port>.");
}

const VERIFY_HELP = `
It says yes, or names the first line at fault: the header, an entry by its number, or the end (docs/fair-dice.md).
Exit codes: 0 yes, 6 no, 1 the server refused, 2 wrong usage, 3 server out of reach or no such file.`;

function version(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  return manifest.version;
}
