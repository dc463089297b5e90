import { readFileSync } from "node:fs";
import type { Enrolled } from "@flower-war/client-sdk/protocol";
import { isId } from "@flower-war/client-sdk/temple";
import { Command, InvalidArgumentError, Option } from "commander";
import { adminPassword } from "./admin-password.ts";
import { enrol, revoke } from "./enrol.ts";
import { EXIT } from "./failure.ts";

/** What an id is, in the operator's words. */
const ID = "4 to 24 of a-z, 0-9 and -, not beginning with -";

/** Where `npm start` listens. */
const HERE = "http://localhost:2567";

/** The command `flower-war`. Results go to stdout, and a `Failure` is thrown where one cannot be had. */
export function program(): Command {
  const flowerWar = new Command("flower-war")
    .description("For the operator of a Flower War server.")
    .version(version())
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT.usage));
  const temple = flowerWar.command("temple").description("Physical temples.");
  temple
    .command("add")
    .description("Enrols a temple, and prints its secret this once.")
    .argument("<id>", ID, templeId)
    .addOption(serverOption())
    .option("--json", "print JSON: { templeId, secret }")
    .addHelpText("after", ADD_HELP)
    .action(async (id: string, { server, json }: { server: string; json?: true }) => {
      const enrolled = await enrol(server, adminPassword(process.env), id);
      process.stdout.write(json ? `${JSON.stringify(enrolled)}\n` : sheet(enrolled, server));
    });
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
  return flowerWar;
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

const HELP = `
The admin's password comes from ADMIN_PASSWORD or, in development, from DATA_DIR/admin-password (./data).
Exit codes: 1 failed, 2 wrong usage, 3 server out of reach, 4 wrong or missing password`;
const ADD_HELP = `${HELP}, 5 temple known already.`;
const REVOKE_HELP = `${HELP}, 6 no such temple.`;

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
