import { isId } from "@flower-war/protocol/temple";
import { type Seen, verifyRecord } from "@flower-war/client-sdk/verify";
import { Command, InvalidArgumentError, Option } from "commander";
import { createGameOption } from "./arguments.ts";
import { addAuditCommand } from "./audit.ts";
import { addClientCheckCommand } from "./client-check/command.ts";
import { addBackupCommand } from "./database.ts";
import { EXIT, Failure } from "./failure.ts";
import { addGameCommands } from "./games.ts";
import { documentAt, readManifest } from "./manifest.ts";
import { addBridge, type HomeAccess, RELOAD } from "./mosquitto.ts";
import { addMatchCommands } from "./matches.ts";
import { addOperatorCommands } from "./operators.ts";
import { addRestoreCommand } from "./restore.ts";
import { addInstallCommands } from "./install/command.ts";
import { addStartCommand } from "./start/command.ts";
import { addTempleCheckCommand } from "./temple-check/command.ts";
import { addTempleCommands } from "./temples.ts";
import { addUpgradeCommand } from "./upgrade.ts";
import { formatVerdict, matchOf, readRecord, readWitnessFile, verifyWithGames } from "./verify.ts";

/** Creates the command `flower-war`. Its actions write results to stdout, and throw a `Failure` if they fail. */
export function createProgram(): Command {
  const flowerWar = new Command("flower-war")
    .description("For hosts, operators and players of Flower War.")
    .version(readManifest().version)
    .showHelpAfterError()
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT.usage));
  addStartCommand(flowerWar);
  addInstallCommands(flowerWar);
  addTempleCommands(flowerWar);
  addTempleCheckCommand(flowerWar);
  addClientCheckCommand(flowerWar);
  addBridgeCommands(flowerWar);
  addVerifyCommand(flowerWar);
  addBackupCommand(flowerWar);
  addRestoreCommand(flowerWar);
  addMatchCommands(flowerWar);
  addGameCommands(flowerWar);
  addUpgradeCommand(flowerWar);
  addAuditCommand(flowerWar);
  addOperatorCommands(flowerWar);
  return flowerWar;
}

function addBridgeCommands(flowerWar: Command): void {
  flowerWar
    .command("bridge")
    .description("Bridges between temples and the server.")
    .command("add")
    .description("Adds the bridge of MQTT_URL to Mosquitto's users.")
    .requiredOption("--mosquitto <dir>", "the folder of Mosquitto's files `passwd` and `acl`")
    .addHelpText("after", BRIDGE_HELP)
    .action(({ mosquitto }: { mosquitto: string }) => {
      const { id, password } = readBridgeLogin(process.env);
      addBridge(mosquitto, id, password, readHomeAccess(process.env));
    });
}

function addVerifyCommand(flowerWar: Command): void {
  flowerWar
    .command("verify")
    .description("Recomputes every die and every event of a finished match from its record.")
    .argument("<record>", "a file, or the address of a record: http://.../api/matches/<id>/record")
    .addOption(
      new Option(
        "--witness <file>",
        "what your client kept of the match: the page and the SDK give it as a file",
      ).conflicts(["commitment", "nonce"]),
    )
    .option("--commitment <hex>", "the commitment that you saw before the match", parseCommitment)
    .option("--nonce <seat=nonce>", "the nonce of a seat that you know; may be repeated", addNonce, {})
    .addOption(createGameOption("also know a game of your own"))
    .option("--json", "print JSON: the verdict as verifyRecord gives it")
    .addHelpText("after", VERIFY_HELP)
    .action(async (source: string, { witness, json, game = [], ...noted }: VerifyOptions) => {
      const seen = witness === undefined ? seenOf(noted) : await readWitnessFile(witness);
      const match = matchOf(source);
      const text = await readRecord(source);
      const options = match === undefined ? {} : { match };
      const verdict =
        game.length === 0
          ? verifyRecord(text, seen, options)
          : await verifyWithGames(game, { text, seen, ...options });
      process.stdout.write(json ? `${JSON.stringify(verdict)}\n` : formatVerdict(verdict));
      if (!verdict.ok) process.exitCode = EXIT.flawed;
    });
}

