import { readFileSync } from "node:fs";
import { createInterface, emitKeypressEvents } from "node:readline";
import { parseArgs } from "node:util";
import { isId, SLOTS } from "@flower-war/client-sdk/temple";
import { ConnectedTemple } from "../device/connected-temple.ts";
import { EnrolError, secretOf } from "./enrol.ts";
import { drawTemple } from "./screen.ts";

class UsageError extends Error {}

/** A temple in the terminal: `npm run temple [templeId] [-- --url mqtt(s)://host:1883] [--ca file] [--secret ...]`. */
async function main(): Promise<void> {
  const { values, positionals } = readArguments();
  const templeId = positionals[0] ?? "simulator";
  if (!isId(templeId))
    throw new UsageError(`${String(templeId)} is no temple id: 4 to 24 of a-z, 0-9 and -.`);
  const { env } = process;
  const secret =
    values.secret ??
    (await secretOf({
      templeId,
      serverUrl: (env.SERVER_URL || "http://localhost:2567").replace(/\/+$/, ""),
      dataDir: env.DATA_DIR || "./data",
      adminPassword: env.ADMIN_PASSWORD,
    }));
  const url = values.url ?? `mqtt://127.0.0.1:${env.MQTT_PORT || 1883}`;
  const temple = new ConnectedTemple({ id: templeId, secret, url, ...readCa(values.ca) });
  show(temple);
  const quit = async () => {
    await temple.close();
    process.exit(0);
  };
  listen((key) => (key === "q" ? void quit() : press(temple, key)));
  process.on("SIGTERM", () => void quit());
  await temple.connect();
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { url: { type: "string" }, ca: { type: "string" }, secret: { type: "string" } },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The CA to trust, if one was given. */
function readCa(file: string | undefined): { ca?: string } {
  if (file === undefined) return {};
  try {
    return { ca: readFileSync(file, "utf8") };
  } catch {
    throw new UsageError(`The CA's certificate cannot be read at ${file}.`);
  }
}

function press(temple: ConnectedTemple, key: string): void {
  const slot = SLOTS.find((known) => known === key);
  if (slot !== undefined) temple.drop(slot);
  if (key === "p") temple.press("pair");
  if (key === "u") temple.press("unpair");
  if (key === "r") takeBack(temple);
}

/** All that the display asks for was taken out. */
function takeBack(temple: ConnectedTemple): void {
  for (const slot of SLOTS) {
    const owed = -(temple.display?.fix[slot] ?? 0);
    if (owed > 0) temple.takeBack(slot, Math.min(owed, 99));
  }
}

/** Keys of a terminal, or lines of a pipe. */
function listen(onKey: (key: string) => void): void {
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

/** Redraws in place on a terminal; prints every new picture once elsewhere. */
function show(temple: ConnectedTemple): void {
  let drawn = "";
  let height = 0;
  temple.onChange(() => {
    const { isTTY, columns } = process.stdout;
    const lines = drawTemple(temple).map((line) => (isTTY ? line.slice(0, columns - 1) : line));
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
  await main();
} catch (error) {
  if (!(error instanceof EnrolError || error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
