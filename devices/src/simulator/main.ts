import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface, emitKeypressEvents } from "node:readline";
import { systemRandom, systemTime } from "@flower-war/protocol/ports";
import { readCommandLine } from "../../../protocol/tools/tool.ts";
import { ConnectedTemple } from "../connected-temple.ts";
import { FileCounterStore } from "../counter-store.ts";
import type { Sound } from "../sounds.ts";
import { type Arguments, HELP, parseArguments } from "./arguments.ts";
import { EnrolmentError, obtainSecret } from "./enrolment.ts";
import { SIMULATOR, SimulatedTemple, type Terminal } from "./simulated-temple.ts";

/** A file named on the command line cannot be read, or a folder not be made. The message is one sentence. */
class FileError extends Error {}

/** Runs a temple in the terminal: `npm run temple`. */
async function main(args: Arguments): Promise<void> {
  const { templeId } = args;
  const { env } = process;
  const dataDir = env.DATA_DIR || "./data";
  const secret =
    args.secret ??
    (await obtainSecret({
      templeId,
      operatorUrl: (env.OPERATOR_URL || "http://localhost:2568").replace(/([^/])\/+$/, "$1"),
      dataDir,
      adminPassword: env.ADMIN_PASSWORD,
    }));
  const temple = new ConnectedTemple({
    id: templeId,
    secret,
    url: args.url ?? `mqtt://127.0.0.1:${env.MQTT_PORT || 1883}`,
    description: {
      ...SIMULATOR,
      caps: args.mirror ? [...SIMULATOR.caps, "mirror"] : SIMULATOR.caps,
      ...(args.lang !== undefined && { lang: args.lang }),
    },
    store: new FileCounterStore(join(makeFolder(dataDir), `simulator-${templeId}-counters.json`)),
    time: systemTime,
    random: systemRandom,
    ...readCa(args.ca),
  });
  const simulated = new SimulatedTemple(temple, systemTime, process.stdout.isTTY ? tty() : PIPE);
  const quit = async () => {
    await simulated.close();
    process.exit(0);
  };
  listenForKeys((key) => (key === "q" ? void quit() : simulated.handleKey(key)));
  process.on("SIGTERM", () => void quit());
  await simulated.start();
}

function readCa(file: string | undefined): { ca?: string } {
  if (file === undefined) return {};
  try {
    return { ca: readFileSync(file, "utf8") };
  } catch {
    throw new FileError(`The CA certificate ${file} cannot be read.`);
  }
}

function makeFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true });
    return folder;
  } catch {
    throw new FileError(`The folder ${folder}, for the temple's counters, cannot be made: set DATA_DIR.`);
  }
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
  stdin.on("keypress", (_text, { name, ctrl, shift }: { name?: string; ctrl?: boolean; shift?: boolean }) => {
    const key = name ?? "";
    onKey(ctrl && key === "c" ? "q" : shift ? key.toUpperCase() : key);
  });
}

/** How often the terminal's bell rings for a sound. */
const BELLS: { readonly [S in Sound]: number } = {
  accepted: 1,
  refused: 2,
  debt: 3,
  offering: 1,
  heartbeat: 2,
  won: 4,
  lost: 2,
  flood: 4,
  invasion: 4,
  ended: 2,
};

/** Redraws in place, and rings the bell. */
function tty(): Terminal {
  const { stdout } = process;
  let height = 0;
  return {
    draw: (lines) => {
      stdout.moveCursor(0, -height);
      stdout.cursorTo(0);
      stdout.clearScreenDown();
      height = lines.length;
      stdout.write(lines.map((line) => `${line.slice(0, stdout.columns - 1)}\n`).join(""));
    },
    play: (sound) => void stdout.write("\u0007".repeat(BELLS[sound])),
  };
}

/** Prints each new picture after the one before, and each sound in a line. */
const PIPE: Terminal = {
  draw: (lines) => void process.stdout.write(`${lines.join("\n")}\n`),
  play: (sound) => void process.stdout.write(`Sound: ${sound}\n`),
};

const args = readCommandLine(HELP, parseArguments);
try {
  await main(args);
} catch (error) {
  if (!(error instanceof EnrolmentError || error instanceof FileError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
