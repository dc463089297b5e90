import { readFileSync } from "node:fs";
import { createInterface, emitKeypressEvents } from "node:readline";
import { systemRandom, systemTime } from "@flower-war/protocol/ports";
import { SLOTS } from "@flower-war/protocol/temple";
import { ConnectedTemple } from "../connected-temple.ts";
import { type Arguments, HELP, parseArguments, UsageError } from "./arguments.ts";
import { EnrolmentError, obtainSecret } from "./enrolment.ts";
import { renderTemple } from "./screen.ts";

/** A file named on the command line cannot be read. The message is one sentence. */
class FileError extends Error {}

/** Runs a temple in the terminal: `npm run temple`. */
async function main(args: Arguments): Promise<void> {
  const { templeId } = args;
  const { env } = process;
  const secret =
    args.secret ??
    (await obtainSecret({
      templeId,
      operatorUrl: (env.OPERATOR_URL || "http://localhost:2568").replace(/\/+$/, ""),
      dataDir: env.DATA_DIR || "./data",
      adminPassword: env.ADMIN_PASSWORD,
    }));
  const temple = new ConnectedTemple({
    id: templeId,
    secret,
    url: args.url ?? `mqtt://127.0.0.1:${env.MQTT_PORT || 1883}`,
    time: systemTime,
    random: systemRandom,
    ...readCa(args.ca),
  });
  showChanges(temple);
  const quit = async () => {
    await temple.close();
    process.exit(0);
  };
  listenForKeys((key) => (key === "q" ? void quit() : handleKey(temple, key)));
  process.on("SIGTERM", () => void quit());
  await temple.connect();
}

function readCa(file: string | undefined): { ca?: string } {
  if (file === undefined) return {};
  try {
    return { ca: readFileSync(file, "utf8") };
  } catch {
    throw new FileError(`The CA certificate ${file} cannot be read.`);
  }
}

function handleKey(temple: ConnectedTemple, key: string): void {
  const slot = SLOTS.find((known) => known === key);
  if (slot !== undefined) temple.drop(slot);
  if (key === "p") temple.press("pair");
  if (key === "u") temple.press("unpair");
  if (key === "r") takeBackAll(temple);
}

/** Takes back every bead that the display asks for. */
function takeBackAll(temple: ConnectedTemple): void {
  const { owed } = temple;
  for (const slot of SLOTS) if (owed[slot] > 0) temple.takeBack(slot, owed[slot]);
}

/** Calls `onKey` with each key of a terminal, or with each line of a pipe. */
function listenForKeys(onKey: (key: string) => void): void {
  const { stdin } = process;
  if (!stdin.isTTY) {
    createInterface({ input: stdin })
      .on("line", (line) => onKey(line.trim()))
      .on("close", () => onKey("q"));
    return;
  }
  emitKeypressEvents(stdin);
  stdin.setRawMode(true);
  stdin.on("keypress", (_text, { name, ctrl }: { name?: string; ctrl?: boolean }) => {
    onKey(ctrl && name === "c" ? "q" : (name ?? ""));
  });
}

/** Redraws the screen in place on a terminal; prints each new screen elsewhere. */
function showChanges(temple: ConnectedTemple): void {
  let drawn = "";
  let height = 0;
  temple.onChange(() => {
    const { isTTY, columns } = process.stdout;
    const lines = renderTemple(temple).map((line) => (isTTY ? line.slice(0, columns - 1) : line));
    const text = lines.join("\n");
    if (text === drawn) return;
    drawn = text;
    if (isTTY) {
      process.stdout.moveCursor(0, -height);
      process.stdout.cursorTo(0);
      process.stdout.clearScreenDown();
      height = lines.length;
    }
    process.stdout.write(`${text}\n`);
  });
}

try {
  const args = parseArguments(process.argv.slice(2));
  if (args.help) console.log(HELP);
  else await main(args);
} catch (error) {
  const isUserError =
    error instanceof UsageError || error instanceof EnrolmentError || error instanceof FileError;
  if (!isUserError) throw error;
  console.error(error instanceof UsageError ? `${error.message}\n\n${HELP}` : error.message);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
