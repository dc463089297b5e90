import { join } from "node:path";
import { Line } from "../line.ts";
import { spawn } from "../process.ts";
import type { Subject, Table } from "../subject.ts";
import { Turn } from "../turn.ts";

const SEATS = 4;
const MESSAGE = new Uint8Array(30);

/** `ws` alone: a message of 30 bytes to all at the table. */
export const relay: Subject = {
  name: "ws relay",
  async start() {
    const { pid, ready, stop } = await spawn<{ port: number }>(
      join(import.meta.dirname, "../peers/relay.ts"),
    );
    let tables = 0;
    return { pids: [pid], stop, openTable: () => sitDown(`ws://127.0.0.1:${ready.port}/${++tables}`) };
  },
};

async function sitDown(url: string): Promise<Table> {
  const lines: Line[] = [];
  let turn = new Turn(lines);
  for (let seat = 0; seat < SEATS; seat++) {
    lines.push(
      await Line.open(url, (line) => {
        turn.show();
        if (line === lines[0]) turn.acknowledge();
      }),
    );
  }
  return {
    first: 0,
    over: false,
    play() {
      turn = new Turn(lines);
      lines[0]?.send(MESSAGE);
      return turn.played;
    },
    close: () => lines.forEach((line) => line.close()),
  };
}
