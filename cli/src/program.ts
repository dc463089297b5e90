import { readFileSync } from "node:fs";
import type { Enrolled } from "@flower-war/client-sdk/protocol";
import { isId } from "@flower-war/client-sdk/temple";
import { Command, InvalidArgumentError, Option } from "commander";
import { adminPassword } from "./admin-password.ts";
import { enrol } from "./enrol.ts";
import { EXIT, Failure } from "./failure.ts";
import { admitBridge, admitTemple, checkTemple } from "./mosquitto.ts";

/** Where `npm start` listens. */
const HERE = "http://localhost:2567";

/** The command `flower-war`. Results go to stdout, and a `Failure` is thrown where one cannot be had. */
export function program(): Command {
  const flowerWar = new Command("flower-war")
    .description("For the operator of a Flower War server.")
    .version(version())
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT.usage));
  flowerWar
    .command("temple")
    .description("Physical temples.")
    .command("add")
    .description("Enrols a temple, and prints its secret this once.")
    .argument("<id>", "4 to 24 of a-z, 0-9 and -, not beginning with -", templeId)
    .addOption(serverOption())
    .option("--json", "print JSON: { templeId, secret }")
    .option("--mosquitto <dir>", "let it in at Mosquitto too, whose files `passwd` and `acl` are there")
    .addHelpText("after", ADD_HELP)
    .action(addTemple);
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
  return flowerWar;
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

const ADD_HELP = `${RELOAD}
The admin's password comes from ADMIN_PASSWORD or, in development, from DATA_DIR/admin-password (./data).
Exit codes: 1 failed, 2 wrong usage, 3 server out of reach, 4 wrong or missing password, 5 temple known already.`;

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
