/**
 * Plays a match of Tıeqchıeq at a real server, and writes what its first seat is told, by WebSocket and by HTTP, to
 * cli/src/client-check/golden.json: `npm run golden`.
 */
import { writeFile } from "node:fs/promises";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { publicKeyOf, sealOf } from "@flower-war/rules/witness";
import type { CommandAnswer, PlainMatch, SeatReservation } from "@flower-war/protocol";
import { WebSocket } from "ws";
import type { Golden, GoldenStep } from "../../cli/src/client-check/golden.ts";
import { formatRequest, JOINED, parseFrame } from "../../loadtest/src/wire.ts";
import { type RunningServer, startServer } from "../../server/src/app.ts";
import { createMatch, requestSeat } from "../../server/test/support/post.ts";
import { askMatch, TestStream } from "../../server/test/support/stream.ts";
import { until } from "../../server/test/support/until.ts";
import { ROOT } from "../support/root.ts";
import { runTool } from "../../protocol/tools/tool.ts";

/** What the checked client will give in place of these. The seal is that of the nonce. */
const NONCE = "nonce-of-the-client";
const KEY = publicKeyOf("c1".repeat(32));
/** Of the other player, whose client signs nothing. */
const OTHER_NONCE = "nonce-of-the-opponent";

/** How many commands the checked client sends. */
const COMMANDS = 4;

/** One seat's WebSocket. */
class Socket {
  readonly #socket: WebSocket;
  readonly frames: Buffer[] = [];
  readonly #wakes = new Set<() => void>();
  #requests = 0;

  constructor(server: RunningServer, { reservation }: SeatReservation) {
    const { processId, roomId, sessionId } = reservation;
    this.#socket = new WebSocket(
      `ws://127.0.0.1:${server.port}/${processId}/${roomId}?sessionId=${sessionId}`,
    );
    this.#socket.on("message", (frame: Buffer) => {
      this.frames.push(frame);
      if (frame[0] === JOINED[0]) this.#socket.send(JOINED);
      for (const wake of this.#wakes) wake();
    });
  }

  /** Resolves with the first frame of a kind. */
  async first(kind: string): Promise<Buffer> {
    for (;;) {
      const found = this.frames.find((frame) => parseFrame(frame).kind === kind);
      if (found) return found;
      await new Promise<void>((resolve) => this.#wakes.add(resolve));
    }
  }

  async request(type: string, payload: object): Promise<unknown> {
    const id = ++this.#requests;
    this.#socket.send(formatRequest(id, type, payload));
    for (;;) {
      for (const frame of this.frames.map(parseFrame)) {
        if (frame.kind !== "answer" || frame.id !== id) continue;
        if (frame.refused) throw new Error(JSON.stringify(frame.payload));
        return frame.payload;
      }
      await new Promise<void>((resolve) => this.#wakes.add(resolve));
    }
  }

  close(): void {
    this.#socket.terminate();
  }
}

/** Records one match; `null`: the first seat had a choice in it. */
async function record(server: RunningServer): Promise<Golden | null> {
  const reserved = await createMatch(server.url, {
    game: "tieqchieq",
    name: "Citlali",
    seats: 2,
    options: { first: "red" },
  });
  const { match, token } = reserved;
  const other = await requestSeat(server.url, match, { name: "Xochitl" });
  const ask = async <T>(who: SeatReservation, what: string, body?: unknown) =>
    (await askMatch<T>(server.url, match, what, { token: who.token, body })).body;
  const opponent = await TestStream.open(server.url, match, { token: other.token });
  let socket = new Socket(server, reserved);
  const stream = await TestStream.open(server.url, match, { token });
  const joined = await socket.first("joined");
  await socket.first("state");

  const steps: GoldenStep[] = [];
  /** Does something, and records what the seat is told of it, and what a client is told that comes then. */
  const step = async (by: GoldenStep["by"], command: GoldenStep["command"], act: () => Promise<unknown>) => {
    await socket.request("time", {});
    const from = { frames: socket.frames.length, lines: stream.lines.length };
    await act();
    await socket.request("time", {});
    const frames = socket.frames.slice(from.frames).filter((frame) => frame[0] !== 22);
    const told = ({ n, status, seals, revealing }: Partial<PlainMatch>) =>
      JSON.stringify([n, status, seals, revealing]);
    const expected = told(await ask<PlainMatch>(reserved, "view"));
    await until(() => told(stream.known) === expected, "the stream's line");
    const lines = stream.lines.slice(from.lines);
    const again = await requestSeat(server.url, match, { token });
    const next = new Socket(server, again);
    const whole = await next.first("state");
    socket.close();
    socket = next;
    const { now: _, ...shown } = await ask<PlainMatch>(reserved, "view");
    steps.push({
      by,
      command,
      frames: frames.map((frame) => frame.toString("base64")),
      lines,
      whole: whole.toString("base64"),
      match: shown,
    });
    return shown;
  };
  const legalOf = (shown: { legal: readonly { type: string }[] }) =>
    shown.legal.filter(({ type }) => type !== "concede");
  try {
    await step(null, null, async () => {});
    await step("client", null, () => socket.request("seal", { seal: sealOf(NONCE), key: KEY }));
    await step("opponent", null, () => ask(other, "seal", { seal: sealOf(OTHER_NONCE), key: "" }));
    let shown = await step("client", null, async () => {
      await socket.request("nonce", { nonce: NONCE });
      await ask(other, "nonce", { nonce: OTHER_NONCE });
    });
    const { header } = await ask<{ header: string }>(reserved, "header");
    for (let played = 0; played < COMMANDS; ) {
      const own = shown.awaiting[0]?.seat === "red";
      const legal = own ? legalOf(shown) : legalOf(await ask<PlainMatch>(other, "view"));
      const [command] = legal;
      if (command === undefined || (own && legal.length > 1)) return null;
      if (own) {
        shown = await step("client", command, () =>
          socket.request("command", { id: `client-${shown.n}`, command }),
        );
        played += 1;
      } else {
        shown = await step("opponent", command, () =>
          ask<CommandAnswer>(other, "commands", { id: `opponent-${shown.n}`, command }),
        );
      }
    }
    if (shown.awaiting[0]?.seat !== "yellow") return null;
    await step("opponent", { type: "concede" }, () =>
      ask(other, "commands", { id: "concede", command: { type: "concede" } }),
    );
    const log = await ask<Golden["log"]>(reserved, "log");
    const games = await (await fetch(`${server.url}/api/games`)).json();
    const { token: __, reservation: ___, ...reservation } = reserved;
    return {
      nonce: NONCE,
      seal: sealOf(NONCE),
      key: KEY,
      reservation,
      header,
      joined: joined.toString("base64"),
      log,
      games: games as object[],
      steps,
    };
  } finally {
    socket.close();
    stream.close();
    opponent.close();
  }
}

async function write(): Promise<void> {
  const server = await startServer({});
  try {
    let golden = null;
    while (golden === null) golden = await record(server);
    const file = join(ROOT, "cli/src/client-check/golden.json");
    await writeFile(file, `${JSON.stringify(golden)}\n`);
    execFileSync("biome", ["format", "--write", file], { stdio: "inherit" });
  } finally {
    await server.stop();
  }
}

const USAGE = `Records a match of Tıeqchıeq at a real server, for flower-war client-check, in cli/src/client-check/golden.json.

usage: npm run golden`;

await runTool(USAGE, write);
