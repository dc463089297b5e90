import { join } from "node:path";
import { CountingSocket } from "../counting-socket.ts";
import { spawn } from "../process.ts";
import { type Match, SEATS, type Subject } from "../subject.ts";
import { TimedCommand } from "../timed-command.ts";

const MESSAGE = new Uint8Array(30);

/** `ws` alone: it passes a message of 30 bytes on to all four clients of a match. */
export const relay: Subject = {
  name: "ws relay",
  async start() {
    const { pid, ready, stop } = await spawn<{ port: number }>(
      join(import.meta.dirname, "../peers/relay.ts"),
    );
    let matches = 0;
    return { pids: [pid], stop, openMatch: () => openMatch(`ws://127.0.0.1:${ready.port}/${++matches}`) };
  },
};

async function openMatch(url: string): Promise<Match> {
  const sockets: CountingSocket[] = [];
  let command = new TimedCommand(sockets);
  for (let seat = 0; seat < SEATS; seat++) {
    sockets.push(
      await CountingSocket.open(url, (socket) => {
        command.markShown();
        if (socket === sockets[0]) command.markAcknowledged();
      }),
    );
  }
  return {
    first: 0,
    isOver: false,
    play() {
      command = new TimedCommand(sockets);
      sockets[0]?.send(MESSAGE);
      return command.timing;
    },
    close: () => sockets.forEach((socket) => socket.close()),
  };
}