interface VerifyOptions {
  readonly witness?: string;
  readonly commitment?: string;
  readonly nonce: { readonly [seat: string]: string };
  readonly game?: readonly string[];
  readonly json?: true;
}

function seenOf({ commitment, nonce: nonces }: Pick<VerifyOptions, "commitment" | "nonce">): Seen {
  return { nonces, ...(commitment !== undefined && { commitment }) };
}

function parseCommitment(value: string): string {
  if (/^[0-9a-f]{64}$/i.test(value)) return value.toLowerCase();
  throw new InvalidArgumentError("A commitment is 64 hexadecimal digits.");
}

function addNonce(value: string, others: VerifyOptions["nonce"]): VerifyOptions["nonce"] {
  const [, seat, given] = /^([a-z0-9-]+)=([A-Za-z0-9_-]{1,64})$/.exec(value) ?? [];
  if (seat !== undefined && given !== undefined) return { ...others, [seat]: given };
  throw new InvalidArgumentError("It must be a seat and its nonce, like east=Citlali_1.");
}

/** Reads the bridge's name and password, as the bridge does. */
function readBridgeLogin({ MQTT_URL }: NodeJS.ProcessEnv): { id: string; password: string } {
  const { username, password } = URL.parse(MQTT_URL ?? "") ?? { username: "", password: "" };
  const id = decodeURIComponent(username);
  if (isId(id) && password !== "") return { id, password: decodeURIComponent(password) };
  throw new Failure(EXIT.usage, "Set MQTT_URL to the bridge's: mqtt://<bridge id>:<password>@<host>:<port>.");
}

/** Reads what the bridge does with Home Assistant, as the bridge reads it; `null`: nothing. */
function readHomeAccess(environment: NodeJS.ProcessEnv): HomeAccess | null {
  const { HOME_ASSISTANT_DISCOVERY: mode, HOME_ASSISTANT_PASSWORD: password } = environment;
  const prefix = environment["HOME_ASSISTANT_PREFIX"] || "homeassistant";
  if (!["", "true", "false", "remove"].includes(mode ?? "")) {
    throw new Failure(EXIT.usage, "HOME_ASSISTANT_DISCOVERY must be true, false or remove.");
  }
  if (mode !== "true" && mode !== "remove") return null;
  if (!/^(?!templo\/)[\w-]+(\/[\w-]+){0,3}$/.test(prefix)) {
    throw new Failure(EXIT.usage, "HOME_ASSISTANT_PREFIX must be a topic like homeassistant.");
  }
  if (password && password.length < MIN_PASSWORD) {
    throw new Failure(EXIT.usage, `HOME_ASSISTANT_PASSWORD must be at least ${MIN_PASSWORD} characters.`);
  }
  return { prefix, password: password || null };
}

/** The least length of Home Assistant's password, as at the embedded broker. */
const MIN_PASSWORD = 16;

const BRIDGE_HELP = `
With HOME_ASSISTANT_DISCOVERY=true or remove, as for the bridge, the rights that Home Assistant and the bridge need for it are added, with
HOME_ASSISTANT_PREFIX; and the user _home, if HOME_ASSISTANT_PASSWORD is set:
${documentAt("docs/operate.md#home-assistant")}
${RELOAD.trimStart()}`;

const VERIFY_HELP = `
Prints yes, what that proves and what not, or the first line that is wrong: the header, an entry by its number, or the end. The record
of an address must be of the match that the address names. A game of a host's own is unknown, unless you have it and name it with
--game: it runs with all of your rights, and needs Node 24.
More: ${documentAt("docs/fair-dice.md")}
Exit codes: 0 yes, 6 no, or the game is unknown, 1 the server refused, or a game cannot be loaded, 2 wrong usage, 3 no server or no
such file.`;
